"""What is known of one person's skill."""

from __future__ import annotations

from dataclasses import dataclass

from league.ratings.parameters import MU, SIGMA


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of a skill after `games` rated games: the best guess, and how uncertain it is."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
