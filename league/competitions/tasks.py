"""Doors for Celery: each calls a service. A lost, doubled or late task does no harm; rows are the queue."""

from __future__ import annotations

import logging

from celery import shared_task
from django.db import transaction

from games.common import clock, outbox
from games.common.database.heartbeat import once_a_day
from league.competitions import kinds
from league.competitions.ladder.services import idling, notices
from league.competitions.models import Competition
from league.competitions.services import results, telling, turning
from league.competitions.services.each_in_transaction import one_by_one
from league.competitions.services.locking import lock

logger = logging.getLogger(__name__)


@shared_task(name="league.tournaments.tasks.turn_competitions")  # type: ignore[untyped-decorator]
def turn_competitions() -> None:
    """Begin, close and end competitions; beat calls it every ten seconds."""
    turning.turn_all()


@shared_task(name="league.tournaments.tasks.watch_idle")  # type: ignore[untyped-decorator]
def watch_idle() -> None:
    """Run the midnight checks that are due; beat calls it every minute."""
    idling.watch_all()


@shared_task(name="league.tournaments.tasks.tell_of_challenges")  # type: ignore[untyped-decorator]
def tell_of_challenges() -> None:
    """Tell those who asked when they can challenge someone; beat calls it every minute."""
    notices.tell_all()


@shared_task(name="league.tournaments.tasks.post_tables")  # type: ignore[untyped-decorator]
def post_tables() -> None:
    """Let webhooks tell of the tables of the week that is over; beat calls it every minute."""
    telling.post_tables()


@shared_task(name="league.tournaments.tasks.compare_tables")  # type: ignore[untyped-decorator]
def compare_tables() -> None:
    """Compare once a day every running table with its log; beat asks every minute."""
    once_a_day("ladder tables", compare_all)


def compare_all() -> list[str]:
    """The codes of competitions whose rows say anything else than their log, or whose log says anything else
    than the results of its games; an alarm for them.
    """
    begun = Competition.objects.exclude(started_at=None).order_by("pk")
    drifted = [each.code for each in one_by_one(begun, _drifted)]
    if drifted:
        logger.error("Tables that are not what their logs come to: %s", ", ".join(drifted))
        outbox.put(outbox.tell("alarm", clock.now(), competitions=drifted))
    return drifted


def _drifted(competition: Competition) -> bool:
    """Compared without the lock first: a table that is being written may look wrong once, not twice. A log
    that cannot be counted at all is no better than a wrong table.
    """
    try:
        if not _differs(competition):
            return False
        with transaction.atomic():
            return _differs(lock(competition))
    except (LookupError, ValueError):
        return True


def _differs(competition: Competition) -> bool:
    contradicted = any(each.is_contradiction for each in results.differing(competition))
    return contradicted or kinds.of(competition).has_drifted(competition)
