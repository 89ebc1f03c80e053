"""Who in the line fits whom: a pure function over values, the same for the same line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from itertools import product
from typing import Final, NamedTuple

from league.leagues.opponents import hours
from league.leagues.opponents.hours import Awake
from league.leagues.opponents.options import GAMES, LANGUAGES, PACES

ANSWER: Final = timedelta(hours=24)
"""The time in which both have to say yes."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """One person in the line. `key` is their search's, `language` the one they read the site in."""

    key: int
    user: int
    games: frozenset[str]
    paces: frozenset[str]
    languages: frozenset[str]
    language: str
    awake: Awake

    def ways(self) -> Iterator[tuple[str, str, str]]:
        return product(sorted(self.games), sorted(self.paces), sorted(self.languages))


class Found(NamedTuple):
    """Two who fit, the one who waited longer first, and what they would play."""

    one: Seeker
    other: Seeker
    game: str
    pace: str
    language: str
    at: int | None
    evenings: Sequence[datetime]


def together(one: int, other: int) -> tuple[int, int]:
    """Two people (keys), the same whichever is named first."""
    return (one, other) if one < other else (other, one)


def pairs(
    line: Sequence[Seeker], apart: Collection[tuple[int, int]], now: datetime, most: int
) -> list[Found]:
    """At most `most` pairs of people in `line`, which has its order: the first gets the first who fits.

    `apart`: those who are not brought together (`together`). No one is in two pairs. Each looks only at those
    who accept something that they accept, so that a long line costs little more than reading it.
    """
    accepting: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for place, seeker in enumerate(line):
        for way in seeker.ways():
            accepting[way].append(place)
    heads = dict.fromkeys(accepting, 0)
    taken, found = set[int](), list[Found]()

    def behind(place: int, way: tuple[str, str, str]) -> Iterator[int]:
        """Those behind `place` who accept `way`; no one before it is ever looked at again."""
        queue = accepting[way]
        while heads[way] < len(queue) and (queue[heads[way]] <= place or queue[heads[way]] in taken):
            heads[way] += 1
        return (queue[each] for each in range(heads[way], len(queue)) if queue[each] not in taken)

    for place, one in enumerate(line):
        if len(found) == most:
            break
        if place in taken:
            continue
        seen = -1
        for candidate in merge(*(behind(place, way) for way in one.ways())):
            if candidate == seen:
                continue
            seen, other = candidate, line[candidate]
            if one.user == other.user or together(one.user, other.user) in apart:
                continue
            if (pair := fitting(one, other, now)) is not None:
                found.append(pair)
                taken.update((place, candidate))
                break
    return found


def fitting(one: Seeker, other: Seeker, now: datetime) -> Found | None:
    """What the two would play; None where they accept nothing in common, or never are awake together."""
    games = [key for key in GAMES if key in one.games & other.games]
    languages = [key for key in LANGUAGES if key in one.languages & other.languages]
    if not games or not languages:
        return None
    spoken = next((each.language for each in (one, other) if each.language in languages), languages[0])
    for pace in PACES:
        if pace not in one.paces & other.paces:
            continue
        if PACES[pace].is_live:
            when = hours.evenings(one.awake, other.awake, now + ANSWER)
            if len(when) == 2:
                return Found(one, other, games[0], pace, spoken, None, when)
        elif (at := hours.deadline_hour(one.awake, other.awake, now.date())) is not None:
            return Found(one, other, games[0], pace, spoken, at, ())
    return None
