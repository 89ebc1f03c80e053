"""The address for webhooks: what is genuine is stored once and answered at once; the rest is turned away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.common import clock
from league.prizes import tasks
from league.prizes.models import Checkout, SandboxSession, WebhookEvent
from league.prizes.providers import sandbox, webhooks
from league.prizes.services.incoming import webhook_queue
from tests.games.conftest import Clock
from tests.league.prizes import unruly
from tests.league.prizes.money_seasons import MoneySeason
from tests.league.prizes.online import begin, begin_and_pay, payment_of
from tests.league.prizes.stripe_answers import OPEN
from tests.league.prizes.test_stripe import event as stripe_event
from tests.league.prizes.test_stripe import signed as stripe_signed

pytestmark = pytest.mark.django_db

HERE = "/money/webhooks/sandbox/"


def said(checkout: str, event: str = "evt_1") -> bytes:
    return json.dumps({"id": event, "type": "payment.done", "checkout": checkout}).encode()


def send(body: bytes, header: str | None = None, to: str = HERE) -> Any:
    header = sandbox.signature(body, clock.now()) if header is None else header
    browser = Client(enforce_csrf_checks=True)
    return browser.post(to, body, content_type="application/json", headers={sandbox.HEADER: header})


@pytest.fixture
def checkout(money_season: MoneySeason) -> Checkout:
    """Open, of p1."""
    return begin(money_season.enter("p1"))


@pytest.mark.slow
def test_a_webhook_is_stored_as_it_came_and_not_looked_into(checkout: Checkout) -> None:
    unruly.pay(checkout.provider_id, lost=True)
    body = said(checkout.provider_id)
    answer = send(body)
    assert (answer.status_code, answer.content) == (200, b"Stored.\n")
    stored = WebhookEvent.objects.get()
    assert (stored.provider, stored.event_id, stored.checkout_id) == (
        "sandbox",
        "evt_1",
        checkout.provider_id,
    )
    assert (stored.raw, stored.received_at, stored.processed_at) == (body.decode(), clock.now(), None)
    checkout.refresh_from_db()
    assert checkout.state == "open"


def test_it_needs_neither_session_nor_token_and_leaves_no_cookie(checkout: Checkout) -> None:
    answer = send(said(checkout.provider_id))
    assert answer.status_code == 200
    assert not answer.cookies


@pytest.mark.slow
def test_the_same_event_again_changes_nothing(checkout: Checkout) -> None:
    unruly.pay(checkout.provider_id, lost=True)
    for _time in range(3):
        assert send(said(checkout.provider_id)).status_code == 200
    assert webhook_queue.process_due() == 1
    assert send(said(checkout.provider_id)).status_code == 200
    assert webhook_queue.process_due() == 0
    assert WebhookEvent.objects.get().attempts == 1
    assert payment_of(checkout.entry).amount == checkout.amount


def test_a_replayed_event_is_refused_once_it_is_old(checkout: Checkout, set_clock: Clock) -> None:
    body = said(checkout.provider_id)
    header = sandbox.signature(body, clock.now())
    set_clock.pass_(seconds=301)
    assert send(body, header).status_code == 400
    assert not WebhookEvent.objects.exists()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("header", ["", "t=1,v1=0", "v1=0", "nonsense", "t=1,v1=é"])
def test_a_forged_event_is_refused(checkout: Checkout, header: str) -> None:
    answer = send(said(checkout.provider_id), header)
    assert answer.status_code == 400
    assert not WebhookEvent.objects.exists()


def test_another_body_under_a_good_signature_is_refused(checkout: Checkout) -> None:
    body = said(checkout.provider_id)
    answer = send(said("another"), sandbox.signature(body, clock.now()))
    assert answer.status_code == 400


@pytest.mark.slow
def test_another_providers_signature_is_refused(checkout: Checkout, settings: Any) -> None:
    settings.STRIPE_SECRET_KEY, settings.STRIPE_WEBHOOK_SECRET = "sk_test_1", "whsec_test"
    body = said(checkout.provider_id)
    assert send(body, to="/money/webhooks/stripe/").status_code == 400
    body = stripe_event(OPEN)
    browser = Client()
    for address, status in ((HERE, 400), ("/money/webhooks/stripe/", 200)):
        answer = browser.post(address, body, content_type="application/json", headers=stripe_signed(body))
        assert answer.status_code == status
    assert WebhookEvent.objects.get().provider == "stripe"


@pytest.mark.parametrize("provider", ["stripe", "nobody"])
def test_a_provider_that_is_not_used_is_not_found(checkout: Checkout, provider: str) -> None:
    assert send(said(checkout.provider_id), to=f"/money/webhooks/{provider}/").status_code == 404


def test_it_is_no_page(client: Client) -> None:
    for ask in (client.get, client.head, client.put, client.delete):
        assert ask(HERE).status_code == 405


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b'{"id": "", "checkout": "x"}'])
def test_nonsense_is_refused_though_it_is_signed(money_season: MoneySeason, body: bytes) -> None:
    assert send(body).status_code == 400
    assert not WebhookEvent.objects.exists()


@pytest.mark.parametrize("long", [{"checkout": "x" * 121}, {"event": "e" * 121}])
def test_names_that_no_provider_gives_are_refused(money_season: MoneySeason, long: dict[str, str]) -> None:
    assert send(said(**{"checkout": "x", **long})).status_code == 400
    assert not WebhookEvent.objects.exists()


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("size", [webhooks.LARGEST + 1, 200_000, 300_000, 5_000_000])
def test_a_huge_body_is_not_read(money_season: MoneySeason, size: int, monkeypatch: Any) -> None:
    def never(*_given: Any) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr(webhooks, "take_in", never)
    body = b'{"id": "evt_1", "checkout": "x", "more": "' + b"a" * size
    assert send(body[:size]).status_code == 413


def test_one_of_64_kilobytes_is_read(money_season: MoneySeason) -> None:
    body = said("x")
    body = body[:-1] + b" " * (webhooks.LARGEST - len(body)) + b"}"
    assert len(body) == webhooks.LARGEST
    assert send(body).status_code == 200


class TestInbox:
    def test_what_it_says_is_not_believed(self, checkout: Checkout) -> None:
        """It says that the checkout is paid; the provider, asked, says that it is open."""
        send(said(checkout.provider_id))
        assert webhook_queue.process_due() == 1
        checkout.refresh_from_db()
        assert (checkout.state, checkout.seen["state"]) == ("open", "open")

    def test_one_about_nothing_of_ours_is_done_with(self, money_season: MoneySeason) -> None:
        send(said("another"))
        send(said("", "evt_2"))
        assert webhook_queue.process_due() == 2
        assert not WebhookEvent.objects.filter(processed_at=None).exists()

    @pytest.mark.slow
    def test_one_that_names_the_payment_finds_the_checkout(self, money_season: MoneySeason) -> None:
        made = begin_and_pay(money_season.enter("p1"), lost=True)
        Checkout.objects.filter(pk=made.pk).update(charge_id="pi_1")
        send(said("pi_1"))
        webhook_queue.process_due()
        assert payment_of(made.entry).state == "fee"

    def test_another_providers_checkout_of_that_name_is_left_alone(self, checkout: Checkout) -> None:
        event = WebhookEvent.objects.create(
            provider="stripe",
            event_id="evt_1",
            checkout_id=checkout.provider_id,
            raw="",
            received_at=clock.now(),
        )
        assert webhook_queue.process(event)
        checkout.refresh_from_db()
        assert checkout.asked_at is None

    @pytest.mark.slow
    def test_one_that_fails_stops_no_other_and_comes_again(
        self, money_season: MoneySeason, set_clock: Clock
    ) -> None:
        broken, good = (begin_and_pay(money_season.enter(name), lost=True) for name in ("p1", "p2"))
        SandboxSession.objects.filter(code=broken.provider_id).update(code="gone")
        send(said(broken.provider_id))
        set_clock.pass_(seconds=1)
        send(said(good.provider_id, "evt_2"))
        assert webhook_queue.process_due() == 1
        assert payment_of(good.entry).state == "fee"
        assert webhook_queue.process_due() == 0  # not before its pause is over
        SandboxSession.objects.filter(code="gone").update(code=broken.provider_id)
        set_clock.pass_(seconds=30)
        assert webhook_queue.process_due() == 1
        assert payment_of(broken.entry).state == "fee"
        assert WebhookEvent.objects.get(event_id="evt_1").attempts == 2

    @pytest.mark.slow
    def test_a_provider_that_is_down_is_asked_once_a_round(
        self, money_season: MoneySeason, set_clock: Clock
    ) -> None:
        made = [begin_and_pay(money_season.enter(name), lost=True) for name in ("p1", "p2", "p3")]
        for each in made:
            send(said(each.provider_id, f"evt_{each.pk}"))
        unruly.be_down()
        assert webhook_queue.process_due() == 0
        assert sorted(WebhookEvent.objects.values_list("attempts", flat=True)) == [0, 0, 1]
        unruly.be_up()
        set_clock.pass_(seconds=30)
        assert webhook_queue.process_due() == 3

    @pytest.mark.slow
    def test_one_that_is_down_stops_no_other_provider(
        self, money_season: MoneySeason, set_clock: Clock
    ) -> None:
        """Its checkout is of a provider whose keys are gone."""
        gone, good = (begin_and_pay(money_season.enter(name), lost=True) for name in ("p1", "p2"))
        Checkout.objects.filter(pk=gone.pk).update(provider="stripe")
        WebhookEvent.objects.create(
            provider="stripe",
            event_id="evt_0",
            checkout_id=gone.provider_id,
            raw="{}",
            received_at=clock.now(),
        )
        set_clock.pass_(seconds=1)
        send(said(good.provider_id))
        assert webhook_queue.process_due() == 1
        assert payment_of(good.entry).state == "fee"

    @pytest.mark.slow
    def test_it_is_tried_with_growing_pauses_and_then_left(
        self, checkout: Checkout, set_clock: Clock
    ) -> None:
        send(said(checkout.provider_id))
        unruly.be_down(10**6)
        began, tried = clock.now(), []
        while len(tried) < webhook_queue.ATTEMPTS:
            if webhook_queue.waiting(clock.now()).exists():
                webhook_queue.process_due()
                tried.append(int((clock.now() - began).total_seconds()))
            set_clock.pass_(seconds=30 if len(tried) < 6 else 3840)
        assert tried[:6] == [0, 30, 90, 210, 450, 930]
        assert WebhookEvent.objects.get().attempts == webhook_queue.ATTEMPTS
        set_clock.pass_(days=30)
        assert not webhook_queue.waiting(clock.now()).exists()

    def test_one_that_was_left_is_looked_into_each_night(self, checkout: Checkout) -> None:
        send(said(checkout.provider_id))
        assert webhook_queue.process_left() == 0  # it is not left yet
        WebhookEvent.objects.update(attempts=webhook_queue.ATTEMPTS)
        unruly.be_down(10**6)
        assert webhook_queue.process_left() == 0
        unruly.be_up()
        tasks.compare_payments()
        stored = WebhookEvent.objects.get()
        assert stored.processed_at is not None
        assert stored.attempts == webhook_queue.ATTEMPTS + 2

    def test_two_at_once_look_into_one_once(self, checkout: Checkout) -> None:
        send(said(checkout.provider_id))
        one, other = WebhookEvent.objects.get(), WebhookEvent.objects.get()
        assert webhook_queue.process(one)
        assert not webhook_queue.process(other)

    def test_its_bytes_are_dropped_after_half_a_year(self, checkout: Checkout, set_clock: Clock) -> None:
        send(said(checkout.provider_id))
        set_clock.pass_(days=200)
        assert webhook_queue.forget_old() == 0  # no one has looked into it
        webhook_queue.process_due()
        set_clock.pass_(days=181)
        assert webhook_queue.forget_old() == 1
        stored = WebhookEvent.objects.get()
        assert (stored.event_id, stored.raw) == ("evt_1", "")
