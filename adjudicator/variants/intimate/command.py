"""Command of powers: of a home power all game, of mercenaries for the year, by no one of those in anarchy."""

from __future__ import annotations

from typing import Final

from adjudicator.phases.adjustments import Policies, Policy
from adjudicator.position import Position
from adjudicator.variants.intimate.state import IntimateState
from adjudicator.variants.variant import Table


def powers_of(table: Table, position: Position, seat: str) -> tuple[str, ...]:
    """The home power and the mercenaries under this seat's control (ID-11)."""
    return IntimateState.of(position).powers_of(seat)


def in_disorder(table: Table, position: Position) -> dict[str, str]:
    """Mercenaries in anarchy (ID-5), and powers in disorder for good."""
    anarchic = (
        power for power, controller in IntimateState.of(position).control.items() if controller is None
    )
    return {**dict.fromkeys(position.disorder, "RB-14"), **dict.fromkeys(anarchic, "ID-5")}


def policies(table: Table, position: Position) -> Policies:
    """A controlled mercenary's builds are compulsory; a home power's are not, and anarchy builds nothing
    (ID-12, ID-5).
    """
    control = IntimateState.of(position).control
    return {power: _MERCENARY.get(power, _ARMIES) for power, seat in control.items() if seat is not None}


_ARMIES: Final = Policy(compulsory=True, clause="ID-12")
_MERCENARY: Final = {"ENGLAND": Policy(compulsory=True, letter="F", clause="ID-12")}
