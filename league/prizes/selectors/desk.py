"""What waits for those who answer for a season's money: confirmations, payouts, refunds by hand, debts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.words.people import at_start, called
from league.prizes.agreed.periods import ANSWER_DAYS
from league.prizes.agreed.treasurers import fit
from league.prizes.models import Holder, Payout, Proposal, Refund
from league.prizes.selectors.carrying import nobody_in_words
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.payouts.pay_details import digest_of
from league.prizes.services.payouts.rulings_after import lacking, owed_by, ruled_on
from league.prizes.services.payouts.unclaimed import moves_from
from league.prizes.services.refunds.carrying import to_carry

REFUNDS_SHOWN: Final = 100
PAID_SHOWN: Final = 50

State = Payout.State

TITLES: Final = {
    Proposal.Kind.PAYOUTS: gettext_lazy("Payouts proposed"),
    Proposal.Kind.RULING: gettext_lazy("A ruling on prizes"),
    Proposal.Kind.CARRYING: gettext_lazy("Money for another season"),
}
"""What a proposal of each kind is called."""


@dataclass(frozen=True, slots=True)
class PayoutLine:
    """One payout on the desk. `pay_to` is where its winner wants it, `digest` what tells that from others;
    `stops` says why it cannot be paid out now, empty where it can be; `goes_on` is when an unclaimed one can
    go to another season.
    """

    key: int
    name: str
    rank: int
    sponsor: str
    holder: str
    amount: int
    state: str
    pay_to: str
    digest: str
    stops: str
    since: datetime | None
    until: datetime | None
    goes_on: date | None
    reminded: int
    failure: str
    reference: str


@dataclass(frozen=True, slots=True)
class RefundLine:
    """One refund to make by hand. `came` is the reference of the payment that it gives back, where known."""

    key: int
    name: str
    holder: str
    amount: int
    at: datetime
    pay_to: str
    digest: str
    came: str


@dataclass(frozen=True, slots=True)
class Debt:
    """What someone has to pay back by a ruling."""

    name: str
    holder: str
    amount: int
    paid_back: int

    @property
    def left(self) -> int:
        return self.amount - self.paid_back


@dataclass(frozen=True, slots=True)
class Person:
    """Someone named to confirm: whether they have agreed to the money rules, and what they said of what
    waits.
    """

    name: str
    agreed: bool
    refused: bool
    confirmed: bool
    is_me: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The proposal that waits. `until`: when treasurers who have not answered stop being treasurers."""

    proposal: Proposal
    total: int
    count: int
    until: datetime
    may_answer: bool

    @property
    def title(self) -> str:
        """What waits: so many payouts, or something else by its name."""
        if self.proposal.kind != Proposal.Kind.PAYOUTS:
            return str(TITLES[Proposal.Kind(self.proposal.kind)])
        return ngettext("%(counter)s payout", "%(counter)s payouts", self.count) % {"counter": self.count}

    @property
    def is_carrying(self) -> bool:
        return self.proposal.kind == Proposal.Kind.CARRYING


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole desk. `can_pay`: as many can confirm as are `needed`, so payouts do not wait."""

    needed: int

    people: Sequence[Person]
    waiting: Waiting | None
    to_pay: Sequence[PayoutLine]
    unclaimed: Sequence[PayoutLine]
    failed: Sequence[PayoutLine]
    paid: Sequence[PayoutLine]
    refunds: Sequence[RefundLine]
    more_refunds: int
    debts: Sequence[Debt]
    holders: Sequence[Holder]
    may_rule: bool
    may_carry: bool
    is_play: bool

    @property
    def can_pay(self) -> bool:
        return sum(person.agreed for person in self.people) >= self.needed

    @property
    def is_empty(self) -> bool:
        parts: tuple[Any, ...] = (
            self.waiting,
            self.to_pay,
            self.unclaimed,
            self.failed,
            self.refunds,
            self.debts,
        )
        return not any(parts)


def desk_of(found: MoneyReader) -> Desk:
    """A fixed number of queries."""
    book = found.book
    proposal = Proposal.objects.filter(book=book, state=Proposal.State.OPEN).first()
    people = people_of(found, proposal)
    lines = payouts_of(found)
    refunds = _refunds(found)
    has_refused = any(person.is_me and person.refused for person in people)
    can_rule = Proposal.objects.filter(book=book, state=Proposal.State.CONFIRMED).exists()
    return Desk(
        needed=found.money.confirmations,
        people=people,
        waiting=_waiting(found, proposal, people) if proposal else None,
        to_pay=[line for line in lines if line.state == State.CLAIMED],
        unclaimed=[line for line in lines if line.state == State.CONFIRMED],
        failed=[line for line in lines if line.state == State.FAILED],
        paid=[line for line in lines if line.state == State.PAID][:PAID_SHOWN],
        refunds=refunds[:REFUNDS_SHOWN],
        more_refunds=max(0, len(refunds) - REFUNDS_SHOWN),
        debts=[_debt(each) for each in owed_by(book)],
        holders=list(book.holders.all()),
        may_rule=can_rule and proposal is None,
        may_carry=proposal is None
        and not has_refused
        and bool(to_carry(found.reader.season, book, found.reader.now)),
        is_play=found.money.is_play,
    )


@dataclass(frozen=True, slots=True)
class HolderPart:
    """What someone who holds money has to send, without what others hold. `holder` is their key in it."""

    holder: int
    to_pay: Sequence[PayoutLine]
    refunds: Sequence[RefundLine]
    more_refunds: int


def held_of(found: MoneyReader) -> HolderPart:
    """The desk of a holder who is no treasurer. Six queries."""
    own = found.book.holders.get(user=found.reader.person)
    refunds = _refunds(found, holder=own)
    return HolderPart(
        holder=own.pk,
        to_pay=payouts_of(found, holder=own, state=State.CLAIMED),
        refunds=refunds[:REFUNDS_SHOWN],
        more_refunds=max(0, len(refunds) - REFUNDS_SHOWN),
    )


def people_of(found: MoneyReader, proposal: Proposal | None) -> list[Person]:
    """Those who are named to confirm, and what they said to `proposal`. Two queries."""
    said = set(proposal.confirmations.values_list("by", flat=True)) if proposal else set()
    return [
        Person(
            name=at_start(called(each.user.get_username())),
            agreed=bool(each.agreed_sha256),
            refused=each.refused_at is not None,
            confirmed=each.user_id in said,
            is_me=each.user_id == found.reader.person,
        )
        for each in fit(found.reader.season)
    ]


def payouts_of(found: MoneyReader, **of: Any) -> list[PayoutLine]:
    """The payouts that were confirmed, all or those `of` this kind, the best rank first. Four queries."""
    book = found.book
    rows = Payout.objects.filter(book=book, state__in=[State.PAID, *Payout.OWED]).filter(**of)
    rows = rows.select_related("entry__user", "holder").order_by("rank", "pk")
    lacks, ruled = lacking(book), ruled_on(book)
    return [_payout(found, row, lacks.get(row.pk, 0), row.pk in ruled) for row in rows]


def _payout(found: MoneyReader, row: Payout, lacks: int, is_ruled: bool) -> PayoutLine:
    entry, now = row.entry, found.reader.now
    unclaimed = row.state in (State.CONFIRMED, State.FAILED)
    return PayoutLine(
        key=row.pk,
        name=_name(entry.user) if entry else nobody_in_words(),
        rank=row.rank,
        sponsor=row.sponsor,
        holder=at_start(called(row.holder.name)) or _("The operator of the site"),
        amount=row.amount,
        state=row.state,
        pay_to=row.pay_to,
        digest=digest_of(row),
        stops=_stops(row, now, lacks, is_ruled),
        since=row.failed_at or row.claimed_at or row.confirmed_at,
        until=row.not_before if row.not_before and row.not_before > now else None,
        goes_on=moves_from(row).date() if unclaimed else None,
        reminded=row.reminded,
        failure=row.failure,
        reference=row.reference,
    )


def _stops(row: Payout, now: datetime, lacks: int, is_ruled: bool) -> str:
    if is_ruled:
        return _("A ruling about it is not confirmed yet.")
    if lacks:
        return _("The money has to be paid back first.")
    if row.not_before is not None and now < row.not_before:
        return _("Online payments are held until then, in case a bank reverses one.")
    return ""


def _waiting(found: MoneyReader, proposal: Proposal, people: Iterable[Person]) -> Waiting:
    content = proposal.content
    lines = content.get("payouts") or content.get("ruling") or content.get("carrying", {}).get("lines", [])
    mine = next((person for person in people if person.is_me), None)
    return Waiting(
        proposal=proposal,
        total=sum(line["amount"] for line in lines),
        count=len(lines),
        until=proposal.asked_at + timedelta(days=ANSWER_DAYS),
        may_answer=mine is not None and mine.agreed and not mine.refused and not mine.confirmed,
    )


def _refunds(found: MoneyReader, **of: Any) -> list[RefundLine]:
    rows = Refund.objects.filter(book=found.book, way=Refund.Way.HAND, state__in=Refund.OPEN, **of)
    rows = rows.select_related("entry__user", "holder", "payment__record").order_by("pk")
    return [refund_line(row) for row in rows]


def refund_line(row: Refund) -> RefundLine:
    """`row` comes with its entry's person, its holder, and the record of its payment."""
    record = row.payment.record if row.payment else None
    return RefundLine(
        key=row.pk,
        name=row.payer or (_name(row.entry.user) if row.entry else row.name),
        holder=at_start(called(row.holder.name)) or _("The operator of the site"),
        amount=row.amount - row.given,
        at=row.at,
        pay_to=row.pay_to,
        digest=digest_of(row),
        came=record.reference if record else "",
    )


def _debt(owed: Any) -> Debt:
    return Debt(_name(owed.entry.user), at_start(called(owed.holder.name)), owed.amount, owed.paid_back)


def _name(user: Any) -> str:
    return at_start(called(user.get_username()))
