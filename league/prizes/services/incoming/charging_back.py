"""What the payer's bank takes back of a payment, all of it or a part, and what it returns.

A fee counts whole or not at all: where a part of it is taken back, the rest is held as a part of the fee is
that came by hand, until what is missing comes; where nothing is to be paid any more and a fee would not go
back, it is a smaller fee. Which of them, `settle` says. Called under the competition's lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from games.common import outbox
from league.competitions.models import Competition, Entry, EntryStep
from league.competitions.services.fees import mark_charged_back, note_payment
from league.prizes.book import ledger
from league.prizes.book.ledger import BookingDetails
from league.prizes.models import Account, Booking, Leg, Payment, Refund
from league.prizes.outbox import mail
from league.prizes.services.money_rules import keeps_rest, use_payment
from league.prizes.services.payouts.proposing import is_confirmed
from league.prizes.services.refunds.returning import (
    fee_of,
    note_refunded,
    refund_of,
    returned_due,
    rounds_of,
    set_state,
    uncount,
)

Kind, Of, State = Booking.Kind, Account.Kind, Payment.State

CHARGEBACK_DAYS: Final = 7
"""Within which what was taken back has to be paid again."""


def book_taken(competition: Competition, payment: Payment, taken: int, now: datetime) -> None:
    """Book that the bank has taken back, and kept, `taken` of a payment in all so far."""
    if taken < payment.taken:
        _return(competition, payment, taken, now)
    if taken > payment.taken:
        _take(competition, payment, taken, now)


def undo_given(competition: Competition, payment: Payment, now: datetime) -> None:
    """Book as returned what the bank has given of a refund of a payment; not what it took before."""
    book_taken(competition, payment, _taken_from(Of.ENTRANTS, _standing(payment)), now)


def _take(competition: Competition, payment: Payment, taken: int, now: datetime) -> None:
    """The entry owes again what is missing of its fee. What the pool has paid out already, or what was
    given back, the guarantor carries.
    """
    more, was_fee = taken - payment.taken, payment.state in (State.FEE, State.IN_FEE)
    refund = refund_of(payment)
    kind, of, left = Kind.CHARGEBACK, Of.ENTRANTS, 0
    if refund is not None:
        of, left = Of.REFUNDS, min(more, refund.amount - refund.given)
        _give_less(refund, left)
        state = State.TAKEN_BACK if refund.given == refund.amount else payment.state
    elif _is_the_guarantors(payment):
        kind, state = Kind.GUARANTOR_OWES, State.TAKEN_BACK
    else:
        if was_fee:
            uncount(payment.book, payment)
        left = min(more, payment.rest)
        state = State.PART if payment.rest > left else State.TAKEN_BACK
    sums: dict[ledger.Place, int] = {
        (of, payment.holder): left,
        (Of.GUARANTOR, payment.holder): more - left,
        (Of.CLEARING, payment.holder): -more,
    }
    ledger.post(payment.book, kind, sums, key=_key(payment), about=BookingDetails(entry=payment.entry))
    _set(payment, taken, state)
    _note_taken(competition, payment, was_fee, now)


def _key(payment: Payment) -> str:
    """The key of the booking of what the bank takes next."""
    return f"chargeback:{payment.pk}:{rounds_of(payment)}" + (f":{payment.taken}" if payment.taken else "")


def _note_taken(competition: Competition, payment: Payment, was_fee: bool, now: datetime) -> None:
    entry = payment.entry
    if was_fee:
        if mark_charged_back(competition, entry, now + timedelta(days=CHARGEBACK_DAYS), now):
            outbox.put(mail(entry.user_id, now, about="charged_back", entry=entry.pk))
        return
    has_other = entry.payments.filter(state__in=[State.FEE, State.HELD]).exists()
    if entry.payment in (Entry.Payment.PAID, Entry.Payment.REFUNDED) and not has_other:
        note_payment(entry, Entry.Payment.CHARGED_BACK, EntryStep.Why.CHARGED_BACK, now)


def _is_the_guarantors(payment: Payment) -> bool:
    """Whether a payment is counted, and the pool does not hold any more what its fee brought; or some of it
    was the guarantor's to carry already.
    """
    if any(each.kind == Kind.GUARANTOR_OWES for each in _standing(payment)):
        return True
    return payment.state in (State.FEE, State.IN_FEE) and _is_paid_out(payment)


def _is_paid_out(payment: Payment) -> bool:
    """Whether the pool does not hold any more what the fee brought that a payment is, or is a part of."""
    if is_confirmed(payment.book):
        return True
    pooled = fee_of(payment).legs.filter(account__kind=Of.POOL).select_related("account__holder")
    return any(ledger.balance(payment.book, Of.POOL, leg.account.holder) > leg.amount for leg in pooled)


def _give_less(refund: Refund, amount: int) -> None:
    """What the bank has given the payer need not be given back, unless a provider is giving it just now."""
    refund.given += amount
    is_done = refund.given == refund.amount and not refund.asked
    refund.state = Refund.State.DONE if is_done else refund.state
    refund.save(update_fields=["given", "state"])


def _return(competition: Competition, payment: Payment, left: int, now: datetime) -> None:
    """A chargeback, but for `left`, was decided for us: the money is back. A fee that the pool had given up
    counts as if it had just come; what was being refunded goes on being refunded; what was paid again
    meanwhile goes back. Of `left`, what is not booked here is still to be taken.
    """
    bookings = _standing(payment)
    about = BookingDetails(entry=payment.entry, reason="Chargeback decided in our favour")
    for each in bookings:
        each.book = payment.book
        ledger.reverse(each, key=f"chargeback_won:{payment.pk}:{each.number}", about=about)
    was_guarantors = any(each.kind == Kind.GUARANTOR_OWES for each in bookings)
    _set(payment, 0, payment.state)
    refund = refund_of(payment)
    if refund is None and not was_guarantors and _is_open(competition, payment):
        _hold_again(competition, payment, left, now)
        _note_returned(competition, payment, left, now)
        return
    from_fee = _taken_from(Of.ENTRANTS, bookings)
    kept = min(left, from_fee)
    if from_fee > kept:
        returned_due(payment.book, payment, from_fee - kept, now)
    if kept:
        _keep(payment, kept)
    if refund is not None:
        _give_more(payment, refund, _taken_from(Of.REFUNDS, bookings), now)
    elif was_guarantors:
        is_part = payment.entry.payments.filter(state=State.FEE).exists()
        set_state(payment, State.IN_FEE if is_part else State.FEE)
        note_payment(payment.entry, Entry.Payment.PAID, EntryStep.Why.PAID, now)
    _note_returned(competition, payment, left, now)


def _note_returned(competition: Competition, payment: Payment, left: int, now: datetime) -> None:
    """Once a season is over, who has every payment of the fee back from the bank owes nothing of it."""
    entry = payment.entry
    if left or not competition.is_over or entry.payment != Entry.Payment.CHARGED_BACK:
        return
    came = entry.payments.exclude(state=State.REVERSED)
    if not came.filter(taken__gt=0).exists() and sum(each.amount for each in came) >= competition.fee:
        note_payment(entry, Entry.Payment.PAID, EntryStep.Why.PAID, now)
        note_refunded(payment, now)


def _is_open(competition: Competition, payment: Payment) -> bool:
    """Whether a payment is not counted; one that counts as a smaller fee is not any more, while the pool has
    what that brought.
    """
    if payment.state not in (State.FEE, State.IN_FEE):
        return True
    counted = sum(leg.amount for leg in fee_of(payment).legs.filter(account__kind=Of.ENTRANTS))
    if counted >= competition.fee or _is_paid_out(payment):
        return False
    uncount(payment.book, payment)
    return True


def _hold_again(competition: Competition, payment: Payment, left: int, now: datetime) -> None:
    """Hold what the bank has returned of a payment: a whole fee that is all back as one that has just come,
    any other as a part.
    """
    is_whole = not left and payment.rest == competition.fee
    if is_whole and not keeps_rest(competition, payment.entry):
        set_state(payment, State.HELD)
        use_payment(competition, payment, now)
    else:
        set_state(payment, State.PART)


def _keep(payment: Payment, amount: int) -> None:
    """Book again what of an entrant's money the bank has taken and does not return."""
    sums: dict[ledger.Place, int] = {
        (Of.ENTRANTS, payment.holder): amount,
        (Of.CLEARING, payment.holder): -amount,
    }
    ledger.post(
        payment.book, Kind.CHARGEBACK, sums, key=_key(payment), about=BookingDetails(entry=payment.entry)
    )
    _set(payment, amount, payment.state)


def _give_more(payment: Payment, refund: Refund, amount: int, now: datetime) -> None:
    """What the bank has returned is to be given back after all."""
    refund.given -= amount
    is_due = refund.given < refund.amount
    refund.state = Refund.State.DUE if is_due else Refund.State.DONE
    refund.save(update_fields=["given", "state"])
    set_state(payment, State.TO_REFUND if is_due else State.REFUNDED)
    if payment.entry.payment == Entry.Payment.CHARGED_BACK:
        note_payment(payment.entry, Entry.Payment.PAID, EntryStep.Why.PAID, now)
        note_refunded(payment, now)


def _standing(payment: Payment) -> list[Booking]:
    """The bookings of what the bank has taken back and not returned."""
    found = Booking.objects.filter(key__startswith=f"chargeback:{payment.pk}:", reversed_by=None)
    return list(found.order_by("number"))


def _taken_from(kind: str, bookings: Sequence[Booking]) -> int:
    legs = Leg.objects.filter(booking__in=bookings, account__kind=kind)
    return sum(legs.values_list("amount", flat=True))


def _set(payment: Payment, taken: int, state: str) -> None:
    payment.taken, payment.state = taken, state
    payment.save(update_fields=["taken", "state"])
