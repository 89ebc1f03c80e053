"""The board as it is set up: every power on its home centres with its first units (RB-1)."""

from __future__ import annotations

from adjudicator.board import Board
from adjudicator.position import Phase, Position


def opening_position(board: Board, phase: Phase) -> Position:
    return Position(
        phase=phase,
        units={power.id: power.units for power in board.powers.values()},
        centres={power.id: power.homes for power in board.powers.values()},
    )
