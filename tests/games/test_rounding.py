"""Figures are rounded in one way: a half goes up, never to the even neighbour."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from games.common.words.rounding import half_up, per_cent


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(25, 2), 0, "13"),
        (Fraction(5, 2), 0, "3"),
        (Fraction(-5, 2), 0, "-3"),
        (2.25, 1, "2.3"),
        (Fraction(41, 20), 1, "2.1"),
        (Fraction(1, 3), 2, "0.33"),
        (1499.5, 0, "1500"),
        (7, 0, "7"),
    ],
)
def test_a_half_goes_up(value, digits, shown):
    assert half_up(value, digits) == Decimal(shown)


@pytest.mark.parametrize(
    ("part", "whole", "shown"), [(1, 8, 13), (3, 8, 38), (1, 200, 1), (0, 0, 0), (2, 3, 67)]
)
def test_per_cents_are_whole(part, whole, shown):
    assert per_cent(part, whole) == shown
