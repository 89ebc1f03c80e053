"""How well ratings find known strengths: what `python -m tests.fuzz.ratings` prints, for the page.

A test computes them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PLAYERS: Final = 200
SEEDS: Final = 20
"""Figures are means over so many groups of players."""
CLEARLY: Final = 0.01
"""Expectations are better than a coin where their log loss is that much less. No other are shown."""
ROUNDED: Final = 0.0051


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

    @property
    def beats_a_coin(self) -> bool:
        return self.coin - self.rated >= CLEARLY

    def is_of(self, *found: float) -> bool:
        """Whether these are its numbers, but for rounding."""
        own = (self.correlation, self.rated, self.known, self.coin)
        return all(abs(one - other) < ROUNDED for one, other in zip(own, found, strict=True))


_ALL, _NEAR = _("For two, opponents from all"), _("For two, opponents from the 20 nearest")
_SEVEN, _SHARED = _("For seven, four games in ten drawn"), _("For seven, eight games in ten drawn")

FIGURES: Final = (
    Figure("two, opponents from all", _ALL, 10, 0.80, 0.61, 0.51, 0.69),
    Figure("two, opponents from all", _ALL, 30, 0.93, 0.56, 0.51, 0.69),
    Figure("two, opponents from all", _ALL, 100, 0.98, 0.52, 0.50, 0.69),
    Figure("two, opponents from the 20 nearest", _NEAR, 10, 0.03, 0.71, 0.68, 0.69),
    Figure("two, opponents from the 20 nearest", _NEAR, 30, 0.05, 0.71, 0.69, 0.69),
    Figure("two, opponents from the 20 nearest", _NEAR, 100, 0.05, 0.70, 0.69, 0.69),
    Figure("seven, 40 % drawn", _SEVEN, 10, 0.78, 1.72, 1.54, 1.95),
    Figure("seven, 40 % drawn", _SEVEN, 30, 0.91, 1.60, 1.51, 1.95),
    Figure("seven, 40 % drawn", _SEVEN, 100, 0.97, 1.53, 1.50, 1.95),
    Figure("seven, 80 % drawn", _SHARED, 10, 0.83, 1.67, 1.52, 1.95),
    Figure("seven, 80 % drawn", _SHARED, 30, 0.94, 1.60, 1.53, 1.95),
    Figure("seven, 80 % drawn", _SHARED, 100, 0.98, 1.55, 1.53, 1.95),
)
