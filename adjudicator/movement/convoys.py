"""Convoys as geography: which seas connect which coasts. Sets of seas are masks over provinces."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.geography import Geography


def connected(geo: Geography, seas: int, fleets: int) -> int:
    """The fleets that can be reached over `fleets` from those of `seas`, these included."""
    beside = geo.seas_beside
    found = edge = seas & fleets
    while edge:
        fresh = 0
        while edge:
            sea = edge & -edge
            fresh |= beside[sea.bit_length() - 1]
            edge ^= sea
        edge = fresh & fleets & ~found
        found |= edge
    return found


def is_chain(geo: Geography, start: int, end: int, fleets: int) -> bool:
    """Whether `fleets` join the coasts of provinces `start` and `end` (RB-5h)."""
    beside = geo.seas_beside
    return connected(geo, beside[start], fleets) & beside[end] != 0


def lies_on_route(geo: Geography, start: int, end: int, fleets: int, sea: int) -> bool:
    """Whether some route from `start` to `end` over `fleets` needs the one in `sea` (DATC 6.F.12, 6.G.19)."""
    here = 1 << sea
    if not fleets & here:
        return False
    if geo.seas_beside[start] & geo.seas_beside[end] & here:
        return True
    return any(route & here and ends >> end & 1 for route, ends in routes(geo, start, fleets))


def on_routes(geo: Geography, start: int, end: int, fleets: int) -> int:
    """Those of `fleets` that some route from `start` to `end` needs."""
    found = 0
    for route, ends in routes(geo, start, fleets):
        if ends >> end & 1:
            found |= route
    return found


def routes(geo: Geography, start: int, fleets: int) -> Iterator[tuple[int, int]]:
    """Every route that sails from `start` over `fleets`: its fleets, and the land provinces it can end in.

    A route needs all of its fleets: no two of them meet but neighbours in it, the first alone lies beside
    `start`, the last alone beside where it ends.
    """
    beside, shores = geo.seas_beside, geo.shores
    first = beside[start] & fleets
    open_ends = [(sea, 0, 1 << start, fleets & ~first) for sea in reversed(listed(first))]
    while open_ends:
        sea, sailed, passed, free = open_ends.pop()
        sailed |= 1 << sea
        yield sailed, shores[sea] & ~passed
        passed |= shores[sea]
        around = beside[sea]
        for further in reversed(listed(around & free)):
            open_ends.append((further, sailed, passed, free & ~around))


def listed(seas: int) -> list[int]:
    """The provinces of a mask, in order."""
    found = []
    while seas:
        sea = seas & -seas
        seas ^= sea
        found.append(sea.bit_length() - 1)
    return found
