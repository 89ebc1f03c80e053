"""Money that goes back: fees that do not count any more, gifts and deposits of a season that ends without a
winner. Each is owed here and given back later, the way it came or by hand.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from games.common import outbox
from games.common.outbox.row import OutboxRow
from league.competitions.models import Entry, EntryStep
from league.competitions.services.fees import note_payment
from league.prizes.book import ledger
from league.prizes.book.ledger import BookingDetails
from league.prizes.models import Account, Book, Booking, HandRecord, Payment, Refund
from league.prizes.outbox import mail

Kind, Of, State = Booking.Kind, Account.Kind, Payment.State


def rounds_of(payment: Payment) -> int:
    """How often a payment was taken back by the payer's bank and returned: its keys count them."""
    return Booking.objects.filter(key__startswith=f"chargeback_won:{payment.pk}:").count()


def fee_key(payment: Payment) -> str:
    """The key of the booking that counts a payment as the fee of its entry: another one each time that it
    counts again, never one that stands.
    """
    last = Booking.objects.filter(key__startswith=f"fee:{payment.pk}:").order_by("-number").first()
    if last is None:
        return f"fee:{payment.pk}:0"
    if not Booking.objects.filter(key=_back_key(last)).exists():
        return last.key
    return f"fee:{payment.pk}:{int(last.key.rpartition(':')[2]) + 1}"


def _back_key(fee: Booking) -> str:
    """The key of the booking that takes a counted fee out of the pool again."""
    return f"fee_back:{fee.key.removeprefix('fee:')}"


def give_back(book: Book, payment: Payment, now: datetime) -> Refund:
    """Take a counted fee out of the pool again and owe it to who paid, each of its parts by itself."""
    reverse_fee(book, payment)
    for part in parts_of(payment, State.IN_FEE):
        refund_due(book, part, now)
    return refund_due(book, payment, now)


def parts_of(payment: Payment, state: str) -> list[Payment]:
    """The other payments in `state` of the entry of a payment that are parts of a fee, from the first: those
    by hand, and what a bank has left, or returned later, of one that came online.
    """
    rows = payment.entry.payments.filter(state=state).exclude(pk=payment.pk)
    return list(rows.select_related("entry__user", "holder", "record").order_by("pk"))


def fee_of(payment: Payment) -> Booking:
    """The booking that counts a payment, by itself or with others, as the fee of its entry."""
    whole = payment if payment.state == State.FEE else payment.entry.payments.get(state=State.FEE)
    return Booking.objects.filter(key__startswith=f"fee:{whole.pk}:").latest("number")


def reverse_fee(book: Book, payment: Payment) -> None:
    """Take a counted fee out of pool and costs again: it is the entrant's as before."""
    fee = fee_of(payment)
    sums = {
        (leg.account.kind, leg.account.holder): -leg.amount
        for leg in fee.legs.select_related("account__holder")
    }
    ledger.post(book, Kind.FEE_BACK, sums, key=_back_key(fee), about=BookingDetails(entry=payment.entry))


def uncount(book: Book, payment: Payment) -> list[Payment]:
    """Count no fee any more that a payment is, or is a part of, and hold its parts as before; these."""
    counted = payment.entry.payments.select_related("entry__user", "holder", "record")
    whole = counted.get(state=State.FEE)
    whole.book = book
    reverse_fee(book, whole)
    parts = [whole, *parts_of(whole, State.IN_FEE)]
    for part in parts:
        set_state(part, State.PART)
    return parts


def refund_due(book: Book, payment: Payment, now: datetime) -> Refund:
    """Owe a payment that is not counted to who made it; the way it came, where that is still possible."""
    refund = _owe(book, payment, _whole(payment), payment.rest, now)
    set_state(payment, State.TO_REFUND)
    return refund


def refund_of(payment: Payment) -> Refund | None:
    """The refund of a payment as a whole, unless it was withdrawn; locked."""
    own = Refund.objects.select_for_update(of=("self",)).filter(key=_whole(payment))
    return own.exclude(state=Refund.State.WITHDRAWN).first()


def is_still_here(payment: Payment) -> bool:
    """Whether a payment is to go back, and nothing of it has gone yet, or is on its way: nor will it, until
    the transaction ends.
    """
    return _still_due(_whole(payment)) is not None


def withdraw_refund(payment: Payment, about: BookingDetails, key: str = "") -> bool:
    """Owe no refund of a payment any more, of the whole of it or the one with this key; whether none of it
    has gone, or is on its way.
    """
    refund = _still_due(key or _whole(payment))
    if refund is None:
        return False
    due = _due_bookings(refund).latest("number")
    due.book = payment.book
    ledger.reverse(due, key=f"reversal:{due.key}", about=about)
    refund.state = Refund.State.WITHDRAWN
    refund.save(update_fields=["state"])
    return True


def _whole(payment: Payment) -> str:
    return f"payment:{payment.pk}"


def _still_due(key: str) -> Refund | None:
    due = Refund.objects.select_for_update(of=("self",)).filter(key=key, state=Refund.State.DUE)
    return due.filter(given=0, asked=0).first()


def _due_bookings(refund: Refund) -> QuerySet[Booking]:
    """The bookings that owe a refund: more than one where it was withdrawn and is owed again."""
    key = f"refund_due:{refund.pk}"
    return Booking.objects.filter(Q(key=key) | Q(key__startswith=f"{key}:"))


def surplus_due(book: Book, payment: Payment, surplus: int, now: datetime) -> None:
    """Owe what of a payment is more than the fee to who made it."""
    payment.surplus = surplus
    payment.save(update_fields=["surplus"])
    _owe(book, payment, f"surplus:{payment.pk}", surplus, now)


def returned_due(book: Book, payment: Payment, amount: int, now: datetime) -> None:
    """Owe what a bank has returned of a payment, and the entry has paid again meanwhile, to who made it."""
    payment.surplus += amount
    payment.save(update_fields=["surplus"])
    _owe(book, payment, f"returned:{payment.pk}:{rounds_of(payment)}", amount, now)


def note_refunded(payment: Payment, now: datetime) -> None:
    """Let the entry of a refunded payment say so, unless another one counts or is on its way back."""
    entry = payment.entry
    entry.refresh_from_db(fields=["state", "payment"])
    left = [State.HELD, State.PART, State.IN_FEE, State.FEE, State.TO_REFUND]
    if entry.payment == Entry.Payment.PAID and not entry.payments.filter(state__in=left).exists():
        note_payment(entry, Entry.Payment.REFUNDED, EntryStep.Why.REFUNDED, now)


def note_corrected(payment: Payment, now: datetime) -> None:
    """Let the entry of a payment that never came say what the others say: paid, taken back, refunded, or
    nothing.
    """
    entry = payment.entry
    entry.refresh_from_db(fields=["state", "payment"])
    of, states = Entry.Payment, set(entry.payments.values_list("state", flat=True))
    if states & {State.HELD, State.PART, State.IN_FEE, State.FEE, State.TO_REFUND}:
        return
    says = of.REFUNDED if State.REFUNDED in states else of.NONE
    says = of.CHARGED_BACK if State.TAKEN_BACK in states else says
    if entry.payment in (of.PAID, of.REFUNDED) and entry.payment != says:
        note_payment(entry, says, EntryStep.Why.CHARGED_BACK, now)


def _owe(book: Book, payment: Payment, key: str, amount: int, now: datetime) -> Refund:
    refund, is_new = Refund.objects.get_or_create(
        key=key,
        defaults={
            "book": book,
            "payment": payment,
            "entry": payment.entry,
            "payer": payment.record.payer if payment.record else "",
            "holder": payment.holder,
            "amount": amount,
            "way": Refund.Way.PROVIDER if payment.checkout_id else Refund.Way.HAND,
            "at": now,
        },
    )
    due = f"refund_due:{refund.pk}"
    if refund.state == Refund.State.WITHDRAWN:
        refund.state, refund.amount, refund.at, is_new = Refund.State.DUE, amount, now, True
        refund.save(update_fields=["state", "amount", "at"])
        due += f":{_due_bookings(refund).count()}"
    elif not is_new:
        due = _due_bookings(refund).latest("number").key
    sums: dict[ledger.Place, int] = {
        (Of.ENTRANTS, payment.holder): refund.amount,
        (Of.REFUNDS, payment.holder): -refund.amount,
    }
    ledger.post(book, Kind.REFUND_DUE, sums, key=due, about=BookingDetails(entry=payment.entry))
    if is_new:
        outbox.put(mail(payment.entry.user_id, now, about="refund_due", refund=refund.pk))
        tell_holder(refund, now)
    return refund


def tell_holder(refund: Refund, now: datetime) -> None:
    """Mail the holder of the money of a refund that is made by hand; once for all that come together."""
    holder = refund.holder
    if refund.way != Refund.Way.HAND or holder.user_id is None:
        return
    told = OutboxRow.objects.filter(topic="prize_mail", person=holder.user_id, sent_at=None, given_up_at=None)
    if not told.filter(payload__occasion="refunds_to_make", payload__holder=holder.pk).exists():
        outbox.put(mail(holder.user_id, now, about="refunds_to_make", holder=holder.pk))


def return_unknown(book: Book, now: datetime) -> None:
    """Owe payments that were matched with no one to those who made them, once a season is over."""
    unknown = book.hand_records.filter(state=HandRecord.State.UNKNOWN)
    for record in unknown.select_related("holder").order_by("pk"):
        return_record(book, record, now)


def return_record(book: Book, record: HandRecord, now: datetime) -> None:
    """Owe one of them to who made it."""
    give_record_back(book, record, Of.ENTRANTS, now)
    record.state = HandRecord.State.SENT_BACK
    record.save(update_fields=["state"])


def give_gifts_back(book: Book, now: datetime) -> None:
    """Owe sponsors and the guarantor what they gave, once a season is cancelled."""
    back = {
        HandRecord.Kind.GIFT: Of.POOL,
        HandRecord.Kind.EXTRA: Of.SPONSORS,
        HandRecord.Kind.GUARANTEE: Of.GUARANTOR,
    }
    records = book.hand_records.filter(kind__in=back, state=HandRecord.State.BOOKED)
    for record in records.select_related("holder").order_by("pk"):
        give_record_back(book, record, back[HandRecord.Kind(record.kind)], now)


def give_record_back(
    book: Book, record: HandRecord, account: str, now: datetime, amount: int | None = None
) -> Refund:
    """Owe what someone gave by hand, or a part of it, from the account in which it stands."""
    amount = record.amount if amount is None else amount
    refund, is_new = Refund.objects.get_or_create(
        key=f"record:{record.pk}",
        defaults={
            "book": book,
            "name": record.name,
            "payer": record.payer,
            "holder": record.holder,
            "amount": amount,
            "way": Refund.Way.HAND,
            "at": now,
        },
    )
    sums: dict[ledger.Place, int] = {
        (account, record.holder): refund.amount,
        (Of.REFUNDS, record.holder): -refund.amount,
    }
    ledger.post(
        book, Kind.REFUND_DUE, sums, key=f"refund_due:{refund.pk}", about=BookingDetails(name=record.name)
    )
    if is_new:
        tell_holder(refund, now)
    return refund


def set_state(payment: Payment, state: str) -> None:
    payment.state = state
    payment.save(update_fields=["state"])
