"""Who wins how much: a pure function of the pool, the frozen rules and the final places.

Fixed sums come first; where the pool does not cover them they are cut in proportion. The rest goes by the
shares. Those who may win stand in groups: each shares the prizes of the places that it has. A share of a
place that no one has goes to the others in proportion. Cents that do not divide go one by one to the largest
remainders; of equal remainders the better place comes first, within a group who stands first in it.

By round, each round's share is divided among those who won a game of it; one of a round that no one won goes
to the other rounds in proportion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from league.competitions.rules.prize_rules import ROUNDS, PrizeRules


class Group(NamedTuple):
    """The entries (numbers) that share the places `first` to `last`, those first that have the cents that do
    not divide.
    """

    first: int
    last: int
    entries: Sequence[int]


@dataclass(frozen=True, slots=True)
class Prize:
    """What one entry (a number) wins of the pool at prize rank `rank` (1 is the best), in minor units."""

    entry: int
    rank: int
    amount: int


@dataclass(frozen=True, slots=True)
class ExtraPrize:
    """A sponsor's own prize that someone wins."""

    entry: int
    rank: int
    amount: int
    sponsor: str


def consecutive(ranking: Sequence[Sequence[int]]) -> list[Group]:
    """Those who may win, the best first and equals together, numbered from 1 without a gap: so many share as
    many places.
    """
    groups, before = [], 0
    for entries in ranking:
        groups.append(Group(before + 1, before + len(entries), entries))
        before += len(entries)
    return groups


def prizes(
    pool: int, rules: PrizeRules, groups: Sequence[Group], rounds: Sequence[Collection[int]] = ()
) -> list[Prize]:
    """The prizes of a pool, the best rank first; those of 0 are left out. They come to the pool exactly,
    where anyone wins any.

    `groups` are those who may win, the best first, `rounds` who won a game of each round, where prizes go by
    that: of those it takes who is in a group too.
    """
    if pool <= 0:
        return []
    if rules.by == ROUNDS:
        sums = _by_round(pool, rules, [entry for group in groups for entry in group.entries], rounds)
    else:
        sums = _by_place(pool, rules, list(_held(groups)))
    return [
        Prize(entry, group.first, sums[entry])
        for group in groups
        for entry in group.entries
        if sums.get(entry)
    ]


def extra_prizes(given: Sequence[tuple[int, int, str]], groups: Sequence[Group]) -> list[ExtraPrize]:
    """Who wins the sponsors' own prizes, given as rank, sum, sponsor. A place that no one has: no one does.

    Those who share places share the sum, as they share prizes of the pool.
    """
    return [
        ExtraPrize(entry, group.first, part, sponsor)
        for rank, amount, sponsor in given
        for group, places in _held(groups)
        if rank in places
        for entry, part in zip(group.entries, _equally(amount, group.entries), strict=True)
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


def _equally(amount: int, entries: Sequence[int]) -> list[int]:
    return divide(amount, [1] * len(entries))


def _held(groups: Sequence[Group]) -> Iterator[tuple[Group, range]]:
    """The groups in which someone stands, each with the places that are its own: those that
    no better one has.
    """
    before = 0
    for group in groups:
        if group.entries:
            yield group, range(max(group.first, before + 1), group.last + 1)
            before = max(before, group.last)


def _by_place(pool: int, rules: PrizeRules, held: Sequence[tuple[Group, range]]) -> dict[int, int]:
    if not held:
        return {}
    best = held[0][0].first
    had = {place for _group, places in held for place in places}
    all_places = range(1, max(len(rules.fixed), len(rules.shares), best) + 1)
    fixed, shares = (
        [of if place in had else 0 for place, of in zip_longest(all_places, row, fillvalue=0)]
        for row in (rules.fixed, rules.shares)
    )
    sums = fixed if sum(fixed) <= pool else divide(pool, fixed)
    # Where no one has a place with a share, what is left goes by the fixed sums, or to the first.
    weights = next(filter(any, (shares, fixed)), [int(place == best) for place in all_places])
    sums = [one + more for one, more in zip(sums, divide(pool - sum(sums), weights), strict=True)]
    found: dict[int, int] = {}
    for group, places in held:
        together = sum(sums[places.start - 1 : places.stop - 1])
        found |= zip(group.entries, _equally(together, group.entries), strict=True)
    return found


def _by_round(
    pool: int, rules: PrizeRules, entries: Sequence[int], rounds: Sequence[Collection[int]]
) -> dict[int, int]:
    won = [[entry for entry in entries if entry in winners] for winners in rounds]
    if not any(won):
        return {}
    shares = [share if people else 0 for share, people in zip(_as_long(rules.rounds, won), won, strict=True)]
    if not any(shares):
        # No one won a round with a share: all of it goes to the last that someone won.
        last = max(number for number, people in enumerate(won) if people)
        shares = [int(number == last) for number in range(len(won))]
    found: Counter[int] = Counter()
    for together, people in zip(divide(pool, shares), won, strict=True):
        if people:
            found.update(dict(zip(people, _equally(together, people), strict=True)))
    return found


def _as_long(shares: Sequence[int], won: Sequence[object]) -> list[int]:
    """The shares of as many rounds as there were."""
    return [*shares, *[0] * len(won)][: len(won)]


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
