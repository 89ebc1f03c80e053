"""Standings at tables of seven: the best scores of the rounds, and what ranks those who are equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

CHAIN: Final = ("head_to_head", "best_game", "second_best", "centres", "tops", "uncounted")
"""What ranks those of equal points, in this order; those equal in all of it are ranked by the draw."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a round came to for an entry. `table`: of the game, by a number that it alone has; None where the
    stated score is for sitting out or for a void game. `top`: its part of the board's top.

    The second seat of a volunteer gives no result.
    """

    entry: int
    round: int
    score: Fraction
    table: int | None = None
    centres: int = 0
    top: Fraction = Fraction()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings. `before_ties`: what ranks it before the chain; `ties`: the chain's numbers by
    name; `counted`: the rounds whose scores are in `points`; `shares`: the first and the last rank of those
    whom the draw alone separates, and who share prizes.
    """

    entry: int
    rank: int
    points: Fraction
    before_ties: tuple[Fraction, ...]
    ties: Mapping[str, Fraction]
    counted: tuple[int, ...]
    shares: tuple[int, int]


def _counted_first(results: Iterable[Result]) -> list[Result]:
    """The best score first; of equal ones the round with more centres, more of the top, the earlier one."""
    return sorted(results, key=lambda each: (-each.score, -each.centres, -each.top, each.round))


def points_of(results: Iterable[Result], weights: Sequence[Fraction]) -> Fraction:
    """The best scores of an entry, the best one times the first weight, and so on."""
    best = zip(_counted_first(results), weights, strict=False)
    return sum((each.score * weight for each, weight in best), Fraction())


def _ties(own: Sequence[Result], number: int, head_to_head: Fraction) -> dict[str, Fraction]:
    games = [*(each.score for each in own if each.table is not None), Fraction(), Fraction()]
    counted, rest = own[:number], own[number:]
    numbers = (
        head_to_head,
        games[0],
        games[1],
        Fraction(sum(each.centres for each in counted)),
        sum((each.top for each in counted), Fraction()),
        rest[0].score if rest else Fraction(),
    )
    return dict(zip(CHAIN, numbers, strict=True))


def _ranked(
    first: Mapping[int, tuple[Fraction, ...]],
    results: Mapping[int, Sequence[Result]],
    weights: Sequence[Fraction],
    order: Sequence[int],
    above: int = 0,
) -> list[Line]:
    """The lines of those in `first` by what it says, by the chain, by `order`; `above`: ranks taken."""
    equal = Counter(first.values())

    def head_to_head(entry: int) -> Fraction:
        if equal[first[entry]] != 2:
            return Fraction()
        (other,) = (each for each in first if each != entry and first[each] == first[entry])
        met = {each.table for each in results[other]} - {None}
        return sum((each.score for each in results[entry] if each.table in met), Fraction())

    ties = {entry: _ties(results[entry], len(weights), head_to_head(entry)) for entry in first}

    def key(entry: int) -> tuple[Any, ...]:
        return *first[entry], *ties[entry].values()

    by_draw = sorted(first, key=order.index)
    ranked = sorted(by_draw, key=key, reverse=True)  # it is stable: equals stay as drawn
    keys = [key(entry) for entry in ranked]
    return [
        Line(
            entry,
            rank,
            points_of(results[entry], weights),
            first[entry],
            ties[entry],
            tuple(sorted(each.round for each in results[entry][: len(weights)])),
            (above + keys.index(key(entry)) + 1, above + keys.index(key(entry)) + keys.count(key(entry))),
        )
        for rank, entry in enumerate(ranked, above + 1)
    ]


def _by_entry(entries: Iterable[int], results: Iterable[Result]) -> dict[int, list[Result]]:
    found: dict[int, list[Result]] = {entry: [] for entry in entries}
    for each in results:
        if each.entry in found:
            found[each.entry].append(each)
    return {entry: _counted_first(own) for entry, own in found.items()}


def standings_of(
    entries: Collection[int], results: Iterable[Result], weights: Sequence[Fraction], order: Sequence[int]
) -> list[Line]:
    """The lines of these entries from the top, the same in whatever order results came.

    `results`: one a round and entry, of games that run as if they ended now; none where one did not play.
    `weights`: one for each score that counts, such as 1, 4/5, 2/5. `order`: of the draw `ties`.
    """
    own = _by_entry(entries, results)
    return _ranked({entry: (points_of(own[entry], weights),) for entry in own}, own, weights, order)


def final_standings_of(
    entries: Collection[int],
    results: Iterable[Result],
    weights: Sequence[Fraction],
    order: Sequence[int],
    top: Collection[int],
    last: int,
) -> list[Line]:
    """As `standings_of`, after a final round (`last`) whose top board is the first seven places.

    Those of `top` are ranked by their score in it, then by their standing before it, then by the chain; those
    below by points, in which this round counts as any other.
    """
    own = _by_entry(entries, results)
    earlier = [each for every in own.values() for each in every if each.round != last]
    before = {line.entry: line.shares[0] for line in standings_of(entries, earlier, weights, order)}
    finals = {
        entry: sum((each.score for each in own[entry] if each.round == last), Fraction()) for entry in top
    }
    firsts = {entry: (score, Fraction(-before[entry])) for entry, score in finals.items()}
    others = {entry: (points_of(own[entry], weights),) for entry in own if entry not in firsts}
    return _ranked(firsts, own, weights, order) + _ranked(others, own, weights, order, above=len(firsts))
