"""Webhooks that were stored, looked into: each says about which checkout to ask, and nothing else of it is
believed.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.common import clock
from league.prizes.models import Checkout, WebhookEvent
from league.prizes.services.incoming.provider_status import ask, each_by_itself

BATCH: Final = 50
ATTEMPTS: Final = 12
"""After so many, within a day and a half, a webhook is looked into once a night."""
FIRST_PAUSE: Final = timedelta(seconds=30)
KEPT_FOR: Final = timedelta(days=180)
"""How long the bytes of a webhook are kept, which may name the payer; that it came is kept for ever."""


def process_due(limit: int = BATCH) -> int:
    """Look into what has come, the oldest first; into how many. One that fails stops no other."""
    due = waiting(clock.now()).order_by("received_at", "pk")[:limit]
    return each_by_itself(list(due), process, "webhook", lambda event: event.provider)


def process_left(limit: int = BATCH) -> int:
    """Look once more into what was tried too often, the least tried first; into how many."""
    left = WebhookEvent.objects.filter(attempts__gte=ATTEMPTS, processed_at=None)
    rows = left.order_by("attempts", "received_at", "pk")[:limit]
    return each_by_itself(list(rows), process, "webhook", lambda event: event.provider)


def process(event: WebhookEvent) -> bool:
    """Ask about the checkout of one webhook and book the answer; whether it was this call that did.

    One about a checkout that is none of ours is done with. Doing it twice does nothing twice. Raises what
    asking raises: the webhook then falls due again.
    """
    if not _claim(event):
        return False
    checkout = _checkout_of(event)
    if checkout is not None:
        ask(checkout)
    return bool(WebhookEvent.objects.filter(pk=event.pk, processed_at=None).update(processed_at=clock.now()))


def waiting(now: datetime) -> QuerySet[WebhookEvent]:
    """Those that are due: at once, then after growing pauses."""
    due = Q(attempts=0)
    for attempts in range(1, ATTEMPTS):
        due |= Q(attempts=attempts, received_at__lte=now - pause_after(attempts))
    return WebhookEvent.objects.filter(due, processed_at=None)


def pause_after(attempts: int) -> timedelta:
    """How long after it came a webhook is looked into again that was tried so often."""
    return FIRST_PAUSE * ((1 << attempts) - 1)


def forget_old() -> int:
    """Drop the bytes of webhooks that were looked into long ago; of how many."""
    old = WebhookEvent.objects.filter(processed_at__lte=clock.now() - KEPT_FOR).exclude(raw="")
    return old.update(raw="")


@transaction.atomic(durable=True)
def _claim(event: WebhookEvent) -> bool:
    """Count an attempt before it is made. If another worker has counted the same one, that one works
    on it.
    """
    same = WebhookEvent.objects.filter(pk=event.pk, attempts=event.attempts, processed_at=None)
    return bool(same.update(attempts=F("attempts") + 1))


def _checkout_of(event: WebhookEvent) -> Checkout | None:
    """Ours that it is about, by either name that its provider has for it."""
    if not event.checkout_id:
        return None
    of_provider = Checkout.objects.filter(provider=event.provider).select_related("book__competition")
    found = of_provider.filter(provider_id=event.checkout_id).first()
    return found or of_provider.exclude(charge_id="").filter(charge_id=event.checkout_id).first()
