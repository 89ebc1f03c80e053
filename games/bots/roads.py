"""How far it is from anywhere to where a bot wants to be."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final

from adjudicator.board import standard

FAR: Final = 99
"""Spaces to a place that cannot be reached."""
WALKING: Final = "A by land"
"""What stands for the letter of an army that no one carries."""


def distance(unit: str, aims: frozenset[str]) -> int:
    """Spaces that `unit` (`F STP/NC`) is from the nearest of the provinces `aims`, or `FAR`."""
    return _distances(unit[0], aims).get(unit[2:], FAR)


def by_land(army: str, aims: frozenset[str]) -> int:
    """Spaces that `army` has to walk to the nearest of the provinces `aims`, or `FAR`."""
    return _distances(WALKING, aims).get(army[2:], FAR)


@lru_cache(maxsize=1024)
def _distances(letter: str, aims: frozenset[str]) -> Mapping[str, int]:
    """Spaces from every location to the nearest of `aims`: fleets by water, armies over land and sea.

    `letter`: `A`, `F`, or `WALKING` for armies over land alone.
    """
    found = {place: 0 for place in _locations(letter) if place[:3] in aims}
    queue = deque(sorted(found))
    while queue:
        place = queue.popleft()
        for neighbour in _neighbours(letter, place):
            if neighbour not in found:
                found[neighbour] = found[place] + 1
                queue.append(neighbour)
    return found


@cache
def _locations(letter: str) -> tuple[str, ...]:
    board = standard()
    if letter == "F":
        return tuple(place for province in board.provinces.values() for place in province.fleet)
    return tuple(board.provinces)


@cache
def _neighbours(letter: str, place: str) -> tuple[str, ...]:
    province = standard().provinces[place[:3]]
    if letter == "F":
        return province.fleet.get(place, ())
    if letter == WALKING:
        return province.army
    by_water: Iterable[str] = (reached[:3] for places in province.fleet.values() for reached in places)
    return tuple(sorted({*province.army, *by_water}))
