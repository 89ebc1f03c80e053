"""Fees of which it is not known yet whether they came in time: no place is given away until it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Q, QuerySet

from league.competitions.models import Entry
from league.prizes.book.closed import stands_still
from league.prizes.models import Checkout, HandRecord

SILENT_FOR: Final = timedelta(days=1)
"""For no longer than that is a place kept for a provider that says nothing."""


def awaited(entries: Sequence[Entry], now: datetime) -> set[int]:
    """Those of `entries` (keys), all of one season, whose payment waits for the second person, or whose
    provider was not asked since their time to pay was over; all of them while payment is closed. Three
    queries.
    """
    keys = [entry.pk for entry in entries]
    if entries and stands_still(entries[0].competition_id):
        return set(keys)
    records = HandRecord.objects.filter(
        entry__in=keys, kind=HandRecord.Kind.PAYMENT, state=HandRecord.State.WAITING
    )
    recorded = {key for key in records.values_list("entry", flat=True) if key is not None}
    return recorded | set(unheard(now).filter(entry__in=keys).values_list("entry", flat=True))


def unheard(now: datetime) -> QuerySet[Checkout]:
    """The open checkouts of which no answer has come since the time to pay of their entry was over."""
    is_unheard = Q(answered_at=None) | Q(answered_at__lt=F("entry__pay_by"))
    return Checkout.objects.exclude(provider_id="").filter(
        is_unheard,
        state=Checkout.State.OPEN,
        entry__pay_by__lte=now,
        entry__pay_by__gt=now - SILENT_FOR,
    )
