"""Every legal order of a power's units, in canonical spelling: what a player may choose from.

The same rules as `adjudicator.legality`, read forwards: every order offered is legal, and every legal order
is offered, in the spelling in which units stand where they stand and fleets name the coast they go to.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.board import Board, standard
from adjudicator.geography import Geography, geography
from adjudicator.legality import NOWHERE
from adjudicator.movement.convoys import connected, listed, routes
from adjudicator.movement.facts import ORDINARY, Facts
from adjudicator.movement.ground import Ground
from adjudicator.phases import adjustments, retreats
from adjudicator.position import Position
from adjudicator.rulebook import Rulebook

Options = dict[str, tuple[str, ...]]


def orders(
    position: Position, power: str, rules: Rulebook, *, facts: Facts = ORDINARY, board: Board | None = None
) -> Options:
    """Movement: each of the power's units -> its orders: hold, moves, supports, convoys, in that sequence."""
    geo = geography(board)
    closed = frozenset(geo.place_code[text] for text in facts.closed)
    scene = _Scene(Ground(position, geo), rules, closed)
    return {text: scene.orders(scene.ground.index[text]) for text in position.units.get(power, ())}


def retreating(
    position: Position,
    power: str,
    rules: Rulebook,
    *,
    board: Board | None = None,
    closed: Collection[str] = (),
) -> Options:
    """Retreats: each of the power's dislodged units -> its retreats, none into `closed` provinces, and to
    disband.
    """
    board = board or standard()
    return {
        unit.unit: (
            *(
                f"{unit.unit} R {there}"
                for there in retreats.places(position, unit, rules, board, closed=closed)
            ),
            f"{unit.unit} D",
        )
        for unit in position.dislodged.get(power, ())
    }


def removing(position: Position, power: str) -> Options:
    """Adjustments: each of the power's units -> its removal, where removals are due or may be made."""
    if not adjustments.removable(position, power):
        return {}
    return {unit: (f"{unit} D",) for unit in position.units.get(power, ())}


def building(
    position: Position,
    power: str,
    policies: adjustments.Policies = adjustments.NO_POLICIES,
    *,
    board: Board | None = None,
) -> tuple[str, ...]:
    """Adjustments: every build the power could order, where builds are due; to waive one is not listed."""
    if power not in adjustments.due(position, policies, board).builds:
        return ()
    return adjustments.sites(position, power, board)


class _Scene:
    """A position, with what its armies could reach by sea worked out once for everyone."""

    def __init__(self, ground: Ground, rules: Rulebook, closed: Collection[int] = NOWHERE) -> None:
        self.ground = ground
        self.rules = rules
        self.open = [province not in closed for province in range(ground.geo.provinces)]
        self.fleets = ground.fleets_at_sea()
        self.by_sea: dict[int, list[int]] = {}
        """Army -> the provinces that fleets now at sea could carry it to, in order."""
        self.carried: dict[int, dict[int, set[int]]] = {}
        """Sea with a fleet -> army -> the provinces it could help to carry it to."""
        for army in range(len(ground.texts)):
            if not ground.is_fleet(army) and ground.geo.coastal[ground.provinces[army]]:
                self._sail(army)

    def _sail(self, army: int) -> None:
        geo: Geography = self.ground.geo
        reached: set[int] = set()
        for sailed, ends in routes(geo, self.ground.provinces[army], self.fleets):
            goals = [province for province in listed(ends) if self.open[province]]
            reached.update(goals)
            for sea in listed(sailed):
                self.carried.setdefault(sea, {}).setdefault(army, set()).update(goals)
        self.by_sea[army] = sorted(reached)

    def orders(self, unit: int) -> tuple[str, ...]:
        ground, text = self.ground, self.ground.texts[unit]
        found = [f"{text} H"]
        found += (f"{text} - {goal}" for goal in self._moves(unit))
        found += self._supports(unit)
        for army, goals in sorted(self.carried.get(ground.provinces[unit], {}).items()):
            if ground.is_fleet(unit):
                carried = ground.texts[army]
                found += (f"{text} C {carried} - {ground.geo.province_text[goal]}" for goal in sorted(goals))
        return tuple(found)

    def _moves(self, unit: int) -> list[str]:
        ground, geo = self.ground, self.ground.geo
        steps = geo.moves[ground.codes[unit]]
        goals = [goal for goal, code in steps.items() if self.open[geo.stands[code]]]
        if not ground.is_fleet(unit):
            over = [geo.province_text[province] for province in self.by_sea.get(unit, ())]
            goals += (goal for goal in over if goal not in steps)
            goals += (f"{goal} VIA" for goal in over)
        return sorted(goals)

    def _supports(self, unit: int) -> list[str]:
        ground, geo = self.ground, self.ground.geo
        text = ground.texts[unit]
        touches = geo.touches[ground.codes[unit]]
        here = ground.provinces[unit]
        holds: list[str] = []
        moves: list[str] = []
        for target, aided in enumerate(ground.texts):
            if target == unit:
                continue
            origin = ground.provinces[target]
            if touches[origin]:
                holds.append(f"{text} S {aided}")
            for province, landings in geo.landings[ground.codes[target]].items():
                if touches[province] and province != here and self.open[province]:
                    goals = [geo.place_text[code % geo.fleet_code] for code in landings]
                    name = geo.province_text[province]
                    if name not in goals and self._may_leave_coast_open(unit, target):
                        goals.insert(0, name)
                    moves += (f"{text} S {aided} - {goal}" for goal in goals)
            for province in self._carried_without(unit, target):
                if touches[province] and province != here and not geo.touches[ground.codes[target]][province]:
                    moves.append(f"{text} S {aided} - {geo.province_text[province]}")
        return holds + sorted(moves)

    def _may_leave_coast_open(self, unit: int, target: int) -> bool:
        """DATC 4.B.4: whether a support need not name the coast that a fleet goes to."""
        owners, rule = self.ground.owners, self.rules.support_coast
        return rule in ("optional", "ignored") or (rule == "own-only" and owners[unit] == owners[target])

    def _carried_without(self, unit: int, army: int) -> list[int]:
        """Where `army` could go by sea if `unit`, which supports, carried no one (DATC 6.D.31)."""
        goals = self.by_sea.get(army)
        sea = self.ground.provinces[unit]
        if not goals or army not in self.carried.get(sea, {}):
            return goals or []
        geo = self.ground.geo
        beside = geo.seas_beside
        fleets = connected(geo, beside[self.ground.provinces[army]], self.fleets & ~(1 << sea))
        return [goal for goal in goals if fleets & beside[goal]]
