"""Auctions over the years as drawings: what each player had before and after, and what each power cost.

The numbers themselves stand in the tables beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.common.words import local
from games.pages.auctions import Auction, Sale
from games.words import wording

WIDTH, HEIGHT = 640, 290
LEFT, RIGHT, TOP, BOTTOM = 40, 600, 24, 250
STYLES = ("me", "you")

LANE, LANES_LEFT, LANES_RIGHT, BAR = 62, 140, 630, 40
"""Measures of the drawing of prices: a power's height, where the years begin and end, how high the highest
bar is.
"""

MOST_NAMED = 12
"""Years at which every bar has room for its price."""


@dataclass(frozen=True, slots=True)
class Point:
    """One treasury, in units of the drawing."""

    x: int
    y: int

    @property
    def corner(self) -> Point:
        """Where a square mark of 8 units around the point begins."""
        return Point(self.x - 4, self.y - 4)


@dataclass(frozen=True, slots=True)
class TreasuryLine:
    """One player's treasuries. The first player's line is solid and its marks are round."""

    player: str
    style: str
    points: list[Point]

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{point.x} {point.y}" for point in self.points)


@dataclass(frozen=True, slots=True)
class Tick:
    """A year under the drawing, or an amount beside it."""

    says: int
    at: int


@dataclass(frozen=True, slots=True)
class Chart:
    lines: list[TreasuryLine]
    years: list[Tick]
    credits: list[Tick]


@dataclass(frozen=True, slots=True)
class Bar:
    """One sale: `style` is its taker's; a power that no one took has a cross instead, of style empty.

    `says` is its price, empty where there is no room for it; `middle` is where that is written.
    """

    style: str
    x: int
    y: int
    width: int
    height: int
    says: str

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    @property
    def above(self) -> int:
        """The place of a bar's price."""
        return self.y - 4

    @property
    def cross(self) -> str:
        """The cross on the ground."""
        x, y = self.middle, self.y
        return f"M{x - 4} {y - 9}l8 8m0-8l-8 8"


@dataclass(frozen=True, slots=True)
class Lane:
    """One power's prices over the years, above its own ground line."""

    name: str
    ground: int
    bars: list[Bar]

    @property
    def middle(self) -> int:
        """The place of a lane's name."""
        return self.ground - 8


@dataclass(frozen=True, slots=True)
class Lanes:
    """Prices by power and year. `keys` are the players with their styles."""

    lanes: list[Lane]
    years: list[Tick]
    height: int
    keys: list[tuple[str, str]]


def chart_of(auctions: Sequence[Auction], players: Sequence[str]) -> Chart:
    """The drawing of these auctions' treasuries, oldest first; there is at least one. `players` names the
    lines, in the order of the seats.
    """
    most = max(max(purse.before, purse.after, 5) for auction in auctions for purse in auction.purses)
    step = (RIGHT - LEFT) / (2 * len(auctions) - 1)

    def x(number: int) -> int:
        return round(LEFT + step * number)

    def y(credits: int) -> int:
        return BOTTOM - (BOTTOM - TOP) * credits // most

    lines = []
    for seat, player in enumerate(players):
        amounts = [
            amount
            for auction in auctions
            for amount in (auction.purses[seat].before, auction.purses[seat].after)
        ]
        points = [Point(x(number), y(amount)) for number, amount in enumerate(amounts)]
        lines.append(TreasuryLine(player, STYLES[seat % len(STYLES)], points))
    scale = next(each for each in (1, 5, 10, 25, 50, 100, 1000) if most / each <= 6 or each == 1000)
    years = [auction.year for auction in auctions]
    return Chart(
        lines=lines,
        years=[Tick(year, x(2 * number)) for number, year in _named(years)],
        credits=[Tick(amount, y(amount)) for amount in range(0, most + 1, scale)],
    )


def lanes_of(
    years: Sequence[int],
    powers: Sequence[str],
    sales: Sequence[Sequence[Sale | None]],
    players: Mapping[str, str],
) -> Lanes:
    """The drawing of prices: a lane a power, a bar a sale. `sales` has a row a year and a column a power;
    `players` are names by seat.
    """
    most = max((sale.price for row in sales for sale in row if sale), default=0) or 1
    step = (LANES_RIGHT - LANES_LEFT) / len(years)
    width = max(3, min(26, round(step * 0.6)))
    styles = {seat: STYLES[number % len(STYLES)] for number, seat in enumerate(sorted(players))}

    def x(number: int) -> int:
        return round(LANES_LEFT + step * (number + 0.5)) - width // 2

    lanes = []
    for column, power in enumerate(powers):
        ground = LANE * (column + 1)
        bars = []
        for number, row in enumerate(sales):
            if sale := row[column]:
                height = BAR * sale.price // most
                says = local.number(sale.price) if sale.winner and len(years) <= MOST_NAMED else ""
                style = styles.get(sale.taker, "")
                bars.append(Bar(style, x(number), ground - height, width, height, says))
        lanes.append(Lane(wording.power(power), ground, bars))
    return Lanes(
        lanes=lanes,
        years=[Tick(year, x(number) + width // 2) for number, year in _named(years)],
        height=LANE * len(powers) + 34,
        keys=[(players[seat], style) for seat, style in styles.items()],
    )


def _named(years: Sequence[int]) -> list[tuple[int, int]]:
    """The years that are named, with their places: all of a few, every so many of a long game."""
    every = 1 + (len(years) - 1) // 8
    return list(enumerate(years))[::every]
