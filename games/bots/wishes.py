"""What bots ask for in auctions beside the powers, where the engine offers it: satellites, their secrecy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.bots.scene import Scene

COSTS = {"satellite": "nomination", "keep_satellite": "upkeep", "secret": "secrecy"}
"""The charge in credits for each key of an answer."""


def any_wishes(scene: Scene) -> dict[str, Any]:
    """Anything that may be asked for, or not a word about it."""
    random, charges = scene.random, scene.owed.get("charges", {})
    wishes: dict[str, Any] = {}
    if "nomination" in charges and random.random() < 0.5:
        wishes["satellite"] = random.sample(scene.owed["powers"], len(scene.owed["powers"]))
    if "upkeep" in charges and random.random() < 0.5:
        wishes["keep_satellite"] = random.random() < 0.8
    if "secrecy" in charges and ("satellite" in wishes or "upkeep" in charges) and random.random() < 0.5:
        wishes["secret"] = random.random() < 0.5
    return wishes


def greedy_wishes(scene: Scene, worth: Callable[[str], float]) -> dict[str, Any]:
    """The satellite that is worth most, while it is cheap beside the treasury; secret half of the time.

    What is held is kept without a word, which never makes bust (ID2-8).
    """
    charges = scene.owed.get("charges", {})
    wishes: dict[str, Any] = {}
    if "nomination" in charges and scene.owed["treasury"] >= 3 * charges["nomination"]:
        wishes["satellite"] = sorted(scene.owed["powers"], key=lambda power: (-worth(power), power))
    if "secrecy" in charges and wishes and scene.random.random() < 0.5:
        wishes["secret"] = True
    return wishes


def cost_of(wishes: Mapping[str, Any], scene: Scene) -> int:
    """Credits that are charged for `wishes`, and without a word for what is held."""
    charges = scene.owed.get("charges", {})
    asked = {COSTS[key] for key, value in wishes.items() if value}
    if "keep_satellite" not in wishes and "upkeep" in charges:
        asked |= {"upkeep", "secrecy"}
    return sum(charges.get(name, 0) for name in asked)
