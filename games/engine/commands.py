"""Who commands which power in a position, and which powers no one does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.board import standard


def commanding_seats(position: Mapping[str, Any]) -> dict[str, str]:
    """The seat that commands each power in `position`.

    A power is commanded by the seat whose home power it is, by the seat that controls it, or by the seat it
    was dealt to: whichever of these the position says. Where it says none of them, each power is a seat.
    """
    if not position.keys() & {"control", "homes", "powers"}:
        return {power: power for power in standard().powers}
    seats: dict[str, str] = {power: seat for power, seat in position.get("control", {}).items() if seat}
    seats |= {power: seat for seat, power in position.get("homes", {}).items() if power}
    for seat, powers in position.get("powers", {}).items():
        seats |= dict.fromkeys(powers, seat)
    return seats


def idle_units(position: Mapping[str, Any]) -> frozenset[str]:
    """The units of powers that no one commands, which get no orders: mercenaries in anarchy (ID-5), neutral
    Italy (RB-20), powers in disorder for good (RB-16).
    """
    ordered = commanding_seats(position).keys() - set(position.get("disorder", ()))
    units = position.get("units", {})
    return frozenset(unit for power in units if power not in ordered for unit in units[power])


def commanders_of(position: Mapping[str, Any], players: Mapping[str, str]) -> dict[str, str]:
    """The name of the player who commands each power in `position`, as the viewer sees it."""
    seats = commanding_seats(position)
    return {power: players[seat] for power, seat in seats.items() if seat in players}


def powers_of(position: Mapping[str, Any], seat: str | None) -> Sequence[str]:
    """The powers that `seat` commands in `position`."""
    if seat is None:
        return []
    return sorted(commanders_of(position, {seat: seat}))
