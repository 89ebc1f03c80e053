"""Who held the seats of a game that is over, from when until when, and what that came to: page and record.

Only of games whose records are open: who left would say what fog or a mask still hides (SPY-6, HR-3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.common.words.people import at_start, called
from games.engine import sight
from games.models import Game, SeatResult, TenureResult
from games.words import wording

How = TenureResult.How


@dataclass(frozen=True, slots=True)
class TimeInSeat:
    """One person's time in a seat. `username` as it is kept, which tells closed accounts apart; `part` is
    what they gave to the draw, `place` that part's number from 0.
    """

    username: str
    since: datetime
    until: datetime
    how: str
    place: int
    part: str
    is_starter: bool

    @property
    def name(self) -> str:
        return at_start(called(self.username))

    @property
    def how_in_words(self) -> str:
        return str(How(self.how).label)


@dataclass(frozen=True, slots=True)
class SeatHeld:
    """A seat and everyone who held it after the start, the first one first; what it came to, as rulings left
    it.
    """

    key: str
    name: str
    outcome: str
    share: tuple[int, int]
    at: datetime
    is_ruled: bool
    held: Sequence[TimeInSeat]


@dataclass(frozen=True, slots=True)
class Holders:
    """The seats of a game in their order."""

    seats: Sequence[SeatHeld]

    @property
    def parts(self) -> list[TimeInSeat]:
        """Who gave the parts of the draw, in the order of their places."""
        starters = [each for seat in self.seats for each in seat.held if each.is_starter]
        return sorted(starters, key=lambda each: each.place)


def holders_of(game: Game) -> Holders | None:
    """None before the record is open to everyone. Two queries."""
    if game.state != Game.State.FINISHED or sight.is_in_fog(game):
        return None
    held: dict[int, list[TimeInSeat]] = defaultdict(list)
    times = TenureResult.objects.filter(tenure__game=game).order_by("tenure__taken_at", "pk")
    for row in times.select_related("tenure__user"):
        tenure = row.tenure
        before = held[tenure.seat_id]
        is_starter = not before and game.started_at is not None and tenure.taken_at <= game.started_at
        name = tenure.user.get_username()
        before.append(TimeInSeat(name, row.since, row.until, row.how, tenure.place, tenure.nonce, is_starter))
    counts = SeatResult.objects.filter(game=game, superseded_by=None).select_related("seat")
    seats = [
        SeatHeld(
            key=row.seat.key,
            name=wording.seat_at(game.variant, game.settings, row.seat.key),
            outcome=row.outcome,
            share=(row.share, row.share_of),
            at=row.at,
            is_ruled=row.supersedes_id is not None,
            held=held[row.seat_id],
        )
        for row in counts.order_by("seat__order")
    ]
    return Holders(seats)


def result_of(game: Game) -> dict[str, Any]:
    """The end of a game as its record tells it, with people by the names that files go by; moments in UTC."""
    found = holders_of(game)
    seats = found.seats if found else ()
    return {
        "at": seats[0].at.isoformat() if seats else None,
        "ruled": any(seat.is_ruled for seat in seats),
        "seats": [
            {
                "seat": seat.key,
                "outcome": seat.outcome,
                "share": list(seat.share),
                "held": [
                    {
                        "player": each.username,
                        "started": each.is_starter,
                        "since": each.since.isoformat(),
                        "until": each.until.isoformat(),
                        "left": None if each.how == How.FINISHED else each.how,
                    }
                    for each in seat.held
                ],
            }
            for seat in seats
        ],
    }
