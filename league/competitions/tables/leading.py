"""What separates each power of a table from its first place, if the game ended now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from league.competitions.tables.ended import Ended, Scores


class Missing(NamedTuple):
    """So many centres, taken from this power, give the highest score alone."""

    centres: int
    of: str


def missing_of(ended: Ended, scores: Callable[[Ended], Scores]) -> Mapping[str, Missing]:
    """By power with a centre, of those without the highest score alone: the fewest centres, taken from one
    power of the first place. Left out: a power to which none of these can give enough.
    """
    now = scores(ended)
    most = max(now.values())
    first = [power for power, score in now.items() if score == most]
    found = {}
    for power in sorted(ended.alive - ({*first} if len(first) == 1 else set())):
        ways = [_taken(ended, scores, power, other) for other in first if other != power]
        if fewest := min((each for each in ways if each is not None), default=None):
            found[power] = fewest
    return found


def _taken(ended: Ended, scores: Callable[[Ended], Scores], power: str, other: str) -> Missing | None:
    for count in range(1, ended.centres[other]):
        owned = {**ended.centres, power: ended.centres[power] + count, other: ended.centres[other] - count}
        then = scores(replace(ended, centres=owned, voted=frozenset()))
        if all(then[power] > score for each, score in then.items() if each != power):
            return Missing(count, other)
    return None
