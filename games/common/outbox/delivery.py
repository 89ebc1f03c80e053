"""Delivering the outbox: at least once, after the commit, with growing pauses; giving up is an alarm.

A worker that dies with rows in hand leaves rows that fall due again by themselves (`claims`). A slow worker
hands back in time what it has not begun with, so that no one is written to twice because the mail
server takes its time. Where rows fail together they are tried in halves: a row that cannot be delivered fails
alone.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from itertools import groupby

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q

from games.common import clock, outbox, waiting
from games.common.guards.sealing import place_of
from games.common.outbox import claims
from games.common.outbox.claims import ATTEMPTS, LEASE, MAIL_LEASE
from games.common.outbox.registry import Done, SlowHandler, handlers_of
from games.common.outbox.row import OutboxRow

__all__ = ["ATTEMPTS", "LEASE", "MAIL_LEASE", "deliver", "pause_after", "prune"]

logger = logging.getLogger(__name__)

NOTED_TOGETHER = 60
"""How many deliveries are written down at once: what may be delivered again when a worker is killed."""
BEGIN_WITHIN = 5.0
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)


def deliver(*, budget: float = 10, linger: float = 0.0, with_mails: bool = True) -> int:
    """Deliver what is due until nothing is, or for `budget` seconds; how many rows are delivered.

    For `linger` seconds it goes on looking for what is put in meanwhile: open pages wait for hints. Without
    `with_mails` only what needs no mail server, which may hang.
    """
    began = time.monotonic()
    delivered = 0
    while time.monotonic() < began + budget:
        rows = claims.claim(clock.now(), with_mails=with_mails)
        if not rows:
            if time.monotonic() >= began + linger:
                break
            time.sleep(settings.GAMES_LOOK_EVERY)
            continue
        round_ = _Round(time.monotonic() + BEGIN_WITHIN)
        for topic in _by_topic(rows):
            round_.deliver(topic)
        delivered += round_.delivered
        claims.hand_back([row for row in rows if row.pk not in round_.settled])
    return delivered


def pause_after(attempts: int) -> timedelta:
    """How long to wait before trying again what was tried `attempts` times: 5 s, doubled, an hour at most."""
    return min(FIRST_PAUSE * (1 << (attempts - 1)), LONGEST_PAUSE)


def prune(older_than: timedelta = timedelta(days=30), hints_older_than: timedelta = timedelta(days=1)) -> int:
    """Forget what was delivered long ago, and hints, of which there are most, soon; how many rows."""
    now = clock.now()
    old = Q(sent_at__lt=now - older_than) | Q(topic="hint", sent_at__lt=now - hints_older_than)
    deleted, _by_model = OutboxRow.objects.filter(old).delete()
    return deleted


class _Round:
    """Claimed rows on their way out. What was not begun with before `begin_before` is not in `settled`."""

    def __init__(self, begin_before: float) -> None:
        self.begin_before = begin_before
        self.settled: set[int] = set()
        self.delivered = 0

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.begin_before

    def deliver(self, rows: Sequence[OutboxRow]) -> None:
        """Hand over rows of one topic and write down, a few at a time, what became of them."""
        waiting.forget(_named_in(rows))
        done: list[OutboxRow] = []
        failed: dict[int, Exception] = {}
        for part, failures in self.hand_over(rows):
            done += part
            failed |= failures
            if len(done) >= NOTED_TOGETHER:
                self.settle(done, failed)
                done = []
        self.settle(done, failed)

    def hand_over(self, rows: Sequence[OutboxRow]) -> Iterator[Done]:
        """Part by part, what all handlers of the topic have done with; no one listens: all of it."""
        handlers = handlers_of(rows[0].topic)
        if not handlers:
            yield rows, {}
        heard_by: Counter[int] = Counter()
        for handler in handlers:
            for part, failures in self.parts(handler, rows):
                heard_by.update(row.pk for row in part)
                yield [row for row in part if heard_by[row.pk] == len(handlers)], failures

    def parts(self, handler: SlowHandler, rows: Sequence[OutboxRow]) -> Iterator[Done]:
        """What a handler does in time. Where it fails altogether, the rows it had not done with are given to
        it again in halves, down to the one that fails; those for which no time is left fail with it.
        """
        if self.is_over:
            return
        left = {row.pk: row for row in rows}
        try:
            with closing(iter(handler(rows))) as parts:  # type: ignore[type-var]
                for part, failures in parts:
                    for row in part:
                        left.pop(row.pk, None)
                    yield part, failures
                    if self.is_over:
                        return
        except DatabaseError:
            raise  # most often no one's fault; they fall due again by themselves, and are then tried apart
        except Exception as error:
            halves = _halves(list(left.values()))
            for half in halves or [list(left.values())]:
                if halves and not self.is_over:
                    yield from self.parts(handler, half)
                else:
                    yield half, dict.fromkeys((row.pk for row in half), error)

    def settle(self, rows: Sequence[OutboxRow], failed: dict[int, Exception]) -> None:
        if not rows:
            return
        now = clock.now()
        sent = [row.pk for row in rows if row.pk not in failed]
        OutboxRow.objects.filter(pk__in=sent).update(sent_at=now, last_error="", in_hand=False)
        given_up = [row for row in rows if row.pk in failed and _note_failure(row, failed[row.pk], now)]
        outbox.put(*outbox.alarms_of_given_up(given_up, now))
        self.settled.update(row.pk for row in rows)
        self.delivered += len(sent)


def _note_failure(row: OutboxRow, error: Exception, now: datetime) -> bool:
    """Put off, and say so; but nothing of a mail that is its reader's own, since there being one tells.

    Nor is that given up: the time comes when there is nothing to say. Whether the row was given up.
    """
    row.last_error, row.in_hand = place_of(error), False
    if outbox.is_own(row):
        row.attempts = min(row.attempts, ATTEMPTS - 1)
        row.due_at = now + pause_after(row.attempts)
    elif row.attempts >= ATTEMPTS:
        row.given_up_at = now
        logger.error("Outbox row %s (%s) given up: %s", row.pk, row.topic, row.last_error)
    else:
        row.due_at = now + pause_after(row.attempts)
        logger.warning("Outbox row %s (%s) failed: %s", row.pk, row.topic, row.last_error)
    row.save(update_fields=["attempts", "last_error", "given_up_at", "due_at", "in_hand"])
    return row.given_up_at is not None


def _named_in(rows: Iterable[OutboxRow]) -> set[int]:
    """The people (keys) whom rows are for or about: something may wait for them now, or no more."""
    named = (row.person or row.payload.get("user") for row in rows)
    return {person for person in named if isinstance(person, int)}


def _by_topic(rows: Iterable[OutboxRow]) -> list[list[OutboxRow]]:
    """Hints come first: they take milliseconds, and someone is looking at the page."""
    ordered = sorted(rows, key=lambda row: (row.topic != "hint", row.topic, row.pk))
    return [list(group) for _topic, group in groupby(ordered, key=lambda row: row.topic)]


def _halves(rows: Sequence[OutboxRow]) -> list[list[OutboxRow]]:
    """Two smaller parts of `rows`, which keep together what is for one person as long as they can; none of
    one row.
    """
    people = list(dict.fromkeys(row.person or -row.pk for row in rows))
    if len(people) > 1:
        first = set(people[: len(people) // 2])
        parts = [
            [row for row in rows if ((row.person or -row.pk) in first) is side] for side in (True, False)
        ]
    else:
        parts = [list(rows[: len(rows) // 2]), list(rows[len(rows) // 2 :])]
    return parts if len(rows) > 1 else []
