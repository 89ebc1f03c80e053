"""What time it is: by the clock of the database, which every process shares.

This is the one seam that tests set (`monkeypatch.setattr(clock, "read", …)`); call it as `clock.now()`.
"""

from __future__ import annotations

import time
import zoneinfo
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta

from django.db import connection

# PostgreSQL's now() stands still from the beginning of a transaction: a transaction that waited for a lock
# would seem to be in time.
_QUERY = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%dT%H:%M:%f', 'now')",
}


def now() -> datetime:
    """The present moment (UTC). Under a lock it is later than all that was done under that lock before."""
    return read()


def midnight(day: date, zone: str) -> datetime:
    """When `day` begins by the clocks of `zone`, in UTC."""
    return datetime.combine(day, datetime.min.time(), zoneinfo.ZoneInfo(zone)).astimezone(UTC)


def read() -> datetime:
    """Ask the database."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY[connection.vendor])
        moment: datetime | str = cursor.fetchone()[0]
    if isinstance(moment, str):
        return datetime.fromisoformat(moment).replace(tzinfo=UTC)
    return moment.astimezone(UTC)


_of_the_data_base = read

READ_ANEW = 60.0
"""Seconds for which a process counts on by itself: far too few for its counting to go wrong."""

_last: tuple[datetime, float] | None = None


def shown() -> datetime:
    """The present moment as pages show it, most often without a question to the database: the moment it told
    last, and the seconds since then as this process counts them.

    What is in time and what is late is never decided by it.
    """
    global _last
    if read is not _of_the_data_base:
        return read()
    counted = time.monotonic()
    if _last is None or counted - _last[1] >= READ_ANEW:
        _last = read(), time.monotonic()
        return _last[0]
    return _last[0] + timedelta(seconds=counted - _last[1])


@contextmanager
def reading(other: Callable[[], datetime]) -> Iterator[None]:
    """Go by another clock during the block, in this process alone: games for show, played in the past."""
    global read
    real, read = read, other
    try:
        yield
    finally:
        read = real
