"""When two people are both awake, by their quiet hours and zones."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from games.common.words.people import Quiet

WANTED: Final = 20
"""The hour of their day at which a deadline, or a live game, suits people best."""

LATER: Final = range(0, 365, 14)
"""Days from now on which the hour has to do: clocks are put forward and back."""

HOUR: Final = timedelta(hours=1)
EVENING: Final = 2
"""Hours that a live game takes at least."""


class Awake(NamedTuple):
    """One person's day: the name of their zone, and their quiet hours."""

    zone: str
    quiet_from: time
    quiet_to: time

    def is_at(self, moment: datetime) -> bool:
        return Quiet(self.quiet_from, self.quiet_to).begins(moment, ZoneInfo(self.zone)) is None

    def from_wanted(self, moment: datetime) -> float:
        """Hours between `moment` by their clock and the one that suits them best, around midnight too."""
        local = moment.astimezone(ZoneInfo(self.zone))
        apart = abs(local.hour + local.minute / 60 - WANTED)
        return min(apart, 24 - apart)


def deadline_hour(one: Awake, other: Awake, today: date) -> int | None:
    """The hour (UTC) at which deadlines suit both all year: each is awake then, and the hour before. None if
    there is no such hour.
    """
    pair = (one, other) if one <= other else (other, one)
    return _hour(*pair, tuple(today + timedelta(days=days) for days in LATER), (-1, 0))


def evenings(one: Awake, other: Awake, after: datetime) -> list[datetime]:
    """The first two moments after `after`, on two days, at which both have an evening's time; fewer where
    they are hardly ever awake together.
    """
    found = []
    for days in range(4):
        day = (after + timedelta(days=days)).astimezone(UTC).date()
        hour = _hour(one, other, (day,), tuple(range(EVENING + 1)))
        if hour is not None and (at := _moment(day, hour)) > after:
            found.append(at)
    return found[:2]


def _moment(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour), UTC)


@lru_cache(maxsize=4096)
def _hour(one: Awake, other: Awake, days: tuple[date, ...], around: tuple[int, ...]) -> int | None:
    """The hour at which both are awake on all `days`, and so many hours `around` it; the one nearest to what
    both want.
    """

    def suits(hour: int) -> bool:
        return all(
            each.is_at(_moment(day, hour) + hours * HOUR)
            for day in days
            for hours in around
            for each in (one, other)
        )

    def cost(hour: int) -> tuple[float, float, int]:
        apart = [each.from_wanted(_moment(days[0], hour)) for each in (one, other)]
        return max(apart), sum(apart), hour

    return next(filter(suits, sorted(range(24), key=cost)), None)
