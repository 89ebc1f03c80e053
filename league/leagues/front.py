"""What apps above add to the site's first page: a sign of life for strangers, a suggestion for members."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import clock
from games.common.database import cached
from games.common.database.compiled import Param, PreparedQuery
from games.common.words import local
from games.facts.openings import seats_to_take_over
from games.pages.showcase import FreeSeat, free_seats
from league.leagues import selectors
from league.leagues.models import PutOff

SECONDS: Final = 60
"""The seconds for which a sign of life is kept."""

NOT_NOW: Final = timedelta(days=7)
"""The time for which a suggestion that was put off stays away."""

ELSEWHERE: Final = 3
"""Suggestions to someone for whom no opponent is found."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One line that says that something goes on, and where: `way` are the words of the link."""

    says: str
    way: str
    address: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The one thing that someone might do next: what, what comes of it, and the words of its button. `key`
    tells one from another (`season:3`).
    """

    key: str
    title: str
    text: str
    way: str
    address: str


Life: TypeAlias = Callable[[], Sign | None]
Suggests: TypeAlias = Callable[[Any], Iterable[Suggestion]]

_life: list[Life] = []
_suggests: list[Suggests] = []


def shows_life(sign: Life) -> Life:
    """Register, once, when the apps are loaded, what strangers are told before free seats. What it tells is
    the same for all of them, and is kept for a minute. One query at most.
    """
    _life.append(sign)
    return sign


def suggests(suggestion: Suggests) -> Suggests:
    """Register, once, when the apps are loaded, what members are told first, the best at its beginning. One
    query at most.
    """
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


def suggestion_for(
    user: Any, own_games: Collection[int], first: Iterable[Suggestion] = ()
) -> Suggestion | None:
    """The first that there is for a member, but for those that they have put off: of `first`, of the apps
    above, or a seat, but in games in which they have one (keys).
    """
    now = clock.shown()
    put_off = {what for what, until in _put_off().rows(user=user.pk) if until > now}
    return next((each for each in chain(first, _all(user, own_games)) if each.key not in put_off), None)


def elsewhere(user: Any) -> list[Suggestion]:
    """What there is for someone for whom no opponent is found: three things at most, put off or not."""
    return list(islice(_all(user, (), most=1), ELSEWHERE))


def put_off(*, user: Any, what: str) -> None:
    """Suggest `what`, the key of a suggestion, to `user` no more for a week."""
    now = clock.now()
    PutOff.objects.filter(user=user, until__lte=now).delete()
    PutOff.objects.update_or_create(user=user, what=what, defaults={"until": now + NOT_NOW})


@lru_cache(maxsize=1)
def _put_off() -> PreparedQuery:
    return PreparedQuery(lambda: PutOff.objects.filter(user_id=Param("user")).values_list("what", "until"))


def _all(user: Any, own_games: Collection[int], most: int | None = None) -> Iterator[Suggestion]:
    """What apps above add, then seats to take over, then free ones; `most` of each but the last."""
    for each in _suggests:
        yield from islice(each(user), most)
    for open_seat in islice(seats_to_take_over(user, selectors.plays_in(user, clock.shown())), most):
        yield Suggestion(
            key=f"seat:{open_seat.key}",
            title=open_seat.game,
            text=_("%(variant)s in %(league)s is running and needs a player for %(seat)s.")
            % {"variant": open_seat.variant, "league": open_seat.league, "seat": open_seat.seat},
            way=_("See the seat"),
            address=open_seat.address,
        )
    for seat in free_seats(selectors.open_leagues):
        if seat.key not in own_games:
            yield Suggestion(f"game:{seat.key}", seat.game, in_words(seat), _("Take a seat"), seat.address)


def in_words(seat: FreeSeat) -> str:
    """A free seat in a sentence."""
    words = ngettext(
        "%(game)s in %(league)s: %(free)d of %(seats)d seats is free. Pace: %(pace)s.",
        "%(game)s in %(league)s: %(free)d of %(seats)d seats are free. Pace: %(pace)s.",
        seat.free,
    )
    return words % {
        "game": seat.variant,
        "league": seat.league,
        "pace": seat.pace_words,
        "free": seat.free,
        "seats": seat.seats,
    }
