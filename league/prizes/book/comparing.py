"""Rows of money that are no part of the ledger, compared with it and with each other: payments, refunds,
prizes, records by hand, what rulings say is owed, proposals, final places, frozen rules.

What a page shows or a person pays by stands in these rows, and nothing in the database keeps them from being
changed. Each is bound by a booking that is named after it; what no booking binds yet is left alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from django.db import transaction

from league.competitions.models import Entry, FinalPlace
from league.competitions.rules.canonical import sha256_of
from league.competitions.services.locking import lock
from league.prizes.book.booked import CASH, Booked, Bookings
from league.prizes.models import Account, Book, HandRecord, Owed, Payment, Payout, Proposal, Refund

Of = Account.Kind

_LINE = ("entry", "rank", "holder", "amount", "sponsor")

NOT_OWED = (Payout.State.PROPOSED, Payout.State.WITHDRAWN)
THERE = (
    Payment.State.HELD,
    Payment.State.PART,
    Payment.State.IN_FEE,
    Payment.State.FEE,
    Payment.State.TO_REFUND,
)
"""States of payments of which an entry can say that it has paid."""


def differences(book: Book) -> list[str]:
    """What differs, in English sentences; a fixed number of queries. What is found while the season goes on
    is looked for once more under its lock: someone may have been in the middle of writing.
    """
    if not list(_all(book)):
        return []
    with transaction.atomic():
        book.competition = lock(book.competition)
        return list(_all(book))


def _all(book: Book) -> Iterator[str]:
    booked = Bookings(book)
    payments = list(book.payments.select_related("entry", "checkout", "record").order_by("pk"))
    refunds = list(book.refunds.order_by("pk"))
    payouts = list(book.payouts.select_related("entry").order_by("pk"))
    records = list(book.hand_records.order_by("pk"))
    yield from _of_rules(book)
    yield from _of_payments(payments, {each.key: each for each in refunds}, booked)
    yield from _of_entries(book, payments, booked)
    yield from _of_refunds(refunds, booked)
    yield from _of_payouts(payouts, refunds, booked)
    yield from _of_records(records, payments, booked)
    yield from _of_owed(book, records, booked)
    yield from _of_proposals(book, payouts)
    yield from _of_places(book)
    there = {
        "payment": {each.pk for each in payments},
        "refund_due": {each.pk for each in refunds},
        "record": {each.pk for each in records},
    }
    for word, keys in there.items():
        for number in sorted(set(booked.ids(word)) - keys):
            yield f"booking {word}:{number} is of a row that is gone"


def _of_rules(book: Book) -> Iterator[str]:
    season = book.competition
    if sha256_of(season.rules) != season.rules_sha256:
        yield "its frozen rules are not those of their hash"
    currency = (season.rules.get("money") or {}).get("currency", book.currency)
    if currency != book.currency:
        yield f"its rules are in {currency}, its book in {book.currency}"


def _of_payments(payments: list[Payment], refunds: dict[str, Refund], booked: Bookings) -> Iterator[str]:
    for each in payments:
        name, came = f"payment {each.pk}", booked.get(f"payment:{each.pk}")
        if came is None:
            yield f"{name} is not booked"
            continue
        yield from _amount(name, each.amount, came, Of.ENTRANTS, each.holder_id)
        if came.entry != each.entry_id:
            yield f"{name} is of another entry than its booking"
        way = each.checkout or each.record
        if way is not None and way.entry_id != each.entry_id:
            yield f"{name} is of another entry than the way it came"
        if came.is_reversed != (each.state == Payment.State.REVERSED):
            yield f"{name} is {each.state}, its booking {'was taken back' if came.is_reversed else 'stands'}"
        counts = _counts(each, booked)
        is_fee = each.state == Payment.State.FEE
        if counts != is_fee and not (counts and each.state == Payment.State.TAKEN_BACK):
            yield f"{name} is {each.state}, and {'is' if counts else 'is not'} booked as a fee"
        taken = -sum(part.on(*CASH) for part in _taken(each.pk, booked))
        if taken != each.taken:
            yield f"{name}: {each.taken} taken back by the bank, the ledger says {taken}"
        back = refunds.get(f"payment:{each.pk}")
        expected = {Payment.State.TO_REFUND: False, Payment.State.REFUNDED: True}.get(
            Payment.State(each.state)
        )
        if expected is not None and (back is None or (back.state == Refund.State.DONE) != expected):
            yield f"{name} is {each.state}, its refund {back.state if back else 'is not there'}"


def _counts(payment: Payment, booked: Bookings) -> bool:
    """Whether a fee that is named after a payment stands."""
    return len(booked.below(f"fee:{payment.pk}")) > len(booked.below(f"fee_back:{payment.pk}"))


def _taken(payment: int, booked: Bookings) -> list[Booked]:
    """What the bank has taken of a payment and not returned."""
    rounds = len(booked.below(f"chargeback_won:{payment}")) + 1
    begins = [f"chargeback:{payment}", *(f"chargeback:{payment}:{each}" for each in range(rounds))]
    return booked.below(*begins)


def _of_entries(book: Book, payments: list[Payment], booked: Bookings) -> Iterator[str]:
    """Entries say that they have paid where something of theirs is there, and only there."""
    there = {each.entry_id for each in payments if each.state in THERE}
    said = book.competition.entries.filter(payment=Entry.Payment.PAID)
    if book.competition.fee:
        for number, pk in said.order_by("number").values_list("number", "pk"):
            if pk not in there:
                yield f"entry {number} is marked as paid, and no payment of it is there"
    for each in payments:
        fees = booked.below(f"fee:{each.pk}") if each.state == Payment.State.FEE else []
        is_whole = bool(fees) and fees[-1].on(Of.ENTRANTS) >= book.competition.fee
        if is_whole and each.entry.payment != Entry.Payment.PAID:
            yield f"entry {each.entry.number} is marked as {each.entry.payment}, and its fee counts"


def _of_refunds(refunds: list[Refund], booked: Bookings) -> Iterator[str]:
    for each in refunds:
        name, due = f"refund {each.pk}", booked.last(f"refund_due:{each.pk}")
        if due is None:
            yield f"{name} is owed by no booking"
            continue
        yield from _amount(name, each.amount, due, Of.REFUNDS, each.holder_id)
        if due.entry != each.entry_id:
            yield f"{name} is of another entry than its booking"
        is_done = each.state == Refund.State.DONE
        if due.is_reversed != (each.state == Refund.State.WITHDRAWN):
            yield f"{name} is {each.state}, and is {'not owed any more' if due.is_reversed else 'owed'}"
        if due.is_reversed:
            continue
        given = sum(part.on(Of.REFUNDS) for part in booked.below(f"refund:{each.pk}"))
        word, _colon, payment = each.key.partition(":")
        if word == "payment":
            given += sum(part.on(Of.REFUNDS) for part in _taken(int(payment), booked))
        if given != each.given:
            yield f"{name}: {each.given} given back, the ledger says {given}"
        if is_done != (each.given == each.amount):
            yield f"{name} is {each.state}, and {each.given} of {each.amount} was given back"


def _of_payouts(payouts: list[Payout], refunds: list[Refund], booked: Bookings) -> Iterator[str]:
    for each in payouts:
        if each.state in NOT_OWED:
            continue
        name = f"prize {each.pk}"
        own = booked.standing(f"prize:{each.key}")
        owed = [*([own] if own else []), *booked.below(f"prize:{each.key}")]
        if len(owed) != 1:
            yield f"{name} is {each.state}, and {len(owed)} bookings owe it"
            continue
        yield from _amount(name, each.amount, owed[0], Of.PAYOUTS, each.holder_id)
        if owed[0].entry != each.entry_id:
            yield f"{name} is of another entry than its booking"
        is_paid = bool(booked.below(f"payout:{each.key}"))
        if is_paid != (each.state == Payout.State.PAID):
            yield f"{name} is {each.state}, and {'is' if is_paid else 'is not'} booked as paid"
        is_carried = booked.get(f"carried:{each.key}:out") is not None
        if is_carried != (each.state == Payout.State.CARRIED):
            yield f"{name} is {each.state}, and {'is' if is_carried else 'is not'} booked as carried"
        back = sum(refund.amount for refund in refunds if refund.key.startswith(f"payout:{each.pk}:"))
        if back != (each.amount if each.state == Payout.State.RETURNED else 0):
            yield f"{name} is {each.state}, and {back} of it went back to those who paid"


def _of_records(records: list[HandRecord], payments: list[Payment], booked: Bookings) -> Iterator[str]:
    State = HandRecord.State
    paid = {each.record_id: each for each in payments if each.record_id}
    for each in records:
        name, own = f"record {each.pk}", booked.get(f"record:{each.pk}")
        payment = paid.get(each.pk)
        is_booked = own is not None and not own.is_reversed
        if payment is not None:
            is_booked = payment.state != Payment.State.REVERSED
            if (payment.amount, payment.entry_id, payment.holder_id) != (
                each.amount,
                each.entry_id,
                each.holder_id,
            ):
                yield f"{name} is not what its payment {payment.pk} says"
        elif own is not None:
            if abs(own.on(*CASH)) != each.amount or own.name != each.name:
                yield f"{name} is {each.amount} {each.name}, its booking {abs(own.on(*CASH))} {own.name}"
            if {holder for _kind, holder in own.sums} != {each.holder_id} or own.entry != each.entry_id:
                yield f"{name} is with another holder, or of another entry, than its booking"
        if is_booked != (each.state in (State.BOOKED, State.UNKNOWN, State.SENT_BACK)):
            yield f"{name} is {each.state}, and its booking {'stands' if is_booked else 'does not'}"


def _of_owed(book: Book, records: list[HandRecord], booked: Bookings) -> Iterator[str]:
    """What rulings say that winners owe, and what of it was paid back, by entry and holder."""
    left: Counter[tuple[int | None, int]] = Counter()
    for owed in Owed.objects.filter(proposal__book=book).order_by("pk"):
        due = booked.standing(f"owed_back:{owed.pk}")
        if (
            due is None
            or due.entry != owed.entry_id
            or due.sums.get((Of.OWED_BACK, owed.holder_id)) != owed.amount
        ):
            yield f"debt {owed.pk} is not what a booking says"
        left[owed.entry_id, owed.holder_id] += owed.paid_back
    for each in records:
        own = booked.standing(f"record:{each.pk}")
        if each.kind == HandRecord.Kind.PAID_BACK and own is not None:
            left[own.entry, each.holder_id] += own.on(Of.OWED_BACK)
    for (entry, holder), amount in left.items():
        if amount:
            yield f"entry {entry} (key) has paid back {amount} more to holder {holder} than the ledger says"


def _of_proposals(book: Book, payouts: list[Payout]) -> Iterator[str]:
    for each in book.proposals.order_by("pk"):
        if sha256_of(each.content) != each.sha256:
            yield f"proposal {each.pk} is not what its hash says"
        rows = [payout for payout in payouts if payout.proposal_id == each.pk]
        if each.kind == Proposal.Kind.RULING:
            said: Counter[Any] = Counter(
                (f"ruling{each.pk}:{line['payout']}", line["to"], line["amount"])
                for line in each.content.get("ruling", ())
            )
            made: Counter[Any] = Counter(
                (row.line, _number(row), row.amount)
                for row in rows
                if row.line.startswith(f"ruling{each.pk}:")
            )
        else:
            # Proposals of earlier releases name no prize lines, and their payouts all the same one.
            has_lines = all(row.line != "old" for row in rows)
            said = Counter(
                (line["line"] if has_lines else "", *(line.get(name) for name in _LINE))
                for line in each.content.get("payouts", ())
            )
            made = Counter(
                (
                    row.line if has_lines else "",
                    _number(row),
                    row.rank,
                    row.holder_id,
                    row.amount,
                    row.sponsor,
                )
                for row in rows
            )
        if said != made:
            yield f"the prizes of proposal {each.pk} are not what it says"


def _number(payout: Payout) -> int:
    return payout.entry.number if payout.entry else 0


def _of_places(book: Book) -> Iterator[str]:
    """Final ranks count up along the places, and prizes were proposed in their order. Who share a rank share
    a prize rank, and no one else does; who share a place share their rank.
    """
    places = FinalPlace.objects.filter(competition=book.competition, rank__isnull=False)
    # Of one place the worse rank comes first, so that another rank is not taken for the next.
    rows: list[Any] = list(places.order_by("place", "-rank").values_list("entry__number", "rank", "last"))
    ranks = {number: rank for number, rank, _last in rows}
    if not _do_follow([(rank, last) for _number, rank, last in rows]):
        yield "its final ranks do not follow each other"
    for each in book.proposals.filter(kind=Proposal.Kind.PAYOUTS, state=Proposal.State.CONFIRMED):
        lines = [line for line in each.content.get("payouts", ()) if line["entry"]]
        whose = ((line["rank"], line.get("of") or line["entry"]) for line in lines)
        won = sorted({(rank, ranks.get(entry) or 0) for rank, entry in whose})
        follow = all(one[0] < next_[0] and one[1] < next_[1] for one, next_ in pairwise([(0, 0), *won]))
        if not follow:
            yield f"proposal {each.pk} has other ranks than the final table"


def _do_follow(ranks: Sequence[tuple[int, int | None]]) -> bool:
    """Whether final ranks, each with the last of its places (None: they are counted through), follow each
    other: counted through, each counts all before it; places may be left out, but who share some share all.
    """
    if all(last is None for _rank, last in ranks):
        steps = enumerate(pairwise([0, *(rank for rank, _last in ranks)]), start=1)
        return all(rank in (place, before) for place, (before, rank) in steps)
    own = [(rank, last) for rank, last in ranks if last is not None]
    return len(own) == len(ranks) and all(
        now == before or now[0] >= max(before[0] + 1, before[1]) for before, now in pairwise([(0, 0), *own])
    )


def _amount(name: str, amount: int, booked: Booked, kind: str, holder: int) -> Iterator[str]:
    said = -booked.sums.get((kind, holder), 0)
    if said != amount:
        yield f"{name} is {amount}, its booking {said} with that holder"
