"""What was agreed, as lines of a name and what it says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """One thing agreed."""

    name: str
    says: str
