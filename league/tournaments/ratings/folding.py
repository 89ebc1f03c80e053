"""Ratings as a fold over games, in the order of their ends: nothing here knows rows, leagues or words.

The model is Plackett–Luce with ties (Weng and Lin 2011, algorithm 4), as the package openskill has it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, TypeAlias

from openskill.models import PlackettLuce

from league.tournaments.ratings.parameters import BETA, GAMMA, KAPPA, MOST_A_PAIR, MU, SIGMA, TAU

Place: TypeAlias = tuple[datetime, str]
"""Where a game counts: the moment of its end, then its code."""


def _gamma(*_facts: object) -> float:
    """How much of what a game tells about uncertainty is taken off it (`GAMMA`), whoever plays."""
    return GAMMA


MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, gamma=_gamma, tau=TAU)


@dataclass(frozen=True, slots=True)
class Placed:
    """One person in one game; whoever has the same `place` ties, 1 is the best."""

    user: int
    place: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over. Without `players` it is not rated."""

    game: int
    code: str
    at: datetime
    players: tuple[Placed, ...]

    @property
    def order(self) -> Place:
        return self.at, self.code


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of a skill after `games` rated games: the best guess, and how uncertain it is."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0


NEWCOMER: Final = Skill()


@dataclass(frozen=True, slots=True)
class Step:
    """What a game did to one of its players' skill."""

    played: Played
    user: int
    place: int
    before: Skill
    after: Skill


@dataclass
class Fold:
    """Skills after all games so far. Give games to `rate` in their order, each once.

    `met`: how many rated games pairs have played in the month of the last one (`month`: year and month, UTC).
    """

    is_for_two: bool
    skills: dict[int, Skill] = field(default_factory=dict)
    month: tuple[int, int] = (0, 0)
    met: dict[frozenset[int], int] = field(default_factory=dict)

    def rate(self, played: Played) -> list[Step]:
        """What `played` changes, by the keys of its players; nothing where it is not rated."""
        if not played.players or not self._is_among_the_first(played):
            return []
        steps = rated(played, [self.skills.get(each.user, NEWCOMER) for each in played.players])
        for step in steps:
            self.skills[step.user] = step.after
        return sorted(steps, key=lambda step: step.user)

    def _is_among_the_first(self, played: Played) -> bool:
        """Whether the same two have rated fewer games this month than are rated; if so, one more."""
        if not self.is_for_two:
            return True
        if (month := month_of(played.at)) != self.month:
            self.month, self.met = month, {}
        pair = pair_of(played)
        if self.met.get(pair, 0) >= MOST_A_PAIR:
            return False
        self.met[pair] = self.met.get(pair, 0) + 1
        return True


def month_of(moment: datetime) -> tuple[int, int]:
    """The calendar month of a moment, in UTC."""
    moment = moment.astimezone(UTC)
    return moment.year, moment.month


def month_begins(moment: datetime) -> datetime:
    """The first instant of that month."""
    return datetime(*month_of(moment), 1, tzinfo=UTC)


def pair_of(played: Played) -> frozenset[int]:
    return frozenset(each.user for each in played.players)


def rated(played: Played, skills: Sequence[Skill]) -> list[Step]:
    """The players' skills after a game, from those before it, in the order of its players."""
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = MODEL.rate(teams, ranks=[float(each.place) for each in played.players])
    return [
        Step(played, each.user, each.place, skill, Skill(found.mu, found.sigma, skill.games + 1))
        for each, skill, (found,) in zip(played.players, skills, after, strict=True)
    ]


def chances(skills: Sequence[Skill]) -> list[float]:
    """How likely each of the players is to come first, by the model the ratings are computed with."""
    spread = math.sqrt(sum(skill.sigma**2 + BETA**2 for skill in skills))
    best = max(skill.mu for skill in skills)
    weights = [math.exp((skill.mu - best) / spread) for skill in skills]
    return [weight / sum(weights) for weight in weights]


def fold(games: Iterable[Played], *, is_for_two: bool) -> Fold:
    """The skills that `games`, in any order, come to."""
    found = Fold(is_for_two)
    for played in sorted(games, key=lambda each: each.order):
        found.rate(played)
    return found
