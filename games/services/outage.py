"""When the house stood still, its time is given back before anything is adjudicated.

The drain leaves a heartbeat. If the last one is older than `GAMES_OUTAGE_AFTER` seconds, every open deadline
moves on by the length of the gap, by itself, once, each with a row in the clock ledger.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, When

from games import clock, outbox
from games.models import ClockEntry, Game, Heartbeat, Phase
from games.reminders import remind_at

logger = logging.getLogger(__name__)

DRAIN = "drain"
BEAT_EVERY = timedelta(seconds=10)
"""A heartbeat is written no more often than this; outages are not measured in seconds."""

ROWS_AT_ONCE = 1000


def beat() -> None:
    """Note that the drain came to its end."""
    now = clock.now()
    if not Heartbeat.objects.filter(name=DRAIN, beat_at__gt=now - BEAT_EVERY).exists():
        Heartbeat.objects.update_or_create(name=DRAIN, defaults={"beat_at": now})


def make_up_for_outage() -> timedelta | None:
    """If there was an outage, move every open deadline on by its length, and return that; else None.

    Two workers at once do it once: the second waits for the heartbeat's row and finds it fresh. Phases that
    closed early because all were ready stay closed; those set aside wait for an administrator.
    """
    now = clock.now()
    if not is_pending(now):
        return None
    with transaction.atomic():
        last = Heartbeat.objects.select_for_update().get(name=DRAIN)
        now = clock.now()
        length = now - last.beat_at
        if not _is_outage(length):
            return None
        moved = _move_deadlines(length, now)
        last.beat_at = now
        last.save(update_fields=["beat_at"])
    logger.error("Outage of %s made up for: %s deadlines moved on.", length, moved)
    return length


def is_pending(now: datetime) -> bool:
    """Whether there was an outage that no drain has made up for yet."""
    last = Heartbeat.objects.filter(name=DRAIN).first()
    return last is not None and _is_outage(now - last.beat_at)


def _is_outage(gap: timedelta) -> bool:
    return gap > timedelta(seconds=settings.GAMES_OUTAGE_AFTER)


def _move_deadlines(length: timedelta, now: datetime) -> int:
    """Move every open deadline on, a thousand at a time; how many there were."""
    moved = last = 0
    while phases := _next_phases(last):
        ClockEntry.objects.bulk_create(
            ClockEntry(
                phase=phase,
                reason=ClockEntry.Reason.OUTAGE,
                before=phase.deadline,
                after=phase.deadline + length,
                at=now,
            )
            for phase in phases
        )
        keys = [phase.pk for phase in phases]
        Phase.objects.filter(pk__in=keys).update(
            closes_at=Case(
                When(closes_at=F("deadline"), then=F("closes_at") + length), default=F("closes_at")
            ),
            deadline=F("deadline") + length,
        )
        _remind_later(phases, length)
        Game.objects.filter(pk__in=[phase.game_id for phase in phases]).update(version=F("version") + 1)
        outbox.put(*(outbox.hint(phase.game, now) for phase in phases))
        moved += len(phases)
        last = keys[-1]
    return moved


def _remind_later(phases: Sequence[Phase], length: timedelta) -> None:
    """Let reminders go by the deadlines that were moved on by `length`: a statement for each interval."""
    by_interval: dict[timedelta | None, list[int]] = defaultdict(list)
    for phase in phases:
        deadline = phase.deadline + length
        moment = remind_at(phase.opened_at, deadline)
        by_interval[deadline - moment if moment else None].append(phase.pk)
    for before, keys in by_interval.items():
        moment_of = F("deadline") - before if before else None
        Phase.objects.filter(pk__in=keys).update(remind_at=moment_of)


def _next_phases(last: int) -> list[Phase]:
    """The next open phases after the one with the key `last`, locked."""
    # A phase that lasts no time at all has none to be given back: it is adjudicated at once (SPY-22).
    phases = Phase.objects.filter(
        adjudicated_at=None, set_aside_at=None, deadline__gt=F("opened_at"), pk__gt=last
    )
    rows = phases.select_related("game").only("opened_at", "deadline", "game__id").order_by("pk")
    return list(rows.select_for_update(of=("self",))[:ROWS_AT_ONCE])
