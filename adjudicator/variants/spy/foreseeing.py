"""Orders for a later phase of the season, judged by what their player knows when giving them (SPY-21).

The player's own pieces and what is in sight decide, and nothing else does (SPY-7). A spy ashore stays until
the espionage, and a unit that has to retreat starts from where it is; a fleet, and a spy at sea with it, may
move once before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from adjudicator.board import Board
from adjudicator.orders import Build, Disband, Order, Retreat
from adjudicator.position import Position
from adjudicator.results import VOID, Result
from adjudicator.spy_orders import SpyBuild, SpyConvoy, SpyMove, SpyOrder, SpyStay
from adjudicator.variants.spy.espionage import spy_fault
from adjudicator.variants.spy.state import spies_of
from adjudicator.variants.spy.terrain import terrain

Fault = tuple[str, str | None]
"""A reason and, where there is one, a detail, as results have them."""


@dataclass
class Foresight:
    """What one power may order for the later phase `kind`; `position` holds what it sees."""

    board: Board
    position: Position
    power: str
    kind: str

    def void(self, order: Order | SpyOrder) -> Result | None:
        """`order` as the void result it is bound to be; None where it may stand."""
        fault = self._fault(order)
        if fault is None:
            return None
        reason, detail = fault
        clause = {"own-spies": "SPY-15", "not-home": "RB-11"}.get(detail or reason, "RB-3")
        return Result(self.power, str(order), VOID, reason, clause=clause, detail=detail)

    def _fault(self, order: Order | SpyOrder) -> Fault | None:
        if isinstance(order, (SpyMove, SpyStay)):
            return spy_fault(order, self.power, self.spies, self.board)
        if isinstance(order, SpyConvoy):
            return self._convoy(order)
        if isinstance(order, Retreat):
            return self._dislodged(order.unit) or self._retreat(order)
        if isinstance(order, Disband) and self.kind == "R":
            return self._dislodged(order.unit)
        if isinstance(order, (SpyBuild, Build)):
            site = order.at if isinstance(order, SpyBuild) else order.unit[2:5]
            return None if site in self.board.powers[self.power].homes else ("not-home", None)
        return None

    @cached_property
    def spies(self) -> frozenset[str]:
        """Where the power's spies may be by the espionage."""
        ground = terrain(self.board)
        places = {spy.at for spy in spies_of(self.position).get(self.power, ())}
        return frozenset(places.union(*(ground.near[sea] for sea in places if ground.is_sea(sea))))

    @cached_property
    def seas(self) -> frozenset[str]:
        """Where the power's fleets may be at sea by the espionage: where they are, and a move from there."""
        fleets = [unit for unit in self.position.units.get(self.power, ()) if unit[0] == "F"]
        reached = {place[:3] for fleet in fleets for place in (fleet[2:], *self.board.steps(fleet))}
        return frozenset(filter(terrain(self.board).is_sea, reached))

    def _convoy(self, order: SpyConvoy) -> Fault | None:
        ground = terrain(self.board)
        if not ground.is_sea(order.fleet):
            return "illegal", "not-at-sea"
        if order.fleet not in self.seas:
            return "no-unit", None
        if (order.start, order.destination) not in ground.carried[order.fleet]:
            return "illegal", "not-needed"
        if order.power == self.power and order.start not in self.spies:
            return "illegal", "no-target"
        return None

    def _dislodged(self, unit: str) -> Fault | None:
        """Why `unit` cannot have to retreat when the retreats come."""
        if any(each[:5] == unit[:5] for each in self._fleeing):
            return None
        if not any(each[:5] == unit[:5] for each in self._standing):
            foreign = any(each[:5] == unit[:5] for units in self.position.units.values() for each in units)
            return ("illegal", "wrong-owner") if foreign else ("no-unit", None)
        return None if self.position.phase.kind == "M" else ("illegal", "not-dislodged")

    def _retreat(self, order: Retreat) -> Fault | None:
        mine = [each for each in (*self._fleeing, *self._standing) if each[:5] == order.unit[:5]]
        reached = {place for each in mine for place in self.board.steps(each)}
        is_near = order.destination in reached | {place[:3] for place in reached}
        return None if is_near else ("illegal", "unreachable")

    @property
    def _standing(self) -> tuple[str, ...]:
        return tuple(self.position.units.get(self.power, ()))

    @property
    def _fleeing(self) -> tuple[str, ...]:
        return tuple(each.unit for each in self.position.dislodged.get(self.power, ()))
