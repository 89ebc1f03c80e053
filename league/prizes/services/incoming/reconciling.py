"""What is done though no webhook came: open checkouts are asked about, and every night the provider's books
are compared with ours.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from games.common import clock, outbox
from league.prizes.models import Account, Booking, Checkout, Leg, Refund, WebhookEvent
from league.prizes.providers import by_key
from league.prizes.providers.port import Status
from league.prizes.services.incoming.in_flight import unheard
from league.prizes.services.incoming.provider_status import ask, each_by_itself

logger = logging.getLogger(__name__)

Kind, State = Booking.Kind, Checkout.State

BATCH: Final = 50
ASKED_EVERY: Final = timedelta(minutes=2)
YOUNG: Final = timedelta(days=3)
ASKED_LATER: Final = timedelta(hours=6)
"""How often open checkouts are asked about, and those older than `YOUNG`, until they end."""
WATCHED_FOR: Final = timedelta(days=180)
WATCHED_EVERY: Final = timedelta(days=1)
"""For how long what was paid may be taken back, and how often it is looked whether it was."""
COMPARED_FOR: Final = timedelta(days=14)
"""How far back payments are looked for of which we know nothing."""
SENT_FOR: Final = timedelta(days=1)
"""A refund that was sent so long ago is not just on its way."""
STUCK_AFTER: Final = timedelta(days=1)
CHUNK: Final = 500

BY_PROVIDER: Final = (Kind.PAYMENT, Kind.CHARGES, Kind.REFUND, Kind.CHARGEBACK, Kind.GUARANTOR_OWES)
"""What a provider does to the money that is with it; payouts and refunds by hand are people's."""


def ask_due(limit: int = BATCH) -> int:
    """Ask about checkouts of which nothing was heard for a while, the longest first; about how many.

    Those that were paid are asked about once a day: the payer's bank may take a payment back, and the webhook
    about that be lost.
    """
    now = clock.now()
    due = [*open_to_ask(now)[:limit], *paid_to_ask(now)[:limit]]
    return _each(due, _ask_once)


def open_to_ask(now: datetime) -> QuerySet[Checkout]:
    """The open checkouts that it is time to ask about: soon while they are young, or a place waits for the
    answer, then until they end.
    """
    is_young = Q(created_at__gt=now - YOUNG) | Q(pk__in=unheard(now).values("pk"))
    is_due = is_young & Q(heard_at__lte=now - ASKED_EVERY) | Q(heard_at__lte=now - ASKED_LATER)
    return _heard().filter(is_due, state=State.OPEN)


def paid_to_ask(now: datetime) -> QuerySet[Checkout]:
    """Those that were paid, could still be taken back, and were not asked about for a day."""
    may_be_taken_back = Q(created_at__gt=now - WATCHED_FOR, heard_at__lte=now - WATCHED_EVERY)
    return _heard().filter(may_be_taken_back, state=State.PAID)


def compare_all() -> list[str]:
    """Compare what providers say was paid with the ledger: a payment that we do not know of is credited now,
    anything else that differs is an alarm. What it found, in words for the operator.

    Raises `ProviderDown`: it is compared later then.
    """
    now = clock.now()
    found: list[str] = []
    for key in Checkout.objects.order_by().values_list("provider", flat=True).distinct():
        provider = by_key(key)
        if provider is not None:
            paid = provider.paid_since((now - COMPARED_FOR).timestamp())
            found += [f"{key}: {each} was paid and is none of ours" for each in _credit_missing(key, paid)]
    found += [f"{each.provider}: {each.provider_id} was paid in another currency" for each in _foreign()]
    found += [f"entry {number} of season {code}" for code, number in _differing(now)]
    stuck = WebhookEvent.objects.filter(processed_at=None, received_at__lte=now - STUCK_AFTER)
    found += [f"webhook {key}: not looked into" for key in stuck.order_by("pk").values_list("pk", flat=True)]
    if found:
        logger.error("Payments that differ between a provider and the ledger: %d", len(found))
        outbox.put(outbox.tell("alarm", now, payments=found))
    return found


def _foreign() -> list[Checkout]:
    """The checkouts that were paid in another currency than their book's, and not refunded since: nothing of
    them is booked.
    """
    paid = Checkout.objects.filter(seen__state="paid").annotate(said=KT("seen__currency"))
    paid = paid.exclude(said=F("book__currency"))
    return [each for each in paid.order_by("created_at", "pk") if not Status(**each.seen).is_refunded]


def _heard() -> QuerySet[Checkout]:
    """Checkouts that a provider knows, by when they were last heard of: `heard_at`."""
    found = Checkout.objects.exclude(provider_id="").annotate(heard_at=Coalesce("asked_at", "created_at"))
    return found.select_related("book__competition").order_by("heard_at")


def _each(checkouts: Sequence[Checkout], act: Callable[[Checkout], bool]) -> int:
    return each_by_itself(checkouts, act, "checkout", lambda checkout: checkout.provider)


def _ask_once(checkout: Checkout) -> bool:
    if not _claim(checkout):
        return False
    ask(checkout)
    return True


@transaction.atomic(durable=True)
def _claim(checkout: Checkout) -> bool:
    """Note that it is asked about, before it is. If another process has noted the same, that one asks."""
    same = Checkout.objects.filter(pk=checkout.pk, asked_at=checkout.asked_at)
    return bool(same.update(asked_at=clock.now()))


def _credit_missing(key: str, paid: Mapping[str, int]) -> list[str]:
    """Ask about payments that the ledger does not have; the names of those that are none of ours."""
    known: set[str] = set()
    for names in _chunks(sorted(paid)):
        rows = Checkout.objects.filter(provider=key, provider_id__in=names)
        rows = rows.select_related("book__competition", "payment")
        known |= {row.provider_id for row in rows}
        missing = [row for row in rows if not _has_payment(row, paid[row.provider_id])]
        _each(missing, _ask_now)
    return sorted(set(paid) - known)


def _has_payment(checkout: Checkout, amount: int) -> bool:
    payment = getattr(checkout, "payment", None)
    return payment is not None and payment.amount == amount


def _ask_now(checkout: Checkout) -> bool:
    ask(checkout)
    return True


def _differing(now: datetime) -> list[tuple[str, int]]:
    """The entries (season and number) whose money with the provider is not what the ledger says it is.

    Compared by what was last heard; those that differ are asked about once more before they count, for a
    refund may have been booked since.
    """
    ids = list(_compared(now).values_list("entry", flat=True).distinct())
    differ = [entry for part in _chunks(ids) for entry in _unequal(part)]
    again = _compared(now).filter(entry__in=differ[:BATCH]).select_related("book__competition")
    _each(list(again), _ask_now)
    still = set(_unequal(differ[:BATCH])) | set(differ[BATCH:])
    named = Checkout.objects.filter(entry__in=still).order_by("entry")
    return sorted(set(named.values_list("entry__competition__code", "entry__number")))


def _compared(now: datetime) -> QuerySet[Checkout]:
    """Checkouts that were paid, but for those with a refund on its way: who did what is not known yet."""
    sent = Refund.objects.filter(entry=OuterRef("entry"), state=Refund.State.SENT, sent_at__gt=now - SENT_FOR)
    return Checkout.objects.filter(~Exists(sent), state=State.PAID).order_by()


def _unequal(entries: Collection[int]) -> list[int]:
    """Of these entries, those for which provider and ledger differ. Two queries."""
    said: dict[int, int] = defaultdict(int)
    heard = Checkout.objects.filter(entry__in=entries, state=State.PAID).values_list("entry", "seen")
    for entry, seen in heard:
        said[entry] += seen["amount"] - seen["charges"] - seen["refunded"] - seen["charged_back"]
    by_provider = Q(booking__kind__in=BY_PROVIDER) | Q(
        booking__kind=Kind.REVERSAL, booking__reverses__kind__in=BY_PROVIDER
    )
    legs = Leg.objects.filter(
        by_provider, booking__by=None, booking__entry__in=entries, account__kind=Account.Kind.CLEARING
    )
    booked = dict(legs.order_by().values_list("booking__entry").annotate(Sum("amount")))
    return sorted(entry for entry in said if said[entry] != booked.get(entry, 0))


def _chunks(items: Iterable[Any]) -> Iterator[list[Any]]:
    rest = list(items)
    for start in range(0, len(rest), CHUNK):
        yield rest[start : start + CHUNK]
