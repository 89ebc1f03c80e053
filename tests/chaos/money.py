"""Seasons with money for the script: fees are paid, given back, prizes paid out while everything is killed.

One season takes entries: people pay by the sandbox, which repeats, delays, reorders and loses webhooks, or by
hand. One is cancelled: what was paid goes back, and the provider loses answers to that. One is over: two
people confirm its prizes and pay them out. People try again until a page answers, as people do. In the end
every payment has to be credited once, every refund made once, and provider and ledger agree to the cent.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from random import Random
from threading import Event, Thread
from typing import Any

from allauth.account.models import EmailAddress
from django.db import DatabaseError, connection
from django.db.models import Sum

from games.common import clock
from league.competitions import services
from league.competitions.models import Competition, Entry
from league.competitions.rules.prize_rules import Acceptance, PrizeRules
from league.competitions.services import turning
from league.leagues.models import League, Membership
from league.prizes.agreed.roles import standings_of
from league.prizes.book.verifying import verify
from league.prizes.errors import PrizeError
from league.prizes.models import (
    Account,
    Book,
    Booking,
    Checkout,
    HandRecord,
    Payment,
    Payout,
    Proposal,
    Refund,
    SandboxRefund,
    SandboxSession,
    WebhookEvent,
)
from league.prizes.providers.port import ProviderDown
from league.prizes.providers.sandbox import Sandbox
from league.prizes.services.incoming import checkout as checking_out
from league.prizes.services.incoming import manual_entries
from league.prizes.services.incoming.receiving import take_status
from league.prizes.services.payouts import confirming, paying_out
from league.prizes.services.treasurers import agreeing
from league.users.models import User
from tests.league.competitions.seasons import RULES
from tests.league.prizes import unruly

ONLINE, BY_HAND, CANCELLED, WINNERS = 24, 6, 12, 3
"""People who pay on the site, who pay by hand, whose season was cancelled, who win something."""
FEE = 1200
DAY = timedelta(days=1)
KEEPERS = ("keeper one", "keeper two")
MONEY = PrizeRules(
    fee=FEE,
    league_percent=5,
    shares=(50, 30, 20),
    prize_games=0,
    hold_days=0,
    online=True,
    cash_holder=KEEPERS[0],
    guarantor=KEEPERS[0],
)
PATIENCE = 240
"""Seconds after the last deadline until money that is on its way counts as lost."""
SWITCHES: tuple[dict[str, Any], ...] = (
    {},
    {"duplicate": True},
    {"reordered": True},
    {"late": 4},
    {"lost": True},
    {"duplicate": True, "reordered": True, "late": 2},
)
KINDS = Account.Kind
BY_PROVIDER = [Booking.Kind.PAYMENT, Booking.Kind.CHARGES, Booking.Kind.REFUND, Booking.Kind.CHARGEBACK]


@dataclass(frozen=True, slots=True)
class Counting:
    """What became of the money."""

    payments: int
    credited: int
    twice: int
    refunds: int
    refunded: int
    refunded_twice: int
    payouts: int
    paid_out: int
    paid_twice: int
    difference: int
    faults: int
    waiting: int

    @property
    def violations(self) -> list[str]:
        found = []
        if self.credited != self.payments:
            found.append(f"{self.payments - self.credited} payments lost")
        if self.refunded != self.refunds:
            found.append(f"{self.refunds - self.refunded} refunds lost")
        if self.paid_out != self.payouts:
            found.append(f"{self.payouts - self.paid_out} prizes not paid out")
        twice = {"payments": self.twice, "refunds": self.refunded_twice, "prizes": self.paid_twice}
        for what, count in twice.items():
            if count:
                found.append(f"{count} {what} booked twice")
        if self.difference:
            found.append(f"provider and ledger differ by {self.difference}")
        if self.faults:
            found.append(f"{self.faults} faults in the books")
        if self.waiting:
            found.append(f"{self.waiting} webhooks were never looked into")
        return found


class People(Thread):
    """Everyone who pays, keeps the book or wins, each act at its moment, tried again until it is done."""

    def __init__(self, acts: list[Callable[[], None]], over: float) -> None:
        super().__init__(daemon=True)
        self.acts, self.pause = acts, over / (len(acts) + 1)
        self.stopped = Event()
        self.failed = ""

    def run(self) -> None:
        for act in self.acts:
            if self.stopped.wait(self.pause):
                return
            while not self._did(act):
                if self.stopped.wait(0.5):
                    return

    def _did(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except (DatabaseError, ProviderDown):
            connection.close()
            return False
        except PrizeError as error:
            self.failed = self.failed or f"{type(error).__name__}: {error}"
        return True

    def finish(self, patience: float = 60) -> None:
        """Wait until everyone has done everything; they give up so long after that."""
        self.join(patience)
        self.stopped.set()
        if self.failed:
            print(f"Somebody was refused: {self.failed}")


def lay_out() -> list[Callable[[], None]]:
    """Store the three seasons; what people will do to them, in their order."""
    unruly.install()
    league, _is_new = League.objects.get_or_create(slug="chaos", defaults={"name": "Chaos"})
    random = Random(1901)
    acts = [*_entering(league), *_over(league)]
    random.shuffle(acts)
    # Paying out comes after both have confirmed.
    acts.sort(key=lambda act: getattr(act, "turn", 0))
    return [*_cancelled(league), *acts]


def is_settled() -> bool:
    """Whether nothing is on its way any more."""
    on_its_way = Refund.objects.exclude(state=Refund.State.DONE).exists()
    unheard = WebhookEvent.objects.filter(processed_at=None).exists()
    open_ = Checkout.objects.filter(provider_id__in=_paid().values("code")).exclude(state="paid").exists()
    return not (on_its_way or unheard or open_)


def counting() -> Counting:
    """Count what became of it, from rows of the site and from the provider's own."""
    paid = list(_paid().values_list("code", flat=True))
    credited = Payment.objects.filter(checkout__provider_id__in=paid)
    records = HandRecord.objects.filter(kind=HandRecord.Kind.PAYMENT)
    by_hand = Payment.objects.filter(record__in=records)
    refunds = Refund.objects.filter(entry__competition__state="cancelled")
    given = SandboxRefund.objects.values("session").annotate(sum=Sum("given"))
    payouts = Payout.objects.exclude(state=Payout.State.WITHDRAWN)
    return Counting(
        payments=len(paid) + BY_HAND + WINNERS,
        credited=credited.count() + by_hand.count(),
        twice=_booked_twice("payment:") + _booked_twice("fee:"),
        refunds=CANCELLED,
        refunded=sum(refund.given == refund.amount == FEE for refund in refunds),
        refunded_twice=sum(each["sum"] > FEE for each in given) + _booked_twice("refund:"),
        payouts=WINNERS,
        paid_out=payouts.filter(state=Payout.State.PAID).count(),
        paid_twice=_booked_twice("payout:", of=PRIZE_LINE) + _booked_twice("prize:", of=PRIZE_LINE),
        difference=_with_the_provider() - _booked_with_the_provider(),
        faults=sum(len(verify(book).faults) for book in Book.objects.all()),
        waiting=WebhookEvent.objects.filter(processed_at=None).count(),
    )


def _entering(league: League) -> list[Callable[[], None]]:
    """A season that takes entries; its people's payments."""
    season = _season(league, "Entering", clock.now() - DAY)
    keeper = User.objects.get(username=KEEPERS[0])
    acts: list[Callable[[], None]] = []
    for number in range(ONLINE):
        entry = _enter(season, f"online {number}")
        checkout = checking_out.begin(entry=entry, user=entry.user)
        acts.append(_payer(checkout.provider_id, SWITCHES[number % len(SWITCHES)]))
    for number in range(BY_HAND):
        acts.append(_recorder(season, _enter(season, f"by hand {number}"), keeper))
    return acts


def _cancelled(league: League) -> list[Callable[[], None]]:
    """A season that is paid for and about to be cancelled; the act that does it."""
    season = _season(league, "Cancelled", clock.now() - DAY)
    keeper = User.objects.get(username=KEEPERS[0])
    for number in range(CANCELLED):
        entry = _enter(season, f"refunded {number}")
        checkout = checking_out.begin(entry=entry, user=entry.user)
        unruly.pay(checkout.provider_id, time_out=number % 3 == 0, lost=True)
        take_status(checkout=checkout, status=Sandbox().status(checkout.provider_id))
    return [lambda: _cancel(season, keeper)]


def _over(league: League) -> list[Callable[[], None]]:
    """A season that is over, its prizes proposed; what its keepers and winners do."""
    begins = clock.now() - 200 * DAY
    season = _season(league, "Over", begins)
    keepers = [User.objects.get(username=name) for name in KEEPERS]
    with clock.reading(lambda: begins + DAY):
        for number in range(WINNERS):
            entry = _enter(season, f"winner {number}")
            _record(season, entry, keepers[0], uuid.uuid4())
    for moment in (season.starts_at, *(season.ends_at + days * DAY for days in (1, 2, 3))):
        with clock.reading(partial(_same, moment)):
            turning.turn(Competition.objects.select_related("league").get(pk=season.pk))
    proposal = Proposal.objects.get(book__competition=season)
    acts = [_confirmer(proposal, keeper, turn) for turn, keeper in enumerate(keepers, start=1)]
    for payout in Payout.objects.filter(proposal=proposal).select_related("entry__user"):
        acts.append(_paid_out(payout, keepers[1]))
    return acts


def _season(league: League, name: str, begins: datetime) -> Competition:
    """An announced season with money, entries open since `begins`."""
    people = [member(league, each) for each in ("organiser", *KEEPERS)]
    moments = {
        "enters_from": begins,
        "enters_until": begins + 20 * DAY,
        "starts_at": begins + 20 * DAY,
        "challenges_until": begins + 21 * DAY,
        "ends_at": begins + 138 * DAY,
    }
    more = {"largest": 400, "smallest": 2, "least_games": 0, "dispute_days": 0, "playing_out_days": 1}
    rules = replace(RULES, name=name, league=league.slug, money=MONEY, **moments, **more)
    with clock.reading(lambda: begins - DAY):
        season = services.create_season(league=league, by=people[0], rules=rules, arbiters=people[1:])
        for each in standings_of(season, MONEY):
            agreeing.agree(competition=season, user=each.user, sha256=each.hashes[0])
        return services.announce(competition=season, by=people[0])


def _same(moment: datetime) -> datetime:
    return moment


def member(league: League, name: str) -> User:
    """Someone of this name in the league, their address confirmed; `organiser` runs it."""
    user, _is_new = User.objects.get_or_create(
        username=name, defaults={"email": f"{name.replace(' ', '.')}@money"}
    )
    role = Membership.Role.ORGANISER if name == "organiser" else Membership.Role.MEMBER
    Membership.objects.get_or_create(league=league, user=user, defaults={"role": role})
    verified = {"verified": True, "primary": True}
    EmailAddress.objects.get_or_create(user=user, email=user.email, defaults=verified)
    return user


def _enter(season: Competition, name: str) -> Entry:
    accepts = Acceptance(rules_sha256=season.rules_sha256)
    return services.enter(competition=season, user=member(season.league, name), accepts=accepts)


def _payer(code: str, switches: dict[str, Any]) -> Callable[[], None]:
    return lambda: unruly.pay(code, **switches)


def _recorder(season: Competition, entry: Entry, keeper: User) -> Callable[[], None]:
    key = uuid.uuid4()  # the form's: pressed again until the page answers
    return lambda: _record(season, entry, keeper, key)


def _record(season: Competition, entry: Entry, keeper: User, key: uuid.UUID) -> None:
    manual_entries.record(
        competition=season,
        by=keeper,
        kind=HandRecord.Kind.PAYMENT,
        amount=FEE,
        received_on=clock.now().date(),
        reference="transfer",
        key=key,
        entry=entry,
    )


def _cancel(season: Competition, keeper: User) -> None:
    services.cancel(competition=season, by=keeper, reason="Nobody has time.")


def _confirmer(proposal: Proposal, keeper: User, turn: int) -> Callable[[], None]:
    def confirm() -> None:
        confirming.confirm(proposal=proposal, by=keeper, sha256=proposal.sha256)

    confirm.turn = turn  # type: ignore[attr-defined]
    return confirm


def _paid_out(payout: Payout, keeper: User) -> Callable[[], None]:
    def pay() -> None:
        assert payout.entry is not None
        if Payout.objects.get(pk=payout.pk).state != Payout.State.PAID:
            paying_out.claim(payout=payout, user=payout.entry.user)
        paying_out.pay(payout=payout, by=keeper, reference="transfer")
        paying_out.pay(payout=payout, by=keeper, reference="pressed twice")

    pay.turn = 3  # type: ignore[attr-defined]
    return pay


def _paid() -> Any:
    return SandboxSession.objects.filter(state="paid")


PRIZE_LINE = 4
"""Parts of a key that name a prize line: season, entry, line and holder (`prize_keys`)."""


def _booked_twice(prefix: str, *, of: int = 1) -> int:
    """Bookings of a kind beyond the first of the same thing, which `of` parts of their keys name."""
    keys = Booking.objects.filter(key__startswith=prefix).values_list("key", flat=True)
    things = [tuple(key.split(":")[: 1 + of]) for key in keys]
    return len(things) - len(set(things))


def _with_the_provider() -> int:
    """What the provider holds for us, by its own books."""
    sums = _paid().aggregate(amount=Sum("amount"), charges=Sum("charges"), back=Sum("charged_back"))
    given = SandboxRefund.objects.aggregate(given=Sum("given"))["given"] or 0
    return (sums["amount"] or 0) - (sums["charges"] or 0) - (sums["back"] or 0) - given


def _booked_with_the_provider() -> int:
    """The same by ours: prizes and costs that the operator pays by bank are not the provider's."""
    booked = Booking.objects.filter(kind__in=BY_PROVIDER, by=None, legs__account__kind=KINDS.CLEARING)
    return sum(booked.values_list("legs__amount", flat=True))


def wait_until_settled(until: float) -> None:
    """Wait until nothing is on its way any more, until that moment (of `time.monotonic`) at most."""
    while time.monotonic() < until:
        try:
            if is_settled():
                return
        except DatabaseError:
            connection.close()
        time.sleep(0.25)
