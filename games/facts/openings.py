"""Seats of a league's public games that anybody may take: of games that wait, and of games that go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, F, Q

from games.gate.open_seats import is_open
from games.gate.tenancy import LeagueLike
from games.models import Game, Vacancy
from games.words import wording
from games.words.addresses import game_address

SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat that stands open in a running game, since when."""

    game: str
    address: str
    seat: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Gathering:
    """A game that waits for players: how many of its seats are free."""

    game: str
    address: str
    free: int
    seats: int


@dataclass(frozen=True, slots=True)
class OpenSeats:
    """The first of them; `more`: there are others."""

    open: Sequence[OpenSeat]
    waiting: Sequence[Gathering]
    more: bool


def open_seats_in(league: LeagueLike, now: datetime) -> OpenSeats:
    """The longest open first, and the newest games that wait, but those that keep their seats for somebody.
    Two queries.
    """
    public = Game.objects.filter(league_id=league.pk, visibility=Game.Visibility.PUBLIC, is_contest=False)
    running = public.filter(state=Game.State.RUNNING)
    vacancies = Vacancy.objects.filter(is_open(), game__in=running).select_related("game", "seat")
    seats = list(vacancies.order_by("opened_at", "pk")[: SHOWN + 1])
    all_seats = Count("seats", distinct=True)
    held = Count("tenures", filter=Q(tenures__left_at=None), distinct=True)
    kept = Q(seats_kept_until__gt=now)
    games = public.filter(~kept, state=Game.State.WAITING).annotate(all_seats=all_seats, held=held)
    waiting = list(games.filter(held__lt=F("all_seats")).order_by("-pk")[: SHOWN + 1])
    return OpenSeats(
        [
            OpenSeat(
                each.game.name,
                game_address(league.slug, each.game.code),
                wording.seat_at(each.game.variant, each.game.settings, each.seat.key),
                each.opened_at or each.since,
            )
            for each in seats[:SHOWN]
        ],
        [
            Gathering(
                each.name, game_address(league.slug, each.code), each.all_seats - each.held, each.all_seats
            )
            for each in waiting[:SHOWN]
        ],
        len(seats) > SHOWN or len(waiting) > SHOWN,
    )
