"""How the house is doing, in numbers: counts and ages, of no game in particular."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Min, Q, Subquery

from games.adjudication.outage import DRAIN
from games.adjudication.processing import due_phases
from games.common import clock
from games.common.outbox import OWN
from games.common.outbox.row import OutboxRow
from games.models import Heartbeat, Phase
from games.models.tally import STEPS, Tally


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts, and ages in seconds; None where there is nothing whose age could be told."""

    due: int
    oldest_due: float
    retried: int
    set_aside: int
    drain_age: float | None
    adjudicated: int
    failed: int
    lateness: float
    within: Mapping[int, int]
    waiting: Mapping[str, int]
    oldest_waiting: float
    given_up: int


class Work(NamedTuple):
    """Seconds since a drain last came to its end (noted every ten seconds; None before the first), and
    seconds since the oldest phase closed that is still open, claimed or not; those set aside do not count.
    """

    drain_age: float | None
    oldest_open: float


def work() -> Work:
    """How the drain gets on: one that ends may leave a phase behind, and one that hangs has it claimed."""
    now = clock.now()
    closed = Phase.objects.filter(adjudicated_at=None, set_aside_at=None, closes_at__lte=now)
    oldest = Subquery(closed.order_by("closes_at").values("closes_at")[:1])
    beat = Heartbeat.objects.filter(name=DRAIN).annotate(oldest=oldest).first()
    return Work((now - beat.beat_at).total_seconds(), _age(beat.oldest, now)) if beat else Work(None, 0.0)


def figures() -> Figures:
    """A handful of queries, each answered from an index.

    Mails that tell what their reader has not done yet are not among what waits: while the mail server is away
    those to no one else are settled, and their number would tell how many have saved nothing.
    """
    now = clock.now()
    due = due_phases(now).aggregate(count=Count("pk"), oldest=Min("closes_at"))
    tally = Tally.objects.filter(pk=DRAIN).first() or Tally()
    to_send = OutboxRow.objects.filter(sent_at=None, given_up_at=None)
    to_send = to_send.exclude(topic="mail", payload__about__in=OWN)
    waiting = dict(to_send.order_by().values_list("topic").annotate(count=Count("pk")))
    begun = to_send.filter(Q(due_at__lte=now) | Q(attempts__gt=0)).aggregate(oldest=Min("created_at"))
    return Figures(
        due=due["count"],
        oldest_due=_age(due["oldest"], now),
        retried=Phase.objects.filter(
            adjudicated_at=None, set_aside_at=None, attempts__gt=0, closes_at__lte=now
        ).count(),
        set_aside=Phase.objects.filter(~Q(set_aside_at=None)).count(),
        drain_age=work().drain_age,
        adjudicated=tally.adjudicated,
        failed=tally.failed,
        lateness=tally.lateness_ms / 1000,
        within={step: getattr(tally, f"within_{step}") for step in STEPS},
        waiting=waiting,
        oldest_waiting=_age(begun["oldest"], now),
        given_up=OutboxRow.objects.filter(~Q(given_up_at=None)).count(),
    )


def _age(moment: datetime | None, now: datetime) -> float:
    return max(0.0, (now - moment).total_seconds()) if moment else 0.0
