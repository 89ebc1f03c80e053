"""What there is to know of a power before one bids: its forces, its neighbours, its roads to the homes.

Facts alone, read off one seat's own view of the position; what they are worth is for the players to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from adjudicator.board import standard
from games.board.ground import colours
from games.common.words import local
from games.words import wording

Position = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A power whose land, as the map colours it, or whose units are next to this one's.

    `seat` commands it now; empty: no one.
    """

    power: str
    seat: str


@dataclass(frozen=True, slots=True)
class Road:
    """How near this power is to the home of one seat.

    `unit` needs `moves` moves to `place`, the home centre that it reaches soonest, by itself and over empty
    ground; 0: it stands there. Without a unit that gets there alone, `unit` is empty.
    """

    seat: str
    home: str
    unit: str = ""
    moves: int = 0
    place: str = ""


@dataclass(frozen=True, slots=True)
class Forces:
    """One power on the board. Units, centres and neighbours by name."""

    units: list[str]
    centres: list[str]
    neighbours: list[Neighbour]
    roads: list[Road]


def forces_of(power: str, position: Position, seat: str) -> Forces:
    """What `power` has in `position`; the roads lead to the home of `seat` first, then to the others'."""
    units = sorted(position.get("units", {}).get(power, []), key=wording.unit)
    homes = position.get("homes", {})
    commanders = {home: who for who, home in homes.items()}
    held = _held(position)
    around = {there for here in held.get(power, ()) for there in (here, *_next_to(here))}
    powers = {*position.get("units", {}), *position.get("centres", {})} - {power}
    return Forces(
        units=units,
        centres=sorted(
            map(wording.place, position.get("centres", {}).get(power, [])), key=local.alphabetical
        ),
        neighbours=[
            Neighbour(other, commanders.get(other, ""))
            for other in sorted(powers, key=wording.power)
            if around & held.get(other, set())
        ],
        roads=[
            _road(who, home, units) for who, home in sorted(homes.items(), key=lambda pair: pair[0] != seat)
        ],
    )


def _held(position: Position) -> dict[str, set[str]]:
    """By power, the provinces that the map shows as its: in its colour, or with a unit of it."""
    held: dict[str, set[str]] = {}
    for province, power in colours(position).items():
        held.setdefault(power, set()).add(province)
    for power, units in position.get("units", {}).items():
        held.setdefault(power, set()).update(unit[2:5] for unit in units)
    return held


def _road(seat: str, home: str, units: list[str]) -> Road:
    reached = [
        (moves, wording.unit(unit), unit, place)
        for unit in units
        for place, moves in _moves_from(unit).items()
        if place in standard().powers[home].homes
    ]
    if not reached:
        return Road(seat, home)
    moves, _name, unit, place = min(reached)
    return Road(seat, home, unit, moves, place)


@cache  # of places on a board that never changes
def _next_to(province: str) -> frozenset[str]:
    """The provinces that an army or a fleet reaches from `province`."""
    place = standard().provinces[province]
    by_water = (there[:3] for reached in place.fleet.values() for there in reached)
    return frozenset((*place.army, *by_water))


@cache
def _moves_from(unit: str) -> Mapping[str, int]:
    """How many moves `unit` needs to each province, no one being in its way and no one carrying it."""
    found = {unit[2:5]: 0}
    front, moves = {unit}, 0
    seen = {unit}
    while front:
        moves += 1
        front = {f"{unit[0]} {there}" for each in front for there in standard().steps(each)} - seen
        seen |= front
        for each in front:
            found.setdefault(each[2:5], moves)
    return found
