"""Won, drawn and lost games as bars, a line each. The numbers themselves stand in the table beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.words import wording

WIDTH: Final = 640
LEFT: Final = 150
"""Where bars begin: names stand before them."""
LANE: Final = 40
BAR: Final = 26
MOST_LANES: Final = 8
MOST_NUMBERS: Final = 15
STYLES: Final = ("b-won", "b-drawn", "b-lost")


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a bar, in units of the drawing."""

    style: str
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Bar:
    """One line: its name, where its bar's upper edge is, and the bar's parts."""

    name: str
    y: int
    parts: Sequence[Part]

    @property
    def baseline(self) -> int:
        return self.y + 19


@dataclass(frozen=True, slots=True)
class Bars:
    """The drawing; `has_key`: its colours mean won, drawn and lost."""

    bars: Sequence[Bar]
    has_key: bool = True

    @property
    def height(self) -> int:
        return LANE * len(self.bars)


def bars_of(lines: Sequence[tuple[str, Sequence[int]]]) -> Bars | None:
    """The drawing of these lines: a name, and how many games were won, drawn and lost. None for a single
    line, or more than there is room for.
    """
    if not 1 < len(lines) <= MOST_LANES:
        return None
    most = max(sum(numbers) for _name, numbers in lines) or 1
    scale = (WIDTH - LEFT - 2) / most
    bars = []
    for place, (name, numbers) in enumerate(lines):
        parts, before = [], 0
        for style, number in zip(STYLES, numbers, strict=True):
            start, end = round(before * scale), round((before + number) * scale)
            if end > start:
                parts.append(Part(style, LEFT + start, end - start))
            before += number
        bars.append(Bar(name, LANE * place + (LANE - BAR) // 2, parts))
    return Bars(bars)


def bars_of_numbers(lines: Sequence[tuple[str, int]]) -> Bars | None:
    """The drawing of one number a line, in one colour. None for a single line, or more than is readable."""
    if not 1 < len(lines) <= MOST_NUMBERS:
        return None
    scale = (WIDTH - LEFT - 2) / (max(number for _name, number in lines) or 1)
    bars = [
        Bar(name, LANE * place + (LANE - BAR) // 2, [Part(STYLES[0], LEFT, max(1, round(number * scale)))])
        for place, (name, number) in enumerate(lines)
    ]
    return Bars(bars, has_key=False)


def bars_of_powers(lines: Sequence[tuple[Sequence[str], Sequence[int]]]) -> Bars | None:
    """The same for powers; None where a line is of several, whose names have no room."""
    if any(len(powers) != 1 for powers, _numbers in lines):
        return None
    return bars_of([(wording.power(powers[0]), numbers) for powers, numbers in lines])
