"""Money that comes in, and what a provider says has become of it. Each step books under a key of its own."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Sum

from games.common import clock, outbox
from league.competitions.models import Competition, Entry
from league.competitions.services.locking import lock
from league.prizes.book import ledger
from league.prizes.book.books import money_of
from league.prizes.book.ledger import BookingDetails
from league.prizes.models import Account, Booking, Checkout, HandRecord, Holder, Leg, Payment, Refund
from league.prizes.outbox import mail
from league.prizes.providers.port import Status
from league.prizes.services.incoming.charging_back import book_taken
from league.prizes.services.money_rules import settle, use_payment
from league.prizes.services.refunds.returning import note_refunded, set_state

Kind, Of = Booking.Kind, Account.Kind


@transaction.atomic
def take_status(*, checkout: Checkout, status: Status) -> None:
    """Book what the provider says of a checkout, when asked: paid, its charges, refunds, what was taken back.

    Whatever order the answers come in, however often, the books are the same. Money is never un-credited
    because a later answer says less: that is what refunds and chargebacks are for. What was paid in another
    currency than the book's is not booked: the operator is told, when it is first heard of and every night
    until it is refunded.
    """
    competition, checkout = _lock(checkout)
    now = clock.now()
    if is_foreign(checkout, status):
        _note_foreign(checkout, status, now)
        return
    if status.charge_id and not checkout.charge_id:
        checkout.charge_id = status.charge_id
    checkout.asked_at, checkout.answered_at, checkout.seen = now, now, status.to_json()
    is_paid = status.state == "paid" and status.amount > 0
    if is_paid and checkout.state != Checkout.State.PAID:
        checkout.state, checkout.closed_at = Checkout.State.PAID, now
    elif status.state in ("failed", "expired") and checkout.state == Checkout.State.OPEN:
        checkout.state, checkout.closed_at = Checkout.State(status.state), now
    checkout.save(update_fields=["charge_id", "asked_at", "answered_at", "seen", "state", "closed_at"])
    if not is_paid:
        return
    payment = _credit(competition, checkout, status, now)
    _book_charges(competition, checkout, payment, status)
    book_taken(competition, payment, min(status.charged_back, payment.amount), now)
    settle(competition, now)


def is_foreign(checkout: Checkout, status: Status) -> bool:
    """Whether a checkout was paid in another currency than that of its book, whose minor units mean nothing
    there.
    """
    return status.state == "paid" and status.currency != checkout.book.currency


def _note_foreign(checkout: Checkout, status: Status, now: datetime) -> None:
    if checkout.seen != status.to_json() and not status.is_refunded:
        line = f"{checkout.provider}: {checkout.provider_id} was paid in {status.currency or 'no currency'}"
        outbox.put(outbox.tell("alarm", now, payments=[line]))
    checkout.asked_at, checkout.answered_at, checkout.seen = now, now, status.to_json()
    checkout.save(update_fields=["asked_at", "answered_at", "seen"])


def receive_by_hand(competition: Competition, record: HandRecord, entry: Entry, now: datetime) -> Payment:
    """Credit the fee of an entry, or a part of it, that was recorded by hand. Under the competition's
    lock.
    """
    payment, is_new = Payment.objects.get_or_create(
        record=record,
        defaults={
            "book": record.book,
            "entry": entry,
            "holder": record.holder,
            "amount": record.amount,
            "at": now,
        },
    )
    if is_new:
        payment.book.competition = competition
        about = BookingDetails(by=record.by, entry=entry, reference=record.reference)
        sums: dict[ledger.Place, int] = {
            (Of.CASH, record.holder): record.amount,
            (Of.ENTRANTS, record.holder): -record.amount,
        }
        ledger.post(record.book, Kind.PAYMENT, sums, key=f"payment:{payment.pk}", about=about)
        use_payment(competition, payment, now)
    return payment


def book_refund(
    competition: Competition, refund: Refund, given: int, now: datetime, about: BookingDetails
) -> None:
    """Book that `given` of a refund has gone back in all so far; its payee is told once all of it has. Under
    the competition's lock.
    """
    more = given - refund.given
    if more <= 0:
        return
    place = Of.CLEARING if refund.way == Refund.Way.PROVIDER else hand_account(refund.holder)
    sums: dict[ledger.Place, int] = {(Of.REFUNDS, refund.holder): more, (place, refund.holder): -more}
    key = f"refund:{refund.pk}:{sent_of(refund) + more}"
    ledger.post(refund.book, Kind.REFUND, sums, key=key, about=about)
    refund.given = given
    if refund.given == refund.amount:
        refund.state, refund.done_at = Refund.State.DONE, now
        is_whole = refund.payment is not None and refund.key == f"payment:{refund.payment.pk}"
        if is_whole and refund.payment is not None and refund.payment.state == Payment.State.TO_REFUND:
            set_state(refund.payment, Payment.State.REFUNDED)
            note_refunded(refund.payment, now)
        if refund.entry is not None:
            outbox.put(mail(refund.entry.user_id, now, about="refunded", refund=refund.pk))
    refund.save(update_fields=["given", "state", "done_at"])


def sent_of(refund: Refund, *, by_provider: bool = False) -> int:
    """What of a refund was sent back, or what a provider sent of it: of what is `given` the payer's bank may
    have given a part, and may take it away again, so that the same sum is given twice. One query.
    """
    legs = Leg.objects.filter(booking__key__startswith=f"refund:{refund.pk}:", account__kind=Of.REFUNDS)
    if by_provider:
        legs = legs.filter(booking__by=None)
    return int(legs.aggregate(sum=Sum("amount"))["sum"] or 0)


def hand_account(holder: Holder) -> str:
    """Where money is that a holder gives out by hand: the operator's came through the provider."""
    return Of.CLEARING if holder.is_operator else Of.CASH


def _credit(competition: Competition, checkout: Checkout, status: Status, now: datetime) -> Payment:
    payment = Payment.objects.filter(checkout=checkout).select_related("book", "holder", "entry").first()
    if payment is not None:
        payment.book.competition = competition
        return payment
    holder = Holder.objects.get(book=checkout.book_id, kind=Holder.Kind.OPERATOR)
    payment = Payment.objects.create(
        book=checkout.book,
        entry=checkout.entry,
        holder=holder,
        amount=status.amount,
        at=now,
        checkout=checkout,
    )
    payment.book.competition = competition
    about = BookingDetails(entry=checkout.entry, reference=status.charge_id or str(checkout.pk))
    sums: dict[ledger.Place, int] = {
        (Of.CLEARING, holder): status.amount,
        (Of.ENTRANTS, holder): -status.amount,
    }
    ledger.post(checkout.book, Kind.PAYMENT, sums, key=f"payment:{payment.pk}", about=about)
    use_payment(competition, payment, now)
    return payment


def _book_charges(competition: Competition, checkout: Checkout, payment: Payment, status: Status) -> None:
    """What the provider kept, so far as it is not booked yet: it may know its charges only later."""
    booked = Booking.objects.filter(
        key__startswith=f"charges:{checkout.pk}:", legs__account__kind=Of.CLEARING
    )
    before = -sum(booked.values_list("legs__amount", flat=True))
    more = status.charges - before
    if more:
        keeper = Of.ORGANISER_FEE if money_of(competition).charges_from == "league" else Of.PLATFORM_FEE
        sums: dict[ledger.Place, int] = {(keeper, payment.holder): more, (Of.CLEARING, payment.holder): -more}
        key = f"charges:{checkout.pk}:{status.charges}"
        ledger.post(payment.book, Kind.CHARGES, sums, key=key, about=BookingDetails(entry=payment.entry))


def _lock(checkout: Checkout) -> tuple[Competition, Checkout]:
    competition = lock(checkout.book.competition)
    found = Checkout.objects.select_for_update(of=("self",)).select_related("book", "entry__user")
    return competition, found.get(pk=checkout.pk)
