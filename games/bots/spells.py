"""What bots cast: a unit to touch, and in some autumns a power to favour."""

from __future__ import annotations

from games.bots.scene import Scene


def any_spell(scene: Scene) -> dict[str, str]:
    """Any unit that may be touched, or none; any power that may be favoured, or none."""
    random = scene.random
    units, favours = sorted(scene.options), sorted(scene.owed.get("favour", ()))
    said = {"spell": random.choice([*units, ""]), "favour": random.choice([*favours, ""])}
    return {key: value for key, value in said.items() if value}


def greedy_spell(scene: Scene) -> dict[str, str]:
    """Blessings go to the power that the seat protects, curses to the other power with most centres; where
    a power has been touched this year, to the next.
    """
    own = scene.position.get("protected", {}).get(scene.seat)
    centres = scene.position["centres"]
    weakest_first = sorted(centres, key=lambda power: (len(centres[power]), power))
    others = [power for power in reversed(weakest_first) if power != own]
    wanted = [own, *reversed(others)] if _blesses(scene) else others
    units = {unit: power for power, units in scene.position["units"].items() for unit in units}
    offered = [[unit for unit in sorted(scene.options) if units[unit] == power] for power in wanted]
    said = {"spell": scene.random.choice(next(filter(None, offered)))} if any(offered) else {}
    if own in scene.owed.get("favour", ()):
        said["favour"] = str(own)
    return said


def _blesses(scene: Scene) -> bool:
    """Whether the seat's spells are blessings: it knows every protection (DG-2, DG-3)."""
    return len(scene.position.get("protected", {})) > 1
