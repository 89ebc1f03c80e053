"""The model of formula 1, for seasons that were announced when ratings were computed by it.

Plackett–Luce with ties (Weng and Lin 2011, algorithm 4), as the package openskill has it. It goes, with its
number in `folding.MODELS`, when no list is computed by it any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openskill.models import PlackettLuce

from league.ratings.parameters import BETA, MU, TAU
from league.ratings.skill import Skill

NEWCOMER: Final = Skill(MU, 25.0 / 3)
GAMMA: Final = 1.0
"""How much of what a game tells is believed of the uncertainty: all."""
KAPPA: Final = 0.0001
"""The least share of uncertainty that a game leaves."""


def _gamma(*_facts: object) -> float:
    """How much of what a game tells about uncertainty is taken off it (`GAMMA`), no matter who plays."""
    return GAMMA


MODEL: Final = PlackettLuce(mu=MU, sigma=NEWCOMER.sigma, beta=BETA, kappa=KAPPA, gamma=_gamma, tau=TAU)


def after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """As `bradley_terry.after_game`."""
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Skill(found.mu, found.sigma, skill.games + 1) for skill, (found,) in zip(skills, after, strict=True)
    ]
