"""What the dates of a season allow: how much of it is open, how long its games take, and two ways out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from league.competitions.rules.calendar import FIRST_YEAR, days_later
from league.competitions.rules.common_rules import CommonRules

WHOLE: Final = 1000
"""How wide a bar is drawn."""
LATEST: Final = 400
"""By how many days a season is made longer at most to be long enough."""
DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Span:
    """A season from its first moment to its last. Games can be begun `until` then, by challenges; None: all
    begin with the season. `longest` is the most that one may take, from the challenge on where there is one,
    and `usual` what one takes as a rule (`calendar.usual_game`); where games follow each other in so many
    `rounds`, that of all rounds.
    """

    starts_at: datetime
    ends_at: datetime
    until: datetime | None
    longest: timedelta
    usual: timedelta
    rounds: int = 0

    @property
    def total(self) -> timedelta:
        return self.ends_at - self.starts_at

    @property
    def open(self) -> timedelta:
        """How long one can challenge; nothing where no game could end in time."""
        return max((self.until or self.starts_at) - self.starts_at, timedelta(0))

    @property
    def is_enough(self) -> bool:
        """Whether at least half of it is open to challenges; without them, whether every game can end."""
        return self.longest <= self.total if self.until is None else 2 * self.open >= self.total

    @property
    def is_possible(self) -> bool:
        """Whether any game can end in time."""
        return self.is_enough if self.until is None else bool(self.open)

    # As it is drawn, in parts of WHOLE

    @property
    def open_width(self) -> int:
        return self._width(self.open)

    @property
    def usual_width(self) -> int:
        return min(self._width(self.usual), WHOLE - self.open_width)

    @property
    def longest_width(self) -> int:
        return self._width(self.longest)

    def _width(self, part: timedelta) -> int:
        return min(WHOLE, round(WHOLE * part / self.total))


@dataclass(frozen=True, slots=True)
class WaysOut:
    """What would make the season long enough: an earlier last game year, or a later end. None: nothing."""

    last_year: int | None
    ends_at: datetime | None


def ways_out(rules: CommonRules, span_of: Callable[[Any], Span]) -> WaysOut:
    """The least change of each kind after which the dates allow enough."""
    return WaysOut(_earlier_year(rules, span_of), _later_end(rules, span_of))


def _earlier_year(rules: CommonRules, span_of: Callable[[Any], Span]) -> int | None:
    last = rules.settings.get("last_year") or FIRST_YEAR
    for year in range(last - 1, FIRST_YEAR, -1):
        if span_of(replace(rules, settings={**rules.settings, "last_year": year})).is_enough:
            return year
    return None


def _later_end(rules: CommonRules, span_of: Callable[[Any], Span]) -> datetime | None:
    now = span_of(rules)
    closed = now.longest if now.until is None else 2 * (now.ends_at - now.until)
    for days in range(max(1, (closed - now.total) // DAY), LATEST):
        later = days_later(rules.ends_at, days, rules.zone)
        if span_of(replace(rules, ends_at=later)).is_enough:
            return later
    return None
