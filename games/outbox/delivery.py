"""Delivering the outbox: at least once, after the commit, with growing pauses; giving up is an alarm.

A row is claimed by counting the attempt and moving `due_at` on by a lease, in a transaction of its own.
Whoever dies after that leaves a row that falls due again by itself. Whoever is slow hands back in time what
he has not begun with, so that nobody is written to twice because the mail server takes its time.

What is for no person (hints above all: somebody is looking at the page) goes before mails. A person gets all
his mails' matters at once: whoever claims for him locks him first, and takes all that waits for him. While
the drain is behind, mails leave it the machine and wait for more.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from itertools import accumulate, groupby

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction
from django.db.models import Count, F, Q, QuerySet

from games import clock
from games.models import OutboxRow
from games.outbox import OWN
from games.outbox.registry import Done, SlowHandler, handlers_of
from games.sealing import place_of
from games.services.processing import is_behind

logger = logging.getLogger(__name__)

BATCH = 200
MATTERS = 2000
"""How many mails one claim takes, to the nearest person: all that waits for some persons together."""
AT_WORK = 8
"""How many workers find persons for whom nobody else is claiming at the same instant."""
NOTED_TOGETHER = 60
"""How many deliveries are written down at once: what may be delivered again when a worker is killed."""
MAILS_WAIT = timedelta(minutes=1)
"""How long mails wait at most for a drain that is behind."""
LEASE = timedelta(seconds=30)
"""How long a claimed row is its claimer's. He begins with none after `BEGIN_WITHIN`."""
MAIL_LEASE = timedelta(minutes=3)
"""The same for mails. The slowest letter is done before it is over: from connecting to the last answer the
mail server is waited for at most sixteen times, `EMAIL_TIMEOUT` (10 s) each."""
BEGIN_WITHIN = 5.0
ATTEMPTS = 20
FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)


def deliver(*, budget: float = 10, linger: float = 0.0) -> int:
    """Deliver what is due until nothing is, or for `budget` seconds; how many rows are delivered.

    For `linger` seconds it goes on looking for what is put in meanwhile: open pages wait for hints.
    """
    began = time.monotonic()
    delivered = 0
    while time.monotonic() < began + budget:
        rows = claim(clock.now())
        if not rows:
            if time.monotonic() >= began + linger:
                break
            time.sleep(settings.GAMES_LOOK_EVERY)
            continue
        round_ = _Round(time.monotonic() + BEGIN_WITHIN)
        for topic in _by_topic(rows):
            round_.deliver(topic)
        delivered += round_.delivered
        _hand_back([row for row in rows if row.pk not in round_.settled])
    return delivered


def pause_after(attempts: int) -> timedelta:
    """How long to wait before trying again what was tried `attempts` times: 5 s, doubled, an hour at most."""
    return min(FIRST_PAUSE * (1 << (attempts - 1)), LONGEST_PAUSE)


def claim(now: datetime) -> list[OutboxRow]:
    """Take rows that are due so that nobody else takes them for a while: mails if nothing else is due."""
    waiting = OutboxRow.objects.filter(sent_at=None, given_up_at=None, due_at__lte=now)
    if not waiting.exists():
        return []
    return _claim(waiting.filter(person=None), now) or _claim_mails(waiting, now)


def _claim(wanted: QuerySet[OutboxRow], now: datetime) -> list[OutboxRow]:
    if not wanted.exists():
        return []
    with transaction.atomic():
        rows = list(wanted.select_for_update(skip_locked=True).order_by("due_at", "pk")[:BATCH])
        return _taken(rows, now + LEASE)


def _claim_mails(waiting: QuerySet[OutboxRow], now: datetime) -> list[OutboxRow]:
    """The mails that have waited longest, with all others that wait for the same persons."""
    mails = waiting.filter(person__isnull=False)
    if is_behind(now):
        mails = mails.filter(due_at__lte=now - MAILS_WAIT)
    first = mails.order_by("due_at", "pk").values_list("person", flat=True)[: AT_WORK * BATCH]
    people = [person for person in dict.fromkeys(first) if person is not None]
    for begin in range(0, len(people), BATCH):
        with transaction.atomic():
            mine = _locked(people[begin : begin + BATCH])
            # Asked anew, under the lock: somebody else may have been here since.
            rows = waiting.filter(person__in=_few_enough(waiting, mine)).order_by("due_at", "pk")
            if taken := _taken(list(rows.select_for_update(skip_locked=True)), now + MAIL_LEASE):
                return taken
    return []


def _locked(people: Sequence[int]) -> list[int]:
    """Those of `people` for whom nobody else is claiming now; nobody does until the transaction ends."""
    persons = get_user_model().objects.filter(pk__in=people)
    locks = persons.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True)
    others = set(people) - set(locks)
    if others:  # an account that is gone locks nothing, and what waits for it must not wait for ever
        others &= set(persons.values_list("pk", flat=True))
    return [person for person in people if person not in others]


def _few_enough(waiting: QuerySet[OutboxRow], people: Sequence[int]) -> list[int]:
    """The first of `people`, one at least, for whom no more than `MATTERS` mails wait together."""
    counts = dict(
        waiting.filter(person__in=people).order_by().values_list("person").annotate(mails=Count("pk"))
    )
    sums = accumulate(counts.get(person, 0) for person in people)
    return [
        person
        for place, (person, total) in enumerate(zip(people, sums, strict=True))
        if not place or total <= MATTERS
    ]


def _taken(rows: list[OutboxRow], due_at: datetime) -> list[OutboxRow]:
    """Count the attempt at `rows`, which fall due again at `due_at` unless they are settled before."""
    OutboxRow.objects.filter(pk__in=[row.pk for row in rows]).update(
        attempts=F("attempts") + 1, due_at=due_at
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


def _by_topic(rows: Iterable[OutboxRow]) -> list[list[OutboxRow]]:
    """Hints come first: they take milliseconds, and somebody is looking at the page."""
    ordered = sorted(rows, key=lambda row: (row.topic != "hint", row.topic, row.pk))
    return [list(group) for _topic, group in groupby(ordered, key=lambda row: row.topic)]


def _hand_back(rows: Iterable[OutboxRow]) -> None:
    """Let others have at once what was claimed and not begun with; it counts as no attempt.

    What somebody else has claimed since, because one letter took longer than the lease, is his.
    """
    claimed: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        claimed[row.attempts].append(row.pk)
    for attempts, keys in claimed.items():
        OutboxRow.objects.filter(pk__in=keys, attempts=attempts, sent_at=None).update(
            attempts=F("attempts") - 1, due_at=clock.now()
        )


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
        """Part by part, what all handlers of the topic have done with; nobody listens: all of it."""
        handlers = handlers_of(rows[0].topic)
        if not handlers:
            yield rows, {}
        heard_by: Counter[int] = Counter()
        for handler in handlers:
            for part, failures in self.parts(handler, rows):
                heard_by.update(row.pk for row in part)
                yield [row for row in part if heard_by[row.pk] == len(handlers)], failures

    def parts(self, handler: SlowHandler, rows: Sequence[OutboxRow]) -> Iterator[Done]:
        """What a handler does in time. If it fails altogether, so do the rows it had not done with."""
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
            raise  # not the row's fault; it falls due again by itself
        except Exception as error:
            yield list(left.values()), dict.fromkeys(left, error)

    def settle(self, rows: Sequence[OutboxRow], failed: dict[int, Exception]) -> None:
        if not rows:
            return
        now = clock.now()
        sent = [row.pk for row in rows if row.pk not in failed]
        OutboxRow.objects.filter(pk__in=sent).update(sent_at=now, last_error="")
        for row in rows:
            if row.pk in failed:
                _note_failure(row, failed[row.pk], now)
        self.settled.update(row.pk for row in rows)
        self.delivered += len(sent)


def _note_failure(row: OutboxRow, error: Exception, now: datetime) -> None:
    """Put off, and say so; but nothing of a mail that is its reader's own, since there being one tells.

    Nor is that given up: the time comes when there is nothing to say.
    """
    row.last_error = place_of(error)
    if row.payload.get("about") in OWN:
        row.due_at = now + pause_after(min(row.attempts, ATTEMPTS))
    elif row.attempts >= ATTEMPTS:
        row.given_up_at = now
        logger.error("Outbox row %s (%s) given up: %s", row.pk, row.topic, row.last_error)
    else:
        row.due_at = now + pause_after(row.attempts)
        logger.warning("Outbox row %s (%s) failed: %s", row.pk, row.topic, row.last_error)
    row.save(update_fields=["last_error", "given_up_at", "due_at"])
