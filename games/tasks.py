"""Doors for Celery: each calls a service. A lost, doubled or late task does no harm; rows are the queue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from celery import shared_task
from django.conf import settings
from django.db import OperationalError

from games.outbox import delivery, mail_log
from games.practice.services import forget_idle
from games.sealing import place_of
from games.services.drain import drain
from games.services.reminding import remind


class TaskFailed(Exception):
    """What Celery may log of a failure: its kind and place, none of its words."""


@contextmanager
def sealed() -> Iterator[None]:
    """Let a failure out without what it may quote. A data base that is away says so in its own words."""
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
def send_outbox() -> None:
    """Deliver what has to leave the house; beat calls it every second."""
    with sealed():
        delivery.deliver(linger=settings.GAMES_LINGER)


@shared_task  # type: ignore[untyped-decorator]
def send_reminders() -> None:
    """Ask those who owe something and whose deadline is near; beat calls it every minute."""
    with sealed():
        remind()


@shared_task  # type: ignore[untyped-decorator]
def prune_outbox() -> None:
    """Forget what was delivered long ago."""
    with sealed():
        delivery.prune()
        mail_log.prune()


@shared_task  # type: ignore[untyped-decorator]
def forget_practices() -> None:
    """Forget practice games that nobody has touched for a month; beat calls it once a day."""
    with sealed():
        forget_idle()
