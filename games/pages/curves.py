"""A game's centres and treasuries as drawings: lines in units of the drawing, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from games.words import wording

LEFT, RIGHT, TOP, BOTTOM = 46, 500, 46, 206
MIDDLE_OF_MARK = 16
APART: Final = 17
"""How far from one another the names at the ends of lines stand."""

MOST_YEARS: Final = 7
"""Years that are written under a drawing; of more, every other one, or fewer."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A year under the drawing or an amount beside it (`says`), and where."""

    says: int
    at: int


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line. `style` is the reader's own, or the first of two (`me`), the other's (`they`), or one
    of several (`side`), in the colour of `power`. `ends` is where it does, `name_at` where its name is.
    """

    name: str
    style: str
    power: str
    path: str
    ends: tuple[int, int]
    name_at: int
    last: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The number of a turning point above the drawing."""

    number: int
    x: int


@dataclass(frozen=True, slots=True)
class Curves:
    """One drawing. `in_words` is what it shows to those who do not see it."""

    title: str
    lines: Sequence[Line]
    years: Sequence[Tick]
    amounts: Sequence[Tick]
    marks: Sequence[Mark]
    in_words: str


@dataclass(frozen=True, slots=True)
class Side:
    """Whose line is drawn how."""

    seat: str
    name: str
    style: str
    power: str


def curves_of(
    title: str,
    counted: Mapping[str, Sequence[int | None]],
    labels: Sequence[str],
    turns: Sequence[int],
    sides: Sequence[Side],
) -> Curves:
    """The drawing of what was `counted` by seat, at the beginning and after each of the phases `labels`.

    `turns` are the places of turning points in that row.
    """
    count = len(labels)
    most = max((value or 0 for row in counted.values() for value in row), default=0)
    top = max(3, most + -most % 3)

    def x(at: int) -> int:
        return LEFT + round((RIGHT - LEFT) * at / max(count, 1))

    def y(value: int) -> int:
        return BOTTOM - round((BOTTOM - TOP) * value / top)

    drawn = [side for side in sides if side.seat in counted]
    heights = _spread([y(counted[side.seat][-1] or 0) for side in drawn])
    lines = []
    for side, name_at in zip(drawn, heights, strict=True):
        row = counted[side.seat]
        points = [(x(at), y(value)) for at, value in enumerate(row) if value is not None]
        path = "M" + "L".join(f"{left} {height}" for left, height in points) if points else ""
        ends = points[-1] if points else (x(count), BOTTOM)
        lines.append(Line(side.name, side.style, side.power, path, ends, name_at + 5, row[-1] or 0))
    years = _years(labels)
    return Curves(
        title=title,
        lines=lines,
        years=[Tick(year, x(at)) for year, at in _thinned(years)],
        amounts=[Tick(amount, y(amount)) for amount in (0, top // 3, 2 * top // 3, top)],
        marks=[Mark(number, x(at)) for number, at in enumerate(turns, 1)],
        in_words=_in_words(title, counted, years, drawn),
    )


def _years(labels: Sequence[str]) -> list[tuple[int, int]]:
    """Each game year, and where it begins in the row."""
    first: dict[int, int] = {}
    for at, label in enumerate(labels):
        first.setdefault(wording.year_of(label), at)
    return list(first.items())


def _thinned(years: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    return years[:: -(-len(years) // MOST_YEARS) or 1]


def _spread(heights: Sequence[int]) -> list[int]:
    """Heights for names that want to stand at `heights`, none too near another, and none below the ground."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + APART)
    floor = BOTTOM + 6
    for index in reversed(order):
        placed[index] = min(placed[index], floor)
        floor = placed[index] - APART
    return placed


def _in_words(
    title: str,
    counted: Mapping[str, Sequence[int | None]],
    years: Sequence[tuple[int, int]],
    sides: Sequence[Side],
) -> str:
    """What each had as every year began, and at the end."""
    said = []
    for side in sides:
        row = counted[side.seat]
        values = [*(row[at] for _year, at in years), row[-1]]
        said.append(f"{side.name}: {', '.join(str(value) for value in values if value is not None)}")
    return f"{title}. {'. '.join(said)}."
