"""A bot that leaves all to chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.bots import agents
from games.bots.scene import Scene
from games.bots.spells import any_spell
from games.bots.wishes import any_wishes


def random_bot(scene: Scene) -> Any:
    """Anything that is legal, each as likely as the other."""
    random, owed = scene.random, scene.owed
    if owed["kind"] == "homes":
        return {"preferences": random.sample(owed["powers"], len(owed["powers"]))}
    if owed["kind"] == "bids":
        bids = {power: random.randint(0, owed["treasury"] // 2) for power in owed["powers"]}
        return {"bids": bids, **any_wishes(scene)}
    if owed["kind"] == "spell":
        return any_spell(scene)
    if owed["kind"] == "espionage":
        return agents.in_espionage(scene, agents.any_of)
    orders = [random.choice(list(choices)) for choices in _removable(scene).values() if choices]
    orders += [
        line for power, count in _builds(scene) for line in _some(random, scene.builds_of(power), count)
    ]
    if owed["kind"] == "adjustments":
        orders += agents.in_winter(scene)
    return agents.with_orders_ahead(scene, orders, agents.any_of)


def _removable(scene: Scene) -> dict[str, Sequence[str]]:
    """The units to choose an order for; in winter as many of each power as must go."""
    if scene.owed["kind"] != "adjustments":
        return dict(scene.options)
    removals = scene.owed["removals"]
    chosen: dict[str, Sequence[str]] = {}
    for power, count in sorted(removals.items()):
        units = [unit for unit in scene.position["units"].get(power, ()) if unit in scene.options]
        for unit in scene.random.sample(units, min(count, len(units))):
            chosen[unit] = scene.options[unit]
    return chosen


def _builds(scene: Scene) -> list[tuple[str, int]]:
    return sorted(scene.owed.get("builds", {}).items()) if scene.owed["kind"] == "adjustments" else []


def _some(random: Random, lines: Sequence[str], count: int) -> list[str]:
    """Up to `count` builds, in different provinces."""
    chosen: dict[str, str] = {}
    for line in random.sample(list(lines), len(lines)):
        if len(chosen) < count:
            chosen.setdefault(line[2:5], line)
    return list(chosen.values())
