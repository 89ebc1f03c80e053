"""Paying a fee online, from the button to the entry: refusals, lost answers, webhooks in any disorder."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.common import clock
from league.competitions.models import Entry
from league.competitions.services import turning
from league.leagues.models import League
from league.prizes.book import ledger
from league.prizes.errors import NoAnswer, NothingToPay, NotOnline, NotYourFee, PaymentRefused
from league.prizes.models import Booking, Checkout, OnlineApproval, Payment, SandboxSession, WebhookEvent
from league.prizes.providers import sandbox
from league.prizes.providers.port import ProviderRefuses
from league.prizes.providers.sandbox import Sandbox
from league.prizes.services import opening
from league.prizes.services.incoming import checkout, webhook_queue
from tests.conftest import house_was_up, make_user
from tests.games.conftest import Clock
from tests.league.prizes import unruly
from tests.league.prizes.money_seasons import FEE, MoneySeason
from tests.league.prizes.online import begin, begin_and_pay, deliver, payment_of, run_tasks

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(money_season: MoneySeason) -> Entry:
    """The place of p1 waits for the fee."""
    return money_season.enter("p1")


class TestBegin:
    def test_it_opens_a_checkout_over_the_fee(self, money_season: MoneySeason, entry: Entry) -> None:
        made = begin(entry)
        session = SandboxSession.objects.get()
        assert (made.state, made.provider, made.amount, made.book) == (
            "open",
            "sandbox",
            FEE,
            money_season.book,
        )
        assert (made.provider_id, made.address) == (session.code, f"/money/sandbox/{session.code}/")
        assert (session.key, session.amount, session.currency) == (f"checkout:{made.pk}", FEE, "XTS")
        assert session.description == money_season.competition.name
        assert session.return_to.endswith(f"{money_season.competition.get_absolute_url()}money/pay/?back=1")
        assert not Booking.objects.exists()

    def test_asking_again_returns_the_open_one(self, entry: Entry) -> None:
        assert begin(entry) == begin(entry)
        assert SandboxSession.objects.count() == 1

    def test_an_answer_that_was_lost_is_asked_for_again(self, entry: Entry, set_clock: Clock) -> None:
        unruly.lose_next_create()
        with pytest.raises(NoAnswer) as caught:
            begin(entry)
        assert "nothing was charged" in str(caught.value)
        row, session = Checkout.objects.get(), SandboxSession.objects.get()
        assert (row.state, row.provider_id) == ("open", "")
        set_clock.pass_(hours=19)
        resumed = begin(entry)
        assert (resumed.pk, resumed.provider_id) == (row.pk, session.code)
        assert SandboxSession.objects.count() == 1

    def test_after_a_day_a_lost_one_is_given_up(self, entry: Entry, set_clock: Clock) -> None:
        unruly.lose_next_create()
        with pytest.raises(NoAnswer):
            begin(entry)
        lost = Checkout.objects.get()
        set_clock.pass_(hours=21)
        assert begin(entry) != lost
        lost.refresh_from_db()
        assert (lost.state, lost.closed_at) == ("expired", clock.now())

    def test_nobody_is_there_to_answer(self, entry: Entry) -> None:
        unruly.be_down()
        with pytest.raises(NoAnswer):
            begin(entry)
        unruly.be_up()
        assert begin(entry).address
        assert Checkout.objects.count() == 1

    def test_a_refusal_closes_it_and_another_may_be_opened(
        self, entry: Entry, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_given: Any) -> None:
            raise ProviderRefuses("not today")

        with monkeypatch.context() as patch:
            patch.setattr(Sandbox, "create", refuse)
            with pytest.raises(PaymentRefused):
                begin(entry)
        assert Checkout.objects.get().state == "failed"
        assert begin(entry).state == "open"

    @pytest.mark.slow
    def test_one_that_ended_by_itself_makes_room(self, entry: Entry, set_clock: Clock) -> None:
        first = begin(entry)
        set_clock.pass_(hours=25)
        second = begin(entry)
        first.refresh_from_db()
        assert (first.state, second.state) == ("expired", "open")
        assert first.provider_id != second.provider_id

    @pytest.mark.slow
    def test_one_that_was_paid_unheard_is_found_and_not_opened_again(
        self, entry: Entry, set_clock: Clock
    ) -> None:
        begin_and_pay(entry, lost=True)
        set_clock.pass_(hours=21)
        with pytest.raises(NothingToPay):
            begin(entry)
        assert payment_of(entry).state == "fee"

    @pytest.mark.slow
    def test_after_a_decline_a_new_one_is_opened(self, entry: Entry) -> None:
        first = begin(entry)
        unruly.decline(first.provider_id)
        deliver()
        second = begin(entry)
        assert first.pk != second.pk
        first.refresh_from_db()
        assert first.state == "failed"

    def test_the_provider_is_asked_outside_the_transaction(
        self, entry: Entry, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        depths, depth = [], len(connection.atomic_blocks)
        create = Sandbox.create

        def seen(*given: Any) -> Any:
            depths.append(len(connection.atomic_blocks) - depth)
            assert Checkout.objects.filter(state="open").exists()
            return create(*given)

        monkeypatch.setattr(Sandbox, "create", seen)
        begin(entry)
        assert depths == [0]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_it_is_not_begun_within_a_transaction(money_season: MoneySeason) -> None:
    entry = money_season.enter("p1")
    with pytest.raises(RuntimeError), transaction.atomic():
        begin(entry)


class TestRefusals:
    def test_another_persons_fee(self, money_season: MoneySeason, entry: Entry) -> None:
        other = money_season.enter("p2")
        for person in (other.user, money_season.henrik, money_season.organiser):
            with pytest.raises(NotYourFee):
                checkout.begin(entry=entry, user=person)
        assert not Checkout.objects.exists()

    @pytest.mark.slow
    def test_a_fee_that_is_paid(self, entry: Entry) -> None:
        begin_and_pay(entry)
        deliver()
        with pytest.raises(NothingToPay):
            begin(entry)

    def test_a_place_on_the_waiting_list(self, make_money_season: Callable[..., MoneySeason]) -> None:
        season = make_money_season(largest=2).agree()
        season.announce()
        for name in ("p1", "p2"):
            season.enter(name)
        with pytest.raises(NothingToPay):
            begin(season.enter("p3"))

    def test_a_place_that_was_given_up(self, money_season: MoneySeason, entry: Entry) -> None:
        money_season.withdraw(entry)
        with pytest.raises(NothingToPay):
            begin(entry)

    def test_a_place_whose_time_is_over_though_nobody_has_looked(
        self, entry: Entry, set_clock: Clock
    ) -> None:
        assert entry.pay_by is not None
        set_clock(entry.pay_by - timedelta(seconds=1))
        assert begin(entry).address
        set_clock(entry.pay_by)
        with pytest.raises(NothingToPay):
            begin(entry)

    @pytest.mark.slow
    def test_a_season_that_was_cancelled(self, money_season: MoneySeason, entry: Entry) -> None:
        money_season.cancel()
        with pytest.raises(NothingToPay):
            begin(entry)

    def test_a_season_that_is_paid_by_hand(self, make_money_season: Callable[..., MoneySeason]) -> None:
        season = make_money_season({"online": False}).agree()
        season.announce()
        with pytest.raises(NotOnline):
            begin(season.enter("p1"))

    def test_a_league_whose_approval_ended_takes_no_more_real_money(
        self,
        make_money_season: Callable[..., MoneySeason],
        monkeypatch: pytest.MonkeyPatch,
        settings: Any,
    ) -> None:
        settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
        for module in (checkout, opening):
            monkeypatch.setattr(module, "provider_for", lambda _currency: Sandbox())
        approval = OnlineApproval(by=make_user("root_"), at=clock.now(), reason="known to us")
        approval.league = League.objects.get(slug="calais")
        approval.save()
        season = make_money_season({"currency": "EUR"}).agree()
        season.announce()
        entry = season.enter("p1")
        assert checkout.takes_online(season.competition) is not None
        ended = {"ended_at": clock.now(), "ended_by": approval.by, "ended_why": "too many chargebacks"}
        OnlineApproval.objects.update(**ended)
        assert checkout.takes_online(season.competition) is None
        with pytest.raises(NotOnline):
            begin(entry)

    def test_a_site_whose_provider_is_gone(self, entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(checkout, "provider_for", lambda _currency: None)
        with pytest.raises(NotOnline):
            begin(entry)


class TestCredit:
    """Whatever comes in whatever order, the fee counts once, and only when the provider says it was paid."""

    def check(self, season: MoneySeason, entry: Entry) -> None:
        paid = payment_of(entry)
        assert (paid.amount, paid.state) == (FEE, "fee")
        assert season.fresh(entry).state == "accepted"
        charges = sandbox.charges_of(FEE)
        assert season.balance("clearing") == FEE - charges
        assert season.balance("entrants") == 0
        assert season.balance("pool") == -(FEE - FEE * 5 // 100)
        assert season.balance("organiser_fee") == -(FEE * 5 // 100) + charges
        kinds = sorted(Booking.objects.values_list("kind", flat=True))
        assert kinds == ["charges", "fee", "payment"]

    @pytest.mark.slow(but_first=True)
    @pytest.mark.parametrize(
        "switches",
        [{}, {"duplicate": True}, {"reordered": True}, {"duplicate": True, "reordered": True}],
        ids=str,
    )
    def test_by_webhook(self, money_season: MoneySeason, entry: Entry, switches: dict[str, Any]) -> None:
        begin_and_pay(entry, **switches)
        assert not Payment.objects.exists()
        assert deliver() == 2
        self.check(money_season, entry)
        assert deliver() == 0
        self.check(money_season, entry)

    @pytest.mark.slow
    def test_late(self, money_season: MoneySeason, entry: Entry, set_clock: Clock) -> None:
        begin_and_pay(entry, late=60)
        assert deliver() == 0
        set_clock.pass_(seconds=60)
        assert deliver() == 2
        self.check(money_season, entry)

    @pytest.mark.slow
    def test_lost_and_reconciled(self, money_season: MoneySeason, entry: Entry, set_clock: Clock) -> None:
        begin_and_pay(entry, lost=True)
        set_clock.pass_(seconds=119)
        run_tasks()
        assert not Payment.objects.exists()
        set_clock.pass_(seconds=1)
        run_tasks()
        assert not WebhookEvent.objects.exists()
        self.check(money_season, entry)

    @pytest.mark.slow
    def test_by_webhook_and_by_asking_at_once(
        self, money_season: MoneySeason, entry: Entry, set_clock: Clock
    ) -> None:
        begin_and_pay(entry, late=200, duplicate=True)
        set_clock.pass_(seconds=180)
        run_tasks()
        self.check(money_season, entry)
        set_clock.pass_(seconds=20)
        run_tasks()
        self.check(money_season, entry)

    @pytest.mark.slow
    def test_after_a_decline_at_the_same_page(self, money_season: MoneySeason, entry: Entry) -> None:
        made = begin(entry)
        unruly.decline(made.provider_id)
        deliver()
        assert money_season.fresh(entry).payment == "due"
        unruly.pay(made.provider_id)
        deliver()
        self.check(money_season, entry)

    @pytest.mark.slow
    def test_a_decline_heard_after_the_payment(
        self, money_season: MoneySeason, entry: Entry, set_clock: Clock
    ) -> None:
        made = begin(entry)
        unruly.decline(made.provider_id, late=90)
        unruly.pay(made.provider_id, late=0)
        deliver()
        set_clock.pass_(seconds=90)
        deliver()
        self.check(money_season, entry)

    @pytest.mark.slow
    def test_paid_twice_at_two_pages(self, money_season: MoneySeason, entry: Entry) -> None:
        first = begin(entry)
        unruly.decline(first.provider_id)
        deliver()
        second = begin(entry)
        for each in (second, first):
            unruly.pay(each.provider_id)
        deliver()
        states = dict(Payment.objects.filter(entry=entry).values_list("state", "amount"))
        assert states == {"fee": FEE, "to_refund": FEE}
        run_tasks()
        assert set(Payment.objects.values_list("state", flat=True)) == {"fee", "refunded"}
        assert money_season.balance("refunds") == 0
        assert sum(Sandbox().status(each.provider_id).refunded for each in (first, second)) == FEE

    @pytest.mark.slow
    def test_never_by_coming_back_in_the_browser(
        self, money_season: MoneySeason, entry: Entry, client_of: Callable[[Any], Client]
    ) -> None:
        made = begin(entry)
        browser = client_of(entry.user)
        browser.post(made.address, {"act": "pay", "lost": "on"})
        back = SandboxSession.objects.get().return_to
        for address in (back, f"{back}?paid=1", made.address):
            browser.get(address)
        assert not Payment.objects.exists()
        assert money_season.fresh(entry).payment == "due"

    @pytest.mark.slow
    def test_paid_too_late_it_is_refunded(
        self, money_season: MoneySeason, entry: Entry, set_clock: Clock
    ) -> None:
        begin(entry)
        assert entry.pay_by is not None
        set_clock(entry.pay_by - timedelta(minutes=10))
        late = begin(entry)
        set_clock(entry.pay_by)
        house_was_up()
        money_season.cancel()
        turning.turn(money_season.competition)
        unruly.pay(late.provider_id)
        run_tasks()
        assert payment_of(entry).state == "refunded"
        assert ledger.balances(money_season.book)[
            ("clearing", money_season.operator.pk)
        ] == -sandbox.charges_of(FEE)

    @pytest.mark.slow
    def test_a_sum_that_is_not_the_fee_is_refunded(self, money_season: MoneySeason, entry: Entry) -> None:
        made = begin(entry)
        SandboxSession.objects.update(amount=FEE - 1)
        unruly.pay(made.provider_id)
        deliver()
        assert (payment_of(entry).amount, payment_of(entry).state) == (FEE - 1, "to_refund")
        assert money_season.fresh(entry).payment == "due"


def test_checkouts_that_nobody_got_are_closed(entry: Entry, set_clock: Clock) -> None:
    unruly.lose_next_create()
    with pytest.raises(NoAnswer):
        begin(entry)
    assert checkout.close_stale() == 0
    set_clock.pass_(hours=20)
    assert checkout.close_stale() == 1
    assert Checkout.objects.get().state == "expired"


def test_open_checkouts_are_not_closed_by_their_age(entry: Entry, set_clock: Clock) -> None:
    begin(entry)
    set_clock.pass_(days=30)
    assert checkout.close_stale() == 0


@pytest.mark.slow
def test_opening_takes_the_same_queries_in_a_large_season(money_season: MoneySeason, entry: Entry) -> None:
    def count(of: Entry) -> int:
        with CaptureQueriesContext(connection) as queries:
            begin(of)
        return len(queries)

    first = count(entry)
    others = [money_season.enter(f"q{number}") for number in range(5)]
    for each in others[1:]:
        begin(each)
    assert count(others[0]) == first


@pytest.mark.slow
def test_a_webhook_takes_the_same_queries_in_a_large_season(money_season: MoneySeason, entry: Entry) -> None:
    def count(of: Entry) -> int:
        begin_and_pay(of)
        sandbox.deliver_due(clock.now())
        with CaptureQueriesContext(connection) as queries:
            webhook_queue.process_due()
        return len(queries)

    count(entry)
    first = count(money_season.enter("p2"))
    for number in range(5):
        begin_and_pay(money_season.enter(f"q{number}"))
    deliver()
    assert count(money_season.enter("p9")) <= first
