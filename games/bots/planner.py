"""A bot that looks ahead: it tries its orders against what the other sides may do, and guards its homes.

What it plays for is told by `Stakes`: home centres in a game of two home powers, else the next centres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from adjudicator.board import standard
from adjudicator.options import Options
from adjudicator.options import orders as orders_of
from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from games.bots import aftermath, agents
from games.bots.bidding import bids_of
from games.bots.conquest import conquest_of
from games.bots.duel import duel_of
from games.bots.fog import supposed
from games.bots.greed import greedy_bot
from games.bots.plans import Plan, Side, taken_apart
from games.bots.scene import Scene
from games.bots.search import Search, nothing
from games.bots.stakes import Stakes


def planning_bot(scene: Scene) -> Any:
    """Looks a phase ahead; bids, spies and spells apart, for which see `bidding`, `agents` and `spells`."""
    return _answer(scene, planned)


def brisk_bot(scene: Scene) -> Any:
    """The planning bot with a tenth of the trials, for many games at once."""
    return _answer(scene, planned_briskly)


def _answer(scene: Scene, planned: Callable[[Scene], list[str]]) -> Any:
    kind = scene.owed["kind"]
    if kind == "bids":
        answer = greedy_bot(scene)
        return answer | {"bids": bids_of(scene, kept=answer)}
    if kind == "orders":
        lines = planned(scene)
        builds = partial(_builds_ahead, scene, lines)
        return agents.with_orders_ahead(scene, lines, agents.where_others_live, builds)
    if _is_duel(scene):
        return greedy_bot(scene)
    if kind == "retreats":
        lines = aftermath.retreats(scene, _stakes(scene))
        return agents.with_orders_ahead(scene, lines, agents.where_others_live)
    if kind == "adjustments":
        return aftermath.adjustments(scene, _stakes(scene)) + agents.in_winter(scene)
    return greedy_bot(scene)


def planned(scene: Scene) -> list[str]:
    """Orders for every unit, found by trying: two beginnings, against replies that are themselves tried."""
    field = _Field(scene)
    replies = [field.rush() for _each in range(2)]
    starts = [field.mine.rush(scene.random) for _each in range(2)]
    replies.append(field.reply(replies[0], starts[0]))
    _value, plan = max((field.best(start, replies, 300) for start in starts), key=lambda found: found[0])
    replies.append(field.reply(replies[1], plan))
    return _lines(field.best(plan, replies, 420)[1])


def planned_briskly(scene: Scene) -> list[str]:
    """Orders for every unit, from one beginning against two likely replies."""
    field = _Field(scene)
    replies = [field.rush() for _each in range(2)]
    return _lines(field.best(field.mine.rush(scene.random), replies, 120)[1])


class _Field:
    """A movement phase as the player in the scene's seat looks ahead in it."""

    def __init__(self, scene: Scene) -> None:
        self.stakes = _stakes(scene)
        whole = supposed(scene, Position.from_json(scene.position, standard()))
        position = self.stakes.ground(whole)
        self.mine = Side(scene.options, self.stakes.aims)
        sides = [(Side(_options(position, each.mine), each.aims), each) for each in self.stakes.rivals()]
        self.others = [(side, stakes) for side, stakes in sides if side.units]
        """The other powers with units there."""
        self.exposed = self.stakes.exposed(position)
        self.random = scene.random
        self.search = Search(position, scene.random)

    def rush(self) -> Plan:
        """What the others might do if everyone goes where they want to be."""
        return _joined(side.rush(self.random) for side, _stakes in self.others)

    def reply(self, start: Plan, plan: Plan) -> Plan:
        """What each of the others might do best against `plan`, if the rest do as in `start`."""
        found = []
        for side, stakes in self.others:
            begun = {unit: start[unit] for unit in side.units}
            rest = {unit: line for unit, line in start.items() if unit not in begun}
            trials = 150 // len(self.others)
            found.append(self.search.climb(side, begun, [rest | plan], stakes.worth, nothing, trials)[1])
        return _joined(found)

    def best(self, start: Plan, replies: list[Plan], trials: int) -> tuple[float, Plan]:
        return self.search.climb(self.mine, start, replies, self.stakes.worth, self._bar, trials)

    def _bar(self, plan: Plan) -> float:
        """What it costs to leave centres open that can be entered."""
        if not self.exposed:
            return 0.0
        orders = (taken_apart(line) for line in plan.values())
        held = {order.goal[:3] if order.kind == "-" else order.unit[2:5] for order in orders}
        return sum(price for centre, price in self.exposed.items() if centre not in held)


def _is_duel(scene: Scene) -> bool:
    return bool(scene.position.get("homes"))


def _stakes(scene: Scene) -> Stakes:
    if _is_duel(scene):
        return duel_of(scene.position, scene.seat)
    return conquest_of(scene.position, scene.seat)


def _builds_ahead(scene: Scene, orders: list[str]) -> list[str]:
    return aftermath.builds_ahead(scene, _stakes(scene), orders)


def _lines(plan: Plan) -> list[str]:
    return [plan[unit] for unit in sorted(plan)]


def _joined(plans: Iterable[Plan]) -> Plan:
    return {unit: line for plan in plans for unit, line in plan.items()}


def _options(position: Position, powers: tuple[str, ...]) -> Options:
    found: Options = {}
    for power in powers:
        found |= orders_of(position, power, rulebook())
    return found
