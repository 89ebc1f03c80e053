"""What every sheet stands on: the desk of one seat in one phase, and the text that is written there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.services.answers import LONGEST_TEXT

Reader = Callable[[str], Mapping[str, Any]]
"""Takes what was typed; gives `{"answer", "problems"}` as `adjudicator.read` does. Saves nothing."""


@dataclass(frozen=True, slots=True)
class Desk:
    """One seat's place in one phase: what it owes, what it sees, and how its text is read.

    `due` is the seat's part of `adjudicator.due`; `position` is the seat's own view; `options` asks the
    engine for what may be ordered, `outlook` what bids may come to. `past` are the last auctions, the newest
    first, as `games.selectors.auctions` tells them.

    Where orders may be given ahead (SPY-21), `parts` divides a text by the phases it is for, `options_in` is
    what could be ordered in a later one if the board stood as it does now, and `given` is the text of what
    this seat gave ahead for the phase at hand.
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

    def problems(self, text: str) -> list[Problem]:
        reading = self.read(text)
        return [
            Problem(problem.get("line", 0), problem.get("text", ""), problem.get("message", ""))
            for problem in reading["problems"]
        ]


def typed(post: Mapping[str, str]) -> str:
    """The text box, with line ends as everybody else writes them."""
    return post.get("text", "").replace("\r\n", "\n").replace("\r", "\n")


class Rewriter:
    """A text whose single orders can be replaced, while everything else that was typed stays where it is."""

    def __init__(self, text: str, read: Reader) -> None:
        self._lines = [line.split(";") for line in text.split("\n")] if text else []
        self._read = read

    @cached_property
    def _orders(self) -> dict[str, list[str]]:
        """What each piece of the text means by itself."""
        pieces = {piece for line in self._lines for piece in line if piece.strip()}
        return {piece: orders_of(self._read(piece)) for piece in pieces}

    def replace(self, is_meant: Callable[[str], bool], order: str) -> None:
        """Put `order` in place of the first piece that gives an order which `is_meant`; the others go.

        Without such a piece it becomes a new last line. An empty `order` takes the pieces out.
        """
        placed = not order
        lines = []
        for line in self._lines:
            kept: list[str] = []
            for piece in line:
                if any(is_meant(meant) for meant in self._orders.get(piece, [])):
                    if placed:
                        continue
                    piece, placed = (f" {order}" if kept else order), True
                    self._orders[piece] = orders_of(self._read(piece))
                kept.append(piece)
            if kept:
                lines.append(kept)
        if not placed:
            while lines and not "".join(lines[-1]).strip():
                lines.pop()
            lines.append([order])
            self._orders[order] = orders_of(self._read(order))
        self._lines = lines

    def replace_one(self, old: str, order: str) -> None:
        """Put `order` in place of one piece that says `old`: of two equal pieces the other stays."""
        for line in self._lines:
            for index, piece in enumerate(line):
                if self._orders.get(piece) == [old]:
                    if order:
                        line[index] = order
                        self._orders[order] = orders_of(self._read(order))
                    else:
                        del line[index]
                        self._lines = [kept for kept in self._lines if kept]
                    return
        self.replace(lambda _order: False, order)

    @property
    def text(self) -> str:
        return "\n".join(";".join(line) for line in self._lines)


def orders_of(reading: Mapping[str, Any]) -> list[str]:
    """The canonical lines for the phase at hand, of a reading whose answer holds orders."""
    answer = reading["answer"]
    if isinstance(answer, Mapping):
        answer = answer.get("orders")
    return list(answer) if isinstance(answer, list) else []
