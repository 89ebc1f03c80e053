"""Stripe, by its official library: Checkout, refunds, webhooks. Keys come from the environment.

A checkout is a Checkout Session (`cs_…`); what is paid at it is a PaymentIntent (`pi_…`). Events about
refunds and disputes know the latter alone, so it is our `charge_id`. Stripe counts every currency of
`league.money` in the minor units that we do, those without decimals too.

Tested by recorded answers. It has not been run against the live service.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

from league.money import EXPONENT, PLAY
from league.prizes.providers.port import (
    BadSignature,
    CheckoutRequest,
    Event,
    OpenedCheckout,
    ProviderDown,
    ProviderRefuses,
    Refunded,
    Status,
)

if TYPE_CHECKING:  # the library is loaded by the processes that ask it something
    from stripe import HTTPClient, StripeClient

logger = logging.getLogger(__name__)

HEADER: Final = "Stripe-Signature"
TIMEOUT: Final = (4.0, 12.0)
"""Seconds to connect, and to wait for an answer."""
PAGE: Final = 100
MADE_BEFORE: Final = 2 * 24 * 3600
"""Seconds between opening a checkout and paying at it, at most: they are listed by when they were opened."""
NOT_YET: Final = ("balance_insufficient", "charge_disputed", "lock_timeout", "rate_limit")
"""Codes of refusals that may be otherwise tomorrow; of a disputed charge a webhook will tell more."""
LOST: Final = ("failed", "canceled")
FIXED: Final = 30
PER_MILLE: Final = 33
"""About what is kept of a payment: so many minor units, and so many thousandths of it."""


class StripeProvider:
    """`port.Provider`, over Stripe's API."""

    key = "stripe"

    def __init__(self, secret: str, webhook_secret: str, transport: HTTPClient | None = None) -> None:
        """`transport` stands in for the network, in tests."""
        self._webhook_secret = webhook_secret
        self._client = _client(secret) if transport is None else _client_over(secret, transport)

    def charges_of(self, amount: int, currency: str) -> int:
        """An estimate on the safe side, after Stripe's list prices: what cards cost differs by country."""
        return min(amount, FIXED + (amount * PER_MILLE + 500) // 1000)

    def create(self, asked: CheckoutRequest) -> OpenedCheckout:
        if asked.currency not in EXPONENT or asked.currency == PLAY:
            raise ProviderRefuses(f"Stripe does not take {asked.currency}.")
        ours = {"checkout": asked.reference, "site": settings.SITE_ADDRESS}
        price = {
            "currency": asked.currency.lower(),
            "unit_amount": asked.amount,
            "product_data": {"name": asked.description[:200]},
        }
        params: Any = {
            "mode": "payment",
            "line_items": [{"price_data": price, "quantity": 1}],
            "success_url": asked.return_to,
            "cancel_url": asked.return_to,
            "client_reference_id": asked.reference,
            "locale": asked.language if asked.language in ("en", "fr") else "auto",
            "adaptive_pricing": {"enabled": False},
            "metadata": ours,
            "payment_intent_data": {"metadata": ours},
        }
        with _asking():
            session = self._client.v1.checkout.sessions.create(params, {"idempotency_key": asked.key})
            made = session.to_dict()
        return OpenedCheckout(made["id"], made["url"] or "")

    def status(self, provider_id: str) -> Status:
        with _asking():
            session = self._client.v1.checkout.sessions.retrieve(
                provider_id, {"expand": ["payment_intent.latest_charge.balance_transaction"]}
            ).to_dict()
            if session["payment_status"] != "paid":
                return Status(_unpaid(session))
            intent = session["payment_intent"]
            charge = intent["latest_charge"]
            withdrawn = self._disputes(intent["id"]) if charge["disputed"] else []
        kept = charge.get("balance_transaction")
        fees = (kept["fee"] if kept else 0) + sum(fee for _amount, fee in withdrawn)
        return Status(
            "paid",
            amount=session["amount_total"],
            currency=session["currency"].upper(),
            charge_id=intent["id"],
            charges=_in_currency_of(charge, fees),
            refunded=charge["amount_refunded"],
            charged_back=min(charge["amount"], sum(amount for amount, _fee in withdrawn)),
        )

    def refund(self, provider_id: str, amount: int, key: str) -> Refunded:
        """Stripe forgets idempotency keys after a day: what was made before is looked for first."""
        with _asking():
            session = self._client.v1.checkout.sessions.retrieve(provider_id).to_dict()
            intent = session["payment_intent"]
            if not intent or session["payment_status"] != "paid":
                raise ProviderRefuses("Nothing was paid at this checkout.")
            refund = self._refund_of(intent, key) or self._make_refund(intent, amount, key)
        if refund["amount"] != amount:
            raise ProviderRefuses("This key was used before with another amount.")
        if refund["status"] in LOST:
            raise ProviderRefuses(f"The refund failed: {refund.get('failure_reason') or 'no reason given'}.")
        return Refunded(refund["id"], amount if refund["status"] == "succeeded" else 0)

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> Event:
        from stripe import SignatureVerificationError

        try:
            event = self._client.construct_event(body, headers.get(HEADER), self._webhook_secret).to_dict()
            name, about = event["id"], event["data"]["object"]
            checkout = _checkout_of(about)
        except SignatureVerificationError as error:
            raise BadSignature(str(error.user_message)) from error
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError("no event of Stripe's") from error
        if not isinstance(name, str):
            raise ValueError("an event without a name")
        return Event(name, checkout)

    def paid_since(self, since: float) -> Mapping[str, int]:
        params: Any = {
            "created": {"gte": int(since) - MADE_BEFORE},
            "status": "complete",
            "limit": PAGE,
        }
        found = {}
        with _asking():
            for each in self._client.v1.checkout.sessions.list(params).auto_paging_iter():
                session = each.to_dict()
                ours = (session.get("metadata") or {}).get("site") == settings.SITE_ADDRESS
                if ours and session["payment_status"] == "paid":
                    found[session["id"]] = session["amount_total"]
        return found

    def _disputes(self, intent: str) -> list[tuple[int, int]]:
        """Of each dispute: what the bank has taken and not returned, in the charge's currency; what Stripe
        kept for it, in the account's.
        """
        params: Any = {"payment_intent": intent, "limit": PAGE}
        found = []
        for each in self._client.v1.disputes.list(params).auto_paging_iter():
            dispute = each.to_dict()
            moves = dispute["balance_transactions"]
            is_gone = sum(move["amount"] for move in moves) < 0
            found.append((dispute["amount"] if is_gone else 0, sum(move["fee"] for move in moves)))
        return found

    def _refund_of(self, intent: str, key: str) -> dict[str, Any] | None:
        params: Any = {"payment_intent": intent, "limit": PAGE}
        refunds = (each.to_dict() for each in self._client.v1.refunds.list(params).auto_paging_iter())
        return next((each for each in refunds if (each.get("metadata") or {}).get("key") == key), None)

    def _make_refund(self, intent: str, amount: int, key: str) -> dict[str, Any]:
        params: Any = {"payment_intent": intent, "amount": amount, "metadata": {"key": key}}
        return self._client.v1.refunds.create(params, {"idempotency_key": f"{key}:{intent}"}).to_dict()


def _unpaid(session: Mapping[str, Any]) -> str:
    """How a checkout stands that no one has paid (yet): some ways of paying take days to say so."""
    if session["status"] != "complete":
        return "expired" if session["status"] == "expired" else "open"
    intent = session["payment_intent"] or {}
    return "failed" if intent.get("status") in ("requires_payment_method", "canceled") else "open"


def _checkout_of(about: Mapping[str, Any]) -> str:
    """The name by which a webhook speaks of a checkout: the session's, or that of what was paid at it."""
    if about["object"] in ("checkout.session", "payment_intent"):
        return str(about["id"])
    intent = about.get("payment_intent") or ""
    return str(intent["id"] if isinstance(intent, Mapping) else intent)


def _in_currency_of(charge: Mapping[str, Any], amount: int) -> int:
    """A sum in the currency that the account is kept in as one of the charge's currency, by the rate at which
    the charge itself was converted; rounded up.
    """
    kept = charge.get("balance_transaction")
    if not kept or kept["currency"] == charge["currency"] or not kept["amount"]:
        return amount
    return -(-amount * int(charge["amount"]) // int(kept["amount"]))


@lru_cache(maxsize=2)
def _client(secret: str) -> StripeClient:
    from stripe import RequestsClient

    return _client_over(secret, RequestsClient(timeout=TIMEOUT))


def _client_over(secret: str, transport: HTTPClient) -> StripeClient:
    """A client that asks once: the caller asks again later, with the same key."""
    import stripe

    stripe.enable_telemetry = False
    return stripe.StripeClient(secret, http_client=transport, max_network_retries=0)


@contextmanager
def _asking() -> Iterator[None]:
    """Raise what the library raises as `ProviderDown` or `ProviderRefuses`. Keys that Stripe does not know
    are a fault of ours: nothing is decided by it.
    """
    import stripe

    refusals = (stripe.InvalidRequestError, stripe.CardError, stripe.IdempotencyError)
    try:
        yield
    except stripe.StripeError as error:
        if isinstance(error, (stripe.AuthenticationError, stripe.PermissionError)):
            logger.error("Stripe does not accept our key: %s", type(error).__name__)
        if isinstance(error, refusals) and error.code not in NOT_YET and (error.http_status or 0) < 500:
            raise ProviderRefuses(str(error.user_message or error.code or "no reason given")[:200]) from error
        raise ProviderDown(f"{type(error).__name__} {error.http_status or ''}".strip()) from error
