"""How a game of two is won: a unit of one's home power in a home centre of the opponent's (ID-15, ID-16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

QUIET_YEARS_TO_STALEMATE: Final = 3
"""Whole years without a change of owner after which a game without mercenaries ends by itself (ID-18)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one look at the board gave.

    `entered` names the opponent's home centres that each seat's home power occupies. `winner` is None
    when no one has won, or, if `tied`, when both are in and nothing tells them apart.
    """

    entered: Mapping[str, Sequence[str]]
    winner: str | None
    how: str = "ID-15"
    tied: bool = False


def judge(
    entered: Mapping[str, Sequence[str]], treasury: Mapping[str, int], *, alone: str = "ID-15"
) -> Judgement:
    """Compare the two seats in `entered`: centres occupied first, then credits (ID-16).

    `alone` is the clause by which a seat wins that is in alone.
    """
    one, two = sorted(entered)
    if not entered[one] or not entered[two]:
        inside = [seat for seat in (one, two) if entered[seat]]
        return Judgement(entered, inside[0] if inside else None, alone)
    ones = (_weight(entered[one]), treasury[one])
    twos = (_weight(entered[two]), treasury[two])
    if ones == twos:
        return Judgement(entered, None, "ID-16", tied=True)
    return Judgement(entered, one if ones > twos else two, "ID-16")


def is_looked_at(*, autumn: bool, year: int, tied_until: int | None) -> bool:
    """Whether victory is looked at in this season: always, but after a tie not before the autumn agreed
    on (ID-16).
    """
    return tied_until is None or year > tied_until or (autumn and year == tied_until)


def next_look(*, autumn: bool, year: int) -> int:
    """The year in whose autumn a tie of this season is looked at again: the following autumn (ID-16)."""
    return year + 1 if autumn else year


def _weight(centres: Sequence[str]) -> int:
    """How much the occupied home centres of one power weigh: four, which only Russia has, count as three
    (ID-16).
    """
    return min(len(centres), 3)
