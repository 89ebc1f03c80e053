"""Removals by rule: which units go when no one says which (RB-15, DATC 4.D.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from adjudicator.board import Board, standard
from adjudicator.position import Position
from adjudicator.rulebook import Rulebook

UNREACHED: Final = 10_000
"""Farther than any distance on a board."""


def removals(
    position: Position,
    power: str,
    count: int,
    rules: Rulebook,
    *,
    spared: Iterable[str] = (),
    board: Board | None = None,
) -> tuple[str, ...]:
    """The `count` units of `power` that go, in the sequence in which they go, `spared` ones aside.

    The farthest goes first; at equal distance fleets before armies, then by the province's English name.
    """
    board = board or standard()
    kept = frozenset(spared)

    def sequence(unit: str) -> tuple[int, bool, str]:
        return -distance(position, power, unit, rules, board), unit[0] == "A", board.english_name(unit)

    units = [unit for unit in position.units.get(power, ()) if unit not in kept]
    return tuple(sorted(units, key=sequence)[:count])


def distance(position: Position, power: str, unit: str, rules: Rulebook, board: Board | None = None) -> int:
    """Spaces from `unit` to its power's nearest centre; UNREACHED if there is no way.

    `home-centre`: to the power's home centres, no matter who owns them; armies count land and sea, fleets go
    where fleets can. `owned-centre`: to any centre that the power owns, everyone over land and sea.
    """
    board = board or standard()
    if rules.distance == "home-centre":
        goals = board.powers[power].homes
        ways = _over_water(board, unit[2:]) if unit[0] == "F" else _over_everything(board, unit[2:5])
    else:
        goals = position.centres.get(power, ())
        ways = _over_everything(board, unit[2:5])
    return min((ways.get(goal, UNREACHED) for goal in goals), default=UNREACHED)


@lru_cache(maxsize=512)
def _over_everything(board: Board, province: str) -> Mapping[str, int]:
    """Province -> spaces from `province`, over land and sea alike."""
    return spread(
        province,
        {
            place.id: {*place.army, *(reached[:3] for row in place.fleet.values() for reached in row)}
            for place in board.provinces.values()
        },
    )


@lru_cache(maxsize=512)
def _over_water(board: Board, location: str) -> Mapping[str, int]:
    """Province -> spaces from `location` as a fleet sails, coasts respected."""
    graph = {at: set(row) for place in board.provinces.values() for at, row in place.fleet.items()}
    nearest: dict[str, int] = {}
    for at, spaces in spread(location, graph).items():
        nearest[at[:3]] = min(spaces, nearest.get(at[:3], UNREACHED))
    return nearest


def spread(start: str, graph: Mapping[str, set[str]]) -> dict[str, int]:
    """Place -> steps from `start` over `graph`, which gives each place's neighbours."""
    spaces = {start: 0}
    edge = [start]
    while edge:
        fresh = sorted({there for here in edge for there in graph[here]} - spaces.keys())
        spaces.update(dict.fromkeys(fresh, spaces[edge[0]] + 1))
        edge = fresh
    return spaces
