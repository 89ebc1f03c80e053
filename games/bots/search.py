"""Looking a phase ahead: plans tried against what the other side may do, by the engine's own resolver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from adjudicator.geography import geography
from adjudicator.movement.facts import ORDINARY
from adjudicator.movement.outcome import Outcome
from adjudicator.movement.resolver import Resolver
from adjudicator.movement.situation import Situation
from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from games.bots.plans import Plan, Side

Worth: TypeAlias = Callable[[Position], float]
Bar: TypeAlias = Callable[[Plan], float]
"""The cost of a plan, whatever comes of it."""


class Search:
    """One movement phase, and what comes of two sides' plans in it."""

    def __init__(self, position: Position, random: Random) -> None:
        self.position = position
        self.random = random
        self.power_of = {unit: power for power, units in position.units.items() for unit in units}
        self.rules, self.geo = rulebook(), geography(None)

    def climb(
        self, side: Side, start: Plan, replies: Sequence[Plan], worth: Worth, bar: Bar, trials: int
    ) -> tuple[float, Plan]:
        """The best plan found from `start` on against `replies`, and its value: half what it comes to on the
        average, half what it comes to at worst. `trials` phases are resolved, or hardly more.
        """

        def value(plan: Plan) -> float:
            found = [worth(self.after(plan, reply)) for reply in replies]
            return (sum(found) / len(found) + min(found)) / 2 - bar(plan)

        best, plan = value(start), start
        changes = list(side.changes())
        left = trials - len(replies)
        is_better = True
        while is_better and left > 0:
            is_better = False
            self.random.shuffle(changes)
            for lines in changes:
                changed = side.changed(plan, *lines)
                if changed is None or changed == plan:
                    continue
                reached = value(changed)
                left -= len(replies)
                if reached > best + 1e-9:
                    best, plan, is_better = reached, changed, True
                if left <= 0:
                    break
        return best, plan

    def after(self, plan: Plan, reply: Plan) -> Position:
        """The position that two plans come to; no one asks why, which would cost as much again."""
        answers: dict[str, list[str]] = {}
        for orders in (plan, reply):
            for unit, line in orders.items():
                answers.setdefault(self.power_of[unit], []).append(line)
        resolver = Resolver(Situation(self.position, answers, self.rules, self.geo, ORDINARY, None))
        resolver.run()
        return Outcome(resolver).position()


def nothing(_plan: Mapping[str, str]) -> float:
    """Nothing is held against any plan."""
    return 0.0
