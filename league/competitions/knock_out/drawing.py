"""Where all of a bracket stands when it is drawn: pixels, from the top left. Pairings are numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from league.competitions.knock_out.bracket import Bracket

WIDTH, HEIGHT = 236, 74
"""The width and height of a cell, in pixels."""
BASELINES: Final = 18, 42
"""The baselines of the two names in a cell."""
GAP: Final = 36
"""Between two columns: room for the lines that lead on."""
PITCH: Final = 86
"""From one cell of the first round to the next; even, so that a cell between two stands on a whole pixel."""
HEAD: Final = 48
"""Above a column: the round and its last day."""
THIRD_HEAD: Final = 28
"""Above the cell of third place, whose words are one line."""
MOST_DRAWN: Final = 128
"""Larger brackets are drawn by quarter."""
QUARTERS: Final = range(1, 5)


class Box(NamedTuple):
    """A pairing's cell, by its upper left corner."""

    pairing: int
    x: int
    y: int


class Head(NamedTuple):
    """Where the words above a column begin: above those of a round, or above third place (`round` None)."""

    round: int | None
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A drawing; `lines` are paths from a cell to the one that its winner comes to."""

    width: int
    height: int
    boxes: Sequence[Box]
    lines: Sequence[str]
    heads: Sequence[Head]


def is_by_quarter(bracket: Bracket) -> bool:
    return len(bracket.seats) > MOST_DRAWN


def quarter_of(bracket: Bracket, entry: int) -> int:
    """The quarter (1 to 4, from the top) in which an entry began."""
    return 1 + bracket.seats.index(entry) * len(QUARTERS) // len(bracket.seats)


def part_of(bracket: Bracket, number: int, quarter: int = 0) -> range:
    """The pairings of a round in a quarter (0: in all of them); of the last two rounds, those it leads to."""
    all_ = bracket.in_round(number)
    if not quarter:
        return all_
    first = (quarter - 1) * len(all_) // len(QUARTERS)
    return all_[first : max(first + 1, quarter * len(all_) // len(QUARTERS))]


def plan_of(bracket: Bracket, quarter: int = 0) -> Plan:
    """The whole bracket, or one quarter of it with its way to the final."""
    boxes = {box.pairing: box for box in _boxes(bracket, quarter)}
    heads = [Head(number, (number - 1) * (WIDTH + GAP), 0) for number in range(1, bracket.rounds + 1)]
    lines = [line for box in boxes.values() for line in _lines(bracket, boxes, box)]
    if bracket.third is not None:
        final = boxes[bracket.final]
        third = Box(bracket.third, final.x, final.y + HEIGHT + HEAD)
        boxes[bracket.third] = third
        heads.append(Head(None, third.x, third.y - THIRD_HEAD))
    height = max(box.y for box in boxes.values()) + HEIGHT
    return Plan(bracket.rounds * (WIDTH + GAP) - GAP, height, list(boxes.values()), lines, heads)


def _boxes(bracket: Bracket, quarter: int) -> Iterator[Box]:
    """Those of the first round one below the other, each later one in the middle of the two before it."""
    y: dict[int, int] = {}
    for number in range(1, bracket.rounds + 1):
        for row, pairing in enumerate(part_of(bracket, number, quarter)):
            before = [y[each] for each in bracket.before(pairing) or () if each in y]
            y[pairing] = sum(before) // len(before) if before else HEAD + row * PITCH
            yield Box(pairing, (number - 1) * (WIDTH + GAP), y[pairing])


def _lines(bracket: Bracket, boxes: dict[int, Box], box: Box) -> Iterator[str]:
    """From the middle of the right side of a cell to the middle of the left side of the next."""
    for each in bracket.before(box.pairing) or ():
        if each in boxes:
            x, y = boxes[each].x + WIDTH, boxes[each].y + HEIGHT // 2
            yield f"M{x} {y}H{x + GAP // 2}V{box.y + HEIGHT // 2}H{box.x}"
