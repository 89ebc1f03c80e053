"""Prizes that no one claims and rests that no one won: reminded, carried to another season, given back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.common import clock, outbox
from league.competitions.models import Competition, Entry
from league.competitions.services.locking import lock, show_change
from league.prizes.agreed.periods import CARRIED_AFTER
from league.prizes.book import ledger, split
from league.prizes.book.books import book_of, money_of
from league.prizes.book.ledger import BookingDetails
from league.prizes.models import (
    Account,
    Book,
    Booking,
    HandRecord,
    Holder,
    Leg,
    Payment,
    Payout,
    Proposal,
    Refund,
)
from league.prizes.outbox import mail
from league.prizes.services.incoming.receiving import hand_account
from league.prizes.services.payouts.proposing import online_until
from league.prizes.services.payouts.rulings_after import lacking, ruled_on
from league.prizes.services.refunds.destinations import destination_of
from league.prizes.services.refunds.returning import give_record_back, tell_holder

Kind, Of, State = Booking.Kind, Account.Kind, Payout.State

REMINDERS: Final = (7, 30, 90, 150)
"""Days after which a winner is reminded to claim."""
RETURNED_AFTER: Final = timedelta(days=365)
COUNTED: Final = (Payment.State.FEE, Payment.State.IN_FEE)
"""States of payments that are fees, or parts of one: each weighs what it is, with its own holder."""


@dataclass(frozen=True, slots=True)
class Payer:
    """Someone who paid into a pool: by a fee or a gift (one of them), or as guarantor, by `name`."""

    amount: int
    key: str
    payment: Payment | None = None
    name: str = ""


def moves_from(payout: Payout) -> datetime:
    """From when a prize may go to another season: at once where no one won it, not before its days against
    chargebacks are over.
    """
    since = payout.unclaimed_since
    due = since if payout.entry_id is None else since + CARRIED_AFTER
    return max(due, payout.not_before or due)


def waiting(book: Book) -> QuerySet[Payout]:
    """The prizes that wait for their winners, and the rests that no one won."""
    rows = Payout.objects.filter(book=book, state__in=[State.CONFIRMED, State.FAILED])
    return rows.select_related("entry", "holder", "proposal").order_by("pk")


def remind(book: Book, now: datetime) -> int:
    """Remind the winners whose prizes wait for 7, 30, 90 or 150 days, once each; how many. Call it under the
    competition's lock.
    """
    found = 0
    for payout in waiting(book).filter(entry__isnull=False):
        waits = (now - payout.unclaimed_since).days
        due = sum(1 for days in REMINDERS if days <= waits)
        if due > payout.reminded and payout.entry is not None:
            payout.reminded = due
            payout.save(update_fields=["reminded"])
            outbox.put(mail(payout.entry.user_id, now, about="claim_reminder", payout=payout.pk))
            found += 1
    return found


def move_on(competition: Competition) -> int:
    """Carry what no one claimed or won to the season that it is for, or after a year give it back to those
    who paid, each in its own transaction; how many were.
    """
    book = book_of(competition)
    if book is None:
        return 0
    now = clock.now()
    due = [payout for payout in waiting(book) if now >= moves_from(payout)]
    return sum(1 for payout in due if carry(payout) or give_back(payout))


@transaction.atomic
def carry(payout: Payout) -> bool:
    """Carry one to the season that it is for (`destinations`); whether there is one. Both are locked in the
    order of their keys.
    """
    source = Competition.objects.get(book=payout.book_id)
    target = destination_of(source, payout)
    if target is None:
        return False
    locked = {each.pk: lock(each) for each in sorted((source, target), key=lambda each: each.pk)}
    source, now = locked[source.pk], clock.now()
    found = _to_move(payout, now)
    if found is None or destination_of(source, found) != target:
        return False
    old, new = found.book, Book.objects.get(competition=target)
    target, holder = locked[target.pk], found.holder
    there = _holder_in(new, holder)
    place = hand_account(holder)
    out: dict[ledger.Place, int] = {(Of.PAYOUTS, holder): found.amount, (place, holder): -found.amount}
    into: dict[ledger.Place, int] = {(place, there): found.amount, (Of.POOL, there): -found.amount}
    about = BookingDetails(entry=found.entry, reason=target.name)
    ledger.post(old, Kind.CARRIED, out, key=f"carried:{found.key}:out", about=about)
    ledger.post(
        new, Kind.CARRIED, into, key=f"carried:{found.key}:in", about=BookingDetails(reason=source.name)
    )
    _close(source, found, State.CARRIED, now)
    show_change(target, now)
    return True


@transaction.atomic
def give_back(payout: Payout) -> bool:
    """Owe one that waited for a year to those who paid, in proportion to what they paid; whether it was."""
    competition = lock(payout.book.competition)
    now = clock.now()
    found = _to_move(payout, now)
    if found is None or now < found.unclaimed_since + RETURNED_AFTER:
        return False
    found.book.competition = competition
    payers = payers_of(found)
    if not payers:
        return False
    parts = split.divide(found.amount, [payer.amount for payer in payers])
    for payer, part in zip(payers, parts, strict=True):
        if part:
            _refund(found, payer, part, now)
    _close(competition, found, State.RETURNED, now)
    return True


def payers_of(payout: Payout) -> list[Payer]:
    """Whose money a prize is of, with what they paid to its holder: of a sponsor's own prize its sponsor;
    else those whose fees and gifts the holder took, the guarantor for what filled the pool up, or those of
    the whole season where that holder took none. No one who was disqualified, unless no one else paid.
    """
    book = payout.book
    if payout.sponsor:
        return [Payer(payout.amount, "sponsor", name=payout.sponsor)]
    own = _payers(book, payout.holder)
    return own or _payers(book, None)


def release_deposit(competition: Competition, book: Book, now: datetime) -> bool:
    """Owe the guarantor what is left of their deposit, once every prize is closed and chargebacks are past;
    whether anything was. Call it under the competition's lock.
    """
    if competition.state != Competition.State.FINISHED or not _is_all_closed(competition, book, now):
        return False
    sums = {key: amount for key, amount in ledger.balances(book).items() if key[0] == Of.GUARANTOR}
    left, done = -sum(sums.values()), False
    records = book.hand_records.filter(kind=HandRecord.Kind.GUARANTEE, state=HandRecord.State.BOOKED)
    for record in records.select_related("holder").order_by("pk"):
        key = (str(Of.GUARANTOR), record.holder_id)
        part = min(record.amount, left, -sums.get(key, 0))
        if part > 0 and not Refund.objects.filter(key=f"record:{record.pk}").exists():
            give_record_back(book, record, Of.GUARANTOR, now, part)
            left, sums[key], done = left - part, sums[key] + part, True
    if done:
        show_change(competition, now)
    return done


def _is_all_closed(competition: Competition, book: Book, now: datetime) -> bool:
    """Whether nothing waits to be confirmed, every prize is paid, carried or returned, and the days against
    chargebacks are over.
    """
    if Proposal.objects.filter(book=book, state=Proposal.State.OPEN).exists():
        return False
    if Payout.objects.filter(book=book, state__in=Payout.OWED).exists():
        return False
    until = online_until(book, money_of(competition).hold_days)
    return until is None or now >= until


def _to_move(payout: Payout, now: datetime) -> Payout | None:
    """The payout as it is under the lock; None where it does not wait any more, or cannot go yet."""
    found = waiting(payout.book).select_related("book").filter(pk=payout.pk).first()
    return found if found is not None and movable(found.book, [found], now) else None


def movable(book: Book, payouts: Sequence[Payout], now: datetime) -> list[Payout]:
    """Those of the prizes and rests which wait that may go to another season, or back: their time is over,
    and nothing is to be ruled or paid back first. Three queries at most.
    """
    due = [payout for payout in payouts if now >= moves_from(payout)]
    stopped = ruled_on(book) | set(lacking(book)) if due else set()
    return [payout for payout in due if payout.pk not in stopped]


def _holder_in(book: Book, holder: Holder) -> Holder:
    """The same holder in another season's book, made where there is none: the booking that carries names
    them.
    """
    found, _is_new = Holder.objects.get_or_create(
        book=book, kind=holder.kind, user=holder.user, defaults={"name": holder.name, "is_carried": True}
    )
    return found


def _payers(book: Book, holder: Holder | None) -> list[Payer]:
    payments = Payment.objects.filter(book=book).select_related("entry__user", "holder").order_by("pk")
    if holder is not None:
        payments = payments.filter(holder=holder)
    counted = payments.filter(state__in=COUNTED)
    good = counted.exclude(entry__state=Entry.State.DISQUALIFIED)
    back = payments.filter(state__in=[Payment.State.TO_REFUND, Payment.State.REFUNDED])
    returned = back.exclude(entry__state=Entry.State.DISQUALIFIED)
    others = _others(book, holder)
    # In a cancelled season the fees that are left are those of disqualified people: the others share them.
    for chosen in (good, returned, counted):
        found = [Payer(each.rest, f"payment:{each.pk}", each) for each in chosen]
        if found or others:
            return [*found, *others]
    return []


def _others(book: Book, holder: Holder | None) -> list[Payer]:
    """Sponsors of the pool, and the guarantor for what filled it up."""
    gifts = book.hand_records.filter(kind=HandRecord.Kind.GIFT, state=HandRecord.State.BOOKED)
    top_ups = Leg.objects.filter(booking__book=book, booking__kind=Kind.TOP_UP, account__kind=Of.GUARANTOR)
    if holder is not None:
        gifts = gifts.filter(holder=holder)
        top_ups = top_ups.filter(account__holder=holder)
    found = [Payer(each.amount, f"record:{each.pk}", name=each.name) for each in gifts.order_by("pk")]
    filled = sum(top_ups.values_list("amount", flat=True))
    if filled:
        found.append(Payer(filled, "guarantor", name=money_of(book.competition).guarantor))
    return found


def _refund(payout: Payout, payer: Payer, amount: int, now: datetime) -> None:
    """Owe a part of a prize to someone who paid: a fee that came online goes back the way it came, where it
    was not given back before.
    """
    payment, book, holder = payer.payment, payout.book, payout.holder
    is_online = payment is not None and payment.checkout_id is not None and payment.holder_id == holder.pk
    is_counted = payment is not None and payment.state in COUNTED
    refund = Refund.objects.create(
        book=book,
        payment=payment,
        entry=payment.entry if payment else None,
        name=payer.name,
        holder=holder,
        amount=amount,
        way=Refund.Way.PROVIDER if is_online and is_counted else Refund.Way.HAND,
        at=now,
        key=f"payout:{payout.pk}:{payer.key}",
    )
    sums: dict[ledger.Place, int] = {(Of.PAYOUTS, holder): amount, (Of.REFUNDS, holder): -amount}
    about = BookingDetails(entry=refund.entry, name=refund.name)
    ledger.post(book, Kind.REFUND_DUE, sums, key=f"refund_due:{refund.pk}", about=about)
    if payment is not None:
        outbox.put(mail(payment.entry.user_id, now, about="refund_due", refund=refund.pk))
    tell_holder(refund, now)


def _close(competition: Competition, payout: Payout, state: str, now: datetime) -> None:
    payout.state, payout.closed_at, payout.pay_to = state, now, ""
    payout.save(update_fields=["state", "closed_at", "pay_to"])
    if payout.entry is not None:
        outbox.put(mail(payout.entry.user_id, now, about="prize_gone", payout=payout.pk))
    show_change(competition, now)
