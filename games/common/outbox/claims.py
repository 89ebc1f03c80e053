"""Claiming rows of the outbox, so that no one else takes them for a while.

A row is claimed by counting the attempt, moving `due_at` on by a lease and setting `in_hand`, in a
transaction of its own. A row that falls due while still `in_hand` was with a worker that died: from then on
it goes apart from all others, so that a row which kills its worker is found out and takes no one with it.

What is for no person (hints above all: someone is looking at the page) goes before mails. A person gets all
their mails' matters at once: a claim for a person locks that person's row first, and takes all that waits
for them. While the drain is behind, mails leave it the machine and wait for more.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Count, F, QuerySet
from django.db.models.functions import Least

from games.common import clock, outbox
from games.common.outbox.registry import outside
from games.common.outbox.row import OutboxRow

logger = logging.getLogger(__name__)

BATCH = 200
MATTERS = 2000
"""How many mails one claim takes, to the nearest person: all that waits for some persons together."""
AT_WORK = 8
"""How many workers find persons for whom no one else is claiming at the same instant."""
MAILS_WAIT = timedelta(minutes=1)
"""How long mails wait at most for a drain that is behind."""
LEASE = timedelta(seconds=30)
"""How long a claimed row is its claimer's. The claimer begins with no row after `delivery.BEGIN_WITHIN`."""
MAIL_LEASE = timedelta(minutes=3)
"""The same for mails. The slowest mail is done before it is over: from connecting to the last answer the
mail server is waited for at most sixteen times, `EMAIL_TIMEOUT` (10 s) each."""
ATTEMPTS = 20
TOGETHER = 2
"""So many attempts the mails of a person whose worker died are made together, then each alone."""
MOST = 1000
"""Nothing is counted beyond this, long before the column is full."""
ALARM: Final = "alarm"
"""The topic that is for no person and still needs the mail server."""
DIED: Final = "The worker died"

_is_pressed: Callable[[datetime], bool] = lambda _now: False  # noqa: E731


def mails_wait_while(is_pressed: Callable[[datetime], bool]) -> None:
    """Register, when the apps are loaded, what tells that mails leave the machine to something else."""
    global _is_pressed
    _is_pressed = is_pressed


def claim(now: datetime, *, with_mails: bool = True) -> list[OutboxRow]:
    """Take rows that are due so that no one else takes them for a while: mails if nothing else is due, after
    them what goes to servers that people named, and last what was with a worker that died. Without
    `with_mails` only what needs no server elsewhere.
    """
    due = OutboxRow.objects.filter(sent_at=None, given_up_at=None, due_at__lte=now)
    if not due.exists():
        return []
    fresh, lost = due.filter(in_hand=False), due.filter(in_hand=True)
    nobodys, slow = fresh.filter(person=None), [ALARM, *sorted(outside())]
    if not with_mails:
        quick = lost.filter(person=None).exclude(topic__in=slow)
        return _claim(nobodys.exclude(topic__in=slow), now, LEASE) or _claim_lost(quick, now)
    return (
        _claim(nobodys.exclude(topic__in=slow), now, LEASE)
        or _claim(nobodys.filter(topic=ALARM), now, MAIL_LEASE)
        or _claim_mails(fresh, now)
        or _claim(nobodys.filter(topic__in=outside()), now, LEASE, "payload__user")
        or _claim_lost(lost, now)
    )


def hand_back(rows: Iterable[OutboxRow]) -> None:
    """Let others have at once what was claimed and not begun with; it counts as no attempt.

    What someone else has claimed since, because one mail took longer than the lease, stays claimed.
    """
    claimed: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for row in rows:
        claimed[row.attempts, row.in_hand].append(row.pk)
    for (attempts, was_lost), keys in claimed.items():
        OutboxRow.objects.filter(pk__in=keys, attempts=attempts, sent_at=None).update(
            attempts=F("attempts") - 1, due_at=clock.now(), in_hand=was_lost
        )


def _claim(wanted: QuerySet[OutboxRow], now: datetime, lease: timedelta, *first: str) -> list[OutboxRow]:
    """Those that have waited longest; `first` keeps together what is alike in it."""
    if not wanted.exists():
        return []
    with transaction.atomic():
        rows = list(wanted.select_for_update(skip_locked=True).order_by(*first, "due_at", "pk")[:BATCH])
        return _taken(rows, now + lease)


def _claim_mails(waiting: QuerySet[OutboxRow], now: datetime) -> list[OutboxRow]:
    """The mails that have waited longest, with all others that wait for the same persons."""
    mails = waiting.filter(person__isnull=False)
    if _is_pressed(now):
        mails = mails.filter(due_at__lte=now - MAILS_WAIT)
    first = mails.order_by("due_at", "pk").values_list("person", flat=True)[: AT_WORK * BATCH]
    people = [person for person in dict.fromkeys(first) if person is not None]
    for begin in range(0, len(people), BATCH):
        with transaction.atomic():
            mine = _locked(people[begin : begin + BATCH])
            # Asked again, under the lock: someone else may have been here since.
            rows = waiting.filter(person__in=_few_enough(waiting, mine)).order_by("due_at", "pk")
            if taken := _taken(list(rows.select_for_update(skip_locked=True)), now + MAIL_LEASE):
                return taken
    return []


def _claim_lost(lost: QuerySet[OutboxRow], now: datetime) -> list[OutboxRow]:
    """The oldest row whose worker died, alone, or at first with all others like it of the same person.

    One that has used up its attempts that way is given up, and the next one taken. Nothing is logged of a
    mail that is its reader's own (`outbox.OWN`): that there was one tells what its reader has not done.
    Unlike one that is merely refused (`delivery`), it is given up all the same: it kills the worker that
    takes it.
    """
    while True:
        with transaction.atomic():
            rows = list(lost.select_for_update(skip_locked=True).order_by("due_at", "pk")[:1])
            if not rows:
                return []
            (row,) = rows
            if row.attempts < ATTEMPTS:
                if row.person is not None and row.attempts < TOGETHER:
                    likes = lost.filter(person=row.person, attempts__lt=TOGETHER).exclude(pk=row.pk)
                    rows += likes.select_for_update(skip_locked=True).order_by("due_at", "pk")[:MATTERS]
                needs_mail = row.person is not None or row.topic == ALARM
                return _taken(rows, now + (MAIL_LEASE if needs_mail else LEASE))
            row.given_up_at, row.last_error, row.in_hand = now, DIED, False
            row.save(update_fields=["given_up_at", "last_error", "in_hand"])
            outbox.put(*outbox.alarms_of_given_up([row], now))
        if not outbox.is_own(row):
            logger.error("An outbox row (%s) was given up: %s", row.topic, row.last_error)


def _locked(people: Sequence[int]) -> list[int]:
    """Those of `people` for whom no one else is claiming now; no one does until the transaction ends."""
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
    """Count the attempt at `rows`, which fall due again at `due_at` unless they are settled before.

    The rows given back say in `in_hand` whether a worker had died with them before.
    """
    OutboxRow.objects.filter(pk__in=[row.pk for row in rows]).update(
        attempts=Least(F("attempts"), MOST) + 1, due_at=due_at, in_hand=True
    )
    for row in rows:
        row.attempts = min(row.attempts, MOST) + 1
    return rows
