"""Manual entries: payments, gifts, deposits and costs that treasurers record.

A record is booked at once; above the season's limit it waits for the second person. In real money all that
one person recorded for one entry or sponsor counts together, and no one records what they paid themselves. A
payment of which it is not known whose fee it is, is held until it is matched with an entry or sent back. No
record is ever changed: a mistake is corrected by bookings that reverse it, for a reason that everyone reads.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.common import clock, outbox
from league.competitions.errors import NotEntered
from league.competitions.models import Competition, Entry
from league.competitions.rules.prize_rules import LARGEST_SUM, PrizeRules
from league.competitions.services.fees import mark_charged_back
from league.competitions.services.locking import lock, show_change
from league.prizes.agreed.treasurers import check_trustee, trustees_of
from league.prizes.book import ledger
from league.prizes.book.books import book_of, holders_by_hand, money_of
from league.prizes.book.ledger import BookingDetails
from league.prizes.errors import (
    AlreadyDecided,
    AlreadyPaid,
    BadSum,
    InTheFuture,
    KeyReused,
    NoPayer,
    NoPrizeMoney,
    NoReference,
    NoSponsor,
    NothingByHand,
    NotOverYet,
    NotPromised,
    NotTheSecond,
    Overdrawn,
    OwnMoney,
    TooLate,
    Used,
)
from league.prizes.models import (
    Account,
    Book,
    Booking,
    HandRecord,
    Holder,
    Payment,
)
from league.prizes.outbox import mail
from league.prizes.services.incoming.receiving import hand_account, receive_by_hand
from league.prizes.services.money_rules import settle
from league.prizes.services.payouts.proposing import is_confirmed
from league.prizes.services.payouts.rulings_after import book_paid_back
from league.prizes.services.refunds.returning import (
    note_corrected,
    return_record,
    set_state,
    uncount,
    withdraw_refund,
)
from league.prizes.services.treasurers.treasurers import checked_reason
from league.users.models import User

Kind, State, Of = HandRecord.Kind, HandRecord.State, Account.Kind

COUNTED: Final = (State.WAITING, State.BOOKED, State.UNKNOWN)
"""States of records that count towards the limit."""

Together = tuple[int, str, int, str]
"""Whose records count together and for what: person, kind, entry, payer or sponsor."""

EARLIEST_ZONE: Final = timedelta(hours=14)
"""So far ahead of UTC are the clocks of those whose day begins first."""

SPENT: Final = (Kind.COSTS, Kind.SITE_SHARE)
"""What goes out of the shares of the fees."""

GIVEN: Final = (Kind.GIFT, Kind.EXTRA, Kind.GUARANTEE)
"""What sponsors and the guarantor give."""

BOOKED: Final[Mapping[str, tuple[str, str]]] = {
    Kind.GIFT: (Booking.Kind.GIFT, Of.POOL),
    Kind.EXTRA: (Booking.Kind.GIFT, Of.SPONSORS),
    Kind.GUARANTEE: (Booking.Kind.GUARANTEE, Of.GUARANTOR),
    Kind.COSTS: (Booking.Kind.COSTS, Of.ORGANISER_FEE),
    Kind.SITE_SHARE: (Booking.Kind.SITE_SHARE, Of.PLATFORM_FEE),
}
"""How a record is booked: the kind of booking, and the account whose money it is."""


@transaction.atomic
def record(
    *,
    competition: Competition,
    by: User,
    kind: str,
    amount: int,
    received_on: date,
    reference: str,
    key: uuid.UUID,
    entry: Entry | None = None,
    payer: str = "",
    name: str = "",
    promise: int | None = None,
    holder: Holder | None = None,
) -> HandRecord:
    """Record money that came by hand on `received_on` (or went: costs, the site's share); above the season's
    limit it waits for the second person. The same `key` records once.

    `entry` is whose fee it is, none where that is not known yet, or who pays a prize back; `payer` who paid a
    fee, where that was not the entrant; `name` the sponsor; `promise` which of the sponsors' own prizes it
    is, by its place in the rules. `holder` is who has it, or had it: whom the season names, if no one is
    given; what is spent and prizes paid back may be another's.

    Refuses with `NotTrusted`, `NoPrizeMoney`, `NothingByHand`, `BadSum`, `InTheFuture`, `NoReference`,
    `NoPayer`, `AlreadyPaid`, `NoSponsor`, `NotPromised`, `TooLate`, `NotOverYet`, `Overdrawn`, `NotOwed`,
    `OwnMoney`, `KeyReused`.
    """
    competition = lock(competition)
    book, given = _book_of(competition), money_of(competition)
    check_trustee(competition, by)
    now = clock.now()
    made = HandRecord(
        book=book,
        holder=_holder(book, holder if kind in (*SPENT, Kind.PAID_BACK) else None),
        kind=kind,
        entry=_entry(competition, entry) if kind in (Kind.PAYMENT, Kind.PAID_BACK) else None,
        payer=_payer(entry, payer) if kind == Kind.PAYMENT else "",
        name=_name(given, kind, name),
        promise=promise if kind == Kind.EXTRA else None,
        amount=amount,
        received_on=received_on,
        reference=reference.strip()[:200],
        by=by,
        at=now,
        state=State.BOOKED,
        key=key,
    )
    before = HandRecord.objects.filter(key=key).first()
    if before is not None:
        return _same(before, made)
    _check(competition, made, given, now)
    _check_not_own(made, given, by)
    if is_above(given, made):
        made.state = State.WAITING
    made.save(force_insert=True)
    if made.state == State.BOOKED:
        _book(competition, made, now)
    else:
        others = [each.user_id for each in trustees_of(competition) if each.user_id != by.pk]
        outbox.put(*(mail(user, now, about="record_waits", record=made.pk) for user in others))
    show_change(competition, now)
    return made


@transaction.atomic
def confirm_record(*, record: HandRecord, by: User) -> HandRecord:
    """The second person's word for a record above the limit; it is booked. Again: nothing changes.

    Refuses with `NotTrusted`, `NotTheSecond`, `AlreadyDecided`, and as recording does (`OwnMoney` too).
    """
    competition, found = _lock(record)
    check_trustee(competition, by)
    if found.by_id == by.pk:
        raise NotTheSecond
    if found.state in (State.BOOKED, State.UNKNOWN) and found.second_by_id == by.pk:
        return found
    if found.state != State.WAITING:
        raise AlreadyDecided
    now, given = clock.now(), money_of(competition)
    _check(competition, found, given, now)
    _check_not_own(found, given, by)
    found.state, found.second_by, found.second_at = State.BOOKED, by, now
    found.save(update_fields=["state", "second_by", "second_at"])
    _book(competition, found, now)
    show_change(competition, now)
    return found


@transaction.atomic
def refuse_record(*, record: HandRecord, by: User, reason: str) -> HandRecord:
    """Refuse a record that waits for the second person, for a reason. Again: nothing changes.

    Refuses with `NotTrusted`, `NotTheSecond`, `NoReason`, `AlreadyDecided`.
    """
    competition, found = _lock(record)
    check_trustee(competition, by)
    if found.by_id == by.pk:
        raise NotTheSecond
    if found.state == State.REFUSED and found.second_by_id == by.pk:
        return found
    reason = checked_reason(reason)
    if found.state != State.WAITING:
        raise AlreadyDecided
    now = clock.now()
    found.state, found.second_by, found.second_at, found.reason = State.REFUSED, by, now, reason
    found.save(update_fields=["state", "second_by", "second_at", "reason"])
    outbox.put(mail(found.by_id, now, about="record_refused", record=found.pk))
    show_change(competition, now)
    return found


@transaction.atomic
def match(*, record: HandRecord, by: User, entry: Entry) -> HandRecord:
    """Say whose fee a payment is that was not known: it is booked as theirs. Again: nothing changes.

    Refuses with `NotTrusted`, `AlreadyDecided`, `NotEntered`, `AlreadyPaid`, `OwnMoney`; and `NotTheSecond`
    who recorded it, where the season's limit is passed with what else they recorded for the entry.
    """
    competition, found = _lock(record)
    check_trustee(competition, by)
    chosen = _entry(competition, entry)
    if chosen is None:
        raise NotEntered
    if found.state == State.BOOKED and found.entry_id == chosen.pk:
        return found
    if found.state != State.UNKNOWN:
        raise AlreadyDecided
    now, given = clock.now(), money_of(competition)
    found.entry, found.state = chosen, State.BOOKED
    _check_fee(competition, found)
    _check_not_own(found, given, by)
    if found.by_id == by.pk and found.second_by_id is None and is_above(given, found):
        raise NotTheSecond
    booked = Booking.objects.get(key=f"record:{found.pk}")
    booked.book = found.book
    about = BookingDetails(by=by, reason="It is known whose payment it was")
    ledger.reverse(booked, key=f"reversal:record:{found.pk}", about=about)
    found.save(update_fields=["entry", "state"])
    _book(competition, found, now)
    show_change(competition, now)
    return found


@transaction.atomic
def send_back(*, record: HandRecord, by: User, reason: str) -> HandRecord:
    """Owe a payment of which it is not known whose fee it is to who made it, for a reason. Again: nothing
    changes. Refuses with `NotTrusted`, `NoReason`, `AlreadyDecided`.
    """
    competition, found = _lock(record)
    check_trustee(competition, by)
    if found.state == State.SENT_BACK:
        return found
    reason = checked_reason(reason)
    if found.state != State.UNKNOWN:
        raise AlreadyDecided
    now = clock.now()
    return_record(found.book, found, now)
    found.reason = reason
    found.save(update_fields=["reason"])
    show_change(competition, now)
    return found


@transaction.atomic
def correct(*, record: HandRecord, by: User, reason: str) -> HandRecord:
    """Take back what was recorded by mistake: its bookings are reversed for a reason that everyone reads. A
    fee is the entrant's again, who has as long to pay as the season gives. Again: nothing changes.

    Another than who recorded it corrects what is above the limit and, once entries are open, what sponsors
    and the guarantor gave: then they may only add. Refuses with `NotTrusted`, `NoReason`, `AlreadyDecided`,
    `NotTheSecond`, `Used`.
    """
    competition, found = _lock(record)
    check_trustee(competition, by)
    if found.state == State.REVERSED:
        return found
    reason = checked_reason(reason)
    if found.state in (State.REFUSED, State.SENT_BACK) or found.kind == Kind.PAID_BACK:
        raise AlreadyDecided
    now = clock.now()
    if found.state in (State.BOOKED, State.UNKNOWN):
        if found.by_id == by.pk and needs_another(competition, found, now):
            raise NotTheSecond
        _reverse(competition, found, BookingDetails(by=by, reason=reason), now)
    found.state, found.reason = State.REVERSED, reason
    found.save(update_fields=["state", "reason"])
    settle(competition, now)
    show_change(competition, now)
    return found


def needs_another(
    competition: Competition, record: HandRecord, now: datetime, sums: Mapping[Together, int] | None = None
) -> bool:
    """Whether someone else than who recorded it has to correct it; `sums` as for `is_above`."""
    given = money_of(competition)
    if not given.has_a_second:
        return False
    is_given = record.kind in GIVEN and now >= competition.enters_from
    return is_given or record.second_by_id is not None or is_above(given, record, sums)


def is_above(given: PrizeRules, made: HandRecord, sums: Mapping[Together, int] | None = None) -> bool:
    """Whether a record passes the limit above which a second treasurer confirms it; none does where the
    season needs only one. In real money all that the same person recorded for the same entry or sponsor
    counts together. Of several records of a book `sums` are those that `sums_of` found; else it is one
    query at most.
    """
    if not (given.has_a_second and given.second_above):
        return False
    if made.amount > given.second_above or given.is_play:
        return made.amount > given.second_above
    if sums is None:
        others = sums_of(made.book.hand_records.exclude(pk=made.pk), [made])
        return made.amount + others.get(_together(made), 0) > given.second_above
    return sums.get(_together(made), 0) > given.second_above


def sums_of(rows: QuerySet[HandRecord], records: Iterable[HandRecord]) -> dict[Together, int]:
    """What comes together with each of `records`, of the `rows` of their book that count. One query."""
    entries = {each.entry_id for each in records}
    counted = rows.filter(Q(entry__in=entries - {None}) | Q(entry=None), state__in=COUNTED)
    found: dict[Together, int] = {}
    for row in counted.only("by", "kind", "entry", "payer", "name", "amount", "book").iterator():
        found[_together(row)] = found.get(_together(row), 0) + row.amount
    return found


def _together(made: HandRecord) -> Together:
    """What a record counts together with: the same person's gifts of one sponsor, payments for one entry, or
    of one payer where the entry is not known.
    """
    if made.kind in GIVEN:
        return made.by_id, "given", 0, made.name.casefold()
    is_unknown = made.kind == Kind.PAYMENT and made.entry_id is None
    return made.by_id, made.kind, made.entry_id or 0, made.payer.casefold() if is_unknown else ""


def is_own_money(made: HandRecord, given: PrizeRules, person: int | None, name: str) -> bool:
    """Whether, in real money, the `person` of this `name` paid what was recorded, for anyone: then others
    record, confirm and match it. No query where its book comes with the guarantor.
    """
    if given.is_play:
        return False
    if made.kind == Kind.GUARANTEE:
        guarantor = getattr(made.book, "guarantor", None)
        return guarantor is not None and guarantor.user_id == person
    if made.entry is not None and made.entry.user_id == person:
        return True
    return name.casefold() in (made.payer.casefold(), made.name.casefold())


def takes_gifts(competition: Competition, book: Book) -> bool:
    """Whether anything can still be given: not once prizes are confirmed or the season is cancelled. One
    query at most.
    """
    if competition.state == Competition.State.CANCELLED:
        return False
    return not is_confirmed(book)


def owed_by_guarantor(book: Book) -> int:
    """What the guarantor owes for payments that were taken back after the payout. One query."""
    return max(0, ledger.balance(book, Of.GUARANTOR))


def left_of(book: Book, kind: str) -> dict[int, int]:
    """By holder (key): what there is left for the league's costs, or of the site's share. One query."""
    sums, (_kind, account) = ledger.balances(book), BOOKED[kind]
    return {holder: -amount for (of, holder), amount in sums.items() if of == account and amount < 0}


def promised(book: Book, given: PrizeRules) -> list[int]:
    """The sponsors' own prizes, by their place in the rules, that are not recorded yet. One query."""
    rows = book.hand_records.filter(kind=Kind.EXTRA, state__in=[State.WAITING, State.BOOKED])
    recorded = set(rows.values_list("promise", flat=True))
    return [place for place in range(len(given.extras)) if place not in recorded]


def _check(competition: Competition, made: HandRecord, given: PrizeRules, now: datetime) -> None:
    """Raises what stands against booking it now."""
    if not 0 < made.amount <= LARGEST_SUM:
        raise BadSum
    if made.received_on > (now + EARLIEST_ZONE).date():
        raise InTheFuture
    if not made.reference:
        raise NoReference
    if made.kind == Kind.PAYMENT:
        _check_fee(competition, made)
    elif made.kind == Kind.EXTRA:
        _check_promised(made, given)
    elif made.kind in SPENT:
        _check_spent(competition, made)
    if made.kind in GIVEN and not takes_gifts(competition, made.book):
        is_owed = made.kind == Kind.GUARANTEE and made.amount <= owed_by_guarantor(made.book)
        if not is_owed:
            raise TooLate


def _check_not_own(made: HandRecord, given: PrizeRules, by: User) -> None:
    """Raises `OwnMoney` where, in real money, `by` would have a word in what they paid themselves."""
    if is_own_money(made, given, by.pk, by.get_username()):
        raise OwnMoney


def _check_fee(competition: Competition, made: HandRecord) -> None:
    if not competition.fee:
        raise BadSum(_("This season has no entry fee."))
    if made.entry is None:
        if not made.payer:
            raise NoPayer
        return
    own = made.entry.hand_records.filter(kind=Kind.PAYMENT, state=State.WAITING).exclude(pk=made.pk)
    counted = Payment.objects.filter(entry=made.entry, state=Payment.State.FEE)
    if own.exists() or (made.pk is None and counted.exists()):
        raise AlreadyPaid


def _check_promised(made: HandRecord, given: PrizeRules) -> None:
    if made.pk is not None:
        return  # it was when it was recorded
    if made.promise is None or made.promise not in promised(made.book, given):
        raise NotPromised
    extra = given.extras[made.promise]
    if (made.name, made.amount) != (extra.sponsor, extra.amount):
        raise NotPromised


def _check_spent(competition: Competition, made: HandRecord) -> None:
    if competition.state != Competition.State.FINISHED:
        raise NotOverYet
    if made.amount > left_of(made.book, made.kind).get(made.holder_id, 0):
        raise Overdrawn


def _book(competition: Competition, made: HandRecord, now: datetime) -> None:
    """Book a record, and what follows from it."""
    if made.kind == Kind.PAYMENT and made.entry is not None:
        made.entry.competition = competition
        receive_by_hand(competition, made, made.entry, now)
    elif made.kind == Kind.PAYMENT:
        _hold(made)
    elif made.kind == Kind.PAID_BACK:
        book_paid_back(competition, made, now)
    else:
        kind, account = BOOKED[made.kind]
        sign = -1 if made.kind in SPENT else 1
        sums: dict[ledger.Place, int] = {
            (hand_account(made.holder), made.holder): sign * made.amount,
            (account, made.holder): -sign * made.amount,
        }
        about = BookingDetails(by=made.by, name=made.name, reference=made.reference)
        ledger.post(made.book, kind, sums, key=f"record:{made.pk}", about=about)
    settle(competition, now)


def _hold(made: HandRecord) -> None:
    """Book a payment of which it is not known whose fee it is: it is held for who made it."""
    sums: dict[ledger.Place, int] = {
        (Of.CASH, made.holder): made.amount,
        (Of.ENTRANTS, made.holder): -made.amount,
    }
    about = BookingDetails(by=made.by, reference=made.reference)
    ledger.post(made.book, Booking.Kind.PAYMENT, sums, key=f"record:{made.pk}", about=about)
    made.state = State.UNKNOWN
    made.save(update_fields=["state"])


def _reverse(competition: Competition, found: HandRecord, about: BookingDetails, now: datetime) -> None:
    """Take a booked record out of the book again; `Used` where its money is not there any more."""
    try:
        if found.kind == Kind.PAYMENT and found.entry_id is not None:
            _reverse_payment(competition, found, about, now)
            return
        if found.kind == Kind.GUARANTEE and found.amount > -ledger.balance(
            found.book, Of.GUARANTOR, found.holder
        ):
            raise Used
        booked = Booking.objects.get(key=f"record:{found.pk}")
        booked.book = found.book
        ledger.reverse(booked, key=f"reversal:record:{found.pk}", about=about)
    except Overdrawn as error:
        raise Used from error


def _reverse_payment(
    competition: Competition, found: HandRecord, about: BookingDetails, now: datetime
) -> None:
    payment = Payment.objects.select_related("entry__user", "holder").get(record=found)
    payment.book, payment.entry.competition = found.book, competition
    was_fee = payment.state in (Payment.State.FEE, Payment.State.IN_FEE)
    if was_fee and not competition.is_over:
        _uncount(found.book, payment, about)
    elif payment.state == Payment.State.TO_REFUND and not payment.surplus:
        _forget_refund(payment, about)
    elif payment.state not in (Payment.State.PART, Payment.State.HELD):
        raise Used
    booked = Booking.objects.get(key=f"payment:{payment.pk}")
    booked.book = found.book
    ledger.reverse(booked, key=f"reversal:payment:{payment.pk}", about=about)
    set_state(payment, Payment.State.REVERSED)
    pay_by = now + timedelta(days=money_of(competition).pay_days)
    if not was_fee:
        note_corrected(payment, now)
    elif mark_charged_back(competition, payment.entry, pay_by, now):
        outbox.put(mail(payment.entry.user_id, now, about="record_corrected", record=found.pk))


def _uncount(book: Book, payment: Payment, about: BookingDetails) -> None:
    """Count no fee any more that a payment is, or is a part of, and owe nothing of it that was too much by
    hand. What a bank returned is owed as before.
    """
    for part in uncount(book, payment):
        if part.record_id and part.surplus:
            part.book = book
            _forget_refund(part, about, f"surplus:{part.pk}")
            part.surplus = 0
            part.save(update_fields=["surplus"])


def _forget_refund(payment: Payment, about: BookingDetails, key: str = "") -> None:
    """Owe nothing to someone whose payment never came; `Used` where some of it has been given back."""
    if not withdraw_refund(payment, about, key):
        raise Used


def _book_of(competition: Competition) -> Book:
    book = book_of(competition) if competition.has_money else None
    if book is None:
        raise NoPrizeMoney
    return book


def _holder(book: Book, holder: Holder | None) -> Holder:
    """Who has the money: one of the book's, or whom the season names. Raises `NothingByHand`."""
    if holder is not None:
        found = book.holders.filter(pk=holder.pk).first()
    else:
        found = holders_by_hand(book.competition).first()
    if found is None:
        raise NothingByHand
    return found


def _entry(competition: Competition, entry: Entry | None) -> Entry | None:
    """The entry as it is now, if it is one of this season's."""
    if entry is None:
        return None
    return competition.entries.select_related("user").filter(pk=entry.pk).first()


def _payer(entry: Entry | None, payer: str) -> str:
    """Who paid, if that was not the entrant."""
    payer = payer.strip()[:80]
    is_own = entry is not None and payer.casefold() == entry.user.get_username().casefold()
    return "" if is_own else payer


def _name(given: PrizeRules, kind: str, name: str) -> str:
    if kind == Kind.GUARANTEE:
        if not given.guarantor:
            raise NotPromised(_("This season has no guarantor."))
        return given.guarantor
    if kind in (Kind.GIFT, Kind.EXTRA):
        if not name.strip():
            raise NoSponsor
        return name.strip()[:80]
    return ""


def _same(before: HandRecord, made: HandRecord) -> HandRecord:
    """What the same form recorded before; `KeyReused` where it was anything else."""
    names = (
        "book_id",
        "holder_id",
        "kind",
        "payer",
        "name",
        "promise",
        "amount",
        "received_on",
        "reference",
        "by_id",
    )
    is_matched = made.entry_id is None and before.payer != ""  # it may have been matched since
    if any(getattr(before, name) != getattr(made, name) for name in names):
        raise KeyReused
    if before.entry_id != made.entry_id and not is_matched:
        raise KeyReused
    return before


def _lock(record: HandRecord) -> tuple[Competition, HandRecord]:
    competition = lock(record.book.competition)
    found = HandRecord.objects.select_for_update(of=("self",))
    row = found.select_related("book", "holder", "entry__user", "by").get(pk=record.pk)
    row.book.competition = competition
    return competition, row
