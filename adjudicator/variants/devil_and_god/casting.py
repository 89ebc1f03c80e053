"""What a blessing and a curse come to: whether they cancel (DG-4), and what they do to a unit by what it is
doing (DG-6 to DG-13).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from adjudicator.legality import CONVOY, HOLD, MOVE, SUPPORT
from adjudicator.movement.facts import NONE, ORDINARY, Facts
from adjudicator.phases.movement import Deed
from adjudicator.variants.devil_and_god.state import DEVIL, GOD

CANCELLED: Final = "DG-4"
CLAUSES: Final[Mapping[str, Mapping[int, str]]] = {
    GOD: {HOLD: "DG-6", MOVE: "DG-7", SUPPORT: "DG-8", CONVOY: "DG-9"},
    DEVIL: {HOLD: "DG-10", SUPPORT: "DG-11", MOVE: "DG-12", CONVOY: "DG-13"},
}
"""The clause of a spell by the seat that casts it and by what the unit does."""


@dataclass(frozen=True, slots=True)
class Casting:
    """A phase's spells: by seat the clause that each goes by, and the facts that movement is told."""

    clauses: Mapping[str, str]
    facts: Facts = ORDINARY


def casting(spells: Mapping[str, str], deeds: Mapping[str, Deed]) -> Casting:
    """What `spells`, units by seat, do to units that do `deeds` (by province)."""
    at = {seat: unit[2:5] for seat, unit in spells.items()}
    if DEVIL in at and GOD in at and opposed(at[DEVIL], at[GOD], deeds):
        return Casting(dict.fromkeys(sorted(at), CANCELLED))
    clauses = {seat: CLAUSES[seat][deeds[place].kind] for seat, place in sorted(at.items())}
    return Casting(clauses, _facts(at, clauses, deeds)) if at else Casting({})


def opposed(one: str, other: str, deeds: Mapping[str, Deed]) -> bool:
    """Whether the units in two provinces are one, or one is ordered into the other's province, or both into
    the same (DG-4).
    """
    to, other_to = deeds[one].to, deeds[other].to
    return one == other or to == other or other_to == one or (to is not None and to == other_to)


def _facts(at: Mapping[str, str], clauses: Mapping[str, str], deeds: Mapping[str, Deed]) -> Facts:
    def only(seat: str, *kinds: int) -> frozenset[str]:
        """The province of the unit that `seat` touches, if the unit does one of `kinds`."""
        place = at.get(seat)
        return frozenset((place,)) if place is not None and deeds[place].kind in kinds else NONE

    cursed = only(DEVIL, HOLD, MOVE, SUPPORT, CONVOY)
    return Facts(
        rooted=only(GOD, HOLD, SUPPORT, CONVOY),
        assured=only(GOD, MOVE),
        steadfast=only(GOD, SUPPORT),
        prone=cursed,
        unaided=cursed,
        helpless=only(DEVIL, SUPPORT),
        doomed=only(DEVIL, MOVE),
        severed=only(DEVIL, CONVOY),
        clauses={at[seat]: clause for seat, clause in clauses.items()},
    )
