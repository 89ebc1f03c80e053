"""What a score reads of a game for seven, and points by place. Powers are named as the game names them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias

Scores: TypeAlias = Mapping[str, Fraction]

SEATS: Final = 7
CENTRES: Final = 34
SOLO: Final = 18
"""So many centres win a game alone."""


@dataclass(frozen=True)
class Ended:
    """A game that has ended, or as if it ended now. `centres`: at the last change of ownership; `out`: of
    those with none, the first year that they ended without one; `voted`: who won a draw that was voted.

    `ValueError`, with a sentence, for what no game comes to.
    """

    centres: Mapping[str, int]
    out: Mapping[str, int] = field(default_factory=dict)
    voted: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if len(self.centres) != SEATS or min(self.centres.values()) < 0:
            raise ValueError(f"Seven powers have centres, none fewer than 0, not {dict(self.centres)}.")
        if not 0 < sum(self.centres.values()) <= CENTRES:
            raise ValueError(f"Between them they own 1 to 34 centres, not {sum(self.centres.values())}.")
        if set(self.out) != set(self.centres) - self.alive:
            raise ValueError(f"A year out belongs to those without a centre alone, not {dict(self.out)}.")
        if not self.voted <= set(self.centres):
            raise ValueError(f"Only the seven powers share a draw, not {sorted(self.voted)}.")

    @cached_property
    def alive(self) -> frozenset[str]:
        return frozenset(power for power, owned in self.centres.items() if owned)

    @cached_property
    def most(self) -> int:
        return max(self.centres.values())

    @cached_property
    def at_the_top(self) -> frozenset[str]:
        return frozenset(power for power, owned in self.centres.items() if owned == self.most)

    @property
    def solo(self) -> str | None:
        """Who has won alone: the power with 18 centres or more."""
        return next(iter(self.at_the_top)) if self.most >= SOLO else None

    @property
    def sharers(self) -> frozenset[str]:
        """Who has won alone; else those who voted the draw; else every power with a centre."""
        return self.at_the_top if self.solo else self.voted or self.alive

    @property
    def lead(self) -> int:
        """How many centres the first has more than the second; 0 where several are first."""
        first, second, *_rest = sorted(self.centres.values(), reverse=True)
        return first - second

    @property
    def tops(self) -> Scores:
        """The top of the board: 1 for who has most centres, shared by those who have as many."""
        share = Fraction(1, len(self.at_the_top))
        return {power: share if power in self.at_the_top else Fraction() for power in self.centres}

    def by_year(self) -> dict[str, tuple[int, int]]:
        """What ranks them where who is out later stands better."""
        return {power: (owned, self.out.get(power, 0)) for power, owned in self.centres.items()}


def mean(points: Sequence[Fraction]) -> Fraction:
    return sum(points, Fraction()) / len(points)


def by_place(
    standing: Mapping[str, Any],
    points: Sequence[int | Fraction],
    of_equals: Callable[[Sequence[Fraction]], Fraction] = mean,
) -> dict[str, Fraction]:
    """The points of each one's place, the greater in `standing` the better; places without points give 0.

    Those of equal standing get what `of_equals` makes of the points of their places: the mean, or the `min`.
    """
    given = [Fraction(each) for each in points] + [Fraction()] * (len(standing) - len(points))
    equals, first, found = Counter(standing.values()), 0, {}
    for each in sorted(equals, reverse=True):
        found[each] = of_equals(given[first : first + equals[each]])
        first += equals[each]
    return {power: found[each] for power, each in standing.items()}
