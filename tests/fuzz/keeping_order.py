"""Whether a model of ratings keeps order: a better place is never worth less."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Final

from tests.fuzz.candidates import Candidate
from tests.fuzz.glicko import Rated

TWO, ALL = range(2, 3), range(1, 9)
"""Sizes of tables."""
PLACES: Final = (1, 2, 3)
"""Won or shared; lost; left."""
TABLES: Final = 1000
NOISE: Final = 1e-9
"""Points that rounding may make."""


def splits(sizes: range = ALL) -> Iterator[tuple[int, ...]]:
    """The places at tables of these sizes, sorted: 164 up to eight seats."""
    for seats in sizes:
        for first in range(seats + 1):
            for second in range(seats - first + 1):
                yield (1,) * first + (2,) * second + (3,) * (seats - first - second)


def turned_splits(
    candidate: Candidate, sizes: range = ALL, rating: Rated | None = None
) -> list[tuple[int, ...]]:
    """The splits in which, of people who were all rated alike, someone in a worse place gains more."""
    found = []
    for places in splits(sizes):
        if len(places) < 2:
            continue
        after = candidate.rate([rating or candidate.newcomer] * len(places), places)
        points = [each.points for each in after]
        if any(worse > better + NOISE for better, worse in pairwise(points)):
            found.append(places)
    return found


def turned_tables(candidate: Candidate, sizes: range = ALL, seed: int = 1) -> int:
    """In how many of 1,000 random tables a better place, all else equal, lowers someone's new rating."""
    random, found = Random(seed), 0
    for _table in range(TABLES):
        seats = random.randint(2, sizes[-1])
        ratings = [Rated(random.gauss(0, 300), random.uniform(15, 350)) for _seat in range(seats)]
        places = [random.choice(PLACES) for _seat in range(seats)]
        seat = random.randrange(seats)
        places[seat] = random.choice(PLACES[1:])
        better = [*places]
        better[seat] = random.randint(1, places[seat] - 1)
        before, after = (candidate.rate(ratings, each)[seat].points for each in (places, better))
        found += after < before - NOISE
    return found


def keeps_order(candidate: Candidate, sizes: range) -> bool:
    return not turned_splits(candidate, sizes) and not turned_tables(candidate, sizes)
