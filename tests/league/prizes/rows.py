"""A season's money made by rows, for tests of what is read: fees, records, prizes and refunds."""

from __future__ import annotations

import uuid
from typing import Any

from games.common import clock
from league.competitions.models import Competition, Entry
from league.competitions.rules.canonical import sha256_of
from league.competitions.rules.prize_rules import PrizeRules
from league.prizes.book import ledger
from league.prizes.book.ledger import BookingDetails
from league.prizes.models import Book, HandRecord, Holder, Payment, Payout, Proposal, Refund, Trustee
from league.prizes.services.opening import open_book
from league.prizes.services.payouts.prize_keys import key_of

FEE = 1200
MONEY = PrizeRules(
    currency="EUR",
    fee=FEE,
    league_percent=5,
    shares=(50, 30, 20),
    prize_games=0,
    second_above=5000,
    cash_holder="carl",
    guarantor="carl",
    trustees=("carl", "eve"),
)
"""By hand alone, to carl, who answers for it; two are named, for two are needed."""


class Till:
    """The book of a season, kept by `keeper`; `other` recorded what waits for the second person."""

    def __init__(self, season: Competition, keeper: Any, other: Any) -> None:
        self.season, self.keeper, self.other = season, keeper, other
        self.book: Book = open_book(season, clock.now())
        self.book.competition = season
        self.cash = self.book.holders.get(kind=Holder.Kind.PERSON)
        Trustee.objects.create(
            competition=season,
            user=keeper,
            agreed_at=clock.now(),
            agreed_sha256=MONEY.agreed_sha256,
        )
        content = {"payouts": []}
        self.proposal = Proposal.objects.create(
            book=self.book,
            state=Proposal.State.CONFIRMED,
            content=content,
            sha256=sha256_of(content),
            at=clock.now(),
            asked_at=clock.now(),
            closed_at=clock.now(),
        )

    def add(self, entry: Entry) -> None:
        """A fee that counts and one that goes back, a prize that is claimed, a gift, and one that waits."""
        payment = self._pay(entry, Payment.State.FEE)
        fee = {("entrants", self.cash): FEE, ("pool", self.cash): -1140, ("organiser_fee", self.cash): -60}
        ledger.post(self.book, "fee", fee, key=f"fee:{payment.pk}:0", about=BookingDetails(entry=entry))
        self._refund(self._pay(entry, Payment.State.TO_REFUND))
        gift = self._record("gift", 4000, name="Librairie du Port")
        given = {("cash", self.cash): 4000, ("pool", self.cash): -4000}
        ledger.post(self.book, "gift", given, key=f"record:{gift.pk}", about=BookingDetails(name=gift.name))
        self._record("gift", 9000, name="Librairie du Port", by=self.other, state=HandRecord.State.WAITING)
        self._prize(entry)

    def _pay(self, entry: Entry, state: str) -> Payment:
        record = self._record("payment", FEE, entry=entry)
        payment = Payment.objects.create(
            book=self.book,
            entry=entry,
            holder=self.cash,
            amount=FEE,
            at=clock.now(),
            state=state,
            record=record,
        )
        sums = {("cash", self.cash): FEE, ("entrants", self.cash): -FEE}
        about = BookingDetails(by=self.keeper, entry=entry, reference=record.reference)
        ledger.post(self.book, "payment", sums, key=f"payment:{payment.pk}", about=about)
        return payment

    def _refund(self, payment: Payment) -> None:
        refund = Refund.objects.create(
            book=self.book,
            payment=payment,
            entry=payment.entry,
            holder=self.cash,
            amount=FEE,
            way=Refund.Way.HAND,
            at=clock.now(),
            key=f"payment:{payment.pk}",
        )
        sums = {("entrants", self.cash): FEE, ("refunds", self.cash): -FEE}
        ledger.post(self.book, "refund_due", sums, key=f"refund_due:{refund.pk}")

    def _prize(self, entry: Entry) -> None:
        payout = Payout.objects.create(
            book=self.book,
            proposal=self.proposal,
            entry=entry,
            line="pool",
            key=key_of(self.book.pk, entry.pk, "pool", self.cash.pk),
            rank=entry.number,
            holder=self.cash,
            amount=570,
            state=Payout.State.CLAIMED,
            confirmed_at=clock.now(),
            claimed_at=clock.now(),
            pay_to="FR76 3000",
        )
        sums = {("pool", self.cash): 570, ("payouts", self.cash): -570}
        ledger.post(self.book, "prize", sums, key=f"prize:{payout.key}", about=BookingDetails(entry=entry))

    def _record(
        self,
        kind: str,
        amount: int,
        *,
        entry: Entry | None = None,
        name: str = "",
        by: Any = None,
        state: str = HandRecord.State.BOOKED,
    ) -> HandRecord:
        return HandRecord.objects.create(
            book=self.book,
            holder=self.cash,
            kind=kind,
            entry=entry,
            name=name,
            amount=amount,
            received_on=clock.now().date(),
            reference="transfer",
            by=by or self.keeper,
            at=clock.now(),
            state=state,
            key=uuid.uuid4(),
        )
