"""A better seating by swaps of two seats: bounded by steps, the same everywhere, no clock and no chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, permutations
from typing import Final, TypeAlias

from league.competitions.tables.seating import BORDERS, Pair, Past, Table, pair_of

STEPS: Final = 400_000
"""So many swaps are looked at, at most; for few seats fewer are enough."""
SAMPLE: Final = 17
"""So many, and those at its own table, are looked at for a place; the best is made unless it is worse."""
POWER, MET, APART, TWICE = 1 << 14, 1 << 28, 1 << 52, 1 << 66
"""They make one number of a cost; a neighbour weighs 1, two seats of one entry at one table most of all."""
NEAR: Final = [[seat for seat in range(7) if (min(seat, own), max(seat, own)) in BORDERS] for own in range(7)]
FAR: Final = [[seat for seat in range(7) if seat != own and seat not in NEAR[own]] for own in range(7)]
Found: TypeAlias = tuple[list[list[int]], int]


class Seating:
    """Places at the tables, each held by the seat of an entry, and what they weigh together."""

    def __init__(self, order: Sequence[int], past: Past, apart: Collection[Pair]) -> None:
        def far(one: int, two: int) -> int:
            pair = pair_of(one, two)
            return TWICE if one == two else MET * past.met[pair] ** 2 + APART * (pair in apart)

        places, pairs = range(len(order)), [[pair_of(one, two) for two in order] for one in order]
        self.held, self.place = list(places), list(places)  # by place: the seat; by seat: the place
        self.far = [[far(*pair) for pair in row] for row in pairs]
        self.near = [[self.far[a][b] + past.bordered[pairs[a][b]] for b in places] for a in places]
        self.had = [[POWER * past.had[entry, power] for power in range(7)] for entry in order]
        twice = Counter(order) - Counter(set(order))
        self.doubles = [[seat for seat in places if order[seat] == entry] for entry in twice]
        self.is_double = {seat for both in self.doubles for seat in both}
        self.again = {(a, b): 2 * past.met[pairs[a][b]] + 1 for a, b in permutations(self.is_double, 2)}

    def hold(self, seats: Sequence[int]) -> None:
        for place, seat in enumerate(seats):
            self.held[place], self.place[seat] = seat, place

    def weight_at(self, place: int) -> int:
        """What the seat held here weighs with the six others at its table and with its power."""
        seat, power, held = self.held[place], place % 7, self.held
        first, near, far = place - power, self.near[seat], self.far[seat]
        weight = self.had[seat][power]
        for other in NEAR[power]:
            weight += near[held[first + other]]
        for other in FAR[power]:
            weight += far[held[first + other]]
        return weight

    def between_tables(self) -> int:
        """What those weigh who sit at two tables: the same power at both, or the same company."""
        weight, where = 0, self.place
        for one, two in self.doubles:
            weight += POWER * (where[one] % 7 == where[two] % 7)
        for a, b in combinations(self.doubles, 2):
            pairs = [(where[x], where[y]) for x in a for y in b if where[x] // 7 == where[y] // 7]
            if len(pairs) == 2:
                weight += MET * self.again[a[0], b[0]]
                weight += all((min(x % 7, y % 7), max(x % 7, y % 7)) in BORDERS for x, y in pairs)
        return weight

    def swap(self, a: int, b: int) -> None:
        self.held[a], self.held[b] = self.held[b], self.held[a]
        self.place[self.held[a]], self.place[self.held[b]] = a, b

    def change(self, a: int, b: int) -> int:
        """What a swap of these two places adds; nothing is moved in the end."""
        doubles = self.held[a] in self.is_double or self.held[b] in self.is_double
        change = -self.weight_at(a) - self.weight_at(b) - (self.between_tables() if doubles else 0)
        self.swap(a, b)
        change += self.weight_at(a) + self.weight_at(b) + (self.between_tables() if doubles else 0)
        self.swap(a, b)
        return change

    def whole(self) -> int:
        powers = sum(self.had[seat][place % 7] for place, seat in enumerate(self.held))
        pairs = sum(map(self.weight_at, range(len(self.held)))) - powers
        return pairs // 2 + powers + self.between_tables()


def searched(order: Sequence[int], before: Iterable[Table], apart: Collection[Pair]) -> Found:
    """By table, the places in `order` of those who sit there, by powers, and the steps taken.

    Who sits at two tables stands twice in `order`, whose first seven are the first table to begin with.
    """
    seating, size, steps, number = Seating(order, Past.of(before), apart), len(order), 0, 1
    limit, patience, idle = min(STEPS, 200 * size**2), 3 + size // 28, 0
    weight = least = seating.whole()
    best, places = list(seating.held), range(size)

    def drawn() -> int:
        nonlocal number
        number = (number * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (number >> 33) % size

    while steps < limit and least:
        weights = [seating.weight_at(place) + (seating.held[place] in seating.is_double) for place in places]
        for place in sorted(filter(weights.__getitem__, places), key=lambda place: -weights[place]):
            others = [*range(place - place % 7, place - place % 7 + 7), *(drawn() for _ in range(SAMPLE))]
            looked = [(seating.change(place, other), other) for other in others[: limit - steps]]
            steps += len(looked)
            change, other = min(looked, default=(1, place))
            if change <= 0:
                seating.swap(place, other)
                weight += change
        if weight < least:
            best, least, idle = list(seating.held), weight, 0
        elif (idle := idle + 1) == patience:  # from the best again, three swaps away
            idle = 0
            seating.hold(best)
            for _kick in range(3):
                seating.swap(drawn(), drawn())
            weight = seating.whole()
    return [best[first : first + 7] for first in places[::7]], steps
