"""The rules of movement as one plain check of a finished outcome, and nothing else.

Slow and without any cleverness, so that it can be believed: given which moves arrive, everything else
(who is dislodged, which convoys hold, which supports are cut, every strength) is worked out from that, and
each move is asked whether the rules agree with what was assumed of it. Trying every assumption gives all
outcomes that the rules allow. Nothing of the engine's own resolver is used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from adjudicator.board import standard
from adjudicator.orders import Convoy, Hold, Move, Order, Support
from adjudicator.rulebook import Rulebook

BOARD = standard()


@dataclass
class Scene:
    """Legal orders by unit, and the power of each unit."""

    owners: Mapping[str, str]
    orders: Mapping[str, Order]
    rules: Rulebook
    stopped: Collection[str] = field(default_factory=tuple)
    """Armies that the paradox rule keeps where they are."""

    def __post_init__(self) -> None:
        self.at = {unit[2:5]: unit for unit in self.owners}
        self.moves = {unit: order for unit, order in self.orders.items() if isinstance(order, Move)}

    def goal(self, unit: str) -> str:
        return self.moves[unit].destination[:3]

    def allowed(self) -> Iterator[frozenset[str]]:
        """Every set of arriving moves that agrees with the rules."""
        movers = sorted(self.moves)
        for guess in product((True, False), repeat=len(movers)):
            arrive = frozenset(unit for unit, true in zip(movers, guess, strict=True) if true)
            if self.agrees(arrive):
                yield arrive

    def agrees(self, arrive: frozenset[str]) -> bool:
        given = {unit for unit in self.orders if self.is_given(unit, arrive)}
        return all(self.arrives(unit, arrive, given) == (unit in arrive) for unit in self.moves)

    # Convoys.

    def carriers(self, army: str) -> list[str]:
        """Fleets ordered to carry `army` to where it is ordered to go."""
        return [
            unit
            for unit, order in self.orders.items()
            if isinstance(order, Convoy) and order.army == army and order.destination[:3] == self.goal(army)
        ]

    def sails(self, army: str) -> bool:
        """DATC 4.A.3 `intent`."""
        order = self.moves[army]
        if army[0] == "F":
            return False
        if order.destination not in BOARD.steps(army) or order.via:
            return True
        return any(self.owners[fleet] == self.owners[army] for fleet in self.carriers(army))

    def routes(self, army: str) -> list[set[str]]:
        """Every chain of carriers that needs all its fleets."""
        carriers = self.carriers(army)
        chains: list[set[str]] = []
        for chosen in product((False, True), repeat=len(carriers)):
            fleets = {fleet for fleet, is_in in zip(carriers, chosen, strict=True) if is_in}
            if self.joins(army, fleets) and not any(self.joins(army, fleets - {one}) for one in fleets):
                chains.append(fleets)
        return chains

    def joins(self, army: str, fleets: set[str]) -> bool:
        start, end = army[2:5], self.goal(army)
        reached = {fleet for fleet in fleets if self.beside(fleet, start)}
        while True:
            more = {
                fleet
                for fleet in fleets - reached
                if any(fleet[2:5] in {step[:3] for step in BOARD.steps(other)} for other in reached)
            }
            if not more:
                return any(self.beside(fleet, end) for fleet in reached)
            reached |= more

    def beside(self, fleet: str, province: str) -> bool:
        return any(step[:3] == province for step in BOARD.steps(fleet))

    def has_way(self, unit: str, arrive: frozenset[str]) -> bool:
        if unit in self.stopped:
            return False
        if not self.sails(unit):
            return True
        routes = self.routes(unit)
        sunk = {fleet for fleet in self.carriers(unit) if self.dislodgers(fleet, arrive)}
        if self.rules.routes == "any-route":
            return bool(routes) and not any(route & sunk for route in routes)
        return any(not route & sunk for route in routes)

    # Supports.

    def dislodgers(self, unit: str, arrive: frozenset[str]) -> list[str]:
        if unit in arrive:
            return []
        return [other for other in arrive if self.goal(other) == unit[2:5]]

    def is_given(self, unit: str, arrive: frozenset[str]) -> bool:
        order = self.orders[unit]
        if not isinstance(order, Support):
            return False
        target = self.orders[order.target]
        if order.destination is None:
            if isinstance(target, Move):
                return False
        elif not isinstance(target, Move) or not _same_place(target.destination, order.destination):
            return False
        aimed = (order.destination or order.target[2:])[:3]
        for other in self.moves:
            foreign = self.owners[other] != self.owners[unit]
            if self.goal(other) == unit[2:5] and foreign and not self.is_immune(unit, other, aimed):
                if other in arrive:
                    return False
                if other[2:5] != aimed and self.has_way(other, arrive):
                    return False
        return True

    def is_immune(self, unit: str, army: str, aimed: str) -> bool:
        """Rulebook XII.5 (`1971`): no cutting of supports for attacks on the fleets that carry one."""
        order = self.orders[unit]
        if self.rules.paradox != "1971" or not self.sails(army):
            return False
        carrying = {fleet for route in self.routes(army) for fleet in route}
        return isinstance(order, Support) and order.destination is not None and self.at.get(aimed) in carrying

    def strength(self, unit: str, given: set[str], without: str | None = None) -> int:
        """One and the supports for what `unit` does, those of the power `without` left aside."""
        strength = 1
        for supporter in given:
            order = self.orders[supporter]
            assert isinstance(order, Support)
            if order.target == unit and self.owners[supporter] != without:
                strength += 1
        return strength

    # Moves.

    def heads_on(self, unit: str, other: str | None) -> bool:
        return (
            other in self.moves
            and self.goal(other) == unit[2:5]
            and self.goal(unit) == other[2:5]
            and not self.sails(unit)
            and not self.sails(other)
        )

    def prevents(self, unit: str, arrive: frozenset[str], given: set[str]) -> int:
        there = self.at.get(self.goal(unit))
        if not self.has_way(unit, arrive) or (there in arrive and self.heads_on(unit, there)):
            return 0
        return self.strength(unit, given)

    def arrives(self, unit: str, arrive: frozenset[str], given: set[str]) -> bool:
        if not self.has_way(unit, arrive):
            return False
        goal = self.goal(unit)
        there = self.at.get(goal)
        heads_on = self.heads_on(unit, there)
        if there is None or (there in arrive and not heads_on):
            attack, resists = self.strength(unit, given), 0
        elif self.owners[there] == self.owners[unit]:
            return False
        else:
            attack = self.strength(unit, given, without=self.owners[there])
            resists = 1
            if heads_on or there not in self.moves:
                resists = self.strength(there, given)
        rivals = [other for other in self.moves if other != unit and self.goal(other) == goal]
        return attack > resists and all(attack > self.prevents(rival, arrive, given) for rival in rivals)


def _same_place(moved: str, supported: str) -> bool:
    return supported in (moved, moved[:3])


def holds(owners: Mapping[str, str], orders: Mapping[str, Order]) -> dict[str, Order]:
    """The orders, with everyone else holding."""
    return {unit: orders.get(unit, Hold(unit)) for unit in owners}
