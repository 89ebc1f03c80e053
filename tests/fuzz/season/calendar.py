"""The season's clock: it stands, but for a thousandth of a second each time that it is read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

OPENING_DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
TICK = timedelta(milliseconds=1)
"""So no two things that are done one after the other are done at the same moment."""


class Calendar:
    """What time it is in the season."""

    def __init__(self) -> None:
        self.time = OPENING_DAY

    def read(self) -> datetime:
        self.time += TICK
        return self.time

    def wait_until(self, moment: datetime) -> None:
        self.time = max(self.time, moment)

    @property
    def day(self) -> int:
        """Days since the season began."""
        return (self.time - OPENING_DAY).days
