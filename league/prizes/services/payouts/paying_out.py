"""Prizes on their way to who won them: claimed, paid out by hand, failed and claimed again."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock, outbox
from games.common.words import local
from league.competitions.errors import NotYours
from league.competitions.models import Competition
from league.competitions.services.locking import lock, show_change
from league.money import PLAY, money
from league.prizes.agreed.treasurers import check_trustee, trustees_of
from league.prizes.book import ledger
from league.prizes.book.books import money_of, needed_for
from league.prizes.book.ledger import BookingDetails
from league.prizes.errors import (
    IsRuledOn,
    NoDetails,
    NoReference,
    NotBack,
    NotOwed,
    OtherDetails,
    OwnPrize,
    TooEarly,
    TooFewTrusted,
)
from league.prizes.models import Account, Booking, Payout, Refund
from league.prizes.outbox import mail
from league.prizes.services.incoming.receiving import book_refund, hand_account
from league.prizes.services.payouts.pay_details import digest_of
from league.prizes.services.payouts.prize_keys import payout_key
from league.prizes.services.payouts.rulings_after import is_ruled_on, missing
from league.prizes.services.treasurers.treasurers import checked_reason
from league.users.models import User

Kind, Of, State = Booking.Kind, Account.Kind, Payout.State

LONGEST_DETAILS: Final = 500
LONGEST_REFERENCE: Final = 200


@transaction.atomic
def claim(*, payout: Payout, user: User, pay_to: str = "") -> Payout:
    """Let a winner say where their prize is to be sent; again, to somewhere else, until it is paid out: they
    are mailed that it was. Play money needs no details. Refuses with `NotYours`, `NotOwed`, `NoDetails`.
    """
    competition, payout = _lock(payout)
    if payout.entry is None or payout.entry.user_id != user.pk:
        raise NotYours(_("This prize is not yours to claim."))
    if payout.state not in Payout.OWED:
        raise NotOwed
    details = "" if money_of(competition).is_play else pay_to.strip()[:LONGEST_DETAILS]
    if not details and not money_of(competition).is_play:
        raise NoDetails
    now = clock.now()
    if payout.state != State.CLAIMED:
        payout.state, payout.claimed_at = State.CLAIMED, now
        _tell_claimed(payout, now)
        show_change(competition, now)
    if payout.pay_to and payout.pay_to != details:
        outbox.put(mail(user.pk, now, about="payout_moved", payout=payout.pk))
    payout.pay_to = details
    payout.save(update_fields=["state", "claimed_at", "pay_to"])
    return payout


def _tell_claimed(payout: Payout, now: datetime) -> None:
    """Mail the holder of the money of a prize that is claimed now: `ADMINS` where the operator does."""
    if payout.holder.user_id is not None:
        outbox.put(mail(payout.holder.user_id, now, about="claimed", payout=payout.pk))
    elif payout.book.currency != PLAY:
        outbox.put(outbox.tell("alarm", now, claims=[payout.pk]))


@transaction.atomic
def pay(*, payout: Payout, by: User, reference: str, shown: str | None = None) -> Payout:
    """Record that a prize was paid out, by its reference. Again: nothing changes. `shown` is the digest of
    the details by which it was sent (`pay_details.digest_of`), where someone read them.

    Refuses with `OwnPrize`, `NotTrusted`, `TooFewTrusted`, `NotOwed` of one that was not claimed, `TooEarly`,
    `IsRuledOn`, `NotBack`, `NoReference`, `OtherDetails`, `Overdrawn`.
    """
    competition, payout = _lock(payout)
    _check_may_pay(competition, payout, by)
    if payout.state == State.PAID:
        return payout
    if not reference.strip():
        raise NoReference
    if shown is not None and shown != digest_of(payout):
        raise OtherDetails
    now = clock.now()
    _check_can_be_paid(competition, payout, now)
    holder = payout.holder
    sums: dict[ledger.Place, int] = {
        (Of.PAYOUTS, holder): payout.amount,
        (hand_account(holder), holder): -payout.amount,
    }
    reference = reference.strip()[:LONGEST_REFERENCE]
    about = BookingDetails(by=by, entry=payout.entry, name=payout.sponsor, reference=reference)
    ledger.post(payout.book, Kind.PAYOUT, sums, key=payout_key(payout), about=about)
    payout.state, payout.closed_at, payout.paid_by = State.PAID, now, by
    payout.reference, payout.failure = reference, ""
    payout.save(update_fields=["state", "closed_at", "paid_by", "reference", "failure"])
    if payout.entry is not None:
        outbox.put(mail(payout.entry.user_id, now, about="payout_paid", payout=payout.pk))
    show_change(competition, now)
    return payout


@transaction.atomic
def fail(*, payout: Payout, by: User, reason: str) -> Payout:
    """Record that a payment did not arrive; its winner can claim it again, with the details given before or
    others. One that was booked as paid is booked back. Again: nothing changes. Refuses with `OwnPrize`,
    `NotTrusted`, `NoReason`, `NotOwed`.
    """
    competition, payout = _lock(payout)
    _check_may_pay(competition, payout, by)
    reason = checked_reason(reason)
    if payout.state == State.FAILED:
        return payout
    if payout.state not in (State.CLAIMED, State.PAID):
        raise NotOwed
    now = clock.now()
    if payout.state == State.PAID:
        paid = Booking.objects.get(key=payout_key(payout))
        about = BookingDetails(by=by, reason=reason)
        ledger.reverse(paid, key=f"payout_back:{payout.key}:{paid.number}", about=about)
    payout.state, payout.failed_at, payout.failure = State.FAILED, now, reason
    payout.closed_at, payout.paid_by, payout.reference, payout.reminded = None, None, "", 0
    payout.save()
    if payout.entry is not None:
        outbox.put(mail(payout.entry.user_id, now, about="payout_failed", payout=payout.pk))
    show_change(competition, now)
    return payout


@transaction.atomic
def send_to(*, refund: Refund, user: User, pay_to: str) -> Refund:
    """Let someone say where a refund by hand is to be sent, until it was. Refuses with `NotYours`, `NotOwed`
    of one that goes back the way it came or to someone else who paid, `NoDetails`.
    """
    competition = lock(refund.book.competition)
    found = Refund.objects.select_related("entry").get(pk=refund.pk)
    if found.entry is None or found.entry.user_id != user.pk:
        raise NotYours(_("This refund is not yours."))
    if found.way != Refund.Way.HAND or found.state not in Refund.OPEN or found.payer:
        raise NotOwed
    if not pay_to.strip():
        raise NoDetails
    details = "" if money_of(competition).is_play else pay_to.strip()[:LONGEST_DETAILS]
    if found.pay_to and found.pay_to != details:
        outbox.put(mail(user.pk, clock.now(), about="refund_moved", refund=found.pk))
    found.pay_to = details
    found.save(update_fields=["pay_to"])
    return found


@transaction.atomic
def hand_refund(*, refund: Refund, by: User, reference: str, shown: str | None = None) -> Refund:
    """Record that a refund was given back by hand; `shown` as for a prize. Again: nothing changes. Refuses
    with `NotTrusted`, `OtherDetails`,
    `NoReference`, `NotOwed` of one that goes back the way it came or is owed no more.
    """
    competition = lock(refund.book.competition)
    found = Refund.objects.select_related("book", "holder", "payment", "entry").get(pk=refund.pk)
    found.book.competition = competition
    check_trustee(competition, by)
    if found.way != Refund.Way.HAND or found.state == Refund.State.WITHDRAWN:
        raise NotOwed
    if found.state == Refund.State.DONE:
        return found
    if not reference.strip():
        raise NoReference
    if shown is not None and shown != digest_of(found):
        raise OtherDetails
    now = clock.now()
    found.reference, found.pay_to = reference.strip()[:LONGEST_REFERENCE], ""
    found.save(update_fields=["reference", "pay_to"])
    about = BookingDetails(by=by, entry=found.entry, name=found.name, reference=found.reference)
    book_refund(competition, found, found.amount, now, about)
    show_change(competition, now)
    return found


def _check_may_pay(competition: Competition, payout: Payout, by: User) -> None:
    if payout.entry is not None and payout.entry.user_id == by.pk:
        raise OwnPrize
    check_trustee(competition, by)


def _check_can_be_paid(competition: Competition, payout: Payout, now: datetime) -> None:
    if len(trustees_of(competition)) < needed_for(competition):
        raise TooFewTrusted
    if payout.state != State.CLAIMED:
        raise NotOwed
    if payout.not_before is not None and now < payout.not_before:
        words = _("Money paid online is kept until %(moment)s, in case a bank reverses a payment.")
        raise TooEarly(words % {"moment": local.moment(payout.not_before)})
    if is_ruled_on(payout):
        raise IsRuledOn
    if lacking := missing(payout):
        words = _("%(sum)s has to be paid back before this prize can be paid out.")
        raise NotBack(words % {"sum": money(lacking, payout.book.currency)})


def _lock(payout: Payout) -> tuple[Competition, Payout]:
    """The payout as it is now, under its competition's lock."""
    competition = lock(payout.book.competition)
    rows = Payout.objects.select_related("book", "holder", "entry__user", "proposal")
    found = rows.get(pk=payout.pk)
    found.book.competition = competition
    found.proposal.book = found.book
    return competition, found
