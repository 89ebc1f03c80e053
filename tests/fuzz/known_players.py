"""Players whose strength is known, and what models of ratings make of their games (`tests.fuzz.ratings`)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from league.ratings.results import FIRST, LOST
from tests.fuzz.candidates import Candidate, shares
from tests.fuzz.glicko import SCALE

SPREAD: Final = 200.0
"""The standard deviation of strengths, in points."""
NEAREST: Final = 20
"""So many are near someone in strength."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of playing: seats at a table, the share of games that are drawn, whether opponents are near."""

    name: str
    seats: int
    drawn: float = 0.0
    near: bool = False


TWO: Final = (Way("two, opponents from all", 2), Way("two, opponents from the 20 nearest", 2, near=True))
SEVEN: Final = (Way("seven, 40 % drawn", 7, 0.4), Way("seven, 80 % drawn", 7, 0.8))
WAYS: Final = TWO + SEVEN
GAMES: Final = (10, 30, 100)
"""Games a player."""
SEEDS: Final = range(1, 21)
PLAYERS: Final = 200


@dataclass(frozen=True, slots=True)
class Game:
    """Who played, in which places they ended, and how strong they are."""

    users: tuple[int, ...]
    places: tuple[int, ...]
    strengths: tuple[float, ...]

    @property
    def first(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == FIRST]

    @property
    def is_judged(self) -> bool:
        """Nothing is said of a draw at a larger table; one for two is half a win for each."""
        return len(self.users) == 2 or len(self.first) == 1

    def loss(self, expected: Sequence[float]) -> float:
        """The log loss of these chances to come first."""
        return -sum(math.log(expected[seat]) for seat in self.first) / len(self.first)


@dataclass
class World:
    """So many players and games a player: the strengths, then the games in their order."""

    way: Way
    players: int
    games_each: int
    seed: int

    def __post_init__(self) -> None:
        self.random = Random(f"{self.way.name} {self.players} {self.games_each} {self.seed}")
        self.strengths = [self.random.gauss(0, SPREAD) for _player in range(self.players)]
        self.near = self._nearest() if self.way.near else []
        self.games = list(self._play())

    def _nearest(self) -> list[list[int]]:
        """By player, the others who are nearest in strength."""
        everybody = range(self.players)
        return [
            sorted(
                (other for other in everybody if other != user),
                key=lambda other: abs(self.strengths[other] - own),
            )[:NEAREST]
            for user, own in enumerate(self.strengths)
        ]

    def _play(self) -> Iterator[Game]:
        for _number in range(self.players * self.games_each // self.way.seats):
            if self.way.near:
                one = self.random.randrange(self.players)
                users = [one, self.random.choice(self.near[one])]
            else:
                users = self.random.sample(range(self.players), self.way.seats)
            strengths = [self.strengths[user] for user in users]
            places = self._two(strengths) if len(users) == 2 else self._table(strengths)
            yield Game(tuple(users), tuple(places), tuple(strengths))

    def _two(self, strengths: Sequence[float]) -> list[int]:
        """Places of a game for two. A draw takes its chance from both sides alike, none from certainty."""
        first, second = true_chances(strengths)
        if self.random.random() < self.way.drawn * 4 * first * second:
            return [FIRST, FIRST]
        is_first = self.random.random() < first
        return [FIRST if is_first else LOST, LOST if is_first else FIRST]

    def _table(self, strengths: Sequence[float]) -> list[int]:
        """Places at a larger table: everyone shows their strength with some luck (Gumbel)."""
        shown = [strength - SCALE * math.log(-math.log(self.random.random())) for strength in strengths]
        order = sorted(range(len(shown)), key=lambda seat: -shown[seat])
        winners = self.random.randint(2, 4) if self.random.random() < self.way.drawn else 1
        return [FIRST if order.index(seat) < winners else LOST for seat in range(len(shown))]


@dataclass(frozen=True, slots=True)
class Found:
    """How well a model did in a world: the rank correlation of its ratings with the strengths at the end,
    their root mean square error in points, and the mean log loss of its expectations in the second half of
    games, beside that of someone who knows the strengths, and a coin's.
    """

    correlation: float
    error: float
    rated: float
    known: float
    coin: float


def judge(candidate: Candidate, world: World) -> Found:
    """Let a model rate the games of a world."""
    ratings = [candidate.newcomer] * world.players
    games = known = rated = 0.0
    for number, game in enumerate(world.games):
        before = [ratings[user] for user in game.users]
        if number >= len(world.games) // 2 and game.is_judged:
            games += 1
            rated += game.loss(candidate.chances(before))
            known += game.loss(true_chances(game.strengths))
        for user, after in zip(game.users, candidate.rate(before, game.places), strict=True):
            ratings[user] = after
    points = [each.points for each in ratings]
    middle = sum(world.strengths) / world.players
    errors = [own - (strength - middle) for own, strength in zip(points, world.strengths, strict=True)]
    error = math.sqrt(sum(error**2 for error in errors) / world.players)
    coin = math.log(world.way.seats)
    return Found(spearman(points, world.strengths), error, rated / games, known / games, coin)


def true_chances(strengths: Sequence[float]) -> list[float]:
    """How likely each is to show most."""
    return shares(strengths, SCALE)


def means(
    candidates: Mapping[str, Candidate],
    way: Way,
    games_each: int,
    *,
    players: int = PLAYERS,
    seeds: range = SEEDS,
) -> dict[str, Found]:
    """By candidate, the means over some worlds, the same for all."""
    found: dict[str, list[Found]] = {name: [] for name in candidates}
    for seed in seeds:
        world = World(way, players, games_each, seed)
        for name, candidate in candidates.items():
            found[name].append(judge(candidate, world))
    return {name: _mean(those) for name, those in found.items()}


def _mean(found: Sequence[Found]) -> Found:
    count = len(found)
    return Found(
        sum(each.correlation for each in found) / count,
        sum(each.error for each in found) / count,
        sum(each.rated for each in found) / count,
        sum(each.known for each in found) / count,
        sum(each.coin for each in found) / count,
    )


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The rank correlation of two lists: the correlation of their ranks, equal values sharing the mean."""
    ranks, others = _ranks(one), _ranks(other)
    middle = (len(one) - 1) / 2
    together = sum((rank - middle) * (another - middle) for rank, another in zip(ranks, others, strict=True))
    own = sum((rank - middle) ** 2 for rank in ranks) * sum((rank - middle) ** 2 for rank in others)
    return together / math.sqrt(own)


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    below = {value: place for place, value in reversed(list(enumerate(ordered)))}
    upto = {value: place for place, value in enumerate(ordered)}
    return [(below[value] + upto[value]) / 2 for value in values]
