"""What came of games, kept as rows by the transaction that ends them (`SeatResult`, `TenureResult`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Q

from games.common import clock, outbox
from games.engine.outcomes import SeatEnd, called_off, seat_ends
from games.gate.reliability import phases_of_tenure
from games.models import Game, MasterAct, Phase, Seat, SeatResult, Tenure, TenureResult
from games.words import wording

How = TenureResult.How
HOW: Mapping[str, str] = {
    Tenure.Leaving.REPLACED: How.REPLACED,
    Tenure.Leaving.RESIGNED: How.RESIGNED,
    Tenure.Leaving.REMOVED: How.REMOVED,
}
"""How a seat was lost, by the way in which its player left; after any other way it was played to its end."""

BY_THE_CLOCK: Final = ("absence", "silence")
"""Causes of an agreed ending that a deadline brought, not an act (HR-5, HR-6)."""


@dataclass(frozen=True)
class Over:
    """A game that ended at the moment `at`: by the turn that gave `position` and `ended`, or called off."""

    game: Game
    at: datetime
    position: Mapping[str, Any] | None = None
    ended: Mapping[str, Any] | None = None


class Rows(NamedTuple):
    """The rows of some games, not saved: of all seats, and of all who held one."""

    seats: list[SeatResult]
    tenures: list[TenureResult]


class Last(NamedTuple):
    """The phase that a game ended in, and the agreement that ended it; none: it was adjudicated."""

    phase: Phase
    agreed: Mapping[str, Any] | None


def moments_of(lasts: Iterable[Last], acted_at: datetime) -> dict[int, datetime]:
    """When games ended, by game: as their last phase closed, or by an act at the moment `acted_at`; never
    when they were adjudicated. One query where absence or silence ended any, else none.

    A forfeit by absence and a game void by silence are written into the phase after the one that was missed:
    the deadline that was missed is the moment.
    """
    found, missed = {}, []
    for phase, agreed in lasts:
        if agreed is None:
            found[phase.game_id] = phase.closes_at
            continue
        found[phase.game_id] = acted_at
        if agreed.get("cause") in BY_THE_CLOCK:
            missed.append(Q(game=phase.game_id, ordinal=phase.ordinal - 1))
    if missed:
        before = Phase.objects.filter(reduce(or_, missed)).order_by()
        found |= dict(before.values_list("game", "closes_at"))
    return found


def keep_results(over: Sequence[Over], now: datetime) -> None:
    """Write the rows of games that have just ended, once each, and tell of them.

    Call it in the transaction that ends them, after their last turns were kept.
    """
    if not over:
        return
    rows = rows_of(over)
    SeatResult.objects.bulk_create(rows.seats)
    TenureResult.objects.bulk_create(rows.tenures)
    outbox.put(*(outbox.tell("results", now, game=each.game.pk) for each in over))


def rows_of(over: Iterable[Over]) -> Rows:
    """What the rows of these games are, from their last positions, phases and answers. Two queries."""
    ended = {each.game.pk: each for each in over}
    seats = defaultdict(list)
    for seat in Seat.objects.filter(game__in=ended).order_by("game", "order"):
        seats[seat.game_id].append(seat)
    rows = {row.seat_id: row for each in ended.values() for row in _seats_of(each, seats[each.game.pk])}
    held = Tenure.objects.filter(game__in=ended).exclude(left_how=Tenure.Leaving.BEFORE).order_by("pk")
    counted = held.annotate(asked=phases_of_tenure("asked"), missed=phases_of_tenure("missed"))
    return Rows(list(rows.values()), [_tenure_row(each, rows[each.seat_id]) for each in counted])


@transaction.atomic
def supersede(*, result: SeatResult, end: SeatEnd, clause: str, ruling: MasterAct) -> SeatResult:
    """Let another end count for a seat, by a ruling, from the moment at which the game ended; the row that
    counted until now stays as it is.

    Two rulings on one row cannot both stand: `IntegrityError` for the second, which has to begin again.
    """
    row = _row(result.seat, end, clause=clause, at=result.at, last_year=result.last_year)
    row.supersedes, row.ruling = result, ruling
    row.save(force_insert=True)
    outbox.put(outbox.tell("results", clock.now(), game=row.game_id))
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


def _tenure_row(tenure: Tenure, result: SeatResult) -> TenureResult:
    """`tenure` comes with the phases `asked` of it and those it `missed`."""
    return TenureResult(
        tenure=tenure,
        result=result,
        how=HOW.get(tenure.left_how, How.FINISHED),
        since=tenure.taken_at,
        until=tenure.left_at or result.at,
        asked=tenure.asked,  # type: ignore[attr-defined]
        missed=tenure.missed,  # type: ignore[attr-defined]
    )
