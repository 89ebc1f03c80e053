"""What apps above add to the site's first page: a sign of life for strangers, a suggestion for members."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.database import cached
from games.common.words import local
from games.pages.showcase import FreeSeat, free_seats
from league.leagues import selectors

SECONDS: Final = 60
"""For which a sign of life is kept."""

ELSEWHERE: Final = 3
"""Suggestions to somebody for whom no opponent is found."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One line that says that something goes on, and where: `way` are the words of the link."""

    says: str
    way: str
    address: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The one thing that somebody might do next: what, what comes of it, and the words of its button."""

    title: str
    text: str
    way: str
    address: str


Life: TypeAlias = Callable[[], Sign | None]
Suggests: TypeAlias = Callable[[Any], Suggestion | None]

_life: list[Life] = []
_suggests: list[Suggests] = []


def shows_life(sign: Life) -> Life:
    """Register, once, when the apps are loaded, what strangers are told before free seats. What it tells is
    the same for all of them, and is kept for a minute. One query at most.
    """
    _life.append(sign)
    return sign


def suggests(suggestion: Suggests) -> Suggests:
    """Register, once, when the apps are loaded, what members are told first. One query at most."""
    _suggests.append(suggestion)
    return suggestion


def sign_of_life() -> Sign | None:
    """The first that there is: of the apps above, or a game with a free seat."""
    kept = cached.under(f"front-life-{local.language()}", lambda: (_sign(),), seconds=SECONDS)
    found: Sign | None = kept[0]
    return found


def _sign() -> Sign | None:
    told = next((sign for each in _life if (sign := each()) is not None), None)
    if told is not None:
        return told
    seat = next(iter(free_seats(selectors.open_leagues)), None)
    return None if seat is None else Sign(in_words(seat), _("Take a seat"), seat.address)


def suggestion_for(user: Any, own_games: Collection[int]) -> Suggestion | None:
    """The first that there is for a member: of the apps above, or a game with a free seat, but for those that
    they have one in (keys).
    """
    return next(_elsewhere(user, own_games), None)


def elsewhere(user: Any) -> list[Suggestion]:
    """What there is for somebody for whom no opponent is found: three things at most."""
    return list(islice(_elsewhere(user, ()), ELSEWHERE))


def _elsewhere(user: Any, own_games: Collection[int]) -> Iterator[Suggestion]:
    for each in _suggests:
        if (found := each(user)) is not None:
            yield found
    for seat in free_seats(selectors.open_leagues):
        if seat.key not in own_games:
            yield Suggestion(seat.game, in_words(seat), _("Take a seat"), seat.address)


def in_words(seat: FreeSeat) -> str:
    """A free seat in a sentence."""
    words = ngettext(
        "%(game)s in %(league)s waits for players: %(free)d of %(seats)d seats is free.",
        "%(game)s in %(league)s waits for players: %(free)d of %(seats)d seats are free.",
        seat.free,
    )
    return words % {"game": seat.variant, "league": seat.league, "free": seat.free, "seats": seat.seats}
