"""Who plays what: seats dealt by lots, or chosen in an order that lots draw (RB-25).

By lots alone the seats are drawn one after the other (label `seats`) for the places in their order. Where
the players have ranked the seats, lots draw the order in which the places choose (label `places`): each takes
the highest seat of its list that is still free. A place that has listed none of those waits until all have
chosen; then those who wait are given, in the same order, what is left as lots alone would have dealt it. So
no one loses by saying truly what they want, and no one who wants nothing takes what another would have liked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from adjudicator.lots import Lots

LOTS: Final = "lots"
RANKING: Final = "ranking"
GIVEN: Final = "given"
"""The competition that the game belongs to has drawn, or dealt, who has which seat."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """What one place got: the seat, and which of the place's wishes that was, from 1; None: none of them, or
    there was none. `turn` is the place's in the order drawn, from 1; None where no one chose.
    """

    place: int
    seat: str
    turn: int | None = None
    rank: int | None = None


def deal(lots: str, seats: Sequence[str], rankings: Sequence[Sequence[str]] | None) -> list[Dealt]:
    """The seats (as many as places) dealt with a game's `lots`, in the order of the places.

    `rankings` are the places' lists of seats, the dearest first, in the order of the places; None: lots
    alone decide.
    """
    drawn = Lots(lots).several("seats", seats)
    if rankings is None:
        return [Dealt(place, seat) for place, seat in enumerate(drawn)]
    order = [int(place) for place in Lots(lots).several("places", [f"{n:02}" for n in range(len(seats))])]
    free = list(drawn)
    dealt = {}
    for turn, place in enumerate(order, start=1):
        wished = next(((n, seat) for n, seat in enumerate(rankings[place], start=1) if seat in free), None)
        if wished is not None:
            rank, seat = wished
            free.remove(seat)
            dealt[place] = Dealt(place, seat, turn, rank)
    for turn, place in enumerate(order, start=1):
        if place not in dealt:
            dealt[place] = Dealt(place, free.pop(0), turn)
    return [dealt[place] for place in sorted(dealt)]
