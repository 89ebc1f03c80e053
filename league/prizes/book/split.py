"""Who wins how much: a pure function of the pool, the frozen rules and the final ranks.

Fixed sums come first; where the pool does not cover them they are cut in proportion. The rest goes by the
shares. Only people who may win stand in the ranking, so the first of them has the first prize. A share
without anybody to win it goes to the others in proportion. Those who are equal on everything but the random
draw share the prizes of their ranks. Cents that do not divide go one by one to the largest remainders; of
equal remainders the higher rank comes first, among equals the draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.competitions.rules.prize_rules import PrizeRules


@dataclass(frozen=True, slots=True)
class Prize:
    """What one entry (a number) wins of the pool at prize rank `rank` (1 is the best), in minor units."""

    entry: int
    rank: int
    amount: int


@dataclass(frozen=True, slots=True)
class ExtraPrize:
    """A sponsor's own prize that somebody wins."""

    entry: int
    rank: int
    amount: int
    sponsor: str


def prizes(pool: int, rules: PrizeRules, ranking: Sequence[Sequence[int]]) -> list[Prize]:
    """The prizes of a pool, the best rank first; those of 0 are left out. They come to the pool exactly.

    `ranking` are the entries that may win, the best first; those equal on everything but the random draw
    stand together, in the draw's order. Nobody in it: no prizes.
    """
    people = [entry for group in ranking for entry in group]
    if not people or pool <= 0:
        return []
    fixed = list(rules.fixed[: len(people)])
    sums = fixed if sum(fixed) <= pool else divide(pool, fixed)
    sums += [0] * (len(people) - len(sums))
    shares = list(rules.shares[: len(people)])
    rest = pool - sum(sums)
    # Where nobody stands at a rank with a share, what is left goes by the fixed sums, or to the first.
    weights = shares if any(shares) else (fixed if any(fixed) else [1])
    for place, more in enumerate(divide(rest, weights)):
        sums[place] += more
    return [prize for prize in _shared(sums, ranking) if prize.amount]


def extra_prizes(given: Sequence[tuple[int, int, str]], ranking: Sequence[Sequence[int]]) -> list[ExtraPrize]:
    """Who wins the sponsors' own prizes, given as rank, sum, sponsor. A rank that nobody has: nobody does.

    Those equal on everything but the draw share the sum, as they share prizes of the pool.
    """
    return [
        ExtraPrize(entry, first, part, sponsor)
        for rank, amount, sponsor in given
        for first, group in _ranked(ranking)
        if first <= rank < first + len(group)
        for entry, part in zip(group, divide(amount, [1] * len(group)), strict=True)
        if part
    ]


def divide(total: int, weights: Sequence[int]) -> list[int]:
    """`total` in whole units in proportion to `weights`, by the largest remainders: what does not divide goes
    one by one to the parts that rounding down cut most, of equal ones to the first. The parts come to `total`
    exactly. `weights` has one above 0.
    """
    whole = sum(weights)
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda place: -(total * weights[place] % whole))
    for place in by_remainder[: total - sum(parts)]:
        parts[place] += 1
    return parts


def _shared(sums: Sequence[int], ranking: Sequence[Sequence[int]]) -> list[Prize]:
    found = []
    for rank, group in _ranked(ranking):
        together = sum(sums[rank - 1 : rank - 1 + len(group)])
        for entry, part in zip(group, divide(together, [1] * len(group)), strict=True):
            found.append(Prize(entry, rank, part))
    return found


def _ranked(ranking: Sequence[Sequence[int]]) -> Iterator[tuple[int, Sequence[int]]]:
    """Those who are equal, with the rank that they share: one more than how many stand above them."""
    rank = 1
    for group in ranking:
        yield rank, group
        rank += len(group)


@dataclass(frozen=True, slots=True)
class Draw:
    """So much of a prize, drawn from one holder (a key)."""

    prize: Prize
    holder: int
    amount: int


def drawn_from(prizes: Sequence[Prize], pools: Mapping[int, int]) -> list[Draw]:
    """Which holder pays what, where `pools` is what each holds: whole prizes from one holder where that can
    be, the fullest first; else from several. Raises ValueError where the prizes come to more than the pools.
    """
    left = dict(pools)
    found = []
    for prize in prizes:
        todo = prize.amount
        while todo:
            covering = [holder for holder in left if left[holder] >= todo]
            holder = min(covering or left, key=lambda each: (-left[each], each))
            part = min(todo, left[holder])
            if part <= 0:
                raise ValueError("prizes come to more than the pools hold")
            found.append(Draw(prize, holder, part))
            left[holder] -= part
            todo -= part
    return found
