"""What a bot supposes where it sees nothing (SPY-1 to SPY-7)."""

from __future__ import annotations

from typing import Final

from adjudicator.board import standard
from adjudicator.position import Position, grouped
from games.bots.scene import Scene

AT_HOME: Final = 0.4
"""How likely a unit is supposed to stand in a home centre out of sight."""


def supposed(scene: Scene, seen: Position) -> Position:
    """The position as `seen`; in fog with units besides, in some of the others' home centres.

    They are guessed from the board's opening, which everyone knows (SPY-5), and from nothing else.
    """
    if "units" not in scene.unknown:
        return seen
    powers = standard().powers
    in_sight = seen.occupied().keys() | set(powers[scene.seat].territory)
    guessed = [
        (power.id, unit)
        for power in powers.values()
        for unit in power.units
        if unit[2:5] not in in_sight and scene.random.random() < AT_HOME
    ]
    stood = [(power, unit) for power, units in seen.units.items() for unit in units]
    return seen.having(units=grouped([*stood, *guessed]))
