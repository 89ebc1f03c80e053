"""What every sheet stands on: the desk of one seat in one phase, and the text that is written there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from games.common.words.line_ends import with_plain_line_ends
from games.models.answer import LONGEST_TEXT

Reader = Callable[[str], Mapping[str, Any]]
"""Takes what was typed; gives `{"answer", "problems"}` as `adjudicator.read` does. Saves nothing."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One seat's place in one phase: what it owes, what it sees, and how its text is read.

    `due` is the seat's part of `adjudicator.due`; `position` is the seat's own view; `options` asks the
    engine for what may be ordered, `outlook` what bids may come to. `past` are the last auctions, the newest
    first, as `games.pages.auctions` tells them.

    Where orders may be given ahead (SPY-21), `parts` divides a text by the phases it is for, `options_in` is
    what could be ordered in a later one if the board stood as it does now, and `given` is the text of what
    this seat gave ahead for the phase at hand.

    `post` holds the fields that came back, where a page answers them: some wait for a button of their own.
    """

    due: Mapping[str, Any]
    position: Mapping[str, Any]
    read: Reader
    options: Callable[[], Mapping[str, Any]]
    seat: str
    outlook: Callable[[Any], Mapping[str, Any] | None] = lambda answer: None
    past: Sequence[Any] = ()
    parts: Callable[[str], Mapping[str, Any] | None] = lambda text: None
    options_in: Callable[[str], Mapping[str, Any]] = lambda label: {}
    given: str = ""
    post: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not stand, beside the line in which it stood (0: the answer as a whole)."""

    line: int
    text: str
    message: str


class Sheet:
    """A sheet that is nothing but its text. The others add fields that write into the text."""

    template = "sheets/text"
    """Which template shows it: the variant's own of that name, else the one for all."""
    is_wide = False

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def read(self, text: str) -> Mapping[str, Any]:
        """What the engine makes of `text`. What is far too long to be an answer is not given to it."""
        return self.desk.read(text) if len(text) <= LONGEST_TEXT else {"answer": None, "problems": []}

    @property
    def is_waiting(self) -> bool:
        """Whether fields came back with something that is not in the text yet."""
        return False

    def orders_in(self, text: str) -> list[str]:
        """The orders for the phase at hand that `text` gives, canonical, as they stand in it."""
        return orders_of(self.read(text))

    def drawn(self, text: str) -> list[str]:
        """The orders in `text` that the map shows."""
        return self.orders_in(text)

    def compose(self, post: Mapping[str, str]) -> str:
        """The text that the fields posted stand for. Loses nothing that was typed."""
        return typed(post)

    def show(self, text: str) -> dict[str, Any]:
        """What the sheet's template needs to show `text`."""
        return {
            "text": text,
            "rows": min(20, max(6, text.count("\n") + 2)),
            "problems": self.problems(text),
        }

    def untouched(self) -> dict[str, Any]:
        """What the template needs before anything is written: nothing is wrong with it yet."""
        return self.show("") | {"problems": []}

    def problems(self, text: str) -> list[Problem]:
        reading = self.read(text)
        return [
            Problem(problem.get("line", 0), problem.get("text", ""), problem.get("message", ""))
            for problem in reading["problems"]
        ]


def typed(post: Mapping[str, str]) -> str:
    """The text box, with line ends as everyone else writes them."""
    return with_plain_line_ends(post.get("text", ""))


class Rewriter:
    """A text whose single orders can be replaced, while everything else that was typed stays where it is."""

    def __init__(self, text: str, orders_in: Callable[[str], list[str]]) -> None:
        self._lines = [line.split(";") for line in text.split("\n")] if text else []
        self._orders_in = cache(orders_in)

    def _means(self, piece: str, is_meant: Callable[[str], bool]) -> bool:
        return bool(piece.strip()) and any(is_meant(order) for order in self._orders_in(piece))

    def replace(self, is_meant: Callable[[str], bool], order: str) -> None:
        """Put `order` in place of the first piece that gives an order which `is_meant`; the others go.

        Without such a piece it becomes a new last line. An empty `order` takes the pieces out.
        """
        placed = not order
        lines = []
        for line in self._lines:
            kept: list[str] = []
            for piece in line:
                if self._means(piece, is_meant):
                    if placed:
                        continue
                    piece, placed = (f" {order}" if kept else order), True
                kept.append(piece)
            if kept:
                lines.append(kept)
        self._lines = lines
        if not placed:
            self._add(order)

    def replace_one(self, old: str, order: str) -> None:
        """Put `order` in place of one piece that says `old`: of two equal pieces the other stays."""
        places = self._places(lambda written: written == old)
        if places:
            self._put(places[0], order)
        elif order:
            self._add(order)

    def replace_at(self, is_meant: Callable[[str], bool], number: int, order: str, nothing: str) -> None:
        """Put `order` in place of the `number`th piece (from 0) that gives an order which `is_meant`.

        `nothing` is what a piece says that orders nothing: it holds the places before another.
        """
        places = self._places(is_meant)
        if number < len(places):
            is_last = number == len(places) - 1
            self._put(places[number], order if order or is_last else nothing)
        elif order:
            for _missing in range(number - len(places)):
                self._add(nothing)
            self._add(order)

    def _places(self, is_meant: Callable[[str], bool]) -> list[tuple[int, int]]:
        """Where the pieces stand that give an order which `is_meant`: line, and place in the line."""
        return [
            (row, column)
            for row, line in enumerate(self._lines)
            for column, piece in enumerate(line)
            if self._means(piece, is_meant)
        ]

    def _put(self, place: tuple[int, int], order: str) -> None:
        row, column = place
        self._lines[row][column : column + 1] = [f" {order}" if column else order] if order else []
        if not self._lines[row]:
            del self._lines[row]

    def _add(self, order: str) -> None:
        """A new last line."""
        while self._lines and not "".join(self._lines[-1]).strip():
            self._lines.pop()
        self._lines.append([order])

    @property
    def text(self) -> str:
        return "\n".join(";".join(line) for line in self._lines)


def orders_of(reading: Mapping[str, Any]) -> list[str]:
    """The canonical lines for the phase at hand, of a reading whose answer holds orders."""
    answer = reading["answer"]
    if isinstance(answer, Mapping):
        answer = answer.get("orders")
    return list(answer) if isinstance(answer, list) else []
