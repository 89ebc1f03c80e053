"""What came of games, kept as rows by the transaction that ends them (`SeatResult`, `TenureResult`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F

from games import clock, outbox, wording
from games.models import Game, MasterAct, Phase, Seat, SeatResult, Tenure, TenureResult
from games.outcomes import SeatEnd, called_off, seat_ends

How = TenureResult.How
HOW = {
    Tenure.Leaving.REPLACED: How.REPLACED,
    Tenure.Leaving.RESIGNED: How.RESIGNED,
    Tenure.Leaving.REMOVED: How.REMOVED,
}
"""Whoever left in another way played his seat to its end."""


@dataclass(frozen=True)
class Over:
    """A game that is over since `at`: by the turn that gave `position` and `ended`, or called off."""

    game: Game
    at: datetime
    position: Mapping[str, Any] | None = None
    ended: Mapping[str, Any] | None = None


class Rows(NamedTuple):
    """The rows of some games, not saved: of all seats, and of all who held one."""

    seats: list[SeatResult]
    tenures: list[TenureResult]


def keep_results(over: Sequence[Over]) -> None:
    """Write the rows of games that have just ended, once each, and tell of them.

    Call it in the transaction that ends them, after their last turns were kept.
    """
    if not over:
        return
    rows = rows_of(over)
    SeatResult.objects.bulk_create(rows.seats)
    TenureResult.objects.bulk_create(rows.tenures)
    outbox.put(*(outbox.tell("results", each.at, game=each.game.pk) for each in over))


def rows_of(over: Iterable[Over]) -> Rows:
    """What the rows of these games are, from their last positions, phases and answers. Three queries."""
    ended = {each.game.pk: each for each in over}
    seats = defaultdict(list)
    for seat in Seat.objects.filter(game__in=ended).order_by("game", "order"):
        seats[seat.game_id].append(seat)
    rows = {row.seat_id: row for each in ended.values() for row in _seats_of(each, seats[each.game.pk])}
    told = _told(ended)
    tenures = [
        _tenure_row(tenure, rows[tenure.seat_id], told[tenure.game_id])
        for tenure in Tenure.objects.select_related("seat").filter(game__in=ended).order_by("pk")
        if tenure.left_how != Tenure.Leaving.BEFORE
    ]
    return Rows(list(rows.values()), tenures)


@transaction.atomic
def supersede(*, result: SeatResult, end: SeatEnd, clause: str, ruling: MasterAct) -> SeatResult:
    """Let another end count for a seat, by a ruling; the row that counted until now stays as it is.

    Two rulings on one row cannot both stand: `IntegrityError` for the second, which has to begin anew.
    """
    now = clock.now()
    row = _row(result.seat, end, clause=clause, at=now, last_year=result.last_year)
    row.supersedes, row.ruling = result, ruling
    row.save(force_insert=True)
    outbox.put(outbox.tell("results", now, game=row.game_id))
    return row


def _seats_of(over: Over, seats: Sequence[Seat]) -> list[SeatResult]:
    keys = [seat.key for seat in seats]
    if over.position is None or over.ended is None:
        ends, clause, year = called_off(keys), "", None
    else:
        ends = seat_ends(over.game.variant, keys, over.position, over.ended)
        clause, year = over.ended["how"], wording.year_of(over.position["phase"])
    return [
        _row(seat, end, clause=clause, at=over.at, last_year=year)
        for seat, end in zip(seats, ends, strict=True)
    ]


def _row(seat: Seat, end: SeatEnd, *, clause: str, at: datetime, last_year: int | None) -> SeatResult:
    return SeatResult(
        game_id=seat.game_id,
        seat=seat,
        outcome=end.outcome,
        share=end.share.numerator,
        share_of=end.share.denominator,
        centres=end.centres,
        last_year=last_year,
        clause=clause,
        at=at,
    )


class _Told(NamedTuple):
    """Of one closed phase: when, whom it asked, and who missed it."""

    at: datetime
    asked: Mapping[str, bool]
    missed: Mapping[str, bool]


def _told(games: Iterable[int]) -> Mapping[int, list[_Told]]:
    """The phases of `games` that were adjudicated with answers, and that somebody could have answered."""
    phases = Phase.objects.filter(game__in=games, turn__answers__isnull=False, deadline__gt=F("opened_at"))
    told: dict[int, list[_Told]] = defaultdict(list)
    for game, *rest in phases.order_by().values_list("game", "adjudicated_at", "turn__asked", "turn__missed"):
        told[game].append(_Told(*rest))
    return told


def _tenure_row(tenure: Tenure, result: SeatResult, told: Iterable[_Told]) -> TenureResult:
    until = tenure.left_at or result.at
    key = tenure.seat.key
    asked = [
        phase
        for phase in told
        if tenure.taken_at <= phase.at
        and (tenure.left_at is None or phase.at < tenure.left_at)
        and key in phase.asked
    ]
    return TenureResult(
        tenure=tenure,
        result=result,
        how=HOW.get(Tenure.Leaving(tenure.left_how), How.FINISHED) if tenure.left_how else How.FINISHED,
        since=tenure.taken_at,
        until=until,
        asked=len(asked),
        missed=sum(bool(phase.missed.get(key)) for phase in asked),
    )
