"""Models of ratings that were compared (`tests.fuzz.ratings`): today's, the one before, openskill's five with
calibrated parameters, Glicko-2 and Elo.

All count in points above a newcomer's. Parameters, the expectation's too, were calibrated by a coarse grid
over few seeds, for two and for seven apart. Only that of drift is the same for all: players whose strength
stays cannot show it. The model before expects as it did.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

from league.ratings import bradley_terry, plackett_luce, thurstone_mosteller
from league.ratings.parameters import MU, POINTS_A_UNIT, SIGMA, TAU
from league.ratings.skill import Skill
from tests.fuzz.glicko import SCALE, Rated, after_games

Rate = Callable[[Sequence[Rated], Sequence[int]], list[Rated]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A model: what a newcomer has, how a game changes it by places, and how wide the luck of a game is taken
    to be when it is asked who comes first: the variance `beta`² and `doubt` times that of the ratings.
    """

    newcomer: Rated
    rate: Rate
    beta: float
    doubt: float = 1.0

    def chances(self, ratings: Sequence[Rated]) -> list[float]:
        variance = self.doubt * sum(each.deviation**2 for each in ratings) / len(ratings)
        return shares([each.points for each in ratings], math.sqrt(2 * (variance + self.beta**2)))


def shares(points: Sequence[float], spread: float) -> list[float]:
    """How likely each is to show most; `spread` points make that e times as likely."""
    best = max(points)
    weights = [math.exp((each - best) / spread) for each in points]
    return [weight / sum(weights) for weight in weights]


def _of(
    after_game: Callable[[Sequence[Skill], Sequence[int]], list[Skill]],
    sigma: float,
    beta: float,
    doubt: float,
) -> Candidate:
    """A model of the site's own."""

    def rate(ratings: Sequence[Rated], places: Sequence[int]) -> list[Rated]:
        before = [Skill(MU + each.points / POINTS_A_UNIT, each.deviation / POINTS_A_UNIT) for each in ratings]
        after = after_game(before, places)
        return [Rated((each.mu - MU) * POINTS_A_UNIT, each.sigma * POINTS_A_UNIT) for each in after]

    return Candidate(Rated(0, sigma * POINTS_A_UNIT), rate, beta, doubt)


def _openskill(
    kind: Any, sigma: float, beta: float, gamma: float, expected: float, doubt: float
) -> Candidate:
    model = kind(mu=0.0, sigma=sigma, beta=beta, tau=TAU * POINTS_A_UNIT, gamma=lambda *_facts: gamma)

    def rate(ratings: Sequence[Rated], places: Sequence[int]) -> list[Rated]:
        teams = [[model.rating(mu=each.points, sigma=each.deviation)] for each in ratings]
        after = model.rate(teams, ranks=[float(place) for place in places])
        return [Rated(each.mu, each.sigma) for (each,) in after]

    return Candidate(Rated(0, sigma), rate, expected, doubt)


def _glicko(deviation: float, volatility: float, expected: float, doubt: float) -> Candidate:
    """Each of the others at a table is an opponent; who shares a place has drawn."""

    def rate(ratings: Sequence[Rated], places: Sequence[int]) -> list[Rated]:
        return [
            after_games(
                own,
                [
                    (
                        ratings[other],
                        (1 + (places[other] > places[seat]) - (places[other] < places[seat])) / 2,
                    )
                    for other in range(len(ratings))
                    if other != seat
                ],
                tau=0.5,
            )
            for seat, own in enumerate(ratings)
        ]

    return Candidate(Rated(0, deviation, volatility), rate, expected, doubt)


def _elo(factor: float, beta: float) -> Candidate:
    """Who comes first, alone or with others, is expected of ratings as a share of one."""

    def rate(ratings: Sequence[Rated], places: Sequence[int]) -> list[Rated]:
        expected = shares([each.points for each in ratings], SCALE)
        best = min(places)
        first = list(places).count(best)
        return [
            Rated(own.points + factor * ((place == best) / first - share), 0)
            for own, place, share in zip(ratings, places, expected, strict=True)
        ]

    return Candidate(Rated(0, 0), rate, beta)


TODAY: Final = "today’s"
BEFORE: Final = "Plackett–Luce, as until now"

FOR_TWO: Final[Mapping[str, Candidate]] = {
    TODAY: _of(thurstone_mosteller.after_game, SIGMA, 119, 2.5),
    BEFORE: _of(plackett_luce.after_game, plackett_luce.NEWCOMER.sigma, 125, 1),
    "openskill’s Bradley–Terry, Plackett–Luce": _openskill(BradleyTerryFull, 240, 125, 1.2, 150, 2.1),
    "Glicko-2": _glicko(260, 0.005, 119, 3.1),
    "Elo, 32": _elo(32, 125),
}
"""For two, openskill’s Thurstone–Mosteller, full, is today’s (a test says so); its other is the same with a
wider spread. Its other three are one.
"""

FOR_SEVEN: Final[Mapping[str, Candidate]] = {
    TODAY: _of(bradley_terry.after_game, SIGMA, 150, 1),
    BEFORE: _of(plackett_luce.after_game, plackett_luce.NEWCOMER.sigma, 125 * math.sqrt(3.5), 3.5),
    "openskill’s Plackett–Luce": _openskill(PlackettLuce, 250, 60, 1, 125, 0),
    "openskill’s Bradley–Terry, full": _openskill(BradleyTerryFull, 200, 125, 1, 70, 2),
    "openskill’s Bradley–Terry, part": _openskill(BradleyTerryPart, 200, 125, 1, 70, 0),
    "openskill’s Thurstone–Mosteller, full": _openskill(ThurstoneMostellerFull, 150, 250, 0.3, 80, 0),
    "openskill’s Thurstone–Mosteller, part": _openskill(ThurstoneMostellerPart, 200, 125, 1, 70, 0),
    "Glicko-2, all pairs": _glicko(200, 0.02, 70, 1),
    "Elo, 64": _elo(64, 85),
}
