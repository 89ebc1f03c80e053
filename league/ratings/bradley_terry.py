"""Today's model of tables larger than two: every two players are compared (Bradley–Terry).

It is that of Weng and Lin (2011), with two differences. Who shares a place is not compared: no one knows
which of those who lost played better. And each comparison counts half.

How much a comparison moves someone does not depend on the result, and its sign does: so a better place, all
else equal, never lowers a rating.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from league.ratings.parameters import BETA, SHARE, TAU
from league.ratings.skill import Skill


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The players' skills after a game, from those before it and their places; 1 is the best, equals tie."""
    variances = [skill.sigma * skill.sigma + TAU * TAU for skill in skills]
    rises, told = [0.0] * len(skills), [0.0] * len(skills)
    for one, other in combinations(range(len(skills)), 2):
        if places[one] == places[other]:
            continue
        score = 1.0 if places[one] < places[other] else 0.0
        spread_2 = variances[one] + variances[other] + 2 * BETA * BETA
        spread = math.sqrt(spread_2)
        expected = 1 / (1 + math.exp((skills[other].mu - skills[one].mu) / spread))
        rise = SHARE * (score - expected) / spread
        rises[one] += rise
        rises[other] -= rise
        tells = SHARE * expected * (1 - expected) / spread_2
        told[one] += tells
        told[other] += tells
    return [
        Skill(
            skill.mu + variance * rise,
            math.sqrt(variance * (1 - variance * tells)),
            skill.games + 1,
        )
        for skill, variance, rise, tells in zip(skills, variances, rises, told, strict=True)
    ]
