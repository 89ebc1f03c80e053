"""How many people have which score in a league's standings: what ranks and the number of lines come from.

Twenty thousand lines are added up once after each game that is counted, not for every page.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from django.db.models import Count

from games.common.database import cached
from league.leagues.models import League
from league.standings.models import Tally
from league.standings.selectors.choosing import Choice, Counted

SECONDS: Final = 3600


@dataclass(frozen=True, slots=True)
class Spread:
    """The scores that anyone has, the lowest first, and how many people have each or a lower one."""

    scores: Sequence[int]
    upto: Sequence[int]

    @property
    def people(self) -> int:
        return self.upto[-1] if self.upto else 0

    def rank(self, score: int) -> int:
        """The rank that `score` gives: one more than how many people have a higher one."""
        return self.people - self._below(bisect_right(self.scores, score)) + 1

    def at(self, place: int) -> int | None:
        """The score of the line that has `place` lines above it, sorted by score; None: there is none."""
        if not 0 <= place < self.people:
            return None
        return self.scores[bisect_left(self.upto, self.people - place)]

    def sharing(self, score: int) -> int:
        """How many people have this score."""
        first, last = bisect_left(self.scores, score), bisect_right(self.scores, score)
        return self._below(last) - self._below(first)

    def _below(self, place: int) -> int:
        return self.upto[place - 1] if place else 0


def spread_of(league: League, choice: Choice, counted: Counted) -> Spread:
    """One query where no one has asked since the last game was counted; `counted` was read before."""
    if not counted.stamp:
        return _added_up(league, choice)
    which = f"{choice.kind}-{choice.year}-{choice.scoring.field}"
    found: Spread = cached.under(
        f"spread-{league.pk}-{counted.stamp}-{which}", lambda: _added_up(league, choice), seconds=SECONDS
    )
    return found


def _added_up(league: League, choice: Choice) -> Spread:
    field = choice.scoring.field
    tallies = Tally.objects.filter(league=league, kind=choice.kind, year=choice.year)
    people = dict(tallies.order_by(field).values_list(field).annotate(Count("pk")))
    return Spread(tuple(people), tuple(accumulate(people.values())))
