"""A rating over time as a drawing: numbers for a template, in units of the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 66, 622, 22, 198
SCALES: Final = (20, 50, 100, 200, 500, 1000)
"""Points between two lines."""
MOST_LINES: Final = 4
DATES: Final = 3
"""So many dates stand under the drawing at most."""


@dataclass(frozen=True, slots=True)
class Level:
    """A line across the drawing at so many points."""

    points: int
    y: int

    @property
    def baseline(self) -> int:
        """Where its number is written."""
        return self.y + 5


@dataclass(frozen=True, slots=True)
class Day:
    """A date under the drawing."""

    at: datetime
    x: int
    anchor: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The ratings of one person before the first game that is drawn, and after each."""

    path: str
    end: tuple[int, int]
    levels: list[Level]
    days: list[Day]


def drawing_of(points: Sequence[int], moments: Sequence[datetime]) -> Drawing:
    """`points` has one value more than `moments`, the first: before the first game. Games are evenly apart,
    so that a busy week can be read as well as a quiet year.
    """
    low, high = min(points), max(points)
    scale = next(each for each in SCALES if (high - low) / each < MOST_LINES or each == SCALES[-1])
    bottom, top = low // scale * scale, -(-high // scale) * scale
    top = max(top, bottom + scale)
    step = (RIGHT - LEFT) / len(moments)

    def x(number: int) -> int:
        return round(LEFT + step * number)

    def y(value: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (value - bottom) / (top - bottom))

    places = [(x(number), y(value)) for number, value in enumerate(points)]
    return Drawing(
        path="M" + "L".join(f"{across} {down}" for across, down in places),
        end=places[-1],
        levels=[Level(value, y(value)) for value in range(bottom, top + 1, scale)],
        days=_days(moments, [across for across, _down in places[1:]]),
    )


def _days(moments: Sequence[datetime], places: Sequence[int]) -> list[Day]:
    """The first, the middle and the last date, where there is room for them."""
    count = len(moments)
    if count == 1:
        return [Day(moments[0], places[0], "end")]
    chosen = [0, count - 1] if count < DATES + 2 else [0, count // 2, count - 1]
    anchors = {0: "start", count - 1: "end"}
    return [Day(moments[number], places[number], anchors.get(number, "middle")) for number in chosen]
