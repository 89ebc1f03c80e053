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
    """For the power that the seat protects: a unit of it, where spells help their units, and one of whoever
    has most centres besides, where they harm them.
    """
    protected = scene.position.get("protected", {})
    own = protected.get(scene.seat)
    centres = scene.position["centres"]
    strongest = max((power for power in centres if power != own), key=lambda power: len(centres[power]))
    wanted = own if _is_kind(scene) else strongest
    units = [unit for unit in sorted(scene.options) if unit in scene.position["units"].get(wanted, ())]
    said = {"spell": scene.random.choice(units)} if units else {}
    if own in scene.owed.get("favour", ()):
        said["favour"] = str(own)
    return said


def _is_kind(scene: Scene) -> bool:
    """Whether the seat knows every protection: then its spells are blessings (DG-2, DG-3)."""
    return len(scene.position.get("protected", {})) > 1
