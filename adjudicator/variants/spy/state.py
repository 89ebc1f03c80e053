"""Where the spies are: what a position of Spy Diplomacy holds besides the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from adjudicator.board import Board
from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError
from adjudicator.position import Position

KEYS: Final = frozenset(("spies",))


class Spy(NamedTuple):
    """One spy: the province it is in; `adrift` aboard a dislodged fleet there, which has yet to retreat."""

    at: str
    adrift: bool = False

    def to_json(self) -> dict[str, Any]:
        return {"aboard_dislodged": True, "at": self.at} if self.adrift else {"at": self.at}


Spies = Mapping[str, tuple[Spy, ...]]
"""Power -> its spies, sorted; powers without any are left out."""


def spies_of(position: Position) -> dict[str, tuple[Spy, ...]]:
    """The spies of a position that has been `checked`."""
    listed: Mapping[str, list[dict[str, Any]]] = position.extra["spies"]
    return {
        power: tuple([Spy(each["at"], "aboard_dislodged" in each) for each in spies])
        for power, spies in listed.items()
    }


def spies_in(position: Position, power: str) -> tuple[Spy, ...]:
    """The spies of one power in a position that has been `checked`."""
    listed = position.extra["spies"].get(power, ())
    return tuple([Spy(each["at"], "aboard_dislodged" in each) for each in listed])


def places_of(position: Position) -> dict[str, list[str]]:
    """Power -> the province of each of its spies, in a position that has been `checked`."""
    listed: Mapping[str, list[dict[str, Any]]] = position.extra["spies"]
    return {power: [each["at"] for each in spies] for power, spies in listed.items()}


def changing(position: Position, spies: Mapping[str, Iterable[Spy]]) -> Position:
    """`position`, which has been `checked`, with these spies of these powers; the others' stay."""
    if not spies:
        return position
    made = {power: [spy.to_json() for spy in sorted(those)] for power, those in spies.items()}
    listed = {**position.extra["spies"], **made}
    return position.having(
        extra={"spies": {power: listed[power] for power in sorted(listed) if listed[power]}}
    )


def having(position: Position, spies: Mapping[str, Iterable[Spy]]) -> Position:
    """`position` with these spies in place of its own."""
    listed = {power: sorted(spies[power]) for power in sorted(spies)}
    return position.having(
        extra={"spies": {power: [spy.to_json() for spy in those] for power, those in listed.items() if those}}
    )


def checked(position: Position, board: Board) -> Position:
    """`position` with its spies complete and in order; `bad-position` where they cannot be.

    A spy at sea need not have a fleet beside it here: its owner may not see the fleet.
    """
    given = position.extra.get("spies", {})
    if not isinstance(given, Mapping):
        raise _fault(given)
    spies: dict[str, list[Spy]] = {}
    for power, listed in given.items():
        if power not in board.powers or not isinstance(listed, (list, tuple)):
            raise _fault({power: listed})
        spies[power] = [_spy(each, board) for each in listed]
    return having(position, spies)


def _spy(given: object, board: Board) -> Spy:
    if not isinstance(given, Mapping) or not {"at"} <= set(given) <= {"at", "aboard_dislodged"}:
        raise _fault(given)
    at, adrift = given["at"], given.get("aboard_dislodged", False)
    if not isinstance(at, str) or not isinstance(adrift, bool):
        raise _fault(given)
    province = board.provinces.get(at)
    if (province is None and at not in board.impassable) or (adrift and not (province and province.is_sea)):
        raise _fault(given)
    return Spy(at, adrift)


def _fault(given: object) -> AdjudicatorError:
    return AdjudicatorError(
        "bad-position",
        'spies: by power, a list such as [{"at": "PAR"}, {"at": "NTH", "aboard_dislodged": true}]; '
        f"not {shown(given)}.",
        'spies : par puissance, une liste comme [{"at": "PAR"}, {"at": "NTH", "aboard_dislodged": true}], '
        f"et non {shown(given)}.",
    )
