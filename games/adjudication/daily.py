"""Chores that are done once a day, however often whoever calls them is started again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from games.common import clock
from games.models import Heartbeat

DAY = timedelta(days=1)


def once_a_day(name: str, *chores: Callable[[], object]) -> bool:
    """Do `chores` unless they came to their end within the last day; whether they were done.

    `name` is that of their heartbeat. Two at once may both do them, so doing them twice must do no harm.
    """
    now = clock.now()
    if Heartbeat.objects.filter(name=name, beat_at__gt=now - DAY, beat_at__lte=now).exists():
        return False
    for chore in chores:
        chore()
    Heartbeat.objects.update_or_create(name=name, defaults={"beat_at": clock.now()})
    return True
