"""What is done though no webhook came: asking again, refunds the way they came, the nightly comparison."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.core import mail

from games.common import clock
from games.common.outbox.delivery import deliver as deliver_outbox
from games.common.outbox.row import OutboxRow
from games.notices import alarms as games_alarms
from league.competitions.models import Entry
from league.prizes import tasks
from league.prizes.book import ledger
from league.prizes.book.ledger import BookingDetails
from league.prizes.models import Booking, Checkout, Payment, Refund, SandboxSession
from league.prizes.providers import sandbox
from league.prizes.providers.port import ProviderDown, Refunded
from league.prizes.providers.sandbox import Sandbox
from league.prizes.services.incoming import reconciling
from league.prizes.services.refunds import refunding
from tests.games.conftest import Clock
from tests.games.test_races import at_once
from tests.league.prizes import unruly
from tests.league.prizes.money_seasons import FEE, MoneySeason
from tests.league.prizes.online import begin, begin_and_pay, deliver, payment_of, run_tasks
from tests.league.prizes.unruly import Unruly

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(money_season: MoneySeason) -> Entry:
    return money_season.enter("p1")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The checkouts that the sandbox is asked about, in their order."""
    names: list[str] = []
    status = Unruly.status

    def note(self: Unruly, provider_id: str) -> Any:
        names.append(provider_id)
        return status(self, provider_id)

    monkeypatch.setattr(Unruly, "status", note)
    return names


class TestAsking:
    @pytest.mark.slow
    def test_an_open_one_is_asked_about_every_two_minutes_for_three_days(
        self, entry: Entry, set_clock: Clock, asked: list[str]
    ) -> None:
        made = begin(entry)
        SandboxSession.objects.update(created_at=clock.now() + timedelta(days=300))  # it does not end
        for _minute in range(10):
            set_clock.pass_(minutes=1)
            reconciling.ask_due()
        assert asked == [made.provider_id] * 5
        set_clock.pass_(days=4)
        reconciling.ask_due()
        asked.clear()
        for _hour in range(24):
            set_clock.pass_(hours=1)
            reconciling.ask_due()
        assert len(asked) == 4

    @pytest.mark.slow
    def test_it_ends_with_the_providers_word(self, entry: Entry, set_clock: Clock, asked: list[str]) -> None:
        made = begin(entry)
        set_clock.pass_(days=1)
        assert reconciling.ask_due() == 1
        made.refresh_from_db()
        assert (made.state, made.closed_at) == ("expired", clock.now())
        set_clock.pass_(hours=1)
        assert reconciling.ask_due() == 0

    @pytest.mark.slow
    def test_those_that_waited_longest_come_first_and_only_so_many(
        self, money_season: MoneySeason, set_clock: Clock, asked: list[str]
    ) -> None:
        made = []
        for number in range(4):
            made.append(begin(money_season.enter(f"p{number}")).provider_id)
            set_clock.pass_(seconds=1)
        set_clock.pass_(minutes=2)
        assert reconciling.ask_due(limit=3) == 3
        assert asked == made[:3]
        assert reconciling.ask_due(limit=3) == 1
        assert asked[3:] == made[3:]

    @pytest.mark.slow
    def test_a_paid_one_is_asked_about_once_a_day_for_half_a_year(
        self, entry: Entry, set_clock: Clock, asked: list[str]
    ) -> None:
        begin_and_pay(entry)
        deliver()
        asked.clear()
        set_clock.pass_(hours=23)
        assert reconciling.ask_due() == 0
        set_clock.pass_(hours=1)
        assert reconciling.ask_due() == 1
        assert reconciling.ask_due() == 0
        set_clock.pass_(days=180)
        assert reconciling.ask_due() == 0

    @pytest.mark.slow
    def test_a_chargeback_of_which_no_word_came_is_found(
        self, money_season: MoneySeason, entry: Entry, set_clock: Clock
    ) -> None:
        made = begin_and_pay(entry)
        deliver()
        unruly.charge_back(made.provider_id, lost=True)
        set_clock.pass_(days=1)
        run_tasks()
        assert payment_of(entry).state == "taken_back"
        assert money_season.fresh(entry).payment == "charged_back"
        unruly.return_charge_back(made.provider_id, lost=True)
        set_clock.pass_(days=1)
        run_tasks()
        assert payment_of(entry).state == "fee"
        assert money_season.fresh(entry).state == "accepted"
        assert reconciling.compare_all() == []

    @pytest.mark.slow
    def test_one_that_fails_stops_no_other(self, money_season: MoneySeason, set_clock: Clock) -> None:
        broken, good = (begin_and_pay(money_season.enter(name), lost=True) for name in ("p1", "p2"))
        SandboxSession.objects.filter(code=broken.provider_id).update(code="gone")
        set_clock.pass_(minutes=2)
        assert reconciling.ask_due() == 1
        assert payment_of(good.entry).state == "fee"
        assert reconciling.ask_due() == 0  # it has its turn again in two minutes

    @pytest.mark.slow
    def test_a_provider_that_is_down_is_asked_once_a_round(
        self, money_season: MoneySeason, set_clock: Clock, asked: list[str]
    ) -> None:
        for name in ("p1", "p2", "p3"):
            begin_and_pay(money_season.enter(name), lost=True)
        set_clock.pass_(minutes=2)
        unruly.be_down()
        assert reconciling.ask_due() == 0
        assert len(asked) == 1
        unruly.be_up()
        set_clock.pass_(minutes=2)
        assert reconciling.ask_due() == 3

    @pytest.mark.slow
    def test_of_two_who_ask_one_does(self, entry: Entry, set_clock: Clock, asked: list[str]) -> None:
        begin(entry)
        set_clock.pass_(minutes=2)
        one, other = (reconciling.open_to_ask(clock.now()).get() for _each in range(2))
        assert reconciling._ask_once(one)
        assert not reconciling._ask_once(other)
        assert len(asked) == 1


class TestRefunds:
    """p1 has paid online and gone again."""

    @pytest.fixture
    def paid(self, money_season: MoneySeason, entry: Entry) -> Checkout:
        made = begin_and_pay(entry)
        deliver()
        return made

    @pytest.fixture
    def refund(self, money_season: MoneySeason, paid: Checkout) -> Refund:
        money_season.withdraw(money_season.fresh(paid.entry))
        return Refund.objects.get()

    def given(self, refund: Refund) -> tuple[int, str, str]:
        refund.refresh_from_db()
        return refund.given, refund.way, refund.state

    @pytest.mark.slow
    def test_it_goes_back_the_way_it_came(
        self, money_season: MoneySeason, paid: Checkout, refund: Refund
    ) -> None:
        assert self.given(refund) == (0, "provider", "due")
        assert refunding.send_due() == 1
        assert self.given(refund) == (FEE, "provider", "done")
        assert Sandbox().status(paid.provider_id).refunded == FEE
        assert payment_of(paid.entry).state == "refunded"
        booking = Booking.objects.get(kind="refund")
        assert (booking.entry, booking.by, booking.reference) == (paid.entry, None, refund.provider_id)
        assert refund.provider_id and refund.done_at == clock.now()
        assert money_season.balance("refunds") == 0
        assert money_season.balance("clearing") == -sandbox.charges_of(FEE)
        assert refunding.send_due() == 0
        assert reconciling.compare_all() == []

    @pytest.mark.slow
    def test_an_answer_that_was_lost_gives_nothing_twice(
        self, money_season: MoneySeason, paid: Checkout, refund: Refund, set_clock: Clock
    ) -> None:
        unruly.behave(paid.provider_id, time_out=True)
        assert refunding.send_due() == 0
        assert self.given(refund) == (0, "provider", "sent")
        assert Sandbox().status(paid.provider_id).refunded == FEE
        assert refunding.send_due() == 0  # not before its pause is over
        set_clock.pass_(minutes=1)
        assert refunding.send_due() == 1
        assert self.given(refund) == (FEE, "provider", "done")
        assert Sandbox().status(paid.provider_id).refunded == FEE
        assert Booking.objects.filter(kind="refund").count() == 1

    @pytest.mark.slow
    def test_what_only_half_goes_back_is_given_back_by_hand(
        self, paid: Checkout, refund: Refund, set_clock: Clock
    ) -> None:
        unruly.behave(paid.provider_id, partial_refund=True)
        assert refunding.send_due() == 1
        assert self.given(refund) == (FEE // 2, "provider", "sent")
        set_clock.pass_(minutes=1)
        assert refunding.send_due() == 1
        assert self.given(refund) == (FEE // 2, "hand", "due")
        assert payment_of(paid.entry).state == "to_refund"
        assert reconciling.compare_all() == []

    @pytest.mark.slow
    def test_one_that_is_refused_becomes_a_persons_and_the_operator_is_told(
        self, money_season: MoneySeason, paid: Checkout, refund: Refund, settings: Any
    ) -> None:
        settings.ADMINS = [("admin", "admin@example.org")]
        deliver_outbox()
        unruly.behave(paid.provider_id, refund_refused=True)
        assert refunding.send_due() == 1
        assert self.given(refund) == (0, "hand", "due")
        assert refund.refused == "This payment is too old to be refunded."
        mail.outbox.clear()
        deliver_outbox()
        (told,) = [each for each in mail.outbox if each.to == ["admin@example.org"]]
        assert told.subject.endswith("Refunds that the provider does not make")
        for said in (money_season.competition.code, "12.00 XTS", "too old"):
            assert said in told.body
        letter = [each for each in mail.outbox if each.to == [refund.payment.entry.user.email]][-1]
        assert "by bank transfer or in cash" in letter.body
        assert refunding.send_due() == 0
        assert money_season.balance("refunds") == -FEE

    @pytest.mark.slow
    def test_what_the_bank_has_taken_is_not_given_back_by_hand_too(
        self, paid: Checkout, refund: Refund, set_clock: Clock
    ) -> None:
        unruly.charge_back(paid.provider_id, lost=True, refund_refused=True)
        assert refunding.send_due() == 0
        assert self.given(refund) == (0, "provider", "sent")
        set_clock.pass_(days=1)
        run_tasks()
        assert self.given(refund)[1:] == ("provider", "done")
        assert payment_of(paid.entry).state == "taken_back"
        assert not Booking.objects.filter(kind="refund").exists()
        assert reconciling.compare_all() == []

    @pytest.mark.slow
    def test_what_went_back_by_another_road_is_booked_and_not_repeated(
        self, money_season: MoneySeason, paid: Checkout, refund: Refund
    ) -> None:
        """Someone has refunded it on the provider's own pages."""
        Sandbox().refund(paid.provider_id, FEE, "by the operator")
        assert refunding.send_due() == 1
        assert self.given(refund) == (FEE, "provider", "done")
        assert money_season.balance("refunds") == 0
        assert reconciling.compare_all() == []

    @pytest.mark.slow
    def test_one_on_its_way_is_asked_for_again(
        self, refund: Refund, set_clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        keys: list[str] = []

        def slowly(_self: Any, _provider_id: str, amount: int, key: str) -> Refunded:
            keys.append(key)
            return Refunded("re_1", amount if len(keys) == 3 else 0)

        monkeypatch.setattr(Sandbox, "refund", slowly)
        assert refunding.send_due() == 0
        for minutes in (1, 2):
            set_clock.pass_(minutes=minutes)
            refunding.send_due()
        assert self.given(refund) == (FEE, "provider", "done")
        assert keys == [f"refund:{refund.pk}"] * 3

    @pytest.mark.slow
    def test_the_parts_of_one_have_keys_of_their_own(
        self, refund: Refund, set_clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[tuple[int, str]] = []

        def in_parts(_self: Any, _provider_id: str, amount: int, key: str) -> Refunded:
            asked.append((amount, key))
            return Refunded(f"re_{len(asked)}", min(amount, 500))

        monkeypatch.setattr(Sandbox, "refund", in_parts)
        for minutes in (0, 1, 2):
            set_clock.pass_(minutes=minutes)
            assert refunding.send_due() == 1
        key = f"refund:{refund.pk}"
        assert asked == [(1200, key), (700, f"{key}:500"), (200, f"{key}:1000")]
        assert self.given(refund) == (FEE, "provider", "done")
        assert Booking.objects.filter(kind="refund").count() == 3

    @pytest.mark.slow
    def test_the_provider_is_down_for_a_while(self, refund: Refund, set_clock: Clock) -> None:
        unruly.be_down(10**6)
        pauses = [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]
        for attempts, minutes in enumerate(pauses, start=1):
            refunding.send_due()
            set_clock.pass_(seconds=60 * minutes - 1)
            refunding.send_due()
            refund.refresh_from_db()
            assert refund.attempts == attempts
            set_clock.pass_(seconds=1)
        unruly.be_up()
        assert refunding.send_due() == 1
        assert self.given(refund) == (FEE, "provider", "done")

    @pytest.mark.slow
    def test_one_that_fails_stops_no_other(self, money_season: MoneySeason, refund: Refund) -> None:
        other = begin_and_pay(money_season.enter("p2"))
        deliver()
        money_season.withdraw(money_season.fresh(other.entry))
        Checkout.objects.filter(pk=refund.payment.checkout_id).update(provider_id="gone")  # type: ignore[union-attr]
        refunding.send_due()
        assert payment_of(other.entry).state == "refunded"
        assert self.given(refund) == (0, "provider", "sent")

    @pytest.mark.slow
    def test_refunds_by_hand_are_left_to_people(self, money_season: MoneySeason) -> None:
        entry = money_season.enter_and_pay("p7")
        money_season.withdraw(entry)
        assert money_season.refunds == [(FEE, "due")]
        assert refunding.send_due() == 0

    @pytest.mark.slow
    def test_of_two_who_send_one_one_does(self, refund: Refund) -> None:
        one, other = Refund.objects.get(), Refund.objects.get()
        assert refunding.send(one)
        assert not refunding.send(other)


class TestComparing:
    @pytest.mark.slow
    def test_books_that_agree_raise_no_alarm(self, money_season: MoneySeason, set_clock: Clock) -> None:
        made = [begin_and_pay(money_season.enter(f"p{number}")) for number in range(4)]
        deliver()
        money_season.withdraw(money_season.fresh(made[0].entry))
        unruly.charge_back(made[1].provider_id)
        unruly.charge_back(made[2].provider_id)
        deliver()
        unruly.return_charge_back(made[2].provider_id)
        run_tasks()
        assert reconciling.compare_all() == []
        assert not OutboxRow.objects.filter(topic="alarm").exists()

    @pytest.mark.slow
    def test_a_payment_that_nobody_heard_of_is_credited(
        self, money_season: MoneySeason, entry: Entry, set_clock: Clock
    ) -> None:
        """It was declined, so no one asks about it any more; then paid, and the webhook was lost."""
        made = begin(entry)
        unruly.decline(made.provider_id)
        deliver()
        unruly.pay(made.provider_id, lost=True)
        set_clock.pass_(hours=3)
        run_tasks()
        assert not Payment.objects.exists()
        assert reconciling.compare_all() == []
        assert payment_of(entry).state == "fee"
        assert money_season.fresh(entry).state == "accepted"

    @pytest.mark.slow
    def test_a_payment_that_is_none_of_ours_is_an_alarm(self, entry: Entry) -> None:
        made = begin_and_pay(entry, lost=True)
        Checkout.objects.filter(pk=made.pk).update(provider_id="another")
        assert reconciling.compare_all() == [f"sandbox: {made.provider_id} was paid and is none of ours"]

    @pytest.mark.slow(but_first=True)
    @pytest.mark.parametrize("currency", ["JPY", "xts", ""])
    def test_another_currency_is_never_credited_and_an_alarm_every_night(
        self, money_season: MoneySeason, entry: Entry, currency: str
    ) -> None:
        """1200 yen are not 12.00 of the season's money, whatever the numbers say."""
        checkout = money_season.checkout(entry)
        said = {"currency": currency, "charges": 30, "charged_back": FEE - 1}
        for _again in range(2):
            money_season.provider_says(checkout, **said)
        assert OutboxRow.objects.filter(topic="alarm").count() == 1
        assert not Booking.objects.exists() and not Payment.objects.exists()
        assert Entry.objects.get(pk=entry.pk).payment == Entry.Payment.DUE
        assert reconciling.compare_all() == [f"sandbox: {checkout.provider_id} was paid in another currency"]
        money_season.provider_says(checkout)
        assert money_season.fresh(entry).state == Entry.State.ACCEPTED
        assert reconciling._foreign() == []

    @pytest.mark.slow
    def test_another_currency_is_told_of_until_it_is_refunded(
        self, money_season: MoneySeason, entry: Entry
    ) -> None:
        checkout = money_season.checkout(entry)
        for given in (0, FEE - 1):
            money_season.provider_says(checkout, currency="JPY", refunded=given)
            assert reconciling.compare_all() != []
        told = OutboxRow.objects.filter(topic="alarm").count()
        money_season.provider_says(checkout, currency="JPY", refunded=FEE - 200, charged_back=200)
        assert reconciling.compare_all() == []
        assert OutboxRow.objects.filter(topic="alarm").count() == told
        assert not Booking.objects.exists()

    @pytest.mark.slow
    def test_a_refund_that_nobody_owed_is_an_alarm(
        self, money_season: MoneySeason, entry: Entry, settings: Any
    ) -> None:
        """Someone has refunded, on the provider's own pages, a fee that counts."""
        settings.ADMINS = [("admin", "admin@example.org")]
        made = begin_and_pay(entry)
        deliver()
        assert reconciling.compare_all() == []
        Sandbox().refund(made.provider_id, FEE, "by the operator")
        Checkout.objects.update(seen=made.seen | Sandbox().status(made.provider_id).to_json())
        line = f"entry {entry.number} of season {money_season.competition.code}"
        assert reconciling.compare_all() == [line]
        mail.outbox.clear()
        deliver_outbox()
        (told,) = [each for each in mail.outbox if each.to == ["admin@example.org"]]
        assert line in told.body
        assert payment_of(entry).state == "fee"

    def test_a_booking_that_no_provider_made_is_an_alarm(
        self, money_season: MoneySeason, entry: Entry
    ) -> None:
        begin_and_pay(entry)
        deliver()
        holder = money_season.operator
        sums: Any = {("organiser_fee", holder): 5, ("clearing", holder): -5}
        ledger.post(money_season.book, "charges", sums, key="slip", about=BookingDetails(entry=entry))
        assert reconciling.compare_all() == [
            f"entry {entry.number} of season {money_season.competition.code}"
        ]

    @pytest.mark.slow
    def test_what_people_do_by_hand_is_not_the_providers(
        self, money_season: MoneySeason, entry: Entry
    ) -> None:
        made = begin_and_pay(entry, refund_refused=True)
        deliver()
        money_season.withdraw(money_season.fresh(made.entry))
        refunding.send_due()
        holder = money_season.operator
        sums: Any = {("refunds", holder): FEE, ("clearing", holder): -FEE}
        about = BookingDetails(by=money_season.henrik, entry=entry)
        ledger.post(money_season.book, "refund", sums, key="by hand", about=about)
        assert reconciling.compare_all() == []

    @pytest.mark.slow
    def test_an_old_answer_is_asked_for_again_before_it_counts(
        self, money_season: MoneySeason, entry: Entry
    ) -> None:
        made = begin_and_pay(entry)
        deliver()
        money_season.withdraw(money_season.fresh(made.entry))
        refunding.send_due()
        made.refresh_from_db()
        assert made.seen["refunded"] == 0
        assert reconciling.compare_all() == []
        made.refresh_from_db()
        assert made.seen["refunded"] == FEE

    @pytest.mark.slow
    def test_a_refund_on_its_way_is_no_difference_for_a_day(
        self, money_season: MoneySeason, entry: Entry, set_clock: Clock
    ) -> None:
        made = begin_and_pay(entry)
        deliver()
        money_season.withdraw(money_season.fresh(made.entry))
        Sandbox().refund(made.provider_id, FEE, f"refund:{Refund.objects.get().pk}")
        Refund.objects.update(state="sent", sent_at=clock.now(), attempts=1)
        Checkout.objects.update(seen=Sandbox().status(made.provider_id).to_json())
        assert reconciling.compare_all() == []
        set_clock.pass_(days=1)
        assert len(reconciling.compare_all()) == 1

    def test_webhooks_that_nobody_looks_into_are_an_alarm(self, entry: Entry, set_clock: Clock) -> None:
        begin_and_pay(entry)
        sandbox.deliver_due(clock.now())
        assert reconciling.compare_all() == []
        set_clock.pass_(days=1)
        assert len(reconciling.compare_all()) == 2

    def test_while_the_provider_is_down_nothing_is_compared(self, entry: Entry) -> None:
        begin_and_pay(entry)
        unruly.be_down()
        with pytest.raises(ProviderDown):
            reconciling.compare_all()

    @pytest.mark.slow
    def test_it_takes_the_same_queries_for_many(
        self, money_season: MoneySeason, django_assert_max_num_queries: Any
    ) -> None:
        for number in range(6):
            begin_and_pay(money_season.enter(f"p{number}"))
        deliver()
        with django_assert_max_num_queries(12):
            assert reconciling.compare_all() == []


@pytest.mark.slow
def test_the_tasks_do_all_of_it(money_season: MoneySeason, entry: Entry, set_clock: Clock) -> None:
    made = begin_and_pay(entry)
    tasks.deliver_sandbox()
    tasks.process_webhooks()
    assert payment_of(entry).state == "fee"
    money_season.withdraw(money_season.fresh(entry))
    tasks.send_refunds()
    assert payment_of(entry).state == "refunded"
    other = begin_and_pay(money_season.enter("p2"), lost=True)
    set_clock.pass_(minutes=2)
    tasks.ask_checkouts()
    assert payment_of(other.entry).state == "fee"
    Checkout.objects.filter(pk=made.pk).update(provider_id="another")
    tasks.compare_payments()
    tasks.compare_payments()
    assert OutboxRow.objects.filter(topic="alarm").count() == 1


def test_beat_calls_every_task() -> None:
    called = {entry["task"] for entry in site.CELERY_BEAT_SCHEDULE.values()}
    ours = {"deliver_sandbox", "process_webhooks", "ask_checkouts", "send_refunds", "compare_payments"}
    assert {f"league.prizes.tasks.{name}" for name in ours} <= called


def test_an_alarm_about_money_means_nothing_to_other_floors(money_season: MoneySeason) -> None:
    row = OutboxRow(topic="alarm", payload={"payments": ["x"], "refunds": [1]}, created_at=clock.now())
    assert games_alarms.alarm_admins([row]) == {}


class TestAtOnce:
    """Real threads, real transactions."""

    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.mark.slow
    def test_many_who_begin_share_one_checkout(self, money_season: MoneySeason) -> None:
        entry = money_season.enter("p1")
        found: list[Any] = []
        at_once(*(lambda: found.append(begin(entry).provider_id) for _each in range(6)))
        assert len(found) == 6
        assert len(set(found)) == 1
        assert SandboxSession.objects.count() == 1

    @pytest.mark.slow
    def test_webhooks_and_questions_at_once_credit_once(
        self, money_season: MoneySeason, set_clock: Clock
    ) -> None:
        entry = money_season.enter("p1")
        begin_and_pay(entry, duplicate=True)
        set_clock.pass_(minutes=2)
        at_once(*[deliver] * 3, *[reconciling.ask_due] * 2, reconciling.compare_all)
        deliver()
        assert payment_of(entry).state == "fee"
        assert money_season.balance("clearing") == FEE - sandbox.charges_of(FEE)

    @pytest.mark.slow
    def test_many_who_send_a_refund_give_it_back_once(self, money_season: MoneySeason) -> None:
        made = begin_and_pay(money_season.enter("p1"))
        deliver()
        money_season.withdraw(money_season.fresh(made.entry))
        at_once(*[refunding.send_due] * 6)
        assert payment_of(made.entry).state == "refunded"
        assert Sandbox().status(made.provider_id).refunded == FEE
        assert Booking.objects.filter(kind="refund").count() == 1
