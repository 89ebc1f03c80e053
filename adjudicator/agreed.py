"""The end of a game that does not come from orders: how, by whom, who had no say, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudicator import asking
from adjudicator.canonical import shown
from adjudicator.errors import AdjudicatorError

CAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "forfeit": ("absence", "ruling"),
    "void": ("silence", "ruling"),
}
"""The endings that must say why they came, and what they may say (HR-5, HR-6)."""

SHARED: Final = "draw"
"""The ending that names `absent` seats (HR-4)."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """An agreed ending: `how` it ends, and the seats that it is `by`, sorted.

    `absent`: seats that no one plays, which are neither asked nor share a draw (HR-4). `cause`: why a game is
    forfeited or void, one of `CAUSES`; empty for the other endings.
    """

    how: str
    by: tuple[str, ...]
    absent: tuple[str, ...] = ()
    cause: str = ""


def read(value: object, ways: Sequence[str], seats: Sequence[str], others: Sequence[str]) -> Agreed:
    """What `agreed` of a question means, where a game may end in these `ways`.

    `others` may stand among those who agree, beside the `seats`. Errors: `bad-input` for a wrong shape,
    `bad-seat` for someone who has no say in this game, `not-allowed` for an ending that it does not have.
    """
    given = asking.mapping(value, "“agreed”", "« agreed »")
    how, by, absent = given.get("how"), given.get("by", []), given.get("absent", [])
    unknown = set(given) - {"how", "by", "absent", "cause"}
    if not isinstance(how, str) or not isinstance(by, list) or not isinstance(absent, list) or unknown:
        raise asking.bad(
            'An agreed end reads {"how": "draw", "by": [seats]}, and if wanted "absent": [seats].',
            'Une fin convenue s’écrit {"how": "draw", "by": [places]}, avec au besoin "absent": [places].',
        )
    for name in by:
        asking.seat(name, (*seats, *others))
    for name in absent:
        asking.seat(name, seats)
    if how not in ways:
        known = ", ".join(ways)
        raise AdjudicatorError(
            "not-allowed",
            f"This game cannot end by {shown(how)}; it may end by: {known}.",
            f"Cette partie ne peut finir par {shown(how)} ; elle peut finir par : {known}.",
        )
    _check_absent(how, by, absent)
    return Agreed(how, tuple(sorted(set(by))), tuple(sorted(set(absent))), _cause(how, given))


def _check_absent(how: str, by: Sequence[str], absent: Sequence[str]) -> None:
    if absent and how != SHARED:
        raise asking.bad(
            f"Only a draw has absent seats; leave “absent” out of “{how}”.",
            f"Seule une nulle a des places absentes ; retirez « absent » de « {how} ».",
        )
    if both := sorted(set(by) & set(absent)):
        names = ", ".join(both)
        raise asking.bad(
            f"A seat is absent or it agrees, not both: {names}. Name it in one of the two lists.",
            f"Une place est absente ou elle est d’accord, pas les deux : {names}. Une seule liste suffit.",
        )


def _cause(how: str, given: Mapping[str, Any]) -> str:
    causes, cause = CAUSES.get(how, ()), given.get("cause")
    if not causes and "cause" in given:
        raise asking.bad(
            f"“{how}” has no cause; leave “cause” out.", f"« {how} » n’a pas de cause ; retirez « cause »."
        )
    if causes and cause not in causes:
        known = ", ".join(causes)
        raise asking.bad(
            f"The cause of “{how}” is one of: {known}; it is {shown(cause)}.",
            f"La cause de « {how} » est l’une de ces valeurs : {known} ; elle est {shown(cause)}.",
        )
    return str(cause) if causes else ""
