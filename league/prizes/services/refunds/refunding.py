"""Refunds that go back the way they came: sent to the provider, booked when it says so, once.

The provider is asked outside any transaction, by a key of the refund, and the answer booked under the
season's lock. An answer that gets lost is asked for again by the same key. What the provider will not give
back becomes a person's to do.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.common import clock, outbox
from league.competitions.services.locking import lock, show_change
from league.prizes.book.ledger import BookingDetails
from league.prizes.models import Checkout, Refund
from league.prizes.outbox import mail
from league.prizes.providers import by_key
from league.prizes.providers.port import NotNow, Provider, ProviderDown, ProviderRefuses
from league.prizes.services.incoming.charging_back import book_taken, undo_given
from league.prizes.services.incoming.provider_status import each_by_itself
from league.prizes.services.incoming.receiving import book_refund, sent_of, take_status

logger = logging.getLogger(__name__)

Way, State = Refund.Way, Refund.State

BATCH: Final = 25
FIRST_PAUSE: Final = timedelta(minutes=1)
LONGEST_PAUSE: Final = timedelta(hours=6)
MOST_DOUBLED: Final = 10


def send_due(limit: int = BATCH) -> int:
    """Send the refunds that are due, those that wait longest first; how many. A failure stops no other."""
    found = waiting(clock.now()).select_related("payment__checkout", "book__competition")
    rows = list(found.order_by(F("sent_at").asc(nulls_first=True), "pk")[:limit])
    return each_by_itself(rows, send, "refund", _provider_of)


def send(refund: Refund) -> bool:
    """Give back what is left of one refund through its provider; whether anything came of it.

    Doing it twice gives nothing back twice: what was asked for and not answered is asked for again by the
    same key, whatever the payer's bank has done meanwhile. Raises `ProviderDown`: it falls due again.
    """
    if not _claim(refund):
        return False
    checkout = refund.payment.checkout if refund.payment else None
    provider = by_key(checkout.provider) if checkout else None
    if checkout is None or provider is None:
        raise ProviderDown(f"no provider for refund {refund.pk}")
    sent = sent_of(refund)
    try:
        answer = provider.refund(checkout.provider_id, refund.asked, refund.asked_as)
    except NotNow as error:
        logger.warning("Refund %s has to wait: %s", refund.pk, error)
        _answered(refund)
        return False
    except ProviderRefuses as error:
        return _refused(refund, checkout, provider, str(error))
    return _book(refund, sent + answer.given, answer.provider_id)


def waiting(now: datetime) -> QuerySet[Refund]:
    """Refunds to be sent, or asked for again, now."""
    due = Q(state=State.DUE)
    for attempts in range(1, MOST_DOUBLED):
        due |= Q(attempts=attempts, sent_at__lte=now - pause_after(attempts))
    due |= Q(attempts__gte=MOST_DOUBLED, sent_at__lte=now - LONGEST_PAUSE)
    return Refund.objects.filter(due, way=Way.PROVIDER, state__in=[State.DUE, State.SENT])


def pause_after(attempts: int) -> timedelta:
    """How long after it was sent a refund is asked for again that was sent so often."""
    return min(FIRST_PAUSE * (1 << min(attempts - 1, MOST_DOUBLED)), LONGEST_PAUSE)


def _provider_of(refund: Refund) -> str:
    checkout = refund.payment.checkout if refund.payment else None
    return checkout.provider if checkout else ""


@transaction.atomic(durable=True)
def _claim(refund: Refund) -> bool:
    """Count an attempt, and write down what is asked for, before it is made. If another worker has counted
    the same one, that one makes it.
    """
    found = Refund.objects.select_for_update(of=("self",)).get(pk=refund.pk)
    if found.attempts != refund.attempts or found.way != Way.PROVIDER or found.state not in Refund.OPEN:
        return False
    if not found.asked:
        found.asked, found.asked_as = found.amount - found.given, _key(found)
    found.state, found.sent_at, found.attempts = State.SENT, clock.now(), found.attempts + 1
    found.save(update_fields=["asked", "asked_as", "state", "sent_at", "attempts"])
    refund.asked, refund.asked_as = found.asked, found.asked_as
    return True


def _key(refund: Refund) -> str:
    """What the rest of a refund is asked for by: a key of its own for each part of it."""
    before, sent = refund.given, sent_of(refund)
    key = f"refund:{refund.pk}:{before}" if before else f"refund:{refund.pk}"
    return key + (f":{sent}" if sent != before else "")


@transaction.atomic
def _answered(refund: Refund) -> Refund:
    """The provider has done nothing of what was asked for; the refund as it is then."""
    lock(refund.book.competition)
    found = _locked(refund)
    found.asked, found.asked_as = 0, ""
    if found.given == found.amount:
        found.state, found.done_at = State.DONE, clock.now()
    found.save(update_fields=["asked", "asked_as", "state", "done_at"])
    return found


@transaction.atomic
def _book(refund: Refund, sent: int, provider_id: str) -> bool:
    """Book that `sent` was sent in all; whether that is more than was known. What the payer's bank has given
    of it as well, while it was sent, it has taken from someone who had it back: it is booked after.
    """
    competition = lock(refund.book.competition)
    found = _locked(refund)
    more = min(sent, found.amount) - sent_of(found)
    if more <= 0:
        return False
    now, taken = clock.now(), 0
    if found.payment is not None and found.given + more > found.amount:
        taken = found.payment.taken
        undo_given(competition, found.payment, now)
        found = _locked(refund)
    found.provider_id = provider_id or found.provider_id
    found.asked, found.asked_as = 0, ""
    found.save(update_fields=["provider_id", "asked", "asked_as"])
    about = BookingDetails(entry=found.entry, reference=provider_id)
    book_refund(competition, found, found.given + more, now, about)
    if found.payment is not None and taken:
        book_taken(competition, found.payment, taken, now)
    show_change(competition, now)
    return True


def _refused(refund: Refund, checkout: Checkout, provider: Provider, why: str) -> bool:
    """The provider says no for good. What has gone back by another road is booked; the rest becomes a
    person's to give back by hand, and the operator is told.

    While another refund of the payment is on its way it waits: what went back may be of that.
    """
    if _answered(refund).state == State.DONE:
        return True
    others = Refund.objects.filter(payment=refund.payment, asked__gt=0).exclude(pk=refund.pk)
    if others.exists():
        return False
    status = provider.status(checkout.provider_id)
    take_status(checkout=checkout, status=status)
    _book(refund, status.refunded - _sent_of_others(refund), "")
    with transaction.atomic():
        competition = lock(refund.book.competition)
        found = _locked(refund)
        if found.state not in Refund.OPEN or found.way != Way.PROVIDER:
            return True
        found.way, found.state, found.refused = Way.HAND, State.DUE, why[:200]
        found.save(update_fields=["way", "state", "refused"])
        now = clock.now()
        outbox.put(outbox.tell("alarm", now, refunds=[found.pk]))
        if found.entry is not None:
            outbox.put(mail(found.entry.user_id, now, about="refund_due", refund=found.pk))
        show_change(competition, now)
    logger.warning("A provider refuses refund %s: a person has to give it back", refund.pk)
    return True


def _sent_of_others(refund: Refund) -> int:
    """What the provider gave back of other refunds of the same payment (shares of prizes that no one claimed,
    one a prize, and what a bank returned), also of those whose rest is given by hand.
    """
    others = Refund.objects.filter(payment=refund.payment).exclude(pk=refund.pk)
    return sum(sent_of(other, by_provider=True) for other in others)


def _locked(refund: Refund) -> Refund:
    found = Refund.objects.select_for_update(of=("self",))
    row = found.select_related("payment__entry", "payment__holder", "holder", "book", "entry").get(
        pk=refund.pk
    )
    if row.payment is not None:
        row.payment.book = row.book
    return row
