"""When those who owe something are reminded of a deadline. A pure rule; `services.reminding` goes by it.

A phase of up to 12 hours has one moment, 15 minutes before. A longer one has two, 2 hours (over 2 days: 12)
and an hour before. In someone's night the first comes in the last hour before it, the second not at all.
"""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Final

from games.common.words.people import LONGEST_QUIET, Quiet

if TYPE_CHECKING:
    from games.models import Phase

SHORTEST: Final = timedelta(hours=1)
"""No one is reminded in a phase shorter than this."""

SHORT: Final = timedelta(hours=12)
"""The longest phase with one moment of reminding for all."""

BEFORE: Final = (
    (SHORT, timedelta(minutes=15)),
    (timedelta(days=2), timedelta(hours=2)),
    (timedelta.max, timedelta(hours=12)),
)
"""The first reminders: pairs of the longest phase and the time before its deadline."""

LAST: Final = timedelta(hours=1)
"""So long before the deadline of a longer phase who has still saved nothing is reminded again; and so long
before their night begins who would be reminded in it.
"""

AHEAD: Final = LONGEST_QUIET + LAST
"""The most by which a night brings someone's reminder forward."""


def remind_at(opened_at: datetime, deadline: datetime) -> datetime | None:
    """When to remind of the `deadline` of a phase opened at `opened_at`; None: not at all.

    An hour to 12 hours, both included: 15 minutes before; to 2 days included: 2 hours before; longer: 12
    hours before. How long a phase is follows from the deadline it has now, however that was moved.
    """
    length = deadline - opened_at
    if length < SHORTEST:
        return None
    return deadline - next(before for longest, before in BEFORE if length <= longest)


def again_at(opened_at: datetime, deadline: datetime) -> datetime | None:
    """When to remind once more of the `deadline` of a phase opened at `opened_at`; None: not again."""
    return deadline - LAST if deadline - opened_at > SHORT else None


def is_before_night(moment: datetime, quiet: Quiet, zone: tzinfo, now: datetime) -> bool:
    """Whether who would be reminded at a `moment` of their night is to be at `now`, in the hour before it
    begins.
    """
    night = quiet.begins(moment, zone)
    return night is not None and night - LAST <= now < night


def may_remind_of(phase: Phase, now: datetime) -> bool:
    """Whether `phase` is open for answers and neither set aside, paused nor closing since all are ready."""
    return (
        phase.is_open
        and phase.set_aside_at is None
        and not phase.is_paused(now)
        and phase.closes_at == phase.deadline
        and now < phase.deadline
    )
