"""When those who owe something are reminded of a deadline. A pure rule; `services.reminding` goes by it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from games.models import Phase

SHORTEST: Final = timedelta(hours=1)
"""Nobody is reminded in a phase shorter than this."""

BEFORE: Final = (
    (timedelta(hours=12), timedelta(minutes=15)),
    (timedelta(days=2), timedelta(hours=2)),
    (timedelta.max, timedelta(hours=12)),
)
"""In a phase up to so long, so long before its deadline."""


def remind_at(opened_at: datetime, deadline: datetime) -> datetime | None:
    """When to remind of the `deadline` of a phase opened at `opened_at`; None: not at all.

    An hour to 12 hours, both included: 15 minutes before; to 2 days included: 2 hours before; longer: 12
    hours before. How long a phase is follows from the deadline it has now, however that was moved.
    """
    length = deadline - opened_at
    if length < SHORTEST:
        return None
    return deadline - next(before for longest, before in BEFORE if length <= longest)


def may_remind_of(phase: Phase, now: datetime) -> bool:
    """Whether `phase` is open for answers and neither set aside, paused nor closing since all are ready."""
    return (
        phase.is_open
        and phase.set_aside_at is None
        and not phase.is_paused(now)
        and phase.closes_at == phase.deadline
        and now < phase.deadline
    )
