"""Who sits where in a round of tables of seven, and what of it is imperfect. Entries are numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

Table: TypeAlias = tuple[int, ...]
"""Seven entries, by the powers that they have, in the order of `POWERS`."""
Pair: TypeAlias = tuple[int, int]
"""The lower number first."""

POWERS: Final = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
BORDERS: Final = frozenset(
    ("AEFGIRT".index(pair[0]), "AEFGIRT".index(pair[2]))
    for pair in ("A-G", "A-I", "A-R", "A-T", "E-F", "E-G", "E-R", "F-G", "F-I", "G-R", "I-T", "R-T")
)
"""Powers that are neighbours from the start, by their places in `POWERS`, the lower first."""

Kind = StrEnum("Kind", ["APART", "MET", "POWER", "NEIGHBOURS"])


class Cost(NamedTuple):
    """What a drawing costs; the first number that differs decides which of two is better. Pairs kept apart
    that sit together; for each pair, how often it met before, squared; for each seat, how often its entry had
    its power before; for each two neighbours, how often they were neighbours before.
    """

    apart: int = 0
    repeats: int = 0
    powers: int = 0
    neighbours: int = 0


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something imperfect at a table (numbered from 1). `times`: how often before; `power`: one had again."""

    kind: Kind
    table: int
    entries: tuple[int, ...]
    times: int = 0
    power: str | None = None


@dataclass(slots=True)
class Past:
    """What has been: who met, as neighbours too, and who had which power, each counted."""

    met: Counter[Pair] = field(default_factory=Counter)
    bordered: Counter[Pair] = field(default_factory=Counter)
    had: Counter[tuple[int, int]] = field(default_factory=Counter)

    @classmethod
    def of(cls, tables: Iterable[Table]) -> Past:
        """Of the tables of all rounds before, void ones and second seats too."""
        past = cls()
        for table in tables:
            past.add(table)
        return past

    def add(self, table: Table) -> None:
        for one, two in combinations(range(len(table)), 2):
            pair = pair_of(table[one], table[two])
            self.met[pair] += 1
            self.bordered[pair] += (one, two) in BORDERS
        self.had.update((entry, power) for power, entry in enumerate(table))


def pair_of(one: int, two: int) -> Pair:
    return (one, two) if one < two else (two, one)


def _flaws_at(number: int, table: Table, past: Past, apart: Collection[Pair]) -> Iterator[Flaw]:
    for one, two in combinations(range(len(table)), 2):
        pair = pair_of(table[one], table[two])
        if pair in apart:
            yield Flaw(Kind.APART, number, pair)
        if past.met[pair]:
            yield Flaw(Kind.MET, number, pair, past.met[pair])
        if (one, two) in BORDERS and past.bordered[pair]:
            yield Flaw(Kind.NEIGHBOURS, number, pair, past.bordered[pair])
    for power, entry in enumerate(table):
        if past.had[entry, power]:
            yield Flaw(Kind.POWER, number, (entry,), past.had[entry, power], POWERS[power])


def flaws_of(tables: Sequence[Table], before: Iterable[Table], apart: Collection[Pair]) -> list[Flaw]:
    """What is imperfect, table by table; who sits at two of `tables` was at the first before the second."""
    past, found = Past.of(before), list[Flaw]()
    for number, table in enumerate(tables, 1):
        found += _flaws_at(number, table, past, apart)
        past.add(table)
    return found


def cost_of(flaws: Iterable[Flaw]) -> Cost:
    sums = Counter[Kind]()
    for flaw in flaws:
        sums[flaw.kind] += {Kind.APART: 1, Kind.MET: flaw.times**2}.get(flaw.kind, flaw.times)
    return Cost(*(sums[kind] for kind in Kind))


def in_sevens(seats: Sequence[int]) -> list[Table]:
    """The tables of a starting order: the first seven sit at the first, in the order of the powers."""
    return [tuple(seats[first : first + 7]) for first in range(0, len(seats), 7)]


def by_snake(seeds: Sequence[int], drawn: Sequence[int]) -> list[int]:
    """The starting order of a first round by seeds: 1, 2, 3 … go to the first, second, third … table, then
    back from the last one. At a table powers go by the order drawn. Seeds come in sevens.
    """
    tables, place = len(seeds) // 7, {entry: at for at, entry in enumerate(drawn)}
    laid: list[list[int]] = [[] for _table in range(tables)]
    for at, entry in enumerate(seeds):
        row, column = divmod(at, tables)
        laid[tables - 1 - column if row % 2 else column].append(entry)
    return [entry for table in laid for entry in sorted(table, key=place.__getitem__)]
