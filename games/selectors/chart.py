"""Treasuries over the years as a drawing: what each player had before and after every auction.

The numbers themselves stand in the table beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.selectors.auctions import Auction

WIDTH, HEIGHT = 640, 290
LEFT, RIGHT, TOP, BOTTOM = 40, 600, 24, 250
STYLES = ("me", "you")


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
class Line:
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
    lines: list[Line]
    years: list[Tick]
    credits: list[Tick]


def chart_of(auctions: Sequence[Auction]) -> Chart:
    """The drawing of these auctions, oldest first; there is at least one."""
    most = max(max(purse.before, purse.after, 5) for auction in auctions for purse in auction.purses)
    step = (RIGHT - LEFT) / (2 * len(auctions) - 1)

    def x(number: int) -> int:
        return round(LEFT + step * number)

    def y(credits: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * credits / most)

    lines = []
    for seat, purse in enumerate(auctions[0].purses):
        amounts = [
            amount
            for auction in auctions
            for amount in (auction.purses[seat].before, auction.purses[seat].after)
        ]
        points = [Point(x(number), y(amount)) for number, amount in enumerate(amounts)]
        lines.append(Line(purse.player, STYLES[seat % len(STYLES)], points))
    scale = next(each for each in (1, 5, 10, 25, 50, 100, 1000) if most / each <= 6 or each == 1000)
    return Chart(
        lines=lines,
        years=[Tick(auction.year, x(2 * number)) for number, auction in _labelled(auctions)],
        credits=[Tick(amount, y(amount)) for amount in range(0, most + 1, scale)],
    )


def _labelled(auctions: Sequence[Auction]) -> list[tuple[int, Auction]]:
    """The years that are named: all of a few, every so many of a long game."""
    every = 1 + (len(auctions) - 1) // 8
    return list(enumerate(auctions))[::every]
