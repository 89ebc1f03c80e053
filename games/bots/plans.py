"""One side's orders for a movement phase taken together: plans in which every order fits the others.

In a plan no two units go to one place, every support and convoy matches an order of the same plan, no army
waits for a fleet that does something else, and no support helps against a unit of the same side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from adjudicator.board import standard
from games.bots.roads import distance

Plan: TypeAlias = dict[str, str]
"""Unit -> its order."""


class Order(NamedTuple):
    """An order taken apart. `kind` is `H`, `-`, `S` or `C`; `helped` the unit that is supported or carried
    (else empty), `goal` the place gone to or aimed at (empty where no one moves).
    """

    unit: str
    kind: str
    helped: str
    goal: str


@lru_cache(maxsize=8192)
def taken_apart(line: str) -> Order:
    """The canonical `line` of a movement phase."""
    words = line.split(" ")
    unit = f"{words[0]} {words[1]}"
    kind = words[2]
    if kind == "-":
        return Order(unit, kind, "", words[3])
    helped = f"{words[3]} {words[4]}" if len(words) > 4 else ""
    goal = words[6] if len(words) > 6 else ""
    return Order(unit, kind, helped, goal)


@lru_cache(maxsize=512)
def steps_of(unit: str) -> frozenset[str]:
    """Where `unit` can go by itself."""
    return frozenset(standard().steps(unit))


class Side:
    """What the units of one side may do. `options` are the legal orders by unit, own ones alone or more."""

    def __init__(self, options: Mapping[str, Sequence[str]], aims: frozenset[str]) -> None:
        self.units = sorted(options)
        self.aims = aims
        """The provinces that the side wants to stand in."""
        self.at = {unit[2:5]: unit for unit in self.units}
        self.steps: dict[str, list[str]] = {}
        """Unit -> the moves it can make by itself, and those over one own fleet."""
        self.helps: dict[str, list[str]] = {}
        """Order -> the supports and convoys for it by own units."""
        known = frozenset(line for lines in options.values() for line in lines)
        ferried: dict[str, str] = {}
        for unit in self.units:
            by_itself = steps_of(unit)
            self.steps[unit] = []
            for line in options[unit]:
                order = taken_apart(line)
                if order.kind == "-" and order.goal in by_itself and not line.endswith(" VIA"):
                    self.steps[unit].append(line)
                elif order.kind in "SC" and order.helped in options:
                    goal = order.goal
                    helped = f"{order.helped} - {goal}" if goal else f"{order.helped} H"
                    if order.kind == "S" and goal and not self._steps_to(order.helped, goal):
                        continue
                    self.helps.setdefault(helped, []).append(line)
                    if order.kind == "C" and helped in known and not self._steps_to(order.helped, goal):
                        ferried.setdefault(helped, line)
        for line, convoy in ferried.items():
            if self._carries_alone(convoy):
                self.steps[line[:5]].append(line)

    def rush(self, random: Random) -> Plan:
        """Everyone towards the aims, the nearest first, and some others help: how the greedy bot moves."""
        plan = {unit: f"{unit} H" for unit in self.units}
        ordered = sorted(self.units, key=lambda unit: (distance(unit, self.aims), random.random()))
        for unit in ordered:
            here = distance(unit, self.aims)
            steps = [line for line in self.steps[unit] if not self.is_by_sea(line)]
            priced = sorted(
                (distance(f"{unit[0]} {taken_apart(line).goal}", self.aims) + random.uniform(0, 0.9), line)
                for line in steps
            )
            for price, line in priced:
                if price < here + random.choice((0, 0, 1)):
                    changed = self.changed(plan, line)
                    if changed is not None and sum(a != b for a, b in _pairs(plan, changed)) == 1:
                        plan = changed
                        break
        settled: set[str] = set()
        for unit in ordered:
            if unit in settled or " - " not in plan[unit]:
                continue
            settled.add(unit)
            for line in self.helps.get(plan[unit], ()):
                helper = taken_apart(line).unit
                if helper not in settled and random.random() < 0.6:
                    changed = self.changed(plan, line)
                    if changed is not None:
                        plan = changed
                        settled.add(helper)
        return plan

    def is_by_sea(self, move: str) -> bool:
        """Whether `move` needs a convoy."""
        order = taken_apart(move)
        return not self._steps_to(order.unit, order.goal)

    def changes(self) -> Iterator[tuple[str, ...]]:
        """Everything worth trying: an order for one unit, or a move with a help for it."""
        for unit in self.units:
            hold = f"{unit} H"
            yield (hold,)
            for line in self.helps.get(hold, ()):
                yield hold, line
            for move in self.steps[unit]:
                helps = self.helps.get(move, ())
                if self.is_by_sea(move):
                    carried = [line for line in helps if " C " in line and self._carries_alone(line)]
                    for line in carried:
                        yield move, line
                    continue
                yield (move,)
                for line in helps:
                    if " S " in line:
                        yield move, line

    def changed(self, plan: Plan, *lines: str) -> Plan | None:
        """`plan` with `lines` in it, whatever does not fit them any more taken out; None if they themselves
        do not fit.
        """
        after = plan | {taken_apart(line).unit: line for line in lines}
        fixed = frozenset(lines)
        going: dict[str, str] = {}
        orders = {unit: taken_apart(line) for unit, line in after.items()}
        for unit in sorted(orders, key=lambda unit: after[unit] not in fixed):
            order = orders[unit]
            if order.kind == "-" and going.setdefault(order.goal[:3], unit) != unit:
                if after[unit] in fixed:
                    return None
                orders[unit] = _holding(unit)
        for _round in range(len(orders)):
            wrong = [unit for unit in self.units if not self._fits(orders[unit], orders)]
            if not wrong:
                break
            for unit in wrong:
                if after[unit] in fixed:
                    return None
                orders[unit] = _holding(unit)
        return {
            unit: after[unit] if taken_apart(after[unit]) == order else f"{unit} H"
            for unit, order in orders.items()
        }

    def _fits(self, order: Order, orders: Mapping[str, Order]) -> bool:
        if order.kind == "-":
            there = self.at.get(order.goal[:3])
            if there is not None and (orders[there].kind != "-" or orders[there].goal[:3] == order.unit[2:5]):
                return False
            return self._steps_to(order.unit, order.goal) or any(
                each.kind == "C" and (each.helped, each.goal) == (order.unit, order.goal)
                for each in orders.values()
            )
        if order.kind in "SC":
            helped = orders.get(order.helped)
            if helped is None:
                return False
            if not order.goal:
                return helped.kind != "-"
            return helped.kind == "-" and helped.goal == order.goal and order.goal[:3] not in self.at
        return True

    def _steps_to(self, unit: str, goal: str) -> bool:
        return goal in steps_of(unit)

    def _carries_alone(self, convoy: str) -> bool:
        order = taken_apart(convoy)
        shores = {place[:3] for place in steps_of(order.unit)}
        return {order.helped[2:5], order.goal} <= shores


def _holding(unit: str) -> Order:
    return Order(unit, "H", "", "")


def _pairs(one: Plan, other: Plan) -> Iterator[tuple[str, str]]:
    return ((line, other[unit]) for unit, line in one.items())
