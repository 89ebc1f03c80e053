"""What ratings are computed with. Published on the page about ratings; `FORMULA` grows with every change."""

from __future__ import annotations

from typing import Final

from games.common.words.rounding import half_up

FORMULA: Final = 3
"""Lists that were computed by another one are computed again, but for those that seasons ask (`is_older`)."""

MU: Final = 25.0
"""The skill that a newcomer is taken to have."""
SIGMA: Final = 20.0 / 3
"""How uncertain that is: a standard deviation. It is 200 points."""
BETA: Final = 25.0 / 6
"""How much of a game at a table larger than two is not skill: the standard deviation of what someone shows
in one game.
"""
BETA_OF_TWO: Final = 7.0
"""The same of a game for two: 210 points, with which 200 points more is about three games in four."""
TAU: Final = 25.0 / 300
"""How far a skill may drift from one game to the next: its square is added to the variance before each."""
SHARE: Final = 0.5
"""How much each comparison of two players counts at a table larger than two: a table's comparisons are not
independent of each other.
"""

NEWCOMER_POINTS: Final = 1500
POINTS_A_UNIT: Final = 30
"""Points are 1500 + 30 · (mu − 25): 200 more is about three games in four for two, as with chess ratings."""

PROVISIONAL: Final = 10
"""A rating is provisional before so many rated games."""
MOST_A_PAIR: Final = 3
"""Games for two that the same two have rated in one calendar month (UTC)."""


def points_of(mu: float) -> int:
    """A skill as pages show it."""
    return int(half_up(NEWCOMER_POINTS + POINTS_A_UNIT * (mu - MU)))
