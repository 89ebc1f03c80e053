"""The one way in which figures are rounded wherever they are shown: a half goes up, as people expect."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction


def half_up(value: Fraction | float, digits: int = 0) -> Decimal:
    """`value` with so many digits after the point; a half goes away from 0: 12.5 → 13, -0.5 → -1."""
    scaled = Fraction(value) * 10**digits
    whole = int(abs(scaled) + Fraction(1, 2))
    return Decimal(whole if scaled >= 0 else -whole).scaleb(-digits)


def per_cent(part: int, whole: int) -> int:
    """`part` of `whole` in whole per cent; 0 where there is nothing."""
    return int(half_up(Fraction(100 * part, whole))) if whole else 0
