"""How well ratings find known strengths: what `python -m tests.fuzz.ratings` prints, for the page.

A test computes them anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SEED: Final = 1
PLAYERS: Final = 200


@dataclass(frozen=True, slots=True)
class Figure:
    """One line: the way of playing, games a player, rank correlation, and three log losses."""

    way: str
    label: Promise
    games: int
    correlation: float
    rated: float
    known: float
    coin: float


_TWO, _DRAWN = _("For two, no draws"), _("For two, three games in ten drawn")
_SEVEN, _SHARED = _("For seven, four games in ten drawn"), _("For seven, eight games in ten drawn")

FIGURES: Final = (
    Figure("two, no draws", _TWO, 10, 0.80, 0.61, 0.50, 0.69),
    Figure("two, no draws", _TWO, 30, 0.91, 0.52, 0.49, 0.69),
    Figure("two, no draws", _TWO, 100, 0.98, 0.54, 0.52, 0.69),
    Figure("two, 30 % drawn", _DRAWN, 10, 0.78, 0.63, 0.58, 0.69),
    Figure("two, 30 % drawn", _DRAWN, 30, 0.90, 0.59, 0.57, 0.69),
    Figure("two, 30 % drawn", _DRAWN, 100, 0.97, 0.57, 0.56, 0.69),
    Figure("seven, 40 % drawn", _SEVEN, 10, 0.69, 1.86, 1.46, 1.95),
    Figure("seven, 40 % drawn", _SEVEN, 30, 0.88, 1.80, 1.58, 1.95),
    Figure("seven, 40 % drawn", _SEVEN, 100, 0.96, 1.61, 1.47, 1.95),
    Figure("seven, 80 % drawn", _SHARED, 10, 0.82, 1.88, 1.42, 1.95),
    Figure("seven, 80 % drawn", _SHARED, 30, 0.93, 1.79, 1.48, 1.95),
    Figure("seven, 80 % drawn", _SHARED, 100, 0.98, 1.65, 1.45, 1.95),
)
