"""Worked examples as the rules pages write them: plain lines, which tests play through the engine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExampleOrder:
    """One order, whether it comes off, and what is said of it."""

    line: str
    succeeds: bool
    remark: str


@dataclass(frozen=True, slots=True)
class Side:
    """A power and its orders."""

    power: str
    orders: tuple[ExampleOrder, ...]


@dataclass(frozen=True, slots=True)
class Lot:
    """One mercenary of an auction: both bids, who took it (None: anarchy) and the price he paid."""

    power: str
    bids: tuple[int, int]
    taker: int | None
    price: int | None

    @property
    def rows(self) -> tuple[tuple[int, bool], ...]:
        """Each player's bid, and whether he took the power."""
        return tuple((bid, self.taker == player) for player, bid in enumerate(self.bids, start=1))


@dataclass(frozen=True, slots=True)
class Auction:
    """A whole auction, with both treasuries before and after it."""

    before: tuple[int, int]
    lots: tuple[Lot, ...]
    after: tuple[int, int]


def parse_orders(text: str) -> tuple[Side, ...]:
    """Sides in the order written. A line without `+` or `-` names the power whose orders follow.

        RUSSIA
        + A WAR H : stays
        - A BOH - SIL : bounced

    ValueError where a line is none of these.
    """
    sides: list[tuple[str, list[ExampleOrder]]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        mark, rest = line[:2], line[2:]
        if mark not in ("+ ", "- "):
            sides.append((line, []))
            continue
        order, colon, remark = rest.partition(" : ")
        if not colon or not sides:
            raise ValueError(f"expected a power, then `+ order : remark`, not {line!r}")
        sides[-1][1].append(ExampleOrder(order, mark == "+ ", remark))
    return tuple(Side(power, tuple(orders)) for power, orders in sides)


def parse_bids(text: str) -> Auction:
    """An auction. `- -` says that nobody took the mercenary.

        before 20 24
        GERMANY 5 4 : 1 5
        RUSSIA 3 3 : - -
        after 15 24

    ValueError or KeyError where it is not written so.
    """
    treasuries: dict[str, tuple[int, int]] = {}
    lots = []
    for line in filter(None, map(str.strip, text.splitlines())):
        left, colon, right = line.partition(" : ")
        name, first, second = left.split()
        if not colon:
            treasuries[name] = int(first), int(second)
            continue
        taker, price = (None if word == "-" else int(word) for word in right.split())
        lots.append(Lot(name, (int(first), int(second)), taker, price))
    return Auction(treasuries["before"], tuple(lots), treasuries["after"])
