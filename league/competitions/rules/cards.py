"""Cards: values that go well together, from which the form of a new season starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.functional import Promise

from games.agreed.absence import Absence
from games.agreed.pace import Pace
from league.competitions.rules.common_rules import STRICTEST

BEGINS_AT: Final = 10
"""The hour at which a season starts: people are awake."""
DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Card:
    """What the form of a kind begins with: `values` of rules by the names by which the form asks them, how
    fast games are played, and dates. It lasts `days`, from `lead` days after it is drafted, or the first
    `weekday` (0: Monday) after those, and entries close a day before.
    """

    key: str
    name: Promise
    lasts: Promise
    says: Callable[[Card], str]
    """What is special about it, in a line made of its values."""
    days: int
    lead: int
    weekday: int | None = None
    pace: Pace = field(default_factory=Pace)
    absence: Absence = STRICTEST
    values: Mapping[str, Any] = field(default_factory=dict)

    def moments(self, today: datetime) -> dict[str, datetime]:
        """Its dates when it is drafted on the day that begins at the moment `today`, by the clocks of the
        season's zone, as which `today` is meant.
        """
        starts = today + self.lead * DAY + timedelta(hours=BEGINS_AT)
        if self.weekday is not None:
            starts += (self.weekday - starts.weekday()) % 7 * DAY
        return {
            "enters_from": today + DAY,
            "enters_until": starts - DAY,
            "starts_at": starts,
            "ends_at": starts + self.days * DAY,
        }

    def fills(self, today: datetime) -> dict[str, Any]:
        """What it puts into the form."""
        return {**self.values, **self.moments(today)}
