"""A bot that heads for what wins the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.board import standard
from games.bots import agents
from games.bots.roads import FAR, distance
from games.bots.scene import Scene
from games.bots.spells import greedy_spell
from games.bots.wishes import cost_of, greedy_wishes


def greedy_bot(scene: Scene) -> Any:
    """Heads for what wins: the opponent's home centres in a game of two, else the next centre."""
    kind = scene.owed["kind"]
    if kind == "homes":
        return {"preferences": scene.random.sample(scene.owed["powers"], len(scene.owed["powers"]))}
    if kind == "bids":
        wishes = greedy_wishes(scene, lambda power: _nearness(power, scene))
        return {"bids": _greedy_bids(scene, spent=cost_of(wishes, scene)), **wishes}
    if kind == "spell":
        return greedy_spell(scene)
    if kind == "espionage":
        return agents.in_espionage(scene, agents.where_others_live)
    return agents.with_orders_ahead(scene, _greedy_lines(scene), agents.where_others_live)


def _greedy_lines(scene: Scene) -> list[str]:
    kind = scene.owed["kind"]
    if kind == "retreats":
        return [
            min(choices, key=lambda line: _worth(line, scene))
            for choices in scene.options.values()
            if choices
        ]
    if kind == "adjustments":
        return _greedy_adjustments(scene) + agents.in_winter(scene)
    return _greedy_orders(scene)


def _greedy_bids(scene: Scene, spent: int) -> dict[str, int]:
    """More for who has more units and stands nearer to the targets; about two thirds of the treasury in
    all, less the credits `spent` on charges. What loyalty takes off a price is put on the bid.
    """
    weights = {
        power: _nearness(power, scene) * scene.random.uniform(0.5, 1.5) for power in scene.owed["powers"]
    }
    total = sum(weights.values()) or 1
    purse = max(0, scene.owed["treasury"] - spent) * scene.random.uniform(0.4, 0.9)
    off = scene.owed.get("loyalty", {})
    return {power: int(purse * weight / total) + off.get(power, 0) for power, weight in weights.items()}


def _nearness(power: str, scene: Scene) -> float:
    """How much a power is worth having: its units, and how near they stand to the targets."""
    aims = _targets(scene, scene.seat)
    return sum(1 + 6 / (1 + distance(unit, aims)) for unit in scene.position["units"].get(power, ()))


def _greedy_adjustments(scene: Scene) -> list[str]:
    """Remove what stands farthest from the targets, build what is nearest to them."""
    lines = []
    for power, count in sorted(scene.owed["removals"].items()):
        aims = _targets(scene, power)
        units = [unit for unit in scene.position["units"].get(power, ()) if unit in scene.options]
        lines += [
            scene.options[unit][0] for unit in sorted(units, key=lambda u: (-distance(u, aims), u))[:count]
        ]
    for power, count in sorted(scene.owed["builds"].items()):
        aims = _targets(scene, power)
        nearest: dict[str, str] = {}
        for line in sorted(scene.builds_of(power), key=lambda line: (distance(line[:-2], aims), line)):
            nearest.setdefault(line[2:5], line)
        lines += list(nearest.values())[:count]
    return lines


def _greedy_orders(scene: Scene) -> list[str]:
    """Each unit its best step, no two to one place; then some help others instead."""
    steps: dict[str, str] = {}
    taken: set[str] = set()
    units = sorted(scene.options, key=lambda unit: (_urgency(unit, scene), scene.random.random()))
    for unit in units:
        step = _best_step(unit, scene, taken)
        if step is not None:
            steps[unit] = step
            taken.add(step.split(" - ")[1][:3])
    helped = _with_help(steps, units, scene)
    return [helped.get(unit, f"{unit} H") for unit in sorted(units)]


def _best_step(unit: str, scene: Scene, taken: set[str]) -> str | None:
    """The move of `unit` that brings it nearest, if any brings it nearer or chance wills one."""
    aims = _targets(scene, _owner(unit, scene))
    here = distance(unit, aims)
    best: tuple[float, str] | None = None
    for line in scene.options[unit]:
        if " - " not in line or line[len(unit) + 1] != "-" or line.endswith(" VIA"):
            continue
        place = line.split(" - ")[1]
        if place[:3] in taken:
            continue
        price = distance(f"{unit[0]} {place}", aims) + scene.random.uniform(0, 0.9)
        if price < here + scene.random.choice((0, 0, 1)) and (best is None or price < best[0]):
            best = (price, line)
    return None if best is None else best[1]


def _with_help(steps: Mapping[str, str], units: Sequence[str], scene: Scene) -> dict[str, str]:
    """`steps`, with units that carry an army over sea or support a step instead of taking their own."""
    orders = dict(steps)
    settled: set[str] = set()
    for unit in units:  # the most urgent first
        if unit in settled or unit not in orders:
            continue
        step = orders[unit]
        help_with_it = f" S {step}" if _is_by_itself(step) else f" C {step}"
        settled.add(unit)
        for helper in units:
            line = helper + help_with_it
            if helper not in settled and line in scene.options[helper] and scene.random.random() < 0.6:
                orders[helper] = line
                settled.add(helper)
    return orders


def _is_by_itself(move: str) -> bool:
    """Whether `move` needs no convoy."""
    unit, place = move.split(" - ")
    return place in standard().steps(unit) or unit[0] == "F"


def _worth(line: str, scene: Scene) -> tuple[float, str]:
    """What a retreat costs: the spaces still to go; disbanding is the last resort."""
    unit, _, place = line.partition(" R ")
    if not place:
        return FAR + 1, line
    return distance(f"{unit[0]} {place}", _targets(scene, _retreating(unit, scene))), line


def _urgency(unit: str, scene: Scene) -> int:
    """How near `unit` is, its home power's units before hired ones."""
    owner = _owner(unit, scene)
    hired = owner in scene.position.get("control", {})
    return distance(unit, _targets(scene, owner)) + (3 if hired else 0)


def _targets(scene: Scene, power: str) -> frozenset[str]:
    """Where `power` should go: see `greedy_bot`."""
    homes = scene.position.get("homes")
    if homes:
        return frozenset(
            centre
            for seat, home in homes.items()
            if seat != scene.seat
            for centre in standard().powers[home].homes
        )
    return frozenset(standard().centres) - frozenset(scene.position["centres"].get(power, ()))


def _owner(unit: str, scene: Scene) -> str:
    powers: Mapping[str, Sequence[str]] = scene.position["units"]
    return next(power for power, units in powers.items() if unit in units)


def _retreating(unit: str, scene: Scene) -> str:
    powers: Mapping[str, Sequence[Mapping[str, Any]]] = scene.position["dislodged"]
    return next(power for power, units in powers.items() if any(each["unit"] == unit for each in units))
