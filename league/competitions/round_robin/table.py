"""The table of a round robin, as its games make it (docs/season-export.md, Groups). Entries are numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Final, TypeAlias

from league.competitions.rules.endings import Ending, ending_of

Out: TypeAlias = Mapping[int, bool]  # who has gone out, and whether their games are annulled

CHAIN: Final = ("direct", "sonneborn", "draw")
"""What ranks those of equal points, in this order, by the names that rules give them."""

Mark = StrEnum("Mark", ["WON", "DRAWN", "LOST", "VOID", "ANNULLED", "RUNNING"])
"""What a game comes to for one of its two."""

POINTS: Final = {Mark.WON: Fraction(1), Mark.DRAWN: Fraction(1, 2)}
FOR_BOTH: Final = {None: Mark.RUNNING, Ending.VOID: Mark.VOID, Ending.DRAW: Mark.DRAWN}


@dataclass(frozen=True, slots=True)
class Game:
    """The game of a pairing. `how` is the clause that ended it; None: it is played."""

    number: int
    a: int
    b: int
    winner: int | None = None
    how: str | None = None

    @property
    def ending(self) -> Ending | None:
        return None if self.how is None else ending_of(self.how, self.winner)

    def mark_for(self, entry: int, out: Out) -> Mark:
        if out.get(self.a) or out.get(self.b):
            return Mark.ANNULLED
        return FOR_BOTH.get(self.ending) or (Mark.WON if entry == self.winner else Mark.LOST)


@dataclass(frozen=True, slots=True)
class Cell:
    """A game in the cross table, against `opponent`: what it is for the entry of its row."""

    opponent: int
    game: Game
    mark: Mark

    @property
    def points(self) -> Fraction:
        return POINTS.get(self.mark, Fraction())


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table; `games` are the won, drawn and lost ones."""

    entry: int
    rank: int
    points: Fraction
    direct: Fraction
    sonneborn: Fraction
    games: int
    won: int
    drawn: int
    lost: int


def pairs_of(entries: Iterable[int]) -> list[tuple[int, int]]:
    """Every two of `entries` once, in order, the lower number first."""
    return list(combinations(sorted(entries), 2))


def ended_of(entry: int, games: Iterable[Game]) -> int:
    """How many games of `entry` have ended, annulled ones too, void ones not; asked before it goes out."""
    return sum(game.ending not in (None, Ending.VOID) for game in games if entry in (game.a, game.b))


def annuls(n: int, ended: int) -> bool:
    """Whether one of `n` who began annuls its games by going out: fewer than half of them have `ended`."""
    return 2 * ended < n - 1


def cross_of(began: Sequence[int], games: Iterable[Game], out: Out) -> dict[int, list[Cell | None]]:
    """By entry, its games against each of `began` in their order; None against itself."""
    met = {pair: game for game in games for pair in ((game.a, game.b), (game.b, game.a))}
    cells = {(one, two): Cell(two, game, game.mark_for(one, out)) for (one, two), game in met.items()}
    return {one: [cells.get((one, two)) for two in began] for one in began}


def table_of(began: Sequence[int], games: Iterable[Game], out: Out, order: Sequence[int]) -> list[Line]:
    """The lines of those of `began` who have not gone out, from the top. `order`: the draw's, of `began`."""
    cells = {each: [c for c in row if c] for each, row in cross_of(began, games, out).items()}
    points = {each: sum((c.points for c in row), Fraction()) for each, row in cells.items()}

    def line(entry: int) -> Line:
        own, equal = cells[entry], {e for e in began if e not in out and points[e] == points[entry]}
        direct = sum((c.points for c in own if c.opponent in equal), Fraction())
        sonneborn = sum((c.points * points[c.opponent] for c in own), Fraction())
        won, drawn, lost = (sum(c.mark is m for c in own) for m in (Mark.WON, Mark.DRAWN, Mark.LOST))
        return Line(entry, 0, points[entry], direct, sonneborn, won + drawn + lost, won, drawn, lost)

    lines = [line(entry) for entry in began if entry not in out]
    lines.sort(key=lambda each: (-each.points, -each.direct, -each.sonneborn, order.index(each.entry)))
    return [replace(each, rank=rank) for rank, each in enumerate(lines, 1)]
