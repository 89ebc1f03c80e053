"""Facts that a variant adds about units and ground, so that one resolver of movement serves them all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

NONE: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Facts:
    """Provinces, as text, whose unit (or whose ground) is out of the ordinary this phase."""

    rooted: frozenset[str] = NONE
    """The unit cannot be dislodged (DG-6, DG-8, DG-9)."""
    assured: frozenset[str] = NONE
    """The unit's move gets in against any foreign strength, and keeps every foreign move out (DG-7)."""
    steadfast: frozenset[str] = NONE
    """Support given by the unit cannot be cut (DG-8)."""
    prone: frozenset[str] = NONE
    """The unit's own hold strength is nought (DG-10 to DG-13)."""
    unaided: frozenset[str] = NONE
    """Support to hold given to the unit is void (DG-10 to DG-13)."""
    helpless: frozenset[str] = NONE
    """Support given by the unit is void (DG-11)."""
    doomed: frozenset[str] = NONE
    """The unit's move fails; under a foreign attack it has no effect at all. The unit does not retreat to
    where it was going (DG-12).
    """
    severed: frozenset[str] = NONE
    """The unit's link of a convoy counts as dislodged (DG-13)."""
    closed: frozenset[str] = NONE
    """No one may enter (RB-20)."""
    clauses: Mapping[str, str] = field(default_factory=dict)
    """Province -> the clause by which its unit is out of the ordinary: what results cite."""
    disorder: Mapping[str, str] = field(default_factory=dict)
    """Power in disorder -> the clause that has it so, where that is not its player's silence (ID-5)."""
    blind: bool = False
    """No one knows which seas are empty: a convoy may be ordered wherever a chain is conceivable (SPY-7)."""
    fleets_wait: bool = False
    """A dislodged fleet without a retreat stays until the retreats (SPY-14)."""

    @property
    def are_of_units(self) -> bool:
        """Whether any of them is about a unit, and not about ground alone."""
        return bool(
            self.rooted
            or self.assured
            or self.steadfast
            or self.prone
            or self.unaided
            or self.helpless
            or self.doomed
            or self.severed
        )


ORDINARY: Final = Facts()
