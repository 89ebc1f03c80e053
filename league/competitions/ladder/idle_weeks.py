"""Which weeks of a season count as idle: plain values, no rows.

Weeks are seven days each from the season's first day, by the clocks of its zone. Each has seven checks: at
the midnight that ends each of its days, so that the seventh is at the week's end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

CHECKS: Final = 7
"""Checks in a week, one for each day."""

LONG_ENOUGH: Final = timedelta(hours=24)
"""A challenge that waited for so long in a week saves it, whatever became of it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A challenge as idle weeks see it: whose, from when to when it waited for its answer (None: it still
    does), and whether it was accepted, declined or dropped then. One that was taken back was not, nor one
    that a suspension dropped.
    """

    by: int
    made_at: datetime
    until: datetime | None = None
    is_settled: bool = False

    def saves(self, began: datetime, ended: datetime) -> bool:
        """Whether it keeps the week from `began` to `ended` from being idle, whenever it was made."""
        until = ended if self.until is None else min(self.until, ended)
        is_settled_then = self.is_settled and self.until is not None and began <= self.until < ended
        return is_settled_then or until - max(self.made_at, began) >= LONG_ENOUGH


@dataclass(frozen=True, slots=True)
class Week:
    """What is known of one week at its end; entries by number.

    `offered`: for each check that ran, to whom the ladder offered a legal challenge upwards. The others are
    those who had a challenge that saves the week (`Asked`), had a season game running in it, were on holiday
    in it, or came into the table after it had begun.
    """

    offered: Sequence[AbstractSet[int]]
    challenged: AbstractSet[int] = frozenset()
    played: AbstractSet[int] = frozenset()
    away: AbstractSet[int] = frozenset()
    late: AbstractSet[int] = frozenset()


def idle_in(week: Week) -> set[int]:
    """The entries whose week was idle. A check that did not run offered nothing: then it is no one's."""
    if len(week.offered) < CHECKS:
        return set()
    every_time = set(week.offered[0]).intersection(*week.offered[1:])
    return every_time - week.challenged - week.played - week.away - week.late


def in_a_row(idle: Collection[int], before: Mapping[int, int], limit: int) -> dict[int, int]:
    """How many idle weeks in a row each of the `idle` has now, from 1 to `limit`, at which it costs ranks.

    `before` has the same numbers of those who were idle the week before. Counting restarts after the limit.
    """
    return {entry: before.get(entry, 0) % limit + 1 for entry in idle}


def week_ended_by(first_day: date, day: date) -> int | None:
    """The number of the week, from 0, whose last check is at the midnight that begins `day`; None if it is
    none's.
    """
    days = (day - first_day).days
    return days // CHECKS - 1 if days >= CHECKS and days % CHECKS == 0 else None


def check_days(first_day: date, week: int) -> list[date]:
    """The days that begin with the checks of a week, the earliest first."""
    return [first_day + timedelta(days=CHECKS * week + number) for number in range(1, CHECKS + 1)]
