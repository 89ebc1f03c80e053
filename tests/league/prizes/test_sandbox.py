"""The sandbox keeps to the providers' interface, and has a page for the payer."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.common import clock
from league.prizes.models import SandboxSession, SandboxWebhook, WebhookEvent
from league.prizes.providers import by_key, provider_for, sandbox
from league.prizes.providers.port import BadSignature, NotNow, ProviderRefuses, Status
from league.prizes.providers.sandbox import Sandbox
from tests.games.conftest import Clock
from tests.league.prizes.online import ASKED

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def stopped(set_clock: Clock) -> Clock:
    return set_clock


@pytest.fixture
def code() -> str:
    return Sandbox().create(ASKED).provider_id


def webhooks() -> list[str]:
    """What kinds of webhooks are to be sent, in their order."""
    rows = SandboxWebhook.objects.order_by("due_at", "pk")
    return [json.loads(row.body)["type"] for row in rows]


def test_play_money_alone_goes_to_the_sandbox() -> None:
    assert isinstance(provider_for("XTS"), Sandbox)
    assert provider_for("EUR") is None
    assert isinstance(by_key("sandbox"), Sandbox)
    assert by_key("stripe") is None
    assert by_key("nobody") is None


def test_the_same_key_opens_the_same_checkout(code: str) -> None:
    opened = Sandbox().create(ASKED)
    assert (opened.provider_id, opened.address) == (code, f"/money/sandbox/{code}/")
    assert Sandbox().create(replace(ASKED, key="checkout:2")).provider_id != code


@pytest.mark.parametrize("other", [{"amount": 1300}, {"description": "Season 4"}, {"return_to": "/"}])
def test_a_key_is_used_for_one_thing(code: str, other: dict[str, Any]) -> None:
    with pytest.raises(ProviderRefuses):
        Sandbox().create(replace(ASKED, **other))


@pytest.mark.parametrize("other", [{"currency": "EUR"}, {"currency": "JPY"}, {"amount": 0}, {"amount": -5}])
def test_real_money_and_nothing_are_refused(other: dict[str, Any]) -> None:
    with pytest.raises(ProviderRefuses):
        Sandbox().create(replace(ASKED, **other))
    assert not SandboxSession.objects.exists()


def test_a_payment_is_paid_with_its_charges(code: str) -> None:
    assert Sandbox().status(code) == Status("open")
    sandbox.pay(code)
    status = Sandbox().status(code)
    assert (status.state, status.amount, status.currency) == ("paid", 1200, "XTS")
    assert status.charges == 25 + 17  # 1.4 % of 12.00 is 16.8
    assert status.charge_id
    sandbox.pay(code)
    assert webhooks() == ["payment.begun", "payment.done"]


def test_charges_are_never_more_than_the_payment() -> None:
    assert [sandbox.charges_of(amount) for amount in (1, 25, 26, 10_000)] == [1, 25, 25, 165]


def test_after_a_decline_one_may_pay(code: str) -> None:
    sandbox.decline(code)
    assert Sandbox().status(code).state == "failed"
    sandbox.pay(code)
    assert Sandbox().status(code).state == "paid"
    sandbox.decline(code)
    assert Sandbox().status(code).state == "paid"


def test_a_checkout_ends_after_a_day(code: str, stopped: Clock) -> None:
    stopped.pass_(hours=24)
    assert Sandbox().status(code).state == "expired"
    sandbox.pay(code)
    sandbox.decline(code)
    assert Sandbox().status(code).state == "expired"
    assert webhooks() == []


def test_a_checkout_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ProviderRefuses):
        Sandbox().status("nowhere")
    with pytest.raises(ProviderRefuses):
        Sandbox().refund("nowhere", 100, "refund:1")
    with pytest.raises(SandboxSession.DoesNotExist):
        sandbox.pay("nowhere")


def test_what_is_sent_is_signed_and_comes_in_once(code: str) -> None:
    sandbox.pay(code)
    assert sandbox.deliver_due(clock.now()) == 2
    assert sandbox.deliver_due(clock.now()) == 0
    events = WebhookEvent.objects.filter(provider="sandbox")
    assert {event.checkout_id for event in events} == {code}
    assert events.count() == 2


def test_an_event_is_read_only_with_its_signature_of_just_now(code: str, stopped: Clock) -> None:
    body = json.dumps({"id": "evt_1", "checkout": code}).encode()
    signed = sandbox.signature(body, clock.now())
    read = Sandbox().read_webhook
    assert read({sandbox.HEADER: signed}, body).checkout_id == code
    stamp, _comma, proof = signed.partition(",")
    forged = [
        "",
        "t=,v1=",
        stamp,
        proof,
        f"{stamp},v1=",
        f"{stamp},v1={'0' * 64}",
        f"{stamp},v0={proof.removeprefix('v1=')}",
        f"t={int(stamp[2:]) + 1},{proof}",
        f"{stamp},{stamp},{proof}",
        f"t={'9' * 400},{proof}",
        f"t=٣,{proof}",
        signed.upper(),
    ]
    for header in forged:
        with pytest.raises(BadSignature):
            read({sandbox.HEADER: header}, body)
    with pytest.raises(BadSignature):
        read({sandbox.HEADER: signed}, body.replace(b"evt_1", b"evt_2"))
    stopped.pass_(seconds=300)
    read({sandbox.HEADER: signed}, body)
    stopped.pass_(seconds=1)
    with pytest.raises(BadSignature):
        read({sandbox.HEADER: signed}, body)
    stopped.pass_(seconds=-700)
    with pytest.raises(BadSignature):
        read({sandbox.HEADER: signed}, body)


def test_another_secret_signs_otherwise(code: str, settings: Any) -> None:
    derived = sandbox.signature(b"{}", clock.now())
    settings.PRIZES_SANDBOX_SECRET = "given"
    assert sandbox.signature(b"{}", clock.now()) != derived
    settings.PRIZES_SANDBOX_SECRET = ""
    settings.SECRET_KEY = "another site's key"
    assert sandbox.signature(b"{}", clock.now()) != derived


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"null", b"7", b'{"id": 7, "checkout": "x"}', b"\xff", b'{"id": "e"}']
)
def test_nonsense_is_a_value_error_though_it_is_signed(body: bytes) -> None:
    with pytest.raises(ValueError):
        Sandbox().read_webhook({sandbox.HEADER: sandbox.signature(body, clock.now())}, body)


class TestRefunds:
    @pytest.fixture
    def paid(self, code: str) -> str:
        sandbox.pay(code)
        return code

    def test_one_is_made_once_a_key(self, paid: str) -> None:
        given = Sandbox().refund(paid, 500, "refund:1")
        assert (given.given, Sandbox().refund(paid, 500, "refund:1")) == (500, given)
        assert Sandbox().status(paid).refunded == 500
        with pytest.raises(ProviderRefuses):
            Sandbox().refund(paid, 501, "refund:1")

    @pytest.mark.parametrize("amount", [0, -1, 701, 10**12])
    def test_no_more_than_what_is_left_goes_back(self, paid: str, amount: int) -> None:
        Sandbox().refund(paid, 500, "refund:1")
        with pytest.raises(ProviderRefuses):
            Sandbox().refund(paid, amount, "refund:2")
        assert Sandbox().status(paid).refunded == 500

    def test_nothing_unpaid_goes_back(self, code: str) -> None:
        with pytest.raises(ProviderRefuses):
            Sandbox().refund(code, 100, "refund:1")

    def test_what_the_bank_took_is_not_refunded_as_well(self, paid: str) -> None:
        sandbox.charge_back(paid)
        assert Sandbox().status(paid).charged_back == 1200
        with pytest.raises(NotNow):
            Sandbox().refund(paid, 1200, "refund:1")
        sandbox.return_charge_back(paid)
        assert Sandbox().status(paid).charged_back == 0
        assert Sandbox().refund(paid, 1200, "refund:1").given == 1200

    def test_the_bank_takes_a_part_and_later_more(self, paid: str) -> None:
        for taken, in_all in ((500, 500), (200, 700), (9999, 1200), (1, 1200)):
            sandbox.charge_back(paid, taken)
            assert Sandbox().status(paid).charged_back == in_all
        sandbox.return_charge_back(paid)
        assert Sandbox().status(paid).charged_back == 0
        with pytest.raises(ValueError):
            sandbox.charge_back(paid, 0)

    def test_of_a_part_that_was_taken_the_rest_is_refunded(self, paid: str) -> None:
        sandbox.charge_back(paid, 500)
        with pytest.raises(NotNow):
            Sandbox().refund(paid, 701, "refund:1")
        assert Sandbox().refund(paid, 700, "refund:2").given == 700

    def test_after_a_refund_the_bank_takes_all_the_same(self, paid: str) -> None:
        Sandbox().refund(paid, 1200, "refund:1")
        sandbox.charge_back(paid, 300)
        status = Sandbox().status(paid)
        assert (status.refunded, status.charged_back) == (1200, 300)


def test_what_was_paid_is_listed_by_when(code: str, stopped: Clock) -> None:
    other = Sandbox().create(replace(ASKED, key="checkout:2", amount=900)).provider_id
    sandbox.pay(code)
    stopped.pass_(hours=1)
    sandbox.pay(other)
    assert Sandbox().paid_since(0) == {code: 1200, other: 900}
    assert Sandbox().paid_since((clock.now() - timedelta(minutes=1)).timestamp()) == {other: 900}


class TestPages:
    BACK = "/l/calais/competitions/k7x/money/pay/"

    def post(self, visitor: Client, code: str, act: str, page: str = "", **chosen: Any) -> Any:
        return visitor.post(f"/money/sandbox/{code}/{page}", {"act": act, **chosen})

    def test_it_says_that_no_money_is_real(self, visitor: Client, code: str) -> None:
        answer = visitor.get(f"/money/sandbox/{code}/")
        assert answer.status_code == 200
        page = answer.content.decode()
        for said in ("Test payment: no real money", "Season 3", "Pay 12.00"):
            assert said in page

    def test_paying_goes_back(self, visitor: Client, code: str) -> None:
        answer = self.post(visitor, code, "pay")
        assert (answer.status_code, answer.url) == (302, self.BACK)
        assert Sandbox().status(code).state == "paid"

    def test_cancelling_goes_back_and_leaves_it_open(self, visitor: Client, code: str) -> None:
        answer = self.post(visitor, code, "cancel")
        assert (answer.status_code, answer.url) == (302, self.BACK)
        assert Sandbox().status(code).state == "open"

    def test_a_declined_card_is_tried_again(self, visitor: Client, code: str) -> None:
        self.post(visitor, code, "decline")
        assert Sandbox().status(code).state == "failed"
        page = visitor.get(f"/money/sandbox/{code}/").content.decode()
        assert "The card was declined" in page
        self.post(visitor, code, "pay")
        assert Sandbox().status(code).state == "paid"

    def test_an_extra_step_pays_only_when_confirmed(self, visitor: Client, code: str) -> None:
        answer = self.post(visitor, code, "step")
        assert answer.url == f"/money/sandbox/{code}/confirm/"
        assert Sandbox().status(code).state == "open"
        assert "Test payment: no real money" in visitor.get(answer.url).content.decode()
        self.post(visitor, code, "refuse", "confirm/")
        assert Sandbox().status(code).state == "failed"
        answer = self.post(visitor, code, "confirm", "confirm/")
        assert answer.url == self.BACK
        assert Sandbox().status(code).state == "paid"
        assert webhooks() == ["decline.begun", "decline.done", "payment.begun", "payment.done"]

    def test_a_paid_one_is_not_confirmed_again(self, visitor: Client, code: str) -> None:
        sandbox.pay(code)
        assert visitor.get(f"/money/sandbox/{code}/confirm/").status_code == 302
        assert self.post(visitor, code, "refuse", "confirm/").status_code == 302
        assert Sandbox().status(code).state == "paid"

    def test_a_paid_one_is_taken_back_and_returned(self, visitor: Client, code: str) -> None:
        sandbox.pay(code)
        self.post(visitor, code, "charge-back", taken="12.00")
        assert Sandbox().status(code).charged_back == 1200
        assert "reversed by the payer’s bank" in visitor.get(f"/money/sandbox/{code}/").content.decode()
        self.post(visitor, code, "return")
        assert Sandbox().status(code).charged_back == 0

    def test_a_part_is_taken_back_and_more_of_it_later(self, visitor: Client, code: str) -> None:
        sandbox.pay(code)
        address = f"/money/sandbox/{code}/"
        assert 'value="12.00"' in visitor.get(address).content.decode()
        self.post(visitor, code, "charge-back", taken="5")
        page = visitor.get(address).content.decode()
        assert "Paid, and 5.00 tokens of it reversed" in page
        assert 'value="7.00"' in page
        for typed, says in (
            ("7.01", "This is more than is left of the payment."),
            ("0", "Give a sum above 0."),
            ("", "required"),
        ):
            answer = self.post(visitor, code, "charge-back", taken=typed)
            assert answer.status_code == 200
            assert says in answer.content.decode()
            assert Sandbox().status(code).charged_back == 500
        Sandbox().refund(code, 700, "refund:1")
        assert "7.00 tokens was refunded." in visitor.get(address).content.decode()
        self.post(visitor, code, "charge-back", taken="7")
        page = visitor.get(address).content.decode()
        assert "Paid, and reversed by the payer’s bank since." in page
        assert 'value="charge-back"' not in page

    def test_what_is_no_button_does_nothing(self, visitor: Client, code: str) -> None:
        answer = self.post(visitor, code, "rob")
        assert answer.status_code == 200
        assert "Choose one of the buttons." in answer.content.decode()
        assert Sandbox().status(code).state == "open"

    def test_one_that_ended_says_so(self, visitor: Client, code: str, stopped: Clock) -> None:
        stopped.pass_(hours=25)
        page = visitor.get(f"/money/sandbox/{code}/").content.decode()
        assert "The time to pay is over" in page
        assert 'value="pay"' not in page
        self.post(visitor, code, "pay")
        assert Sandbox().status(code).state == "expired"

    @pytest.mark.parametrize("page", ["", "confirm/"])
    def test_one_that_does_not_exist_is_not_found(self, visitor: Client, page: str) -> None:
        assert visitor.get(f"/money/sandbox/nowhere/{page}").status_code == 404
        assert self.post(visitor, "nowhere", "pay", page).status_code == 404

    def test_it_takes_no_form_without_a_token(self, code: str) -> None:
        browser = Client(enforce_csrf_checks=True)
        assert browser.post(f"/money/sandbox/{code}/", {"act": "pay"}).status_code == 403
        assert Sandbox().status(code).state == "open"
