"""Who owns which supply centre (RB-10)."""

from __future__ import annotations

from adjudicator.board import Board, standard
from adjudicator.position import Position, grouped


def changes(position: Position, board: Board | None = None) -> dict[str, tuple[str | None, str]]:
    """Centre -> its owner (None: it has none yet) and the other power that occupies it, which now gets it."""
    provinces = (board or standard()).provinces
    owners = {centre: power for power, centres in position.centres.items() for centre in centres}
    changing: dict[str, tuple[str | None, str]] = {}
    for power, units in position.units.items():
        for unit in units:
            province = unit[2:5]
            if provinces[province].is_centre and (owner := owners.get(province)) != power:
                changing[province] = owner, power
    return changing


def update(position: Position, changing: dict[str, tuple[str | None, str]]) -> Position:
    """The position with these `changes` made; they are asked for after the autumn's retreats."""
    if not changing:
        return position
    owners = {centre: power for power, centres in position.centres.items() for centre in centres}
    owners |= {centre: power for centre, (_, power) in changing.items()}
    return position.having(centres=grouped((power, centre) for centre, power in owners.items()))
