"""What a seat may choose from in fog: every order that stands for all it knows, in canonical spelling.

Of convoys in an espionage phase those of its own spies are offered whole; of other nations' spies, of whom it
knows nothing, those that the one fleet could carry out alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations

from adjudicator.board import Board
from adjudicator.geography import geography
from adjudicator.movement.convoys import is_chain
from adjudicator.position import Position
from adjudicator.spy_orders import SpyConvoy, SpyMove, SpyStay
from adjudicator.variants.spy.state import spies_of
from adjudicator.variants.spy.terrain import terrain
from adjudicator.variants.variant import Choices, Table

Options = dict[str, tuple[str, ...]]


def orders(table: Table, known: Position, power: str) -> Options:
    """Movement: each of the power's units -> its orders: hold, moves, supports, convoys, in that sequence."""
    offer = _Offer(table, known, power)
    return {unit: tuple(offer.orders(unit)) for unit in known.units.get(power, ())}


def espionage(table: Table, known: Position, power: str) -> Choices:
    """Espionage: each place with spies of the power -> their orders, each fleet at sea -> its convoys."""
    others = [None, *(each for each in table.board.powers if each != power)]
    found: dict[str, Sequence[str]] = {}
    spies = {spy.at for spy in spies_of(known).get(power, ())}
    for at in sorted(spies):
        lines = [str(SpyStay(at, kill)) for kill in others]
        lines += (str(SpyMove(at, to, via, kill)) for to, via in ways(table.board, at) for kill in others)
        found[f"E {at}"] = tuple(lines)
    ground = terrain(table.board)
    for unit in known.units.get(power, ()):
        sea = unit[2:5]
        if unit[0] == "F" and ground.is_sea(sea):
            own = [SpyConvoy(sea, power, *way) for way in sorted(ground.carried[sea]) if way[0] in spies]
            pairs = list(permutations(sorted(ground.shores[sea]), 2))
            own += (SpyConvoy(sea, each, *way) for each in others if each is not None for way in pairs)
            found[unit] = tuple(str(order) for order in own)
    return Choices(found)


@cache
def ways(board: Board, at: str) -> tuple[tuple[str, bool], ...]:
    """Where a spy in `at` may be ordered, and whether by convoy: that a fleet is there is not asked."""
    ground = terrain(board)
    if ground.is_sea(at):
        return tuple((to, False) for to in sorted(ground.shores[at]))
    near = sorted(ground.steps[at] | ground.seas[at])
    return (*((to, False) for to in near), *((to, True) for to in sorted(ground.ports.get(at, ()))))


@cache
def _entering(board: Board) -> dict[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Province -> every unit that could step into it, with the places it could have there."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for here in board.provinces:
        for unit in board.unit_sites(here):
            goals: dict[str, list[str]] = {}
            for there in board.steps(unit):
                goals.setdefault(there[:3], []).append(there)
            for province, places in goals.items():
                found.setdefault(province, []).append((unit, tuple(places)))
    return {province: tuple(units) for province, units in found.items()}


class _Offer:
    """One seat's sight, and the units that could be for all it knows."""

    def __init__(self, table: Table, known: Position, power: str) -> None:
        self.board = table.board
        self.rules = table.rulebook
        self.power = power
        self.standing = {unit[2:5]: unit for units in known.units.values() for unit in units}
        self.own = frozenset(known.units.get(power, ()))
        self.empty = frozenset(table.board.powers[power].territory) - set(self.standing)
        self.geo = geography(table.board)
        self.ground = terrain(table.board)

    def orders(self, unit: str) -> Iterator[str]:
        yield f"{unit} H"
        yield from sorted(self._moves(unit))
        yield from self._supports(unit)
        if unit[0] == "F" and self.ground.is_sea(unit[2:5]):
            for start, end in sorted(self.ground.carried[unit[2:5]]):
                if self._could_be(f"A {start}"):
                    yield f"{unit} C A {start} - {end}"

    def _could_be(self, unit: str) -> bool:
        """Whether this unit could be there: it is, or no one can tell."""
        there = self.standing.get(unit[2:5])
        return there == unit if there is not None else unit[2:5] not in self.empty

    def _moves(self, unit: str) -> Iterator[str]:
        steps = self.board.steps(unit)
        yield from (f"{unit} - {there}" for there in steps)
        if unit[0] == "A":
            for there in self.ground.ports.get(unit[2:5], ()):
                if there not in steps:
                    yield f"{unit} - {there}"
                yield f"{unit} - {there} VIA"

    def _supports(self, unit: str) -> Iterator[str]:
        reached = sorted({there[:3] for there in self.board.steps(unit)})
        for there in reached:
            yield from (f"{unit} S {held}" for held in self.board.unit_sites(there) if self._could_be(held))
        for there in reached:
            for mover, places in _entering(self.board)[there]:
                if mover[2:5] != unit[2:5] and self._could_be(mover):
                    goals = list(places)
                    if there not in goals and self._may_leave_coast_open(mover):
                        goals.insert(0, there)
                    yield from (f"{unit} S {mover} - {goal}" for goal in goals)
            for start in self._overseas(unit, there):
                yield f"{unit} S A {start} - {there}"

    def _may_leave_coast_open(self, mover: str) -> bool:
        """DATC 4.B.4: whether a support need not name the coast that a fleet goes to."""
        rule = self.rules.support_coast
        return rule in ("optional", "ignored") or (rule == "own-only" and mover in self.own)

    def _overseas(self, unit: str, there: str) -> Iterator[str]:
        """Where armies could be that come `there` by sea alone, not over `unit` itself (DATC 6.D.31)."""
        geo, sea = self.geo, unit[2:5]
        free = geo.sea_mask & ~(1 << geo.place_code[sea])
        beside = self.board.provinces[there].army
        for start in sorted(self.ground.ports.get(there, ())):
            if start == sea or start in beside or not self._could_be(f"A {start}"):
                continue
            ways = (geo, geo.place_code[start], geo.place_code[there])
            if not self.ground.is_sea(sea) or is_chain(*ways, free):
                yield start
