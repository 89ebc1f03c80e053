"""Doors for Celery: each calls a service. A lost, doubled or late task does no harm; rows are the queue."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from celery import shared_task
from django.conf import settings
from django.db import OperationalError

from games.adjudication.courses import keep_missing
from games.adjudication.drain import drain
from games.common.database.heartbeat import once_a_day
from games.common.guards.sealing import place_of
from games.common.outbox import bell, delivery
from games.notices import mail_log
from games.practice.services import forget_idle
from games.sandbox.services import forget_unread
from games.services.players.reminding import remind

_mailing = threading.Lock()
"""Held by the thread of this process that writes mails."""


class TaskFailed(Exception):
    """What Celery may log of a failure: its kind and place, none of its words."""


@contextmanager
def sealed() -> Iterator[None]:
    """Let a failure out without what it may quote. A database that is away says so in its own words."""
    try:
        yield
    except OperationalError:
        raise
    except Exception as error:
        raise TaskFailed(place_of(error)) from None


@shared_task  # type: ignore[untyped-decorator]
def drain_due() -> None:
    """Adjudicate what is due; beat calls it every second."""
    with sealed():
        drain(linger=settings.GAMES_LINGER)


@shared_task  # type: ignore[untyped-decorator]
def send_hints() -> None:
    """Deliver what needs no mail server; beat calls it twice a second."""
    with sealed():
        delivery.deliver(linger=settings.GAMES_LINGER, with_mails=False)


@shared_task  # type: ignore[untyped-decorator]
def send_outbox() -> None:
    """Deliver whatever has to leave the house; beat calls it twice a second.

    A process writes to the mail server from one thread at a time: one that hangs holds up no other.
    """
    is_free = _mailing.acquire(blocking=False)
    try:
        with sealed():
            delivery.deliver(linger=settings.GAMES_LINGER, with_mails=is_free)
    finally:
        if is_free:
            _mailing.release()


@shared_task  # type: ignore[untyped-decorator]
def send_reminders() -> None:
    """Ask those who owe something and whose deadline is near; beat calls it every minute."""
    with sealed():
        remind()


@shared_task  # type: ignore[untyped-decorator]
def prune_outbox() -> None:
    """Forget once a day what was delivered long ago; beat asks every minute."""
    with sealed():
        once_a_day("prune", delivery.prune, mail_log.prune, bell.drop_old)


@shared_task  # type: ignore[untyped-decorator]
def forget_practices() -> None:
    """Forget once a day practice games that no one has touched for a month, and sandboxes that no one has
    read for a year; beat asks every minute.
    """
    with sealed():
        once_a_day("practices", forget_idle, forget_unread)


@shared_task  # type: ignore[untyped-decorator]
def follow_games() -> None:
    """Make once a day the courses of finished games that have none; beat asks every minute."""
    with sealed():
        once_a_day("courses", keep_missing)
