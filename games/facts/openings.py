"""Seats of public games that anyone may take: of games that wait, and of games that go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from games.gate.open_seats import is_open
from games.gate.tenancy import LeagueLike
from games.models import Game, MasterAct, Seat, Tenure, Vacancy
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
class SeatToTake:
    """A seat (`key`) that stands open, in `league` (its name); `address` is the page on which it is taken."""

    key: int
    game: str
    variant: str
    league: str
    seat: str
    address: str


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
    """The longest open first, and the newest games that wait, but those that keep their seats for someone.
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


def seats_to_take_over(user: Any, leagues: QuerySet[Any]) -> list[SeatToTake]:
    """Seats of running games in `leagues` (keys) that no one plays now and that `user`, a member there, may
    take over; the longest open first. Not in games that ask for reliability: whether that is enough is
    counted game by game. One query.
    """
    own = Tenure.objects.filter(game=OuterRef("game"), user=user).exclude(left_how=Tenure.Leaving.BEFORE)
    chaired = MasterAct.objects.filter(game=OuterRef("game"), kind=MasterAct.Kind.CHAIR, by=user)
    free = Vacancy.objects.filter(
        is_open(),
        ~Q(game__master=user) | Q(game__master=None),
        ~Exists(own),
        ~Exists(chaired),
        game__league__in=leagues,
        game__state=Game.State.RUNNING,
        game__visibility=Game.Visibility.PUBLIC,
        game__is_contest=False,
        game__reliability=0,
    )
    rows = free.select_related("game__league", "seat").order_by("opened_at", "pk")[:SHOWN]
    return [_to_take(each.game, each.seat) for each in rows]


def _to_take(game: Game, seat: Seat) -> SeatToTake:
    return SeatToTake(
        key=seat.pk,
        game=game.name,
        variant=wording.game(game.variant, game.settings),
        league=game.league.name,
        seat=wording.seat_at(game.variant, game.settings, seat.key),
        address=f"{game_address(game.league.slug, game.code)}take-over/{seat.key}/",
    )
