"""Worked examples as the rules pages write them: plain lines, which tests play through the engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import adjudicator
from adjudicator.board import standard
from games.board import cropped, draw_board

_IDS = re.compile(r'(\bid="|#)board-')
"""What the parts of a picture are called: each picture of a page needs names of its own."""


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
    """One mercenary of an auction: both bids, who took it (None: anarchy) and the price paid.

    `loyalty` is the player whom it has served, and for how many years on end up to the auction (ID2-3).
    """

    power: str
    bids: tuple[int, int]
    taker: int | None
    price: int | None
    loyalty: tuple[int, int] | None = None

    @property
    def rows(self) -> tuple[tuple[int, bool], ...]:
        """Each player's bid, and whether they took the power."""
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


@lru_cache(maxsize=64)
def board_of(sides: tuple[Side, ...], language: str, base_map: str) -> str:
    """An `<svg>` of a spring in which the units of `sides` get their orders, around the provinces named: each
    power owns its home centres. What the Devil or God has for an order is the unit of a spell. `base_map` is
    as in `draw_board`.
    """
    powers = standard().powers
    position = {
        "phase": "S1901M",
        "units": {
            side.power: [" ".join(order.line.split()[:2]) for order in side.orders]
            for side in sides
            if side.power in powers
        },
        "centres": {power: list(powers[power].homes) for power in powers},
    }
    answers: dict[str, Any] = {power: [] for power in powers}
    answers |= {side.power: [order.line for order in side.orders] for side in sides if side.power in powers}
    spells = {side.power: {"spell": side.orders[0].line} for side in sides if side.power not in powers}
    game = ("devil-and-god", {}) if spells else ("standard", {"rulebook": "classic"})
    turn = adjudicator.resolve(*game, position, answers | spells)
    drawing = draw_board(position, language=language, results=turn["results"], base_map=base_map)
    places = _places_in(order.line for side in sides for order in side.orders)
    return _IDS.sub(rf"\1{'-'.join(places).lower()}-", cropped(drawing.svg, places))


@lru_cache(maxsize=16)
def fog_of(power: str, spies: tuple[str, ...], language: str, base_map: str) -> str:
    """An `<svg>` of what `power` sees of spring 1901 in Spy Diplomacy at the end of a season in which nothing
    moved but its spies, which are in the provinces named. `base_map` is as in `draw_board`.
    """
    position = dict(adjudicator.start("spy", {}, lots="00" * 32)["position"])
    position["spies"] = {power: [{"at": place} for place in spies]}
    watched = adjudicator.watched("spy", {}, position=position, seat=power) or {}
    seen = {place for places in watched.values() for place in places}
    known = {"now": sorted(seen), "spies": {}, "some": [], "earlier": {}}
    units = {
        other: [unit for unit in those if other == power or unit[2:5] in seen]
        for other, those in position["units"].items()
    }
    view = dict(adjudicator.view("spy", {}, position=position, seat=power)["position"]) | {"units": units}
    drawing = draw_board(view, language=language, known=known, base_map=base_map)
    return _IDS.sub(rf"\1fog-{power.lower()}-", cropped(drawing.svg, [*spies, *_homes(power)]))


def _homes(power: str) -> Sequence[str]:
    return standard().powers[power].homes


def _places_in(lines: Iterable[str]) -> list[str]:
    words = {word.partition("/")[0] for line in lines for word in line.split()}
    return sorted(words & standard().provinces.keys())


def parse_bids(text: str) -> Auction:
    """An auction. `- -` says that no one took the mercenary; `: 1 3` at the end, that it has served player 1
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
