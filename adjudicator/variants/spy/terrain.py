"""The map as spies know it: where they walk, board and land, which fleets could carry them, what they see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from adjudicator.board import Board
from adjudicator.geography import Geography, geography
from adjudicator.movement.convoys import listed, routes

Around = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Terrain:
    """One board's ways for spies, by province; ground closed to units is a province like any (SPY-11)."""

    steps: Around
    """Land -> land next to it: on foot (SPY-11)."""
    seas: Around
    """Land -> seas beside it, for boarding. Sea -> none (SPY-13)."""
    shores: Around
    """Sea -> land beside it, for landing."""
    waters: Around
    """Sea -> seas beside it: the next fleet of a chain."""
    near: Around
    """Province -> everything next to it, land and sea alike (SPY-4)."""
    carried: Mapping[str, frozenset[tuple[str, str]]]
    """Sea -> the ways, from coast to coast, that some chain with a fleet there would serve (SPY-12)."""
    ports: Around
    """Coast -> the coasts that some chain of fleets leads to."""

    def is_sea(self, province: str) -> bool:
        return province in self.shores


@cache
def terrain(board: Board) -> Terrain:
    """The terrain of `board`, made once."""
    geo = geography(board)
    land = {p.id: set(p.army) for p in board.provinces.values() if not p.is_sea}
    for place in board.impassable.values():
        land[place.id] = set(place.army)
        for neighbour in place.army:
            land[neighbour].add(place.id)
    seas = [p.id for p in board.provinces.values() if p.is_sea]
    beside = {id: _names(geo, geo.seas_beside[geo.place_code[id]]) for id in board.provinces}
    shores = {sea: _names(geo, geo.shores[geo.place_code[sea]]) for sea in seas}
    carried: dict[str, set[tuple[str, str]]] = {sea: set() for sea in seas}
    ports: dict[str, set[str]] = {}
    for start, province in board.provinces.items():
        if province.kind == "coastal":
            for sailed, ends in routes(geo, geo.place_code[start], geo.sea_mask):
                goals = _names(geo, ends)
                ports.setdefault(start, set()).update(goals)
                for sea in _names(geo, sailed):
                    carried[sea].update((start, goal) for goal in goals)
    return Terrain(
        steps=_frozen(land),
        seas={place: beside.get(place, frozenset()) for place in land},
        shores=shores,
        waters={sea: beside[sea] for sea in seas},
        near=_frozen(
            {place: land[place] | beside.get(place, frozenset()) for place in land}
            | {sea: shores[sea] | beside[sea] for sea in seas}
        ),
        carried={sea: frozenset(ways) for sea, ways in carried.items()},
        ports=_frozen(ports),
    )


def chain(ground: Terrain, start: str, end: str, fleets: Iterable[str]) -> tuple[str, ...]:
    """The shortest chain of `fleets` (seas) from coast to coast, the first by the alphabet; none: empty."""
    free = set(fleets)
    edge: list[tuple[str, ...]] = [(sea,) for sea in sorted(ground.seas[start] & free)]
    while edge:
        further: list[tuple[str, ...]] = []
        for sailed in edge:
            if end in ground.shores[sailed[-1]]:
                return sailed
        for sailed in edge:
            free -= set(sailed)
        for sailed in edge:
            for sea in sorted(ground.waters[sailed[-1]] & free):
                free.remove(sea)
                further.append((*sailed, sea))
        edge = further
    return ()


def _names(geo: Geography, mask: int) -> frozenset[str]:
    return frozenset(geo.province_text[province] for province in listed(mask))


def _frozen(around: Mapping[str, Iterable[str]]) -> Around:
    return {place: frozenset(places) for place, places in around.items()}
