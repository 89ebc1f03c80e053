"""Today's model of games for two: who shows more in a game wins it (Thurstone–Mosteller).

It is that of Weng and Lin (2011). What each shows is normal about the skill, and a draw says that both have
shown the same. A win raises by more than a draw does and a defeat by less, whatever the skills: φ(t) / Φ(t)
is more than −t for every t.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from league.ratings.parameters import BETA_OF_TWO, TAU
from league.ratings.skill import Skill

LEAST: Final = 1e-300
"""What is less likely than that has to be taken for impossible: floats end."""


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Both players' skills after a game, from those before it and their places; equals have drawn."""
    (one, other), (place, others) = skills, places
    if place > others:
        return after_game([other, one], [others, place])[::-1]
    variances = [skill.sigma * skill.sigma + TAU * TAU for skill in skills]
    spread_2 = sum(variances) + 2 * BETA_OF_TWO * BETA_OF_TWO
    spread = math.sqrt(spread_2)
    ahead = (one.mu - other.mu) / spread
    rise, tells = (-ahead, 1.0) if place == others else _of_a_win(ahead)
    return [
        Skill(
            skill.mu + sign * rise * variance / spread,
            math.sqrt(variance * (1 - tells * variance / spread_2)),
            skill.games + 1,
        )
        for skill, variance, sign in zip(skills, variances, (1, -1), strict=True)
    ]


def _of_a_win(ahead: float) -> tuple[float, float]:
    """How much a win by who was `ahead` by so many spreads raises, and how much it tells: from 0 to 1."""
    likely = math.erfc(-ahead / math.sqrt(2)) / 2
    if likely < LEAST:
        return -ahead, 1.0
    rise = math.exp(-ahead * ahead / 2) / math.sqrt(2 * math.pi) / likely
    return rise, rise * (rise + ahead)
