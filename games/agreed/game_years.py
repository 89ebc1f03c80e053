"""What a game year is made of, and the last year that a new game is offered (HR-7).

A year's phases are counted at their longest: retreats after every movement, and each phase to its deadline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from adjudicator import VARIANTS
from games.agreed.pace import Pace

BEFORE_ALL: Final = "H"
"""The phase in which players choose their homes; given homes leave it out (HR-11)."""

AFTER_AUCTIONS: Final = ("M", "R", "M", "R", "A")

LONGEST_PLAY: Final = timedelta(days=365)
MOST_YEARS: Final = 20
"""Game years that are offered at most, at a pace at which more could be played in `LONGEST_PLAY`."""

SOME_MONDAY: Final = datetime(2024, 1, 1, 12, tzinfo=UTC)
"""The day on which play is taken to begin, so that the same pace always offers the same year."""


def letters_of_year(kinds: Iterable[str]) -> tuple[str, ...]:
    """The letters of a year's phases, in order, in a game that has phases of these `kinds`."""
    return (*(kind for kind in kinds if kind not in (BEFORE_ALL, *AFTER_AUCTIONS)), *AFTER_AUCTIONS)


def has_default(variant: str) -> bool:
    """Whether a new game of `variant` has a last year unless its creator takes that away: where the greater
    power wins then (HR-7). Larger tables are offered one, and begin without (RB-13).
    """
    clauses: Mapping[str, str] = VARIANTS[variant]["clauses"]
    return clauses.get("last_year") == "HR-7"


def last_year_at(pace: Pace, variant: str) -> int:
    """The last year of a new game of `variant` at `pace`: as many as surely fit into a year's play, one at
    least and `MOST_YEARS` at most.
    """
    kinds, at, years, has_moved = VARIANTS[variant]["kinds"], SOME_MONDAY, 0, False
    if BEFORE_ALL in kinds:
        at = pace.deadline(BEFORE_ALL, at)
    while years < MOST_YEARS:
        for letter in letters_of_year(kinds):
            at = pace.deadline(letter, at, first=letter == "M" and not has_moved)
            has_moved = has_moved or letter == "M"
        if at - SOME_MONDAY > LONGEST_PLAY:
            break
        years += 1
    first: int = VARIANTS[variant]["settings"]["first_year"]
    return first + max(years, 1) - 1
