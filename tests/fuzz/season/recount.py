"""What came of a game, counted again from its record, its phases and the answers: by none of the site's own
functions that count it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from games.models import Game, Phase, SeatResult, Tenure, TenureResult
from tests.fuzz.season.attendance import Attendance

BY_THE_CLOCK = ("absence", "silence")


def differences(game: Game, record: Mapping[str, Any]) -> Iterator[str]:
    """The rows of results of `game`, which is over, that are not what its record and its turns say."""
    kept, wanted = _dumped(kept_seats(game)), _dumped(counted_seats(game, record))
    if kept != wanted:
        yield f"its seats have the results {kept}, the record gives {wanted}"
    kept, wanted = _dumped(kept_tenures(game)), _dumped(counted_tenures(game))
    if kept != wanted:
        yield f"its players have the results {kept}, the phases give {wanted}"


def _dumped(rows: list[dict[str, Any]]) -> str:
    return json.dumps(rows, sort_keys=True, default=str)


def kept_seats(game: Game) -> list[dict[str, Any]]:
    rows = SeatResult.objects.filter(game=game, superseded_by=None).select_related("seat")
    return [
        {
            "seat": row.seat.key,
            "outcome": row.outcome,
            "share": str(Fraction(row.share, row.share_of)),
            "centres": row.centres,
            "last_year": row.last_year,
            "clause": row.clause,
            "at": row.at,
        }
        for row in rows.order_by("seat__order")
    ]


def counted_seats(game: Game, record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One row a seat, from the turn that ended the game: winners share equally, no one shares a void game,
    and where no one won all share who have anything left on the board.
    """
    last = record["turns"][-1]
    position, how, winners = last["position"], last["outcome"]["how"], last["outcome"]["winners"]
    seats = list(game.seats.order_by("order").values_list("key", flat=True))
    if not winners and how != "HR-6":
        winners = [seat for seat in seats if _has_anything(position, seat)]
    moment = ended_at(game)
    rows = []
    for seat in seats:
        share = Fraction(1, len(winners)) if seat in winners else Fraction(0)
        if how == "HR-6":
            outcome = "void"
        elif seat in winners:
            outcome = "solo" if len(winners) == 1 else "shared"
        elif how == "HR-5":
            outcome = "forfeit"
        else:
            outcome = "lost" if _has_anything(position, seat) else "eliminated"
        rows.append(
            {
                "seat": seat,
                "outcome": outcome,
                "share": str(share),
                "centres": sum(len(position["centres"].get(power, [])) for power in _own(position, seat)),
                "last_year": int(position["phase"][1:5]),
                "clause": how,
                "at": moment,
            }
        )
    return rows


def ended_at(game: Game) -> datetime | None:
    """When `game` ended: at its last phase's closing; by an agreement when that was made, but for one that a
    deadline brought (HR-5, HR-6): then as the phase closed that was missed, the one before.
    """
    *before, last = line(game)
    if last.turn.agreed is None:
        return last.closes_at
    return before[-1].closes_at if last.turn.agreed.get("cause") in BY_THE_CLOCK else game.finished_at


def _own(position: Mapping[str, Any], seat: str) -> list[str]:
    """The powers whose centres are the seat's: its home power, its share of a small table, or itself."""
    if "homes" in position or seat not in position.get("powers", {seat: []}):
        return [position["homes"][seat]] if seat in position.get("homes", {}) else []
    return position.get("powers", {}).get(seat, [seat])


def _has_anything(position: Mapping[str, Any], seat: str) -> bool:
    """Whether a seat of the classic board has a unit or a centre; a player of Intimate is never out so."""
    if seat.isdigit() and "powers" not in position:
        return True
    own = position.get("powers", {}).get(seat, [seat])
    return any(
        position.get(what, {}).get(power) for what in ("units", "dislodged", "centres") for power in own
    )


def kept_tenures(game: Game) -> list[dict[str, Any]]:
    rows = TenureResult.objects.filter(tenure__game=game).select_related("tenure__user", "result__seat")
    return [
        {
            "player": row.tenure.user.username,
            "seat": row.result.seat.key,
            "how": row.how,
            "since": row.since,
            "until": row.until,
            "asked": row.asked,
            "missed": row.missed,
        }
        for row in rows.order_by("pk")
    ]


HOW = {"replaced": "replaced", "resigned": "resigned", "removed": "removed"}


def counted_tenures(game: Game) -> list[dict[str, Any]]:
    """One row for everyone who held a seat since the start, with the phases of their time that asked them,
    and that they missed (HR-1): those at whose deadline they held the seat, even if they lost it by that one.
    Phases that were taken back count for no one.
    """
    turns, attendance, moment = line(game), Attendance(game), ended_at(game)
    rows = []
    for tenure in Tenure.objects.filter(game=game).select_related("user", "seat").order_by("pk"):
        if tenure.left_how == "before":
            continue
        own = [
            phase
            for phase in turns
            if (tenure.taken_at < phase.adjudicated_at or tenure.taken_at <= phase.opened_at)
            and (tenure.left_at is None or phase.adjudicated_at <= tenure.left_at)
            and attendance.counts(phase, tenure.seat.key)
        ]
        rows.append(
            {
                "player": tenure.user.username,
                "seat": tenure.seat.key,
                "how": HOW.get(tenure.left_how, "finished"),
                "since": tenure.taken_at,
                "until": tenure.left_at or moment,
                "asked": len(own),
                "missed": sum(attendance.is_missed(phase, tenure.seat.key) for phase in own),
            }
        )
    return rows


def line(game: Game) -> list[Phase]:
    """The adjudicated phases that count, in order, each with its turn."""
    phases = Phase.every.filter(game=game, branch=None, adjudicated_at__isnull=False)
    return list(phases.select_related("turn").order_by("ordinal"))
