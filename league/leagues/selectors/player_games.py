"""The games on one person's page: those that go on first, then the newest, narrowed as the address asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.lists import lines, listing, played
from league.leagues import sections
from league.leagues.models import League
from league.users.models import User

RESULT: Final = "result"
RESULTS: Final = (
    (played.RUNNING, pgettext_lazy("games", "running")),
    ("won", pgettext_lazy("games", "won")),
    ("drawn", pgettext_lazy("games", "drawn")),
    ("lost", pgettext_lazy("games", "lost")),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One field that narrows the games: its parameter, what may be chosen, and what is; empty: all."""

    name: str
    label: Any
    values: Sequence[tuple[str, Any]]
    chosen: str


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """One page of someone's games, and the fields that narrow them."""

    page: Page[Any]
    lines: Sequence[lines.GameLine]
    choices: Sequence[Choice]

    @property
    def is_narrowed(self) -> bool:
        return any(choice.chosen for choice in self.choices)


def player_games(league: League, person: User, user: Any, asked: Mapping[str, str]) -> PlayerGames:
    """The games of `person` that `user` may see. What the address has and is no choice narrows nothing. Three
    queries, and those of the filters' choices.
    """
    only, choices = Q(), [_choice(RESULT, _("Result"), RESULTS, asked)]
    for name, each in sections.game_filters.items():
        values = each.choices(league, person)
        choice = _choice(name, each.label, values, asked)
        choices.append(choice)
        if choice.chosen:
            only &= each.games(league, choice.chosen)
    keys = played.keys_of_games(league, person, user, choices[0].chosen, only)
    page = Paginator(keys, listing.PAGE).get_page(asked.get("page"))
    return PlayerGames(page, played.lines_of_keys(list(page.object_list)), choices)


def _choice(name: str, label: Any, values: Sequence[tuple[str, Any]], asked: Mapping[str, str]) -> Choice:
    given = asked.get(name, "")
    return Choice(name, label, values, given if given in dict(values) else "")
