"""Whether a season takes payments now: the one place to ask."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Sum

from league.competitions.models import Competition
from league.prizes.models import PaymentClosing

Ways = PaymentClosing.Ways


def closings_of(competition: Competition) -> list[PaymentClosing]:
    """What keeps payment closed now, the first one first; nothing: it is open. One query."""
    return list(PaymentClosing.objects.filter(competition=competition, opened_at=None).order_by("pk"))


def is_closed(competition: Competition, *, online: bool) -> bool:
    """Whether payments of this kind, online or by bank transfer and in cash, are neither asked for nor
    counted now. One query.
    """
    closings = PaymentClosing.objects.filter(competition=competition, opened_at=None)
    return (closings.filter(ways=Ways.ALL) if online else closings).exists()


def stands_still(competition_id: int) -> bool:
    """Whether no time to pay passes in a season: payment is closed, if only one way. One query."""
    return PaymentClosing.objects.filter(competition=competition_id, opened_at=None).exists()


def moved_since(competition: Competition, since: datetime) -> timedelta:
    """The time by which the times to pay have moved on since a moment. One query."""
    moved = PaymentClosing.objects.filter(competition=competition, opened_at__gt=since)
    return moved.aggregate(sum=Sum("moved_by"))["sum"] or timedelta(0)
