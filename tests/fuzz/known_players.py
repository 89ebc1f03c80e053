"""Players whose strength is known, and what ratings make of their games (`tests.fuzz.ratings`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Final

from league.tournaments.ratings.folding import NEWCOMER, Fold, Placed, Played, chances
from league.tournaments.ratings.parameters import points_of
from league.tournaments.ratings.results import FIRST, LOST

SPREAD: Final = 200.0
"""The standard deviation of strengths, in points."""
SCALE: Final = 400 / math.log(10)
"""Points that make a chance e times as good."""
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
EVERY: Final = timedelta(hours=3)
"""From one game's end to the next one's."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of playing: seats at a table, and the share of games that are drawn (between equals)."""

    name: str
    seats: int
    drawn: float


WAYS: Final = (
    Way("two, no draws", 2, 0.0),
    Way("two, 30 % drawn", 2, 0.3),
    Way("seven, 40 % drawn", 7, 0.4),
    Way("seven, 80 % drawn", 7, 0.8),
)


@dataclass
class Loss:
    """Log losses of expectations, summed over some games."""

    games: int = 0
    rated: float = 0.0
    known: float = 0.0
    coin: float = 0.0

    def add(self, rated: float, known: float, coin: float) -> None:
        self.games += 1
        self.rated += rated
        self.known += known
        self.coin += coin

    def mean(self, name: str) -> float:
        return float(getattr(self, name)) / max(1, self.games)


@dataclass
class Run:
    """What came of one simulation."""

    way: Way
    games_each: int
    correlation: float = 0.0
    error: float = 0.0
    loss: Loss = field(default_factory=Loss)

    @property
    def row(self) -> str:
        loss = self.loss
        return (
            f"{self.way.name:<20}{self.games_each:>6}{self.correlation:>10.3f}{self.error:>8.0f}"
            f"{loss.mean('rated'):>10.4f}{loss.mean('known'):>10.4f}{loss.mean('coin'):>10.4f}"
        )


HEAD: Final = f"{'way':<20}{'games':>6}{'Spearman':>10}{'points':>8}{'ratings':>10}{'truth':>10}{'coin':>10}"


def true_chances(strengths: Sequence[float]) -> list[float]:
    """How likely each is to show most."""
    best = max(strengths)
    weights = [math.exp((strength - best) / SCALE) for strength in strengths]
    return [weight / sum(weights) for weight in weights]


def _two(random: Random, strengths: Sequence[float], drawn: float) -> list[int]:
    """Places of a game for two. A draw takes its chance from both sides alike, none from certainty."""
    first, second = true_chances(strengths)
    if random.random() < drawn * 4 * first * second:
        return [FIRST, FIRST]
    is_first = random.random() < first
    return [FIRST if is_first else LOST, LOST if is_first else FIRST]


def _seven(random: Random, strengths: Sequence[float], drawn: float) -> list[int]:
    """Places at a larger table."""
    shown = [strength - SCALE * math.log(-math.log(random.random())) for strength in strengths]
    order = sorted(range(len(shown)), key=lambda seat: -shown[seat])
    winners = random.randint(2, 4) if random.random() < drawn else 1
    return [FIRST if order.index(seat) < winners else LOST for seat in range(len(shown))]


def simulate(way: Way, players: int, games_each: int, seed: int) -> Run:
    """Let `players` of known strength play so many games each, and compare."""
    random = Random(f"{way.name} {players} {games_each} {seed}")
    strengths = [random.gauss(0, SPREAD) for _player in range(players)]
    play: Callable[[Random, Sequence[float], float], list[int]] = _two if way.seats == 2 else _seven
    fold, run = Fold(is_for_two=way.seats == 2), Run(way, games_each)
    count = players * games_each // way.seats
    for number in range(count):
        users = random.sample(range(players), way.seats)
        placed = play(random, [strengths[user] for user in users], way.drawn)
        if number >= count // 2:
            _judge(run.loss, fold, users, placed, [strengths[user] for user in users])
        seats = tuple(Placed(user, place) for user, place in zip(users, placed, strict=True))
        fold.rate(Played(number, f"{number:08}", START + number * EVERY, seats))
    found = [fold.skills.get(user, NEWCOMER).mu for user in range(players)]
    run.correlation = spearman(found, strengths)
    middle = sum(strengths) / players
    errors = [
        points_of(mu) - 1500 - (strength - middle) for mu, strength in zip(found, strengths, strict=True)
    ]
    run.error = math.sqrt(sum(error**2 for error in errors) / players)
    return run


def _judge(
    loss: Loss, fold: Fold, users: Sequence[int], placed: Sequence[int], strengths: Sequence[float]
) -> None:
    """Note the log loss of a game's expectations; a drawn game for two is half a win for each, and nothing is
    said of a draw at a larger table.
    """
    first = [seat for seat, place in enumerate(placed) if place == FIRST]
    if len(first) > 1 and len(users) > 2:
        return
    expected = chances([fold.skills.get(user, NEWCOMER) for user in users])
    known = true_chances(strengths)
    loss.add(
        rated=-sum(math.log(expected[seat]) for seat in first) / len(first),
        known=-sum(math.log(known[seat]) for seat in first) / len(first),
        coin=math.log(len(users)),
    )


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The rank correlation of two lists without ties."""
    count = len(one)
    ranks, others = _ranks(one), _ranks(other)
    apart = sum((rank - another) ** 2 for rank, another in zip(ranks, others, strict=True))
    return 1 - 6 * apart / (count * (count**2 - 1))


def _ranks(values: Sequence[float]) -> list[int]:
    order = sorted(range(len(values)), key=lambda place: values[place])
    assert all(values[one] != values[other] for one, other in pairwise(order)), "there are ties"
    ranks = [0] * len(values)
    for rank, place in enumerate(order):
        ranks[place] = rank
    return ranks
