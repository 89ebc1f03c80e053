"""Bring a season's book up to date with its entries and its state. Called twice, it books nothing new.

Called under the competition's lock, in the transaction that changed an entry or the season. Every booking has
a key that names what it is of, so whatever was done once is not done again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Sum

from games.common import outbox
from league.competitions.models import Competition, Entry, EntryStep, Pairing
from league.competitions.services.fees import mark_paid, note_payment
from league.prizes.book import ledger, split
from league.prizes.book.books import book_of, money_of
from league.prizes.book.closed import is_closed
from league.prizes.book.ledger import BookingDetails
from league.prizes.models import Account, Book, Booking, Holder, Leg, Payment
from league.prizes.outbox import mail
from league.prizes.services.payouts.proposing import is_confirmed, propose
from league.prizes.services.refunds.returning import (
    fee_key,
    give_back,
    give_gifts_back,
    is_still_here,
    parts_of,
    refund_due,
    return_unknown,
    returned_due,
    set_state,
    surplus_due,
    withdraw_refund,
)

Kind, Of, State = Booking.Kind, Account.Kind, Payment.State


def settle(competition: Competition, now: datetime) -> None:
    """Book what follows now. Nothing for a season without a book."""
    book = book_of(competition)
    if book is None:
        return
    for payment in _payments(book, State.HELD):
        _use(competition, book, payment, now)
    if not competition.is_over:
        _count_others(competition, book, now)
    for parts in _parts_by_entry(book):
        _settle_parts(competition, book, parts, now)
    if competition.is_over:
        return_unknown(book, now)
    is_cancelled = competition.state == Competition.State.CANCELLED
    for payment in _payments(book, State.FEE):
        if _goes_back(competition, payment.entry, is_cancelled):
            give_back(book, payment, now)
    if is_cancelled:
        give_gifts_back(book, now)
        _keep_no_fee(book)
        propose(competition, book, now)
    if competition.state == Competition.State.FINISHED:
        propose(competition, book, now)
    bear_charges(book)


def use_payment(competition: Competition, payment: Payment, now: datetime) -> None:
    """Count a payment that has just come as the fee of its entry, or let it be refunded; while payment is
    closed it is held. Under the lock.
    """
    _use(competition, payment.book, payment, now)
    if payment.state == State.HELD:
        outbox.put(mail(payment.entry.user_id, now, about="held", payment=payment.pk))


def keeps_rest(competition: Competition, entry: Entry) -> bool:
    """Whether what is left of a fee that counted, and of which a bank has taken a part, counts as a smaller
    fee: where nothing is to be paid any more, a whole fee would not go back, and prizes are not confirmed.
    """
    if _has_to_pay(competition, entry) or is_confirmed(competition.book):
        return False
    is_cancelled = competition.state == Competition.State.CANCELLED
    if _goes_back(competition, entry, is_cancelled):
        return False
    return Booking.objects.filter(entry=entry, kind=Kind.FEE).exists()


def comes_back(entry: Entry) -> tuple[int, str]:
    """How much `settle` would owe to the person of `entry` if they withdrew now, and in which currency: what
    is not counted yet, and a counted fee before their first game. Two queries.
    """
    paid = entry.payments.filter(state__in=[State.HELD, State.PART, State.IN_FEE, State.FEE])
    payments = list(paid.select_related("book"))
    if any(each.state != State.HELD for each in payments) and has_begun_a_game(entry):
        payments = [each for each in payments if each.state == State.HELD]
    return sum(each.rest for each in payments), payments[0].book.currency if payments else ""


def has_begun_a_game(entry: Entry) -> bool:
    """Whether a game of `entry` in its competition has ever started."""
    return Pairing.objects.filter(sides__entry=entry, game__isnull=False).exists()


def _use(competition: Competition, book: Book, payment: Payment, now: datetime) -> None:
    entry = Entry.objects.select_related("user").get(pk=payment.entry_id)
    entry.competition = competition
    payment.entry = entry
    paid = Payment.objects.filter(entry=entry, state=State.FEE).exists()
    parts = parts_of(payment, State.PART) if payment.record_id else []
    surplus = payment.rest + sum(part.rest for part in parts) - competition.fee
    is_enough = surplus >= 0 if payment.record_id else surplus == 0
    may_count = not competition.is_over and not paid
    may_enter = may_count and (_owes(entry) or entry.state not in Entry.STANDING)
    if may_enter and is_closed(competition, online=payment.checkout_id is not None) and _is_awaited(entry):
        return  # held until payment opens
    if is_enough and may_enter and _lets_in(competition, entry, payment, now):
        _count(competition, book, payment, parts, surplus)
        outbox.put(mail(entry.user_id, now, about="paid", payment=payment.pk))
        if surplus:
            surplus_due(book, payment, surplus, now)
    elif payment.record_id and surplus < 0 and may_count and _owes(entry):
        set_state(payment, State.PART)
        outbox.put(mail(entry.user_id, now, about="part", payment=payment.pk))
    else:
        refund_due(book, payment, now)


def _count_others(competition: Competition, book: Book, now: datetime) -> None:
    """Where the counted fee of an entry has fallen away, count the earliest of its payments that are there in
    full and were to go back.
    """
    owing = {"entry__payment": Entry.Payment.CHARGED_BACK, "entry__state__in": Entry.IN}
    spare = Payment.objects.filter(book=book, state=State.TO_REFUND, taken=0, surplus=0, **owing)
    for payment in spare.select_related("entry__user", "holder", "record").order_by("at", "pk"):
        payment.book, payment.entry.competition = book, competition
        entry, surplus = payment.entry, payment.rest - competition.fee
        entry.refresh_from_db(fields=["state", "payment", "pay_by"])
        is_enough = surplus >= 0 if payment.record_id else surplus == 0
        if (
            is_enough
            and is_still_here(payment)
            and _owes(entry)
            and _lets_in(competition, entry, payment, now)
        ):
            withdraw_refund(payment, BookingDetails(reason="It counts as the fee after all"))
            _count(competition, book, payment, [], surplus)
            outbox.put(mail(entry.user_id, now, about="paid", payment=payment.pk))
            if surplus:
                surplus_due(book, payment, surplus, now)


def _settle_parts(competition: Competition, book: Book, parts: Sequence[Payment], now: datetime) -> None:
    """Count the parts of the fee of one entry that come to all of it, or are all that is left of it; let them
    wait for what is missing, or go back.
    """
    entry = parts[-1].entry
    entry.competition = competition
    surplus = sum(part.rest for part in parts) - competition.fee
    # A surplus is of what a bank has returned, the way it came.
    whole = next((part for part in parts[::-1] if part.checkout_id), parts[-1])
    whole.entry = entry
    if Payment.objects.filter(entry=entry, state=State.FEE).exists():
        _give_parts_back(book, parts, now)
    elif _has_to_pay(competition, entry):
        if surplus >= 0 and _lets_in(competition, entry, whole, now):
            _count_parts(competition, book, whole, parts, now)
            outbox.put(mail(entry.user_id, now, about="paid", payment=whole.pk))
    elif keeps_rest(competition, entry):
        _count_parts(competition, book, whole, parts, now)
        if surplus >= 0:
            note_payment(entry, Entry.Payment.PAID, EntryStep.Why.PAID, now)
    else:
        _give_parts_back(book, parts, now)


def _count_parts(
    competition: Competition, book: Book, whole: Payment, parts: Sequence[Payment], now: datetime
) -> None:
    surplus = max(0, sum(part.rest for part in parts) - competition.fee)
    others = [part for part in parts if part.pk != whole.pk]
    _count(competition, book, whole, others, surplus)
    if surplus:
        returned_due(book, whole, surplus, now)


def _give_parts_back(book: Book, parts: Sequence[Payment], now: datetime) -> None:
    for part in parts:
        refund_due(book, part, now)


def _has_to_pay(competition: Competition, entry: Entry) -> bool:
    return not competition.is_over and _owes(entry)


def _is_awaited(entry: Entry) -> bool:
    """Whether an entry owes its fee, or has lost its place for it."""
    last = entry.steps.order_by("-pk").values_list("why", flat=True).first()
    return _owes(entry) or last == EntryStep.Why.NOT_PAID


def _owes(entry: Entry) -> bool:
    return entry.state in Entry.IN and entry.payment in Entry.OWING


def _lets_in(competition: Competition, entry: Entry, payment: Payment, now: datetime) -> bool:
    came_on = payment.record.received_on if payment.record else None
    return mark_paid(competition, entry, now, came_on=came_on)


def _count(
    competition: Competition, book: Book, payment: Payment, parts: Sequence[Payment], surplus: int
) -> None:
    """Count a payment but for its `surplus`, with its other parts, as the fee of its entry. One that is
    smaller than the season's is split in the same proportions.
    """
    sums: dict[ledger.Place, int] = {}
    for part in parts:
        place = (Of.ENTRANTS, part.holder)
        sums[place] = sums.get(place, 0) + part.rest
    last = (Of.ENTRANTS, payment.holder)
    sums[last] = sums.get(last, 0) + payment.rest - surplus
    left = {holder: amount for (_kind, holder), amount in sums.items()}
    pool, league, site = split.divide(sum(left.values()), money_of(competition).parts_of_fee())
    # Costs come first, for they bear the charges of what came online; the pool has what each holder has left.
    for kind, due in ((Of.ORGANISER_FEE, league), (Of.PLATFORM_FEE, site), (Of.POOL, pool)):
        for holder in left:
            amount = min(due, left[holder])
            sums[kind, holder] = -amount
            left[holder] -= amount
            due -= amount
    ledger.post(book, Kind.FEE, sums, key=fee_key(payment), about=BookingDetails(entry=payment.entry))
    set_state(payment, State.FEE)
    for part in parts:
        set_state(part, State.IN_FEE)


def _goes_back(competition: Competition, entry: Entry, is_cancelled: bool) -> bool:
    """Whether a counted fee is given back: when the season is cancelled, and to those who are out before
    their first game. Never to someone who was disqualified.
    """
    if entry.state == Entry.State.DISQUALIFIED:
        return False
    return is_cancelled or (entry.state not in Entry.STANDING and not has_begun_a_game(entry))


def bear_charges(book: Book) -> None:
    """Let the share that bears the provider's charges bear them as far as it goes; what is beyond it is the
    holder's, in an account of its own. Both follow as fees come and go. One query where nothing moves.
    """
    sums = ledger.balances(book)
    kind = Of.ORGANISER_FEE if money_of(book.competition).charges_from == "league" else Of.PLATFORM_FEE
    for holder in Holder.objects.filter(pk__in=[key for (_kind, key) in sums]).order_by("pk"):
        share, borne = sums.get((kind, holder.pk), 0), sums.get((Of.CHARGES, holder.pk), 0)
        more = min(share, _charged(book, holder) - borne) if share > 0 else -min(-share, borne)
        if more:
            before = Booking.objects.filter(key__startswith=f"charges_borne:{holder.pk}:").count()
            moved: dict[ledger.Place, int] = {(Of.CHARGES, holder): more, (kind, holder): -more}
            ledger.post(book, Kind.CHARGES, moved, key=f"charges_borne:{holder.pk}:{before}")


def _charged(book: Book, holder: Holder) -> int:
    """What providers have kept of the money of `holder` in all."""
    legs = Leg.objects.filter(booking__book=book, account__kind=Of.CLEARING, account__holder=holder)
    kept = legs.filter(booking__kind=Kind.CHARGES).aggregate(sum=Sum("amount"))["sum"]
    return -(kept or 0)


def _keep_no_fee(book: Book) -> None:
    """A cancelled season keeps nothing: what costs and site had of fees that do not go back is the pool's."""
    for holder in Holder.objects.filter(book=book).order_by("pk"):
        for kind in (Of.ORGANISER_FEE, Of.PLATFORM_FEE):
            kept = -ledger.balance(book, kind, holder)
            if kept > 0:
                sums: dict[ledger.Place, int] = {(kind, holder): kept, (Of.POOL, holder): -kept}
                ledger.post(book, Kind.NOT_KEPT, sums, key=f"not_kept:{book.pk}:{kind}:{holder.pk}")


def _parts_by_entry(book: Book) -> list[list[Payment]]:
    """The parts of fees that are held, those of each entry together."""
    found: dict[int, list[Payment]] = {}
    for part in _payments(book, State.PART):
        found.setdefault(part.entry_id, []).append(part)
    return list(found.values())


def _payments(book: Book, state: str) -> list[Payment]:
    found = Payment.objects.filter(book=book, state=state).select_related("entry__user", "holder", "record")
    rows = list(found.order_by("pk"))
    for row in rows:
        row.book = book
    return rows
