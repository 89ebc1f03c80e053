"""The PyPI package `diplomacy` as a measuring stick; absent is fine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Json = dict[str, Any]
NAME = "PyPI diplomacy"


def load() -> Callable[[Json], Callable[[], Json]] | None:
    """From a recorded phase to its full cycle: state in, orders in, processed; None without the package."""
    try:
        from diplomacy import Game
    except ImportError:
        return None

    def prepare(phase: Json) -> Callable[[], Json]:
        game = Game()
        state = {
            **game.get_state(),
            "name": phase["phase"],
            "units": {power: phase["units"].get(power, []) for power in game.powers},
            "retreats": {power: {} for power in game.powers},
            "centers": {power: phase["centres"].get(power, []) for power in game.powers},
            "builds": {},
        }
        orders = {power: list(lines) for power, lines in phase["orders"].items()}

        def cycle() -> Json:
            game.set_state(state)
            for power, lines in orders.items():
                game.set_orders(power, lines)
            game.process()
            return {power: list(units) for power, units in game.get_units().items()}

        return cycle

    return prepare


def agrees(units: Mapping[str, list[str]], after: Json) -> bool:
    """Whether the peer's units, the dislodged ones (with a star) aside, are those of the record."""
    stand = {(power, unit) for power, listed in units.items() for unit in listed if unit[0] != "*"}
    return stand == {(power, unit) for power, listed in after["units"].items() for unit in listed}
