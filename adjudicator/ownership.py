"""Who owns which supply centre (RB-10)."""

from __future__ import annotations

from adjudicator.board import Board, standard
from adjudicator.position import Position


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


def made(position: Position, changing: dict[str, tuple[str | None, str]]) -> Position:
    """The position with these `changes` made."""
    if not changing:
        return position
    owned = {
        power: [centre for centre in centres if centre not in changing]
        for power, centres in position.centres.items()
    }
    for centre, (_, power) in changing.items():
        owned.setdefault(power, []).append(centre)
    centres = {power: tuple(sorted(owned[power])) for power in sorted(owned) if owned[power]}
    return position.having(centres=centres)
