"""A ruling after prizes were confirmed: who gives back how much of which prize, and who has it instead.

Two people confirm it like any payout. Of a prize that was paid out it books what is owed, and no money moves
by itself; one that was not is owed to someone else from then on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from games.common import clock, outbox
from league.competitions.models import Competition, Entry
from league.competitions.rules.canonical import sha256_of
from league.competitions.services.locking import lock, show_change
from league.prizes.agreed.treasurers import check_trustee, open_proposals
from league.prizes.book import ledger
from league.prizes.book.books import book_of
from league.prizes.book.ledger import BookingDetails
from league.prizes.errors import AnotherWaits, BadRuling, NoPrizeMoney, NotOwed, OwnPrize
from league.prizes.models import Account, Book, Booking, HandRecord, Owed, Payout, Proposal
from league.prizes.services.incoming.receiving import hand_account
from league.prizes.services.payouts.prize_keys import key_of, prize_back_key, prize_key
from league.prizes.services.payouts.proposing import withdraw
from league.prizes.services.treasurers.treasurers import checked_reason, told
from league.users.models import User

Kind, Of, State = Booking.Kind, Account.Kind, Payout.State


@dataclass(frozen=True, slots=True)
class Taking:
    """So much of a prize goes to another entry instead."""

    payout: Payout
    amount: int
    to: Entry


@transaction.atomic
def propose_ruling(*, competition: Competition, by: User, reason: str, takings: Sequence[Taking]) -> Proposal:
    """Propose a ruling on prizes that were confirmed; two people confirm it, who proposed it among them.

    Refuses with `NotTrusted`, `NoReason`, `NoPrizeMoney`, `AnotherWaits`, `OwnPrize`, `BadRuling`.
    """
    competition = lock(competition)
    book = book_of(competition)
    if book is None:
        raise NoPrizeMoney
    check_trustee(competition, by)
    reason = checked_reason(reason)
    if open_proposals(competition).exists():
        raise AnotherWaits
    takings = _as_they_are(book, takings)
    if by.pk in {user for each in takings for user in _users_of(each)}:
        raise OwnPrize
    _check(book, takings)
    now = clock.now()
    content = {"ruling": [_line(each) for each in takings], "reason": reason}
    made = Proposal.objects.create(
        book=book,
        kind=Proposal.Kind.RULING,
        content=content,
        sha256=sha256_of(content),
        reason=reason,
        by=by,
        at=now,
        asked_at=now,
    )
    Payout.objects.bulk_create(_payouts(book, made, takings))
    outbox.put(*told(competition, now, "to_confirm", proposal=made.pk))
    show_change(competition, now)
    return made


def is_still_right(competition: Competition, proposal: Proposal, now: datetime) -> bool:
    """Whether no prize that a ruling speaks of was paid out, or came back, since it was proposed; else it is
    withdrawn and those who confirm are told. Under the competition's lock.
    """
    lines = proposal.content["ruling"]
    found = Payout.objects.in_bulk({line["payout"] for line in lines})
    if all(_is_so(line, found[line["payout"]]) for line in lines):
        return True
    withdraw(proposal, now)
    outbox.put(*told(competition, now, "withdrawn", proposal=proposal.pk))
    show_change(competition, now)
    return False


def carry_out(proposal: Proposal, by: User, now: datetime) -> None:
    """Book what is owed back of prizes that were paid out; what was not yet is in the pool again. The payouts
    of the ruling itself are booked by the treasurer who confirms it.
    """
    book = proposal.book
    taken: set[int] = set()
    found = Payout.objects.filter(pk__in=[line["payout"] for line in proposal.content["ruling"]])
    payouts = {payout.pk: payout for payout in found.select_related("entry", "holder")}
    for line in proposal.content["ruling"]:
        payout = payouts[line["payout"]]
        if line["is_paid"]:
            _owe(book, proposal, payout, line["amount"], by)
        elif payout.pk not in taken:
            taken.add(payout.pk)
            prize = Booking.objects.get(key=prize_key(payout))
            about = BookingDetails(by=by, reason=proposal.reason)
            ledger.reverse(prize, key=prize_back_key(payout), about=about)
            payout.state, payout.closed_at, payout.pay_to = State.WITHDRAWN, now, ""
            payout.save(update_fields=["state", "closed_at", "pay_to"])


def is_ruled_on(payout: Payout) -> bool:
    """Whether a ruling about a prize waits to be confirmed. One query."""
    return payout.pk in ruled_on(payout.book)


def ruled_on(book: Book) -> set[int]:
    """The prizes (keys) about which a ruling waits to be confirmed. One query."""
    waiting = Proposal.objects.filter(book=book, kind=Proposal.Kind.RULING, state=Proposal.State.OPEN)
    return {line["payout"] for proposal in waiting for line in proposal.content["ruling"]}


def missing(payout: Payout) -> int:
    """How much has still to be paid back before a prize can be paid out that a ruling gave to someone; 0 for
    every other. Two queries.
    """
    return lacking(payout.book).get(payout.pk, 0)


def lacking(book: Book) -> dict[int, int]:
    """The same for every prize of a book that lacks anything, by key. Two queries."""
    ruled = {"proposal__book": book, "proposal__kind": Proposal.Kind.RULING}
    payouts = list(Payout.objects.filter(**ruled).exclude(state=State.WITHDRAWN).order_by("pk"))
    there: dict[tuple[int, int], int] = defaultdict(int)
    for owed in Owed.objects.filter(**ruled) if payouts else ():
        there[owed.proposal_id, owed.holder_id] += owed.paid_back - owed.amount
    for payout in payouts:
        if payout.state != State.PAID:
            there[payout.proposal_id, payout.holder_id] += payout.amount
    found = {each.pk: each.amount - there[each.proposal_id, each.holder_id] for each in payouts}
    return {each.pk: found[each.pk] for each in payouts if found[each.pk] > 0 and each.state != State.PAID}


def book_paid_back(competition: Competition, record: HandRecord, now: datetime) -> None:
    """Book that an entrant has paid back so much of what a ruling says they owe, the oldest debt first. Under
    the competition's lock. Raises `NotOwed` where it is more than they owe that holder.
    """
    left = record.amount
    parts = []
    for owed in owed_by(record.book).filter(entry=record.entry, holder=record.holder):
        part = min(left, owed.amount - owed.paid_back)
        if part:
            parts.append((owed, part))
            left -= part
    if left:
        raise NotOwed
    holder = record.holder
    sums: dict[ledger.Place, int] = {
        (hand_account(holder), holder): record.amount,
        (Of.OWED_BACK, holder): -record.amount,
    }
    about = BookingDetails(by=record.by, entry=record.entry, reference=record.reference)
    ledger.post(record.book, Kind.PAID_BACK, sums, key=f"record:{record.pk}", about=about)
    for owed, part in parts:
        owed.paid_back += part
        owed.save(update_fields=["paid_back"])
    show_change(competition, now)


def owed_by(book: Book) -> Any:
    """What confirmed rulings say that entrants owe and have not paid back, the oldest first."""
    found = Owed.objects.filter(proposal__book=book, proposal__state=Proposal.State.CONFIRMED)
    return found.filter(paid_back__lt=F("amount")).select_related("entry__user", "holder").order_by("pk")


def left_of(book: Book) -> dict[int, int]:
    """By prize (a key): how much of it confirmed rulings have not taken yet. Two queries."""
    taken: dict[int, int] = {}
    rulings = Proposal.objects.filter(book=book, kind=Proposal.Kind.RULING, state=Proposal.State.CONFIRMED)
    for proposal in rulings:
        for line in proposal.content["ruling"]:
            taken[line["payout"]] = taken.get(line["payout"], 0) + line["amount"]
    rows = Payout.objects.filter(book=book, state__in=[State.PAID, *Payout.OWED], entry__isnull=False)
    return {pk: amount - taken.get(pk, 0) for pk, amount in rows.values_list("pk", "amount")}


def _as_they_are(book: Book, takings: Sequence[Taking]) -> list[Taking]:
    """The same, with the prizes as they are under the lock; `BadRuling` of one that is another season's."""
    rows = Payout.objects.filter(book=book).select_related("entry", "holder")
    found = rows.in_bulk([each.payout.pk for each in takings])
    if any(each.payout.pk not in found for each in takings):
        raise BadRuling
    return [Taking(found[each.payout.pk], each.amount, each.to) for each in takings]


def _check(book: Book, takings: Sequence[Taking]) -> None:
    """Raises `BadRuling` where there is nothing to rule, something twice, or more is taken of a prize than is
    left of it.
    """
    if not takings or len({(each.payout.pk, each.to.pk) for each in takings}) < len(takings):
        raise BadRuling
    left = left_of(book)
    for each in takings:
        entry = each.payout.entry_id
        is_good = each.amount > 0 and entry != each.to.pk and each.to.competition_id == book.competition_id
        left[each.payout.pk] = left.get(each.payout.pk, 0) - each.amount
        if not is_good or left[each.payout.pk] < 0:
            raise BadRuling


def _users_of(taking: Taking) -> set[int]:
    loser = taking.payout.entry
    return {taking.to.user_id} | ({loser.user_id} if loser else set())


def _line(taking: Taking) -> dict[str, Any]:
    payout = taking.payout
    return {
        "payout": payout.pk,
        "entry": payout.entry.number if payout.entry else 0,
        "rank": payout.rank,
        "holder": payout.holder_id,
        "amount": taking.amount,
        "to": taking.to.number,
        "is_paid": payout.state == State.PAID,
    }


def _payouts(book: Book, proposal: Proposal, takings: Sequence[Taking]) -> list[Payout]:
    """Who has what by a ruling; of a prize that was not paid out, also what is left to who won it."""
    found = []
    for each in takings:
        line = f"ruling{proposal.pk}:{each.payout.pk}"
        key = key_of(book.pk, each.to.pk, line, each.payout.holder_id)
        found.append(_payout(book, proposal, each.payout, each.to, each.amount, line, key))
    unpaid = {each.payout.pk: each.payout for each in takings if each.payout.state != State.PAID}
    for payout in unpaid.values():
        left = payout.amount - sum(each.amount for each in takings if each.payout.pk == payout.pk)
        if left and payout.entry is not None:
            found.append(_payout(book, proposal, payout, payout.entry, left, payout.line, payout.key))
    return found


def _payout(
    book: Book, proposal: Proposal, like: Payout, entry: Entry, amount: int, line: str, key: str
) -> Payout:
    return Payout(
        book=book,
        proposal=proposal,
        entry=entry,
        line=line,
        key=key,
        rank=like.rank,
        sponsor=like.sponsor,
        holder=like.holder,
        amount=amount,
    )


def _is_so(line: dict[str, Any], payout: Payout) -> bool:
    return payout.state == State.PAID if line["is_paid"] else payout.state in Payout.OWED


def _owe(book: Book, proposal: Proposal, payout: Payout, amount: int, by: User) -> None:
    """Book that the winner of a prize owes so much of it to where it came from."""
    if payout.entry is None:
        raise BadRuling
    owed = Owed.objects.create(proposal=proposal, entry=payout.entry, holder=payout.holder, amount=amount)
    source = Of.SPONSORS if payout.sponsor else Of.POOL
    sums: dict[ledger.Place, int] = {
        (Of.OWED_BACK, payout.holder): amount,
        (source, payout.holder): -amount,
    }
    about = BookingDetails(by=by, entry=payout.entry, reason=proposal.reason)
    ledger.post(book, Kind.OWED_BACK, sums, key=f"owed_back:{owed.pk}", about=about)
