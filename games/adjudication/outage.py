"""When the house stood still, its time is given back before anything is adjudicated.

The drain leaves a heartbeat. If the last one is older than `GAMES_OUTAGE_AFTER` seconds, every open deadline
moves on by the length of the gap, by itself, once, each with a row in the clock ledger. After a copy was
restored this holds for a gap of any length.

Whether anything was killed or only frozen makes no difference: the gap is judged before every claim and
under every batch's locks, by the very moment that decides what is due, and no heartbeat is written across it.
All of it goes by the database's clock. When that jumps ahead, no one can tell it from a host that was
paused: time is given back. When it is put back, so is the heartbeat; deadlines stay where they are.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, When

from games import notices
from games.common import clock, outbox
from games.engine.reminder_times import remind_at
from games.models import ClockEntry, Game, Heartbeat, Phase

logger = logging.getLogger(__name__)

DRAIN = "drain"
BEAT_EVERY = timedelta(seconds=10)
"""A heartbeat is written no more often than this; outages are not measured in seconds."""

ROWS_AT_ONCE = 1000


def beat() -> None:
    """Note that the drain came to its end; but never across an outage, which a later drain has to find."""
    now = clock.now()
    if Heartbeat.objects.filter(name=DRAIN, beat_at__gt=now - BEAT_EVERY, beat_at__lte=now).exists():
        return
    # Compared and written in one statement: a process that is late here overwrites no outage and no later
    # beat.
    well = Heartbeat.objects.filter(
        name=DRAIN, owes_time=False, beat_at__gte=now - longest_gap(), beat_at__lt=now
    )
    if not well.update(beat_at=now):
        _begin_or_put_back()


@transaction.atomic
def _begin_or_put_back() -> None:
    """Write the first heartbeat of all; take back one that is still to come, as when the database's clock
    was ahead and is right again: an outage would go unnoticed until then.
    """
    last, is_new = Heartbeat.objects.select_for_update().get_or_create(
        name=DRAIN, defaults={"beat_at": clock.now()}
    )
    now = clock.now()
    if not is_new and last.beat_at > now:
        logger.warning("The database's clock was put back by %s or more.", last.beat_at - now)
        last.beat_at = now
        last.save(update_fields=["beat_at"])


def make_up_for_outage() -> timedelta | None:
    """If there was an outage, move every open deadline on by its length, and return that; else None.

    Two workers at once do it once: the second finds the heartbeat's row locked and leaves it to the first.
    Phases that closed early because all were ready stay closed; those set aside wait for an administrator.
    """
    now = clock.now()
    if not is_pending(now):
        return None
    with transaction.atomic():
        last = Heartbeat.objects.select_for_update(skip_locked=True).filter(name=DRAIN).first()
        now = clock.now()
        if last is None or not _is_outage(last, now):
            return None
        length = now - last.beat_at
        moved = _move_deadlines(length, now)
        last.beat_at, last.owes_time = now, False
        last.save(update_fields=["beat_at", "owes_time"])
    logger.error("Outage of %s made up for: %s deadlines moved on.", length, moved)
    return length


def is_pending(now: datetime) -> bool:
    """Whether there was an outage that no drain has made up for yet."""
    last = Heartbeat.objects.filter(name=DRAIN).first()
    return last is not None and _is_outage(last, now)


def owe_time() -> None:
    """Count the time since the last heartbeat as an outage, however short: a copy was restored, and what
    players saved since it was made is gone. Does nothing where no drain ever ran.
    """
    Heartbeat.objects.filter(name=DRAIN).update(owes_time=True)


def _is_outage(last: Heartbeat, now: datetime) -> bool:
    return now - last.beat_at > (timedelta(0) if last.owes_time else longest_gap())


def longest_gap() -> timedelta:
    """How old the last heartbeat may be. What is older is an outage."""
    return timedelta(seconds=settings.GAMES_OUTAGE_AFTER)


def _move_deadlines(length: timedelta, now: datetime) -> int:
    """Move every open deadline on, a thousand at a time; how many there were."""
    moved = 0
    for phases in _open_phases():
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
        # In a pause a phase of which all are ready closes when that ends: it has not closed yet.
        is_still_open = Q(closes_at=F("deadline")) | Q(closes_at__gt=now)
        was_paused = Q(paused_until__gt=now - length)
        Phase.objects.filter(pk__in=keys).update(
            closes_at=Case(When(is_still_open, then=F("closes_at") + length), default=F("closes_at")),
            paused_until=Case(
                When(is_still_open & was_paused, then=F("paused_until") + length), default=F("paused_until")
            ),
            deadline=F("deadline") + length,
        )
        remind_later(phases, length)
        Game.objects.filter(pk__in=[phase.game_id for phase in phases]).update(version=F("version") + 1)
        outbox.put(*(notices.hint(phase.game, now) for phase in phases))
        moved += len(phases)
    return moved


def remind_later(phases: Sequence[Phase], length: timedelta) -> None:
    """Let reminders go by the deadlines that were moved on by `length`: a statement for each interval."""
    by_interval: dict[timedelta | None, list[int]] = defaultdict(list)
    for phase in phases:
        deadline = phase.deadline + length
        moment = remind_at(phase.opened_at, deadline)
        by_interval[deadline - moment if moment else None].append(phase.pk)
    for before, keys in by_interval.items():
        moment_of = F("deadline") - before if before else None
        Phase.objects.filter(pk__in=keys).update(remind_at=moment_of)


def _open_phases() -> Iterator[list[Phase]]:
    """All open phases, some at a time, each time under the locks of their games.

    Everyone locks games before phases, and several games in the sequence of their keys: so none of those who
    wait for each other wait in a ring.
    """
    # A phase that lasts no time at all has none to be given back: it is adjudicated at once (SPY-22).
    phases = Phase.objects.filter(adjudicated_at=None, set_aside_at=None, deadline__gt=F("opened_at"))
    running = phases.order_by("game_id").values_list("game_id", flat=True)
    last = 0
    while games := list(running.filter(game_id__gt=last)[:ROWS_AT_ONCE]):
        last = games[-1]
        locked = Game.objects.filter(pk__in=games).order_by("pk").select_for_update(of=("self",))
        keys = list(locked.values_list("pk", flat=True))
        # Asked again: what was read while waiting for the locks may have changed.
        found = phases.filter(game__in=keys).select_related("game").only("opened_at", "deadline", "game__id")
        yield list(found.order_by("game_id"))
