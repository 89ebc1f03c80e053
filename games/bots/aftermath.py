"""Retreats and adjustments: of what may be ordered, that which leaves the best position."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board import standard
from adjudicator.position import Position
from games.bots.plans import Order, taken_apart
from games.bots.scene import Scene
from games.bots.stakes import Stakes


def retreats(scene: Scene, stakes: Stakes) -> list[str]:
    """For each dislodged unit the retreat that is worth most, no two to one place; else it disbands."""
    position = Position.from_json(scene.position, standard())
    power_of = {each.unit: power for power, units in position.dislodged.items() for each in units}
    lines = []
    for unit, choices in sorted(scene.options.items()):
        found = []
        for line in choices:
            place = line.partition(" R ")[2]
            if place[:3] in position.occupied():
                continue
            after = _with(position, power_of[unit], f"{unit[0]} {place}") if place else position
            found.append((stakes.worth(after), line, after))
        _worth, line, position = max(found, key=lambda each: each[:2])
        lines.append(line)
    return lines


def adjustments(scene: Scene, stakes: Stakes) -> list[str]:
    """Take off the units that are missed least, build those that help most."""
    position = Position.from_json(scene.position, standard())
    lines = []
    for power, count in sorted(scene.owed["removals"].items()):
        for _each in range(count):
            units = [unit for unit in position.units.get(power, ()) if unit in scene.options]
            left = [(_without(position, power, unit), unit) for unit in units]
            position, unit = max(left, key=lambda each: (stakes.worth(each[0]), each[1]))
            lines.append(scene.options[unit][0])
    for power, count in sorted(scene.owed["builds"].items()):
        for _each in range(count):
            sites = [line for line in scene.builds_of(power) if line[2:5] not in position.occupied()]
            if sites:
                position, line = _built(position, power, sites, stakes)
                lines.append(line)
    return lines


def builds_ahead(scene: Scene, stakes: Stakes, orders: Sequence[str]) -> list[str]:
    """What the seat's one power may build in winter if all of its `orders` come off (SPY-22)."""
    position, power = Position.from_json(scene.position, standard()), scene.seat
    units = tuple(sorted(_arrived(taken_apart(line)) for line in orders))
    position = _having(position, power, units)
    centres = {*position.centres.get(power, ()), *(unit[2:5] for unit in units)} & {*standard().centres}
    homes = [home for home in standard().powers[power].homes if position.owner_of(home) == power]
    lines = []
    for _each in range(len(centres) - len(units)):
        vacant = [home for home in homes if home not in position.occupied()]
        if vacant:
            sites = [f"{unit} B" for home in vacant for unit in standard().unit_sites(home)]
            position, line = _built(position, power, sites, stakes)
            lines.append(line)
    return lines


def _built(position: Position, power: str, sites: Sequence[str], stakes: Stakes) -> tuple[Position, str]:
    """The best of the builds `sites`, and the position with it."""
    built = [(_with(position, power, line[:-2]), line) for line in sites]
    return max(built, key=lambda each: (stakes.worth(each[0]), each[1]))


def _arrived(order: Order) -> str:
    """The unit of `order`, where it is going."""
    return f"{order.unit[0]} {order.goal}" if order.kind == "-" else order.unit


def _with(position: Position, power: str, unit: str) -> Position:
    return _having(position, power, (*position.units.get(power, ()), unit))


def _without(position: Position, power: str, unit: str) -> Position:
    return _having(position, power, tuple(each for each in position.units[power] if each != unit))


def _having(position: Position, power: str, units: tuple[str, ...]) -> Position:
    return position.having(units={**position.units, power: tuple(sorted(units))})
