"""Who owns which supply centre (RB-10)."""

from __future__ import annotations

from adjudicator.board import Board, standard
from adjudicator.position import Position, grouped


def update(position: Position, board: Board | None = None) -> Position:
    """The position with every occupied centre owned by its occupier; asked after the autumn's retreats."""
    occupied = position.occupied()
    owners = {centre: power for power, centres in position.centres.items() for centre in centres}
    for centre in (board or standard()).centres:
        if centre in occupied:
            owners[centre] = occupied[centre]
    return position.having(centres=grouped((power, centre) for centre, power in owners.items()))
