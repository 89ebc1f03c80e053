"""Ratings as a fold over games, in the order of their ends: nothing here knows rows, leagues or words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias

from league.ratings import bradley_terry, plackett_luce, thurstone_mosteller
from league.ratings.parameters import FORMULA, MOST_A_PAIR
from league.ratings.skill import Skill

Place: TypeAlias = tuple[datetime, str]
"""Where a game counts: the moment of its end, then its code."""


class Model(NamedTuple):
    """A way to compute ratings: what a newcomer has, and skills after a game from those before, by places."""

    newcomer: Skill
    after_game: Callable[[Sequence[Skill], Sequence[int]], list[Skill]]


def _after_game(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    if len(skills) == 2:
        return thurstone_mosteller.after_game(skills, places)
    return bradley_terry.after_game(skills, places)


MODELS: Final[Mapping[int, Model]] = {
    1: Model(plackett_luce.NEWCOMER, plackett_luce.after_game),
    FORMULA: Model(Skill(), _after_game),
}
"""By the number of the formula: today's, and those of before that seasons may still ask."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One person in one game; players with the same `place` tie, 1 is the best."""

    user: int
    place: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over. Without `players` it is not rated."""

    game: int
    code: str
    at: datetime
    players: tuple[Placed, ...]

    @property
    def order(self) -> Place:
        return self.at, self.code


@dataclass(frozen=True, slots=True)
class Step:
    """What a game did to one of its players' skill."""

    played: Played
    user: int
    place: int
    before: Skill
    after: Skill


@dataclass
class Fold:
    """Skills after all games so far. Give games to `rate` in their order, each once.

    `formula`: the number of the model in `MODELS`. `met`: how many rated games pairs have played in
    the month of the last one (`month`: year and month, UTC).
    """

    is_for_two: bool
    formula: int = FORMULA
    skills: dict[int, Skill] = field(default_factory=dict)
    month: tuple[int, int] = (0, 0)
    met: dict[frozenset[int], int] = field(default_factory=dict)

    def rate(self, played: Played) -> list[Step]:
        """What `played` changes, by the keys of its players; nothing where it is not rated."""
        if not played.players or not self._is_among_the_first(played):
            return []
        newcomer = MODELS[self.formula].newcomer
        before = [self.skills.get(each.user, newcomer) for each in played.players]
        steps = rated(played, before, self.formula)
        for step in steps:
            self.skills[step.user] = step.after
        return sorted(steps, key=lambda step: step.user)

    def _is_among_the_first(self, played: Played) -> bool:
        """Whether the same two have rated fewer games this month than are rated; if so, one more."""
        if not self.is_for_two:
            return True
        if (month := month_of(played.at)) != self.month:
            self.month, self.met = month, {}
        pair = pair_of(played)
        if self.met.get(pair, 0) >= MOST_A_PAIR:
            return False
        self.met[pair] = self.met.get(pair, 0) + 1
        return True


def month_of(moment: datetime) -> tuple[int, int]:
    """The calendar month of a moment, in UTC."""
    moment = moment.astimezone(UTC)
    return moment.year, moment.month


def month_begins(moment: datetime) -> datetime:
    """The first instant of that month."""
    return datetime(*month_of(moment), 1, tzinfo=UTC)


def pair_of(played: Played) -> frozenset[int]:
    return frozenset(each.user for each in played.players)


def rated(played: Played, skills: Sequence[Skill], formula: int = FORMULA) -> list[Step]:
    """The players' skills after a game, from those before it, in the order of its players."""
    after = MODELS[formula].after_game(skills, [each.place for each in played.players])
    return [
        Step(played, each.user, each.place, skill, found)
        for each, skill, found in zip(played.players, skills, after, strict=True)
    ]


def fold(games: Iterable[Played], *, is_for_two: bool, formula: int = FORMULA) -> Fold:
    """The skills that `games`, in any order, come to."""
    found = Fold(is_for_two, formula)
    for played in sorted(games, key=lambda each: each.order):
        found.rate(played)
    return found
