"""What came of finished games, many at once, as everyone may know it: for the floor above, which counts.

Public games whose records are open to everyone (`sight.opened`), and no others: what is counted of a game
would tell of it what its own page does not yet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.db.models import Count, F, Q

import adjudicator
from games.engine import hosting_rules, sight
from games.models import Game, SeatResult, TenureResult, Turn

LAST_TURN = Q(phase__ordinal=F("phase__game__phase_number") - 1)


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished game is to one person who held a seat to its end.

    `side` are the powers that this was decided for: the home power in Intimate Diplomacy (ID-1), the powers
    of the seat elsewhere; none where a game ended before home powers were chosen. `players` is how many play
    where that is a setting of the game. `share` is the part of the win (RB-12).
    """

    game: int
    league: int
    variant: str
    players: Any
    ended_at: datetime
    tenure: int
    user: int
    seat: str
    side: tuple[str, ...]
    outcome: str
    share: Fraction
    centres: int
    last_year: int | None


def results_of(games: Collection[int]) -> list[Result]:
    """The results of those of `games` that may be counted, by game and tenure. Void games have none (HR-6).

    A seat's result is that of the person who held it to the end, as rulings left it; one who gave it up
    before, or lost it to someone else, has no part in it. Four queries, however many games.
    """
    told = {pk: fields for pk, *fields in may_be_told(games)}
    seats = seats_of(told)
    homes = homes_of([pk for pk, (_league, variant, *_more) in told.items() if variant in auctioning()])
    held = TenureResult.objects.filter(tenure__game__in=list(told), how=TenureResult.How.FINISHED)
    found = []
    fields = ("tenure", "tenure__game", "tenure__user", "tenure__seat")
    for tenure, game, user, seat in held.order_by("tenure__game_id", "tenure_id").values_list(*fields):
        if seat not in seats:
            continue
        league, variant, players, ended_at = told[game]
        _game, key, outcome, share, share_of, centres, last_year = seats[seat]
        side = _side(variant, players, key, homes.get(game))
        part = Fraction(share, share_of)
        found.append(
            Result(
                game,
                league,
                variant,
                players,
                ended_at,
                tenure,
                user,
                key,
                side,
                outcome,
                part,
                centres,
                last_year,
            )
        )
    return found


def opens_at(game: Game) -> datetime | None:
    """When a finished game of which nothing may be counted yet is opened to everyone (SPY-6); None: it is
    open, or never will be.
    """
    if game.is_private or game.state != Game.State.FINISHED or not sight.is_put_off(game.settings):
        return None
    return datetime.combine(date.fromisoformat(game.settings["reveal_at"]), time(), UTC)


def finished_after(league: int, game: int, most: int) -> list[int]:
    """The keys of the next finished games of a league whose keys are above `game`, in their order."""
    over = Game.objects.filter(league_id=league, state=Game.State.FINISHED, pk__gt=game)
    return list(over.order_by("pk").values_list("pk", flat=True)[:most])


def finished_upto(league: int, game: int) -> tuple[int, int]:
    """How many finished games of a league have keys up to `game`, and how many there are. One query."""
    over = Game.objects.filter(league_id=league, state=Game.State.FINISHED)
    found = over.aggregate(done=Count("pk", filter=Q(pk__lte=game)), all=Count("pk"))
    return found["done"], found["all"]


def may_be_told(games: Collection[int]) -> Iterable[tuple[Any, ...]]:
    """Those of `games` that may be counted: key, league, variant, number of players, end."""
    open_to_all = Game.objects.filter(
        sight.opened(), pk__in=list(games), visibility=Game.Visibility.PUBLIC
    ).order_by("pk")
    return open_to_all.values_list("pk", "league", "variant", "settings__players", "finished_at")


def seats_of(games: Collection[int]) -> dict[int, tuple[Any, ...]]:
    """By seat, its game, its key and what counts for it."""
    counts = SeatResult.objects.filter(game__in=list(games), superseded_by=None)
    fields = ("seat", "game", "seat__key", "outcome", "share", "share_of", "centres", "last_year")
    rows = counts.exclude(outcome=SeatResult.Outcome.VOID).order_by().values_list(*fields)
    return {seat: tuple(more) for seat, *more in rows}


def homes_of(games: Collection[int]) -> dict[int, Mapping[str, str]]:
    """By game, the home powers of its seats on the last board; none where they were not chosen yet."""
    if not games:
        return {}
    last = Turn.objects.filter(LAST_TURN, phase__game__in=list(games))
    return {game: homes or {} for game, homes in last.values_list("phase__game", "turn__position__homes")}


def _side(variant: str, players: Any, seat: str, homes: Mapping[str, str] | None) -> tuple[str, ...]:
    if homes is not None:
        return (homes[seat],) if seat in homes else ()
    if variant in auctioning():
        return ()
    return _seat_powers(variant, players).get(seat, (seat,))


@lru_cache(maxsize=64)
def _seat_powers(variant: str, players: Any) -> Mapping[str, tuple[str, ...]]:
    settings = {} if players is None else {"players": players}
    powers = adjudicator.about(variant, settings)["seat_powers"]
    return {seat: tuple(played) for seat, played in powers.items() if played}


@lru_cache(maxsize=1)
def auctioning() -> frozenset[str]:
    return frozenset(hosting_rules.with_auctions())
