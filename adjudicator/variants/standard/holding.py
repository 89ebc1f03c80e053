"""Seats that are numbers: which powers each orders, as `powers` of a position says (RB-16 to RB-20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.position import Position
from adjudicator.variants import classic
from adjudicator.variants.variant import Table

KEYS: Final = frozenset(("powers",))


def start(table: Table, lots: Lots | None) -> Position:
    """The starting map, with the powers of each seat."""
    return having(classic.start(table, lots), table.variant.groups)


def held(position: Position, seat: str) -> list[str]:
    """The powers that are the seat's in a position that has been `checked`, also those in disorder."""
    powers: list[str] = position.extra["powers"][seat]
    return powers


def having(position: Position, powers: Mapping[str, Any]) -> Position:
    """`position` with these powers by seat."""
    listed = {seat: sorted(powers[seat]) for seat in sorted(powers)}
    return position.having(extra={**position.extra, "powers": listed})


def checked(table: Table, position: Position) -> Position:
    """The position with every seat's powers; `bad-position` where they cannot be.

    Where `powers` is left out, they are those that the table's seats begin with.
    """
    given = position.extra.get("powers")
    if given is None:
        return having(position, table.variant.groups)
    if not isinstance(given, Mapping) or not {*given} <= {*table.seats}:
        raise _fault(table, given)
    powers: dict[str, list[str]] = {}
    taken: set[str] = set()
    for seat in table.seats:
        listed = given.get(seat, [])
        if not isinstance(listed, (list, tuple)):
            raise _fault(table, given)
        for power in listed:
            if not isinstance(power, str) or power not in table.board.powers or power in taken:
                raise _fault(table, given)
            taken.add(power)
        powers[seat] = list(listed)
    return having(position, powers)


def _fault(table: Table, given: object) -> AdjudicatorError:
    seats = ", ".join(table.seats)
    return AdjudicatorError(
        "bad-position",
        f'powers: by seat ({seats}) a list such as ["AUSTRIA", "FRANCE"], no power twice; not '
        f"{shown(given)}.",
        f'powers : par place ({seats}) une liste comme ["AUSTRIA", "FRANCE"], sans doublon, et non '
        f"{shown(given)}.",
    )


def powers_of(table: Table, position: Position, seat: str) -> tuple[str, ...]:
    """The seat's powers, without those in disorder for good (RB-16)."""
    return tuple([power for power in held(position, seat) if power not in position.disorder])


def in_disorder(table: Table, position: Position) -> dict[str, str]:
    """Powers in disorder for good, and powers that no one plays."""
    played = {power for seat in table.seats for power in held(position, seat)}
    unplayed = (power for power in table.board.powers if power not in played)
    return dict.fromkeys((*position.disorder, *unplayed), "RB-14")
