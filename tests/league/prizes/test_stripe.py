"""Stripe by its own library over recorded answers: no test here touches a network."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

import pytest
from stripe import WebhookSignature

from league.money import EXPONENT, PLAY
from league.prizes.providers import by_key, provider_for
from league.prizes.providers.port import (
    BadSignature,
    Event,
    OpenedCheckout,
    ProviderDown,
    ProviderRefuses,
    Refunded,
    Status,
)
from league.prizes.providers.stripe import HEADER, StripeProvider
from tests.league.prizes import stripe_answers as recorded
from tests.league.prizes.online import ASKED
from tests.league.prizes.stripe_answers import (
    DISPUTE,
    INTENT,
    OPEN,
    PAID,
    REFUND,
    REINSTATED,
    WITHDRAWN,
    Transport,
    bare,
    listed,
    paid,
    refused,
    unreachable,
)

SESSIONS = "/v1/checkout/sessions"
ONE = f"{SESSIONS}/cs_test_a1"
EUROS = replace(ASKED, currency="EUR")
SECRET = "whsec_test"


@pytest.fixture
def transport() -> Transport:
    return Transport()


@pytest.fixture
def stripe(transport: Transport) -> StripeProvider:
    return StripeProvider("sk_test_1", SECRET, transport)


class TestDoors:
    @pytest.fixture
    def turned_on(self, settings: Any) -> Any:
        settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
        settings.STRIPE_SECRET_KEY, settings.STRIPE_WEBHOOK_SECRET = "sk_test_1", SECRET
        return settings

    def test_real_money_goes_to_stripe_once_it_is_turned_on(self, turned_on: Any) -> None:
        assert isinstance(provider_for("EUR"), StripeProvider)
        assert provider_for(PLAY) is not None and provider_for(PLAY).key == "sandbox"  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("PRIZES_REAL_MONEY", False),
            ("PRIZES_OPERATOR", ""),
            ("STRIPE_SECRET_KEY", ""),
            ("STRIPE_WEBHOOK_SECRET", ""),
        ],
    )
    def test_without_one_of_them_it_is_absent(self, turned_on: Any, name: str, value: Any) -> None:
        setattr(turned_on, name, value)
        assert provider_for("EUR") is None

    def test_turned_off_again_it_still_refunds_what_was_paid(self, turned_on: Any) -> None:
        turned_on.PRIZES_REAL_MONEY = False
        assert isinstance(by_key("stripe"), StripeProvider)
        turned_on.STRIPE_SECRET_KEY = ""
        assert by_key("stripe") is None


class TestCreate:
    def test_a_checkout_is_opened_for_the_sum_with_our_key(
        self, stripe: StripeProvider, transport: Transport
    ) -> None:
        transport.says("post", SESSIONS, OPEN)
        opened = stripe.create(EUROS)
        assert opened == OpenedCheckout("cs_test_a1", "https://checkout.stripe.com/c/pay/cs_test_a1")
        (sent,) = transport.sent_to("post", SESSIONS)
        assert sent["mode"] == "payment"
        assert sent["line_items[0][price_data][currency]"] == "eur"
        assert sent["line_items[0][price_data][unit_amount]"] == "1200"
        assert sent["line_items[0][price_data][product_data][name]"] == "Season 3"
        assert sent["line_items[0][quantity]"] == "1"
        assert sent["success_url"] == sent["cancel_url"] == ASKED.return_to
        assert sent["client_reference_id"] == "1"
        assert sent["payment_intent_data[metadata][checkout]"] == "1"
        assert sent["adaptive_pricing[enabled]"] == "false"
        assert sent["locale"] == "en"
        assert transport.keys_sent_to("post", SESSIONS) == ["checkout:1"]

    def test_currencies_without_cents_are_sent_as_they_are(
        self, stripe: StripeProvider, transport: Transport
    ) -> None:
        """Stripe's list of currencies without decimals has JPY, and none other of ours."""
        transport.says("post", SESSIONS, OPEN | {"currency": "jpy", "amount_total": 500})
        stripe.create(replace(ASKED, currency="JPY", amount=500))
        (sent,) = transport.sent_to("post", SESSIONS)
        assert sent["line_items[0][price_data][unit_amount]"] == "500"
        assert {currency for currency, digits in EXPONENT.items() if not digits} == {"JPY"}

    @pytest.mark.parametrize("currency", [PLAY, "XXX", "eur", ""])
    def test_other_money_is_refused_before_it_is_asked(
        self, stripe: StripeProvider, transport: Transport, currency: str
    ) -> None:
        with pytest.raises(ProviderRefuses):
            stripe.create(replace(ASKED, currency=currency))
        assert transport.asked == []

    def test_it_asks_once_and_keeps_to_its_secrets(
        self, stripe: StripeProvider, transport: Transport
    ) -> None:
        transport.says("post", SESSIONS, unreachable())
        with pytest.raises(ProviderDown) as caught:
            stripe.create(EUROS)
        assert len(transport.asked) == 1
        assert "sk_test_1" not in str(caught.value)


class TestErrors:
    @pytest.mark.parametrize(
        ("status", "answer"),
        [
            (500, refused("api_error", None, "Sorry.")),
            (503, "<html>busy</html>"),
            (409, refused("idempotency_error", "idempotency_key_in_use", "Another request is in progress.")),
            (429, refused("invalid_request_error", "rate_limit", "Too many requests.")),
            (429, refused("invalid_request_error", "lock_timeout", "This object is locked.")),
            (401, refused("invalid_request_error", None, "Invalid API Key provided: sk_test_***1")),
            (403, refused("invalid_request_error", None, "This key may not do that.")),
            (400, refused("invalid_request_error", "balance_insufficient", "Insufficient funds.")),
            (200, "no JSON at all"),
        ],
    )
    def test_what_may_be_otherwise_later_is_down(
        self, stripe: StripeProvider, transport: Transport, status: int, answer: Any
    ) -> None:
        transport.says("get", ONE, answer, status=status)
        with pytest.raises(ProviderDown):
            stripe.status("cs_test_a1")

    @pytest.mark.parametrize(
        ("status", "answer", "says"),
        [
            (404, refused("invalid_request_error", "resource_missing", "No such checkout."), "No such"),
            (400, refused("idempotency_error", None, "Keys can only be used once."), "only be used once"),
            (402, refused("card_error", "card_declined", "Your card was declined."), "declined"),
        ],
    )
    def test_a_no_for_good_is_refused_with_its_reason(
        self, stripe: StripeProvider, transport: Transport, status: int, answer: Any, says: str
    ) -> None:
        transport.says("get", ONE, answer, status=status)
        with pytest.raises(ProviderRefuses, match=says):
            stripe.status("cs_test_a1")


class TestStatus:
    def ask(self, stripe: StripeProvider, transport: Transport, session: Any, *disputes: Any) -> Status:
        transport.says("get", ONE, session)
        transport.says("get", "/v1/disputes", listed(*disputes, url="/v1/disputes"))
        return stripe.status("cs_test_a1")

    @pytest.mark.parametrize(
        ("session", "state"),
        [
            (OPEN, "open"),
            (OPEN | {"status": "expired"}, "expired"),
            (
                PAID | {"payment_status": "unpaid", "payment_intent": INTENT | {"status": "processing"}},
                "open",
            ),
            (
                PAID
                | {
                    "payment_status": "unpaid",
                    "payment_intent": INTENT | {"status": "requires_payment_method"},
                },
                "failed",
            ),
        ],
    )
    def test_what_is_not_paid(
        self, stripe: StripeProvider, transport: Transport, session: Any, state: str
    ) -> None:
        assert self.ask(stripe, transport, session) == Status(state)

    def test_what_is_paid_with_what_stripe_keeps(self, stripe: StripeProvider, transport: Transport) -> None:
        status = self.ask(stripe, transport, PAID)
        assert status == Status("paid", 1200, "EUR", "pi_1", charges=43)
        (sent,) = transport.sent_to("get", ONE)
        assert sent == {"expand[0]": "payment_intent.latest_charge.balance_transaction"}
        assert transport.sent_to("get", "/v1/disputes") == []

    def test_charges_that_are_not_known_yet(self, stripe: StripeProvider, transport: Transport) -> None:
        assert self.ask(stripe, transport, paid({"balance_transaction": None})).charges == 0

    def test_charges_in_the_accounts_currency_are_converted(
        self, stripe: StripeProvider, transport: Transport
    ) -> None:
        """12.00 EUR came to 14.10 USD, of which Stripe kept 0.51: 0.4341 EUR, rounded up."""
        kept = {"amount": 1410, "currency": "usd", "fee": 51, "exchange_rate": 1.175}
        assert self.ask(stripe, transport, paid({"balance_transaction": kept})).charges == 44

    def test_what_was_refunded(self, stripe: StripeProvider, transport: Transport) -> None:
        assert self.ask(stripe, transport, paid({"amount_refunded": 500})).refunded == 500

    def test_what_a_bank_took_and_what_it_costs(self, stripe: StripeProvider, transport: Transport) -> None:
        status = self.ask(stripe, transport, paid({"disputed": True}), DISPUTE)
        assert (status.charged_back, status.charges) == (1200, 43 + 2000)
        assert transport.sent_to("get", "/v1/disputes") == [{"payment_intent": "pi_1", "limit": "100"}]

    def test_a_question_of_a_bank_takes_nothing(self, stripe: StripeProvider, transport: Transport) -> None:
        asked = DISPUTE | {"balance_transactions": [], "status": "warning_needs_response"}
        assert self.ask(stripe, transport, paid({"disputed": True}), asked).charged_back == 0

    def test_a_dispute_that_was_won_returns_the_money(
        self, stripe: StripeProvider, transport: Transport
    ) -> None:
        won = DISPUTE | {"balance_transactions": [WITHDRAWN, REINSTATED], "status": "won"}
        status = self.ask(stripe, transport, paid({"disputed": True}), won)
        assert (status.charged_back, status.charges) == (0, 43 + 2000)


class TestRefund:
    REFUNDS = "/v1/refunds"

    @pytest.fixture(autouse=True)
    def is_paid(self, transport: Transport) -> None:
        transport.says("get", ONE, bare(PAID))
        transport.says("get", self.REFUNDS, listed(url=self.REFUNDS))

    def test_it_is_made_with_our_key(self, stripe: StripeProvider, transport: Transport) -> None:
        transport.says("post", self.REFUNDS, REFUND)
        assert stripe.refund("cs_test_a1", 1200, "refund:7") == Refunded("re_1", 1200)
        (sent,) = transport.sent_to("post", self.REFUNDS)
        assert sent == {"payment_intent": "pi_1", "amount": "1200", "metadata[key]": "refund:7"}
        assert transport.keys_sent_to("post", self.REFUNDS) == ["refund:7:pi_1"]

    def test_one_that_was_made_before_is_found_however_long_ago(
        self, stripe: StripeProvider, transport: Transport
    ) -> None:
        """Stripe forgets keys after a day; on the second page of the list."""
        other = REFUND | {"id": "re_0", "metadata": {}}
        pages = (listed(other, url=self.REFUNDS, more=True), listed(REFUND, url=self.REFUNDS))
        transport.says("get", self.REFUNDS, *pages)
        assert stripe.refund("cs_test_a1", 1200, "refund:7") == Refunded("re_1", 1200)
        assert transport.sent_to("post", self.REFUNDS) == []
        assert [sent.get("starting_after") for sent in transport.sent_to("get", self.REFUNDS)] == [
            None,
            "re_0",
        ]

    def test_a_key_is_used_for_one_amount(self, stripe: StripeProvider, transport: Transport) -> None:
        transport.says("get", self.REFUNDS, listed(REFUND, url=self.REFUNDS))
        with pytest.raises(ProviderRefuses, match="another amount"):
            stripe.refund("cs_test_a1", 600, "refund:7")

    def test_one_that_is_on_its_way_has_given_nothing_yet(
        self, stripe: StripeProvider, transport: Transport
    ) -> None:
        transport.says("post", self.REFUNDS, REFUND | {"status": "pending"})
        assert stripe.refund("cs_test_a1", 1200, "refund:7") == Refunded("re_1", 0)

    @pytest.mark.parametrize("status", ["failed", "canceled"])
    def test_one_that_failed_is_refused(
        self, stripe: StripeProvider, transport: Transport, status: str
    ) -> None:
        failed = REFUND | {"status": status, "failure_reason": "expired_or_canceled_card"}
        transport.says("post", self.REFUNDS, failed)
        with pytest.raises(ProviderRefuses, match="expired_or_canceled_card"):
            stripe.refund("cs_test_a1", 1200, "refund:7")

    def test_what_was_refunded_by_others_is_refused(
        self, stripe: StripeProvider, transport: Transport
    ) -> None:
        answer = refused("invalid_request_error", "charge_already_refunded", "Charge ch_1 has been refunded.")
        transport.says("post", self.REFUNDS, answer, status=400)
        with pytest.raises(ProviderRefuses, match="has been refunded"):
            stripe.refund("cs_test_a1", 1200, "refund:7")

    def test_what_a_bank_disputes_waits(self, stripe: StripeProvider, transport: Transport) -> None:
        answer = refused("invalid_request_error", "charge_disputed", "Charge ch_1 has been charged back.")
        transport.says("post", self.REFUNDS, answer, status=400)
        with pytest.raises(ProviderDown):
            stripe.refund("cs_test_a1", 1200, "refund:7")

    def test_nothing_unpaid_goes_back(self, stripe: StripeProvider, transport: Transport) -> None:
        transport.says("get", ONE, OPEN)
        with pytest.raises(ProviderRefuses):
            stripe.refund("cs_test_a1", 1200, "refund:7")
        assert len(transport.asked) == 1


def event(about: dict[str, Any], kind: str = "checkout.session.completed", **more: Any) -> bytes:
    said = {
        "id": "evt_1",
        "object": "event",
        "api_version": "2026-10-28.endive",
        "created": 1767225600,
        "data": {"object": about},
        "livemode": False,
        "type": kind,
    }
    return json.dumps(said | more).encode()


def signed(body: bytes, secret: str = SECRET, age: int = 0) -> dict[str, str]:
    stamp = int(time.time()) - age
    header = WebhookSignature.generate_signature_header(body.decode(), secret, stamp)
    return {HEADER: header}


class TestWebhooks:
    @pytest.mark.parametrize(
        ("about", "checkout"),
        [
            (bare(PAID), "cs_test_a1"),
            (INTENT, "pi_1"),
            (paid()["payment_intent"]["latest_charge"], "pi_1"),
            (DISPUTE, "pi_1"),
            (REFUND, "pi_1"),
            (DISPUTE | {"payment_intent": INTENT}, "pi_1"),
            (DISPUTE | {"payment_intent": None}, ""),
            ({"id": "po_1", "object": "payout"}, ""),
        ],
    )
    def test_one_names_what_it_is_about(
        self, stripe: StripeProvider, transport: Transport, about: dict[str, Any], checkout: str
    ) -> None:
        body = event(about)
        assert stripe.read_webhook(signed(body), body) == Event("evt_1", checkout)
        assert transport.asked == []

    def test_forged_and_old_ones_are_refused(self, stripe: StripeProvider) -> None:
        body = event(PAID)
        refused_ = [
            {},
            {HEADER: ""},
            {HEADER: "t=1,v1=0"},
            signed(body, "whsec_other"),
            signed(body, age=301),
        ]
        for headers in refused_:
            with pytest.raises(BadSignature):
                stripe.read_webhook(headers, body)
        with pytest.raises(BadSignature):
            stripe.read_webhook(signed(body), body.replace(b"evt_1", b"evt_2"))

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{",
            b"[]",
            b"7",
            b"{}",
            event(PAID, object="v2.core.event"),
            event(PAID, data=None),
            event(PAID, data={"object": "cs_test_a1"}),
            event({"object": "charge", "payment_intent": 7}, id=None),
        ],
    )
    def test_nonsense_is_a_value_error_though_it_is_signed(self, stripe: StripeProvider, body: bytes) -> None:
        with pytest.raises(ValueError):
            stripe.read_webhook(signed(body), body)

    def test_bytes_that_are_no_text_are_a_value_error(self, stripe: StripeProvider) -> None:
        with pytest.raises(ValueError):
            stripe.read_webhook({HEADER: "t=1,v1=0"}, b"\xff\xfe")


def test_what_was_paid_is_listed_page_by_page(stripe: StripeProvider, transport: Transport) -> None:
    others = [
        bare(PAID) | {"id": "cs_2", "metadata": {"site": "https://elsewhere.example"}},
        bare(PAID) | {"id": "cs_3", "metadata": None},
        bare(PAID) | {"id": "cs_4", "payment_status": "unpaid"},
    ]
    last = bare(PAID) | {"id": "cs_5", "amount_total": 700}
    pages = (listed(bare(PAID), *others, url=SESSIONS, more=True), listed(last, url=SESSIONS))
    transport.says("get", SESSIONS, *pages)
    assert stripe.paid_since(1767225600.5) == {"cs_test_a1": 1200, "cs_5": 700}
    first, second = transport.sent_to("get", SESSIONS)
    assert first == {"created[gte]": str(1767225600 - 2 * 24 * 3600), "status": "complete", "limit": "100"}
    assert second["starting_after"] == "cs_4"


def test_the_real_transport_does_not_wait_for_ever() -> None:
    made = StripeProvider("sk_test_of_this_test", SECRET)
    assert made._client is StripeProvider("sk_test_of_this_test", SECRET)._client
    transport = made._client._requestor._client
    assert (transport.name, transport._timeout) == ("requests", (4.0, 12.0))  # type: ignore[union-attr]


def test_answers_are_those_that_the_library_reads() -> None:
    """The recorded shapes name their kind as the library's own classes do."""
    from stripe import BalanceTransaction, Charge, Dispute, PaymentIntent, Refund
    from stripe.checkout import Session

    kinds = {
        Session: recorded.PAID,
        PaymentIntent: recorded.INTENT,
        Charge: recorded.CHARGE,
        Refund: recorded.REFUND,
        Dispute: recorded.DISPUTE,
        BalanceTransaction: recorded.WITHDRAWN,
    }
    for kind, shape in kinds.items():
        assert shape["object"] == kind.OBJECT_NAME
        assert set(shape) - {"object"} <= set(kind.__annotations__), kind
