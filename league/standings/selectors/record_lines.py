"""Lines of the record book, as values: what its pages show of a power, a pair, a year, a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format

from games.common.words.rounding import half_up, per_cent
from league.ratings import KINDS
from league.standings.models import AuctionGame
from league.standings.selectors.bars import Bars, bars_of_numbers, bars_of_powers
from league.standings.selectors.feats import Record


@dataclass(frozen=True, slots=True)
class PowerLine:
    """How games went for one home power."""

    power: str
    games: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn

    @property
    def per_cent(self) -> int:
        return per_cent(self.won, self.games)


@dataclass(frozen=True, slots=True)
class PairLine:
    """How games of two home powers against each other went; `neither`: both lost (ID2-5)."""

    first: str
    second: str
    games: int
    won_first: int
    won_second: int
    drawn: int

    @property
    def neither(self) -> int:
        return self.games - self.won_first - self.won_second - self.drawn

    @property
    def per_cent(self) -> int:
        """What the first won."""
        return per_cent(self.won_first, self.games)

    @property
    def second_per_cent(self) -> int:
        return per_cent(self.won_second, self.games)


@dataclass(frozen=True, slots=True)
class Price:
    """What one power cost on average in the auctions of one game year, in credits; sold how often."""

    power: str
    year: int
    sold: int
    paid: int

    @property
    def average(self) -> str:
        """With one decimal, as the reader writes it."""
        mean = half_up(Fraction(self.paid, self.sold), 1)
        return number_format(mean, decimal_pos=1, use_l10n=True, force_grouping=True)


@dataclass(frozen=True, slots=True)
class AuctionLine:
    """The auctions of one game year: how many were held, in how many a player went bust, and both did."""

    year: int
    held: int
    bust: int
    both: int

    @property
    def per_cent(self) -> int:
        return per_cent(self.bust, self.held)

    @property
    def both_per_cent(self) -> int:
        return per_cent(self.both, self.held)


@dataclass(frozen=True, slots=True)
class Anarchy:
    """How often one power was offered in the auctions of one game year, and how often no one took it."""

    power: str
    year: int
    unsold: int
    offered: int

    @property
    def per_cent(self) -> int:
        return per_cent(self.unsold, self.offered)


@dataclass(frozen=True, slots=True)
class Length:
    """How many games ended in one game year."""

    year: int
    games: int
    share: int
    """In per cent of all, rounded."""


@dataclass(frozen=True, slots=True)
class Book:
    """One kind of game's record book. `prices` and `anarchies` have a row a game year and a column a power of
    `bought` and `offered`; None: it was not sold, or not offered.
    """

    kind: str
    games: int
    powers: Sequence[PowerLine]
    pairs: Sequence[PairLine]
    bought: Sequence[str]
    prices: Sequence[tuple[int, Sequence[Price | None]]]
    auctions: Sequence[AuctionLine]
    offered: Sequence[str]
    anarchies: Sequence[tuple[int, Sequence[Anarchy | None]]]
    lengths: Sequence[Length]
    records: Sequence[Record]
    chapters: Mapping[str, Any]
    """What apps above add, by its name."""
    made_at: datetime | None = None

    @property
    def kind_name(self) -> str:
        return KINDS[self.kind].name

    @property
    def power_bars(self) -> Bars | None:
        return bars_of_powers([([line.power], (line.won, line.drawn, line.lost)) for line in self.powers])

    @property
    def length_bars(self) -> Bars | None:
        return bars_of_numbers([(str(line.year), line.games) for line in self.lengths])

    @property
    def bust_bars(self) -> Bars | None:
        """None where no one ever went bust."""
        if not self.bust_share:
            return None
        return bars_of_numbers([(str(line.year), line.per_cent) for line in self.auctions])

    @property
    def bust_share(self) -> int:
        """Of all auctions, those in which anyone went bust, in per cent."""
        return per_cent(sum(line.bust for line in self.auctions), sum(line.held for line in self.auctions))

    @property
    def anarchy_share(self) -> int:
        """Of all powers that were offered, those that no one took, in per cent."""
        cells = [cell for _year, row in self.anarchies for cell in row if cell is not None]
        return per_cent(sum(cell.unsold for cell in cells), sum(cell.offered for cell in cells))

    @property
    def has_neither(self) -> bool:
        """Whether any game was lost by both."""
        return any(line.neither for line in self.pairs)

    @property
    def median(self) -> int | None:
        """The game year by whose end half of the games were over."""
        before = 0
        for line in self.lengths:
            before += line.games
            if 2 * before >= self.games:
                return line.year
        return None


@dataclass(frozen=True, slots=True)
class BookGame:
    """One game of the record book in a list. `players` by home power; `winner` is a home power or empty."""

    row: AuctionGame
    players: Mapping[str, str]
    price: int | None

    @property
    def seats(self) -> list[tuple[str, str, bool]]:
        """Each home power, who held it to the end, and whether it won."""
        return [
            (power, self.players.get(power, ""), power == self.row.winner)
            for power in (self.row.first, self.row.second)
        ]
