"""What an organiser reads before they remove or ban someone, and whether it is theirs to decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.lists.held_seats import SeatsThatOpen, games_shared, seats_that_open
from games.models import Game
from league.leagues.models import League, Membership


@dataclass(frozen=True, slots=True)
class Together:
    """Running games in which an organiser plays with a person; whether one who does not could decide."""

    games: list[Game]
    another_could: bool


def playing_together(league: League, organiser: Any, person: Any) -> Together:
    """Two queries. Seats whose players no one may know count for no one: a refusal would tell of them."""
    organisers = league.memberships.filter(role=Membership.Role.ORGANISER, user__is_active=True)
    keys = set(organisers.values_list("user_id", flat=True)) - {person.pk}
    shared = games_shared(league, person, keys)
    games = shared.get(organiser.pk, [])
    return Together(games, bool(games) and bool(keys - set(shared)))


def names_of(games: Sequence[Game]) -> str:
    return ", ".join(game.name for game in games)


@dataclass(frozen=True, slots=True)
class RemovalPage:
    """The seats that open; why another organiser has to decide, or that the players are told who did."""

    seats: SeatsThatOpen
    refused: str
    warning: str


def removal_page(league: League, person: Any, reader: Any) -> RemovalPage:
    """Three queries, however many games."""
    together = playing_together(league, reader, person)
    words = {"name": person.username, "games": names_of(together.games)}
    refused = warning = ""
    if together.another_could:
        refused = _("Ask another organiser: you play with %(name)s in %(games)s.") % words
    elif together.games:
        warning = (
            _(
                "You play with %(name)s in %(games)s, and so does every other organiser. Everyone who "
                "plays there gets an e-mail: it says that you decided this and play there too."
            )
            % words
        )
    return RemovalPage(seats_that_open(league, person, reader), refused, warning)
