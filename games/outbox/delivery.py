"""Delivering the outbox: at least once, after the commit, with growing pauses; giving up is an alarm.

A row is claimed by counting the attempt and moving `due_at` on by a lease, in a transaction of its own.
Whoever dies after that leaves a row that falls due again by itself. Whoever is slow hands back in time what
he has not begun with, so that nobody is written to twice because the mail server takes its time.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from django.db import DatabaseError, transaction
from django.db.models import F, Q

from games import clock
from games.models import OutboxRow
from games.outbox.registry import handed_over_by, handlers_of
from games.sealing import place_of

logger = logging.getLogger(__name__)

BATCH = 200
LEASE = timedelta(seconds=30)
"""How long a claimed row is its claimer's. He begins with none after `BEGIN_WITHIN`, and the slowest letter
(`EMAIL_TIMEOUT` to connect and again to send) is done before the lease is over."""
BEGIN_WITHIN = 5.0
ATTEMPTS = 10
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)


def deliver(*, budget: float = 10) -> int:
    """Deliver what is due until nothing is, or for `budget` seconds; how many rows are delivered."""
    until = time.monotonic() + budget
    delivered = 0
    while time.monotonic() < until:
        rows = claim(clock.now())
        if not rows:
            break
        begin_before = time.monotonic() + BEGIN_WITHIN
        parts = _parts(rows)
        while parts and time.monotonic() < begin_before:
            delivered += _deliver(parts.pop(0))
        _hand_back(row for part in parts for row in part)
    return delivered


def pause_after(attempts: int) -> timedelta:
    """How long to wait before trying again what was tried `attempts` times: 5 s, doubled, an hour at most."""
    return min(FIRST_PAUSE * (1 << (attempts - 1)), LONGEST_PAUSE)


def claim(now: datetime) -> list[OutboxRow]:
    """Take rows that are due so that nobody else takes them for a while."""
    waiting = OutboxRow.objects.filter(sent_at=None, given_up_at=None, due_at__lte=now)
    if not waiting.exists():
        return []
    with transaction.atomic():
        rows = list(waiting.select_for_update(skip_locked=True).order_by("due_at", "pk")[:BATCH])
        OutboxRow.objects.filter(pk__in=[row.pk for row in rows]).update(
            attempts=F("attempts") + 1, due_at=now + LEASE
        )
    for row in rows:
        row.attempts += 1
    return rows


def prune(older_than: timedelta = timedelta(days=30), hints_older_than: timedelta = timedelta(days=1)) -> int:
    """Forget what was delivered long ago, and hints, of which there are most, soon; how many rows."""
    now = clock.now()
    old = Q(sent_at__lt=now - older_than) | Q(topic="hint", sent_at__lt=now - hints_older_than)
    deleted, _by_model = OutboxRow.objects.filter(old).delete()
    return deleted


def _parts(rows: Iterable[OutboxRow]) -> list[list[OutboxRow]]:
    """What is handed over together: a topic's rows, or of a slow topic those for the same person.

    Hints come first: they take milliseconds, and somebody is looking at the page.
    """
    ordered = sorted(rows, key=lambda row: (row.topic != "hint", *_part_of(row), row.pk))
    return [list(group) for _part, group in groupby(ordered, key=_part_of)]


def _part_of(row: OutboxRow) -> tuple[str, int]:
    apart = handed_over_by(row.topic)
    return row.topic, row.payload.get(apart, 0) if apart else 0


def _hand_back(rows: Iterable[OutboxRow]) -> None:
    """Let others have at once what was claimed and not begun with; it counts as no attempt."""
    keys = [row.pk for row in rows]
    if keys:
        OutboxRow.objects.filter(pk__in=keys, sent_at=None).update(
            attempts=F("attempts") - 1, due_at=clock.now()
        )


def _deliver(rows: Sequence[OutboxRow]) -> int:
    """Hand over rows of one topic; how many are delivered."""
    failed: dict[int, Exception] = {}
    for handler in handlers_of(rows[0].topic):
        try:
            failed |= handler(rows)
        except DatabaseError:
            raise  # not the row's fault; it falls due again by itself
        except Exception as error:
            failed |= {row.pk: error for row in rows}
    now = clock.now()
    sent = [row.pk for row in rows if row.pk not in failed]
    OutboxRow.objects.filter(pk__in=sent).update(sent_at=now, last_error="")
    for row in rows:
        if row.pk in failed:
            _note_failure(row, failed[row.pk], now)
    return len(sent)


def _note_failure(row: OutboxRow, error: Exception, now: datetime) -> None:
    row.last_error = place_of(error)
    if row.attempts >= ATTEMPTS:
        row.given_up_at = now
        logger.error("Outbox row %s (%s) given up: %s", row.pk, row.topic, row.last_error)
    else:
        row.due_at = now + pause_after(row.attempts)
        logger.warning("Outbox row %s (%s) failed: %s", row.pk, row.topic, row.last_error)
    row.save(update_fields=["last_error", "given_up_at", "due_at"])
