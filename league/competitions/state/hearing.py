"""Entrants of running seasons who are not heard of: whom organisers may nudge, and how often."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from games.common import clock
from league.competitions import kinds
from league.competitions.models import Competition, Entry, Nudge

SILENCE: Final = timedelta(days=10)
"""Without a challenge or a game for so long, an entrant is not heard of."""

ONE_NUDGE_IN: Final = timedelta(days=7)
"""No one is nudged twice in this time, in whatever season."""


def silent_in(kind: kinds.Kind, now: datetime, *, since: datetime | None = None) -> QuerySet[Entry]:
    """The entries of running seasons of one kind of which nothing was heard since then (`SILENCE` ago), and
    that were in them before.
    """
    since = since or now - SILENCE
    entries = Entry.objects.filter(
        competition__kind=kind.key,
        competition__state=Competition.State.RUNNING,
        competition__started_at__lte=since,
        entered_at__lte=since,
        state=Entry.State.PLAYING,
    )
    return kind.silent(entries, since, now)


def nudged_lately(now: datetime) -> QuerySet[Nudge]:
    """The nudges after which no one gets another one yet."""
    return Nudge.objects.filter(at__gt=now - ONE_NUDGE_IN)


def is_heard_of(nudge: Nudge) -> bool:
    """Whether a nudge has nothing to tell any more: it is old, its entrant has done something since, or there
    is nothing that they could do.
    """
    now, kind = clock.now(), kinds.of(nudge.entry.competition)
    if nudge.at <= now - ONE_NUDGE_IN:
        return True
    is_silent = silent_in(kind, now, since=nudge.at - SILENCE).filter(pk=nudge.entry_id).exists()
    return not is_silent or kind.nudging(nudge.entry, now) is None
