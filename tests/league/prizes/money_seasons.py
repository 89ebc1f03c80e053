"""A season with money for tests: henrik and ines keep the book, and money comes as a test wants."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any, Self

from django.db import transaction

from games.common import clock
from league.competitions import services
from league.competitions.models import Competition, Entry
from league.competitions.rules.prize_rules import LARGEST_SUM, Acceptance, PrizeRules
from league.competitions.services import turning
from league.competitions.services.locking import lock
from league.money import PLAY
from league.prizes.agreed.roles import standing_of, standings_of
from league.prizes.book import ledger
from league.prizes.book.ledger import BookingDetails
from league.prizes.models import Agreement, Book, Checkout, HandRecord, Holder, Payment, Refund
from league.prizes.providers.port import Status
from league.prizes.services.incoming import receiving
from league.prizes.services.treasurers import agreeing, cancelling
from tests.games.conftest import Clock, house_was_up
from tests.league.competitions.seasons import DAY, RULES, Season

FEE = 1200
MONEY: dict[str, Any] = {
    "fee": FEE,
    "league_percent": 5,
    "shares": (50, 30, 20),
    "prize_games": 0,
    "online": True,
    "cash_holder": "henrik",
    "guarantor": "henrik",
}


def let_agree(competition: Competition, *people: Any) -> None:
    """Let these people agree to the money of a draft as it is; all who are named, if no one is given."""
    given = competition.terms.money
    assert given is not None
    for each in standings_of(competition, given):
        if each.user in people or (not people and each.has_to_agree):
            if each.asked_at is None:
                Agreement.objects.update_or_create(
                    competition=competition, user=each.user, defaults={"asked_at": clock.now()}
                )
            agreeing.agree(competition=competition, user=each.user, sha256=each.hashes[0])


def hash_for(competition: Competition, user: Any) -> str:
    """What someone named agrees to now: in a draft, or later as a treasurer."""
    competition = Competition.objects.select_related("league").get(pk=competition.pk)
    given = competition.terms.money
    assert given is not None
    if not competition.is_hidden:
        return agreeing.later_hashes(competition, given, user)[0]
    found = standing_of(competition, given, user)
    return found.hashes[0] if found else ""


class MoneySeason(Season):
    """A season whose fee is 12.00 in play money, 5 % of it for the league's costs, paid online or to henrik.

    `rules` are the season's, `money` changes the money rules; real money has no limit that a test would meet
    unless it names one. It is a draft to which both have agreed.
    """

    without: dict[str, Any] = {"least_games": 0}

    def __init__(
        self, league: Any, organiser: Any, clock_: Clock, money: dict[str, Any] | None = None, **rules: Any
    ) -> None:
        self.league, self.organiser, self.clock = league, organiser, clock_
        clock_(RULES.enters_from - DAY)
        house_was_up()
        self.henrik, self.ines = self.member("henrik"), self.member("ines")
        self.arbiter = self.henrik
        money = {**MONEY, **(money or {})}
        if money.get("currency", PLAY) != PLAY:
            money.setdefault("second_above", LARGEST_SUM)
        self.money = PrizeRules(**money)
        given = {"dispute_days": 0, **self.without, **rules}
        self.competition = services.create_season(
            league=league,
            by=organiser,
            rules=replace(self.base, money=self.money, **given),
            arbiters=[self.henrik, self.ines],
        )

    def agree(self, *people: Any) -> Self:
        """Let these (both, and all others who are named, if no one is given) agree to the money of the
        draft.
        """
        let_agree(self.competition, *people)
        return self

    @property
    def book(self) -> Book:
        book = Book.objects.get(competition=self.competition)
        book.competition = self.competition
        return book

    @property
    def operator(self) -> Holder:
        return self.book.holders.get(kind="operator")

    @property
    def cash(self) -> Holder:
        return self.book.holders.get(kind="person")

    def accepts(self, **given: Any) -> Acceptance:
        return Acceptance(**{"rules_sha256": self.competition.rules_sha256, **given})

    def enter(self, name: str, **values: Any) -> Entry:
        return super().enter(name, **{"accepts": self.accepts(), **values})

    def enter_and_pay(self, name: str) -> Entry:
        entry = self.enter(name)
        self.pay_by_hand(entry)
        return self.fresh(entry)

    def begin(self, people: int = 4) -> Self:
        """Announce it, let so many enter (p1, p2, …) and pay, and begin it."""
        self.agree().announce()
        for number in range(1, people + 1):
            self.enter_and_pay(f"p{number}")
        return self.start()

    def begin_with_one_online(self, people: int) -> Checkout:
        """As `begin`, but p1 pays online: the checkout."""
        self.agree().announce()
        checkout = self.pay_online(self.enter("p1"))
        for number in range(2, people + 1):
            self.enter_and_pay(f"p{number}")
        self.start()
        return checkout

    def pay_by_hand(self, entry: Entry, amount: int = FEE, day: Any = None) -> Payment:
        record = self.record("payment", amount, entry=entry, day=day)
        with transaction.atomic():
            competition = lock(self.competition)
            return receiving.receive_by_hand(competition, record, entry, clock.now())

    def record(
        self,
        kind: str,
        amount: int,
        *,
        entry: Entry | None = None,
        name: str = "",
        promise: int | None = None,
        day: Any = None,
    ) -> HandRecord:
        """A row of what henrik holds, without its booking."""
        return HandRecord.objects.create(
            book=self.book,
            holder=self.cash,
            kind=kind,
            entry=entry,
            name=name,
            promise=promise,
            amount=amount,
            received_on=day or clock.now().date(),
            reference="transfer",
            by=self.henrik,
            at=clock.now(),
            state=HandRecord.State.BOOKED,
            key=uuid.uuid4(),
        )

    def give(
        self,
        kind: str,
        account: str,
        amount: int,
        name: str = "Librairie du Port",
        promise: int | None = None,
    ) -> HandRecord:
        """A gift, an own prize (`promise` of the rules) or a deposit in henrik's hands."""
        record = self.record(kind, amount, name=name, promise=promise)
        sums = {("cash", self.cash): amount, (account, self.cash): -amount}
        about = BookingDetails(by=self.henrik, name=name)
        booked_as = kind if kind != "extra" else "gift"
        ledger.post(self.book, booked_as, sums, key=f"record:{record.pk}", about=about)
        return record

    def checkout(self, entry: Entry) -> Checkout:
        return Checkout.objects.create(
            book=self.book,
            entry=entry,
            provider="sandbox",
            provider_id=uuid.uuid4().hex,
            amount=FEE,
            created_at=clock.now(),
        )

    def pay_online(self, entry: Entry, **status: Any) -> Checkout:
        made = self.checkout(entry)
        self.provider_says(made, **status)
        return made

    def provider_says(self, checkout: Checkout, **status: Any) -> None:
        given = {
            "state": "paid",
            "amount": FEE,
            "currency": "XTS",
            "charge_id": f"ch {checkout.pk}",
            **status,
        }
        receiving.take_status(checkout=checkout, status=Status(**given))

    def withdraw(self, entry: Entry) -> None:
        services.withdraw(competition=self.competition, user=entry.user)

    def disqualify(self, entry: Entry) -> None:
        services.remove(
            competition=self.competition, entry=entry, by=self.henrik, reason="Two accounts", disqualify=True
        )

    def cancel(self) -> None:
        """By henrik; where the money is real henrik proposes it, and ines agrees."""
        competition, reason = self.refresh().competition, "Nobody has time."
        if cancelling.takes_two(competition):
            made = cancelling.propose(competition=competition, by=self.henrik, reason=reason)
            cancelling.answer(proposal=made, by=self.ines, agrees=True)
        else:
            services.cancel(competition=competition, by=self.henrik, reason=reason)
        self.refresh()

    def finish(self) -> Self:
        """Let the season run to its end, without further games."""
        self.clock(RULES.ends_at)
        for _step in range(3):
            turning.turn(self.refresh().competition)
        self.refresh()
        assert self.competition.state == Competition.State.FINISHED
        return self

    def fresh(self, entry: Entry) -> Entry:
        return Entry.objects.select_related("user").get(pk=entry.pk)

    def balance(self, kind: str, holder: Holder | None = None) -> int:
        return ledger.balance(self.book, kind, holder)

    @property
    def refunds(self) -> list[tuple[int, str]]:
        """What is, or was, to be given back, and how far that is."""
        return list(Refund.objects.filter(book=self.book).values_list("amount", "state"))
