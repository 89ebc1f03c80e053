"""One person's ratings in a league, with what each game did to them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from games.common.words.people import is_former
from league.leagues.models import League
from league.ratings.drawing import Drawing, drawing_of
from league.ratings.keys import KINDS
from league.ratings.models import Rating, RatingStep
from league.ratings.parameters import points_of
from league.ratings.shown import ShownRating, shown

MOST_STEPS: Final = 300
"""The latest games of one person that drawings and tables show, of all their games together."""


@dataclass(frozen=True, slots=True)
class Change:
    """One rated game: when it ended, its code, the rating after it, and by how many points it changed."""

    at: datetime
    code: str
    points: int
    by: int

    @property
    def signed(self) -> str:
        """+41, −29 or 0."""
        return f"{'+' if self.by > 0 else '−'}{abs(self.by)}" if self.by else "0"


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """One person's rating at one game: in the league, and over all leagues that agree; either may be missing.

    `changes` are the latest games, the newest first; `older` says how many are left out.
    """

    key: str
    here: ShownRating | None
    overall: ShownRating | None
    start: int = 0
    changes: tuple[Change, ...] = ()

    @property
    def name(self) -> str:
        return KINDS[self.key].name

    @property
    def is_provisional(self) -> bool:
        return any(each is not None and each.provisional for each in (self.here, self.overall))

    @property
    def older(self) -> int:
        return self.here.games - len(self.changes) if self.here else 0

    @property
    def differs_overall(self) -> bool:
        """Whether other leagues' games count in the overall rating, or it is the only one."""
        return self.overall is not None and (self.here is None or self.here.games != self.overall.games)

    @property
    def drawing(self) -> Drawing | None:
        """None where there is too little to draw."""
        if len(self.changes) < 2:
            return None
        oldest_first = self.changes[::-1]
        return drawing_of(
            [self.start, *(each.points for each in oldest_first)], [each.at for each in oldest_first]
        )


def ratings_of(league: League, person: Any) -> list[PlayerRating]:
    """The ratings of `person` that those who see `league` read, first the game of most rated games there;
    those of former members are shown to no one. Two queries at most, whatever the number of games.
    """
    if is_former(person.get_username()):
        return []
    found: dict[str, dict[bool, ShownRating]] = defaultdict(dict)
    rows = Rating.objects.filter(
        Q(list__league=league) | Q(list__league=None), list__is_older=False, user=person
    )
    for key, scope, mu, games in rows.values_list("list__key", "list__league", "mu", "games"):
        found[key][scope is not None] = shown(mu, games)
    steps = _steps(league, person) if any(True in each for each in found.values()) else {}
    ratings = [
        PlayerRating(key, each.get(True), each.get(False), *steps.get(key, (0, ())))
        for key, each in sorted(found.items())
    ]
    return sorted(ratings, key=lambda rating: -(rating.here.games if rating.here else 0))


def _steps(league: League, person: Any) -> dict[str, tuple[int, tuple[Change, ...]]]:
    """By key, the rating before the changes that are shown, and these, the newest first. One query."""
    rows = RatingStep.objects.filter(list__league=league, list__is_older=False, user=person).order_by(
        "-at", "-code"
    )
    changes: dict[str, list[Change]] = defaultdict(list)
    start: dict[str, int] = {}
    for key, at, code, before, after in rows.values_list("list__key", "at", "code", "mu_before", "mu")[
        :MOST_STEPS
    ]:
        start[key] = points_of(before)
        changes[key].append(Change(at, code, points_of(after), points_of(after) - start[key]))
    return {key: (start[key], tuple(those)) for key, those in changes.items()}
