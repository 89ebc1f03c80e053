"""Facts that a variant adds about units and ground, so that one resolver of movement serves them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NONE: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Facts:
    """Provinces, as text, whose unit (or whose ground) is out of the ordinary this phase."""

    rooted: frozenset[str] = NONE
    """The unit cannot be dislodged (DG-6, DG-8, DG-9)."""
    prone: frozenset[str] = NONE
    """The unit's own hold strength is nought (DG-10 to DG-13)."""
    unaided: frozenset[str] = NONE
    """Support to hold given to the unit is void (DG-10 to DG-13)."""
    helpless: frozenset[str] = NONE
    """Support given by the unit is void (DG-11)."""
    closed: frozenset[str] = NONE
    """Nobody may enter (RB-20)."""


ORDINARY: Final = Facts()
