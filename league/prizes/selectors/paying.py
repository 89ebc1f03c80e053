"""What an entrant's fee is: to be paid and how, paid with its receipt, on its way back, or not due at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from league.competitions.models import Entry, EntryStep
from league.competitions.selectors.entries import place_of
from league.prizes.book.closed import closings_of
from league.prizes.models import (
    Account,
    Booking,
    Checkout,
    HandRecord,
    Holder,
    Payment,
    PaymentClosing,
    PurseSetting,
    Refund,
)
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.incoming.checkout import takes_online
from league.prizes.services.money_rules import has_begun_a_game


class How(StrEnum):
    """How someone's fee stands."""

    WAITING = "waiting"
    """The state of entries on the waiting list: nothing is due."""
    UNPAID = "unpaid"
    """A place is kept until it is paid."""
    OWES = "owes"
    """A payment was taken back, or recorded by mistake: it is to be paid again."""
    LATE = "late"
    """The time to pay is over, and the place is given away in a moment."""
    PAID = "paid"
    DROPPED = "dropped"
    """The place was given away, because nothing came in time."""
    OUT = "out"
    """Out of the season, or the season is cancelled."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """One payment as booked. `number` is the receipt's, that of the booking with which the payment came;
    `bookings` are all of the payment, with their numbers and seals, and `parts` what of a fee went where.
    """

    number: int
    payment: Payment
    bookings: Sequence[Booking]
    parts: Sequence[tuple[str, int]]

    @property
    def is_online(self) -> bool:
        return self.payment.checkout_id is not None


@dataclass(frozen=True, slots=True)
class GoingBack:
    """What goes back of a fee, in however many parts it came: `done` once all of it has, else `due`."""

    amount: int
    state: str
    way: str
    holder: Holder


@dataclass(frozen=True, slots=True)
class PayPage:
    """`checkout` is one that is open at the provider; `waiting` a payment recorded by hand that waits for the
    second person; `reference` what to write on a transfer. `closings` keep payment closed, so that no
    time to pay passes; what comes meanwhile `is_held`. There is a receipt for each payment, the first one
    first; `receipt` is that of the payment that counts, or the last.
    """

    entry: Entry
    how: How
    place: int
    reference: str
    checkout: Checkout | None
    waiting: HandRecord | None
    receipt: Receipt | None
    receipts: Sequence[Receipt]
    refund: GoingBack | None
    can_pay_online: bool
    bank_details: str
    is_refundable: bool
    received: int
    missing: int
    closings: Sequence[PaymentClosing]
    is_held: bool

    @property
    def is_due(self) -> bool:
        """Whether the fee can, and has to, be paid now."""
        return self.how in (How.UNPAID, How.OWES)

    @property
    def is_closed(self) -> bool:
        """Whether it cannot be paid in every way that the rules allow."""
        return bool(self.closings)

    @property
    def stamp(self) -> str:
        """Changes whenever the page would say something else: open pages compare it."""
        parts: list[Any] = [self.how, self.entry.state, self.entry.pay_by]
        parts += [self.received, self.checkout and self.checkout.pk, self.waiting and self.waiting.pk]
        parts += [*(each.payment.pk for each in self.receipts), self.refund and self.refund.state]
        parts += [*(each.pk for each in self.closings), self.is_held]
        return "-".join("" if part is None else str(part) for part in parts).replace(" ", "_")


def reference_of(entry: Entry) -> str:
    """What an entrant writes on a transfer, so that it is found: PR24-k3j9x2ab."""
    return f"PR{entry.number}-{entry.competition.code}"


def own_entry(found: MoneyReader) -> Entry | None:
    """The reader's entry, or the last they had in this season. One query at most."""
    season, person = found.reader.season, found.reader.person
    entry = found.reader.entry
    if entry is None and person is not None:
        own = season.entries.filter(user=person).exclude(state=Entry.State.REFUSED)
        entry = own.order_by("-number").first()
    if entry is not None:
        entry.competition = season
    return entry


def pay_page(found: MoneyReader, entry: Entry) -> PayPage:
    """How the fee of the reader's `entry` stands. A fixed number of queries."""
    payments = list(entry_payments(entry))
    closings = closings_of(found.reader.season)
    how = _how(found, entry, payments, found.reader.now, is_closed=bool(closings))
    is_closed_online = any(each.ways == PaymentClosing.Ways.ALL for each in closings)
    shown = _shown(payments)
    receipts = _receipts(entry, payments)
    received = sum(each.rest for each in payments if each.state == Payment.State.PART)
    is_due = how in (How.UNPAID, How.OWES)
    counted = next((each for each in payments if each.state == Payment.State.FEE), None)
    is_refundable = counted is not None and not found.reader.season.is_over
    return PayPage(
        entry=entry,
        how=how,
        place=place_of(found.reader) if how is How.WAITING else 0,
        reference=reference_of(entry),
        checkout=entry.checkouts.filter(state=Checkout.State.OPEN).first() if is_due else None,
        waiting=_waiting(entry) if is_due else None,
        receipt=next((each for each in receipts if each.payment == shown), None),
        receipts=receipts,
        refund=_going_back(payments, shown) if shown else None,
        can_pay_online=not is_closed_online and takes_online(found.reader.season) is not None,
        bank_details=_bank_details(found) if is_due and not closings else "",
        is_refundable=is_refundable and entry.state in Entry.IN and not has_begun_a_game(entry),
        received=received,
        missing=found.reader.season.fee - received,
        closings=closings,
        is_held=any(each.state == Payment.State.HELD for each in payments),
    )


def entry_payments(entry: Entry) -> Any:
    """Every payment of an entry, the first one first."""
    return Payment.objects.filter(entry=entry).select_related("holder", "record").order_by("pk")


def _how(
    found: MoneyReader, entry: Entry, payments: Sequence[Payment], now: datetime, *, is_closed: bool
) -> How:
    is_over = found.reader.season.is_over
    if entry.state == Entry.State.WAITING and not is_over:
        return How.WAITING
    # What a bank has left of a fee may count as a smaller one.
    is_whole = entry.payment != Entry.Payment.CHARGED_BACK
    if is_whole and any(payment.state == Payment.State.FEE for payment in payments):
        return How.PAID
    if entry.state in Entry.IN and entry.pay_by is not None and not is_over:
        if entry.pay_by <= now and not is_closed:
            return How.LATE
        return How.OWES if entry.payment == Entry.Payment.CHARGED_BACK else How.UNPAID
    if entry.state == Entry.State.WITHDRAWN and not payments and not is_over:
        last = entry.steps.order_by("-pk").values_list("why", flat=True).first()
        return How.DROPPED if last == EntryStep.Why.NOT_PAID else How.OUT
    return How.OUT


def _shown(payments: Sequence[Payment]) -> Payment | None:
    """The payment that the page is about: the one that counts, or the last."""
    counted = [each for each in payments if each.state == Payment.State.FEE]
    return next(iter(counted or payments[::-1]), None)


def _receipts(entry: Entry, payments: Sequence[Payment]) -> list[Receipt]:
    """A receipt for each payment of an entry. Three queries at most."""
    if not payments:
        return []
    rows = Booking.objects.filter(book=payments[0].book_id, entry=entry).order_by("number")
    booked = list(rows.prefetch_related("legs__account"))
    return [_receipt(payment, booked) for payment in payments]


def _receipt(payment: Payment, booked: Sequence[Booking]) -> Receipt:
    """The receipt of a payment, from all bookings of its entry."""
    came, begins = f"payment:{payment.pk}", (f"fee:{payment.pk}:", f"chargeback:{payment.pk}:")
    own = [row for row in booked if row.key == came or row.key.startswith(begins)]
    fees = [row for row in own if row.kind == Booking.Kind.FEE]
    parts: dict[str, int] = {}
    for leg in fees[-1].legs.all() if fees else ():
        # With each holder it has a leg of its own.
        if leg.account.kind != Account.Kind.ENTRANTS:
            name = str(Account.Kind(leg.account.kind).label)
            parts[name] = parts.get(name, 0) - leg.amount
    # A chargeback that was won counts again: the last booking of the fee is the one that holds.
    bookings = [row for row in own if row not in fees[:-1]]
    number = next(row.number for row in own if row.key == came)
    return Receipt(number, payment, bookings, list(parts.items()))


def _going_back(payments: Sequence[Payment], shown: Payment) -> GoingBack | None:
    """What goes back of the payments of an entry the way the one shown does. One query."""
    of = (Payment.State.TO_REFUND, Payment.State.REFUNDED)
    if shown.state not in of:
        return None
    own = [f"payment:{each.pk}" for each in payments if each.state in of]
    rows = list(Refund.objects.filter(key__in=own).select_related("holder").order_by("-pk"))
    alike = [row for row in rows if (row.way, row.holder_id) == (rows[0].way, rows[0].holder_id)]
    is_done = all(row.state == Refund.State.DONE for row in alike)
    amount = sum(row.amount for row in alike)
    return GoingBack(amount, "done" if is_done else "due", alike[0].way, alike[0].holder) if alike else None


def _waiting(entry: Entry) -> HandRecord | None:
    return entry.hand_records.filter(state=HandRecord.State.WAITING).first()


def _bank_details(found: MoneyReader) -> str:
    if not found.money.cash_holder:
        return ""
    details = PurseSetting.objects.filter(competition=found.reader.season)
    return details.values_list("bank_details", flat=True).first() or ""
