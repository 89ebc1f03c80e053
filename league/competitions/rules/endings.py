"""What the clause by which a game ended comes to on a ladder (docs/season-export.md, `how` of a result)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

FORFEIT: Final = "HR-5"
VOID: Final = "HR-6"
VOIDS: Final = frozenset({VOID, "void"})
LOST_BY_BOTH: Final = "ID2-5"


class Ending(StrEnum):
    """What a game came to."""

    WON = "won"
    DRAW = "draw"
    BOTH_LOST = "both-lost"
    VOID = "void"


def ending_of(how: str, winner: int | None) -> Ending:
    """What a game came to that ended by the clause `how`, with the entry `winner` or none: won; else void or
    lost by both, where the clause says so, and a draw by any other.
    """
    if winner is not None:
        return Ending.WON
    if how in VOIDS:
        return Ending.VOID
    return Ending.BOTH_LOST if how == LOST_BY_BOTH else Ending.DRAW


def told(how: str, winner: int | None) -> str:
    """How an ending is told of games that were paired: the clause where someone won, else a word whatever
    the clause (docs/season-export.md, Groups).
    """
    words = {Ending.DRAW: "draw", Ending.VOID: "void", Ending.BOTH_LOST: LOST_BY_BOTH}
    return words.get(ending_of(how, winner), how)
