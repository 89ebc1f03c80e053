"""Why an order cannot be given, as exactly as its own words and the board tell.

The details of the engine stay as coarse as the DATC's; what they mean for one order is worked out here.
"""

from __future__ import annotations

from typing import Final

from adjudicator.board import standard
from adjudicator.texts.verdicts import DETAILS, Pair

THERE_ALREADY: Final[Pair] = (
    "Not possible: {target} is there already.",
    "Impossible : {target} y est déjà.",
)
OTHER_COAST: Final[Pair] = (
    "Not possible: a fleet can’t go from one coast of a place to the other.",
    "Impossible : une flotte ne va pas d’une côte à l’autre du même lieu.",
)
LEAVES: Final[Pair] = (
    "Not possible: {unit} was dislodged from there.",
    "Impossible : {unit} en a été délogée.",
)
AT_SEA: Final[Pair] = ("Not possible: armies can’t go to sea.", "Impossible : une armée ne va pas en mer.")
INLAND: Final[Pair] = (
    "Not possible: fleets can’t go inland.",
    "Impossible : une flotte ne va pas à l’intérieur des terres.",
)
NO_COAST: Final[Pair] = (
    "Not possible: {to} is inland, and no convoy lands there.",
    "Impossible : {to} n’a pas de côte, aucun convoi n’y débarque.",
)
STARTS_INLAND: Final[Pair] = (
    "Not possible: {target} is inland, and no convoy begins there.",
    "Impossible : {target} n’est pas sur une côte, aucun convoi n’en part.",
)
ONLY_ARMIES: Final[Pair] = (
    "Not possible: only armies go by convoy.",
    "Impossible : seules les armées sont convoyées.",
)
STANDS_ELSEWHERE: Final[Pair] = (
    "Not possible: the fleet isn’t on that coast.",
    "Impossible : la flotte n’est pas sur cette côte.",
)
ARMY_COAST: Final[Pair] = (
    "Not possible: an army’s order can’t name a coast.",
    "Impossible : l’ordre d’une armée ne précise pas de côte.",
)


def why(detail: str | None, kind: str, unit: str, target: str, destination: str) -> Pair | None:
    """The exact sentence for an order that was void for `detail`; None where the detail's own is exact.

    `kind` is the order's sign (`VIA` for a move by convoy), the rest its units (`A MUN`) and its place.
    """
    if not unit:
        return None
    to = (destination or target[2:])[:3]
    match detail, kind:
        case "same-place", _ if destination[3:] and destination[3:] != unit[5:]:
            return OTHER_COAST
        case "unreachable", "S" if destination and to == target[2:5]:
            return THERE_ALREADY
        case "unreachable", "R" if to == unit[2:5]:
            return LEAVES
        case "unreachable", "-" | "VIA" | "R" | "S":
            return _wrong_ground(unit, to)
        case "target-unreachable", _ if target:
            return _wrong_ground(target, to)
        case "not-convoyable", _:
            return _no_voyage(target or unit, to)
        case "wrong-coast", _:
            return _wrong_coast(kind, unit, destination)
    return None


def _wrong_ground(unit: str, province: str) -> Pair | None:
    """Why a unit of its kind can be in `province` from nowhere."""
    kind = _kind(province)
    if unit[0] == "A" and kind == "sea":
        return AT_SEA
    return INLAND if unit[0] == "F" and kind == "inland" else None


def _no_voyage(army: str, to: str) -> Pair | None:
    """Why no one carries `army` to the province `to`: in the end, because a fleet is there in its place."""
    if army[0] == "F":
        return ONLY_ARMIES
    if army[2:5] == to:
        return THERE_ALREADY
    if _kind(army[2:5]) == "inland":
        return STARTS_INLAND
    return {"sea": AT_SEA, "inland": NO_COAST}.get(_kind(to), DETAILS["no-target"])


def _wrong_coast(kind: str, unit: str, destination: str) -> Pair | None:
    """The coast that is wrong may be that of the unit (DATC 4.B.5) or one that an army has no use for."""
    if unit[0] == "A" and "/" in destination:
        return ARMY_COAST
    if kind == "C":
        return ARMY_COAST
    return None if "/" in destination and kind in ("-", "R") else STANDS_ELSEWHERE


def _kind(province: str) -> str:
    """`sea`, `inland` or `coastal`; empty for impassable ground."""
    known = standard().provinces.get(province)
    return known.kind if known is not None else ""
