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
    """One mercenary of an auction: both bids, who took it (None: anarchy) and the price he paid.

    `loyalty` is the player whom it has served, and for how many years on end up to the auction (ID2-3).
    """

    power: str
    bids: tuple[int, int]
    taker: int | None
    price: int | None
    loyalty: tuple[int, int] | None = None

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

    @property
    def has_loyalty(self) -> bool:
        return any(lot.loyalty for lot in self.lots)


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
    """An auction. `- -` says that nobody took the mercenary; `: 1 3` at the end, that it has served player 1
    for three years.

        before 20 24
        GERMANY 8 4 : 1 5 : 1 3
        RUSSIA 3 3 : - -
        after 15 24

    ValueError or KeyError where it is not written so.
    """
    treasuries: dict[str, tuple[int, int]] = {}
    lots = []
    for line in filter(None, map(str.strip, text.splitlines())):
        left, *right = line.split(" : ")
        name, first, second = left.split()
        if not right:
            treasuries[name] = int(first), int(second)
            continue
        taker, price = (None if word == "-" else int(word) for word in right[0].split())
        served, years = (int(word) for word in right[1].split()) if right[1:] else (0, 0)
        loyalty = (served, years) if years else None
        lots.append(Lot(name, (int(first), int(second)), taker, price, loyalty))
    return Auction(treasuries["before"], tuple(lots), treasuries["after"])
