"""Paying online in tests: the payer at the sandbox's page, its webhooks, and what the tasks do."""

from __future__ import annotations

from typing import Any

from games.common import clock
from league.competitions.models import Entry
from league.prizes.models import Checkout, Payment, WebhookEvent
from league.prizes.providers import sandbox
from league.prizes.providers.port import CheckoutRequest
from league.prizes.services.incoming import checkout, reconciling, webhook_queue
from league.prizes.services.refunds import refunding
from tests.league.prizes import unruly

ASKED = CheckoutRequest(
    key="checkout:1",
    amount=1200,
    currency="XTS",
    description="Season 3",
    reference="1",
    return_to="http://localhost:8000/l/calais/competitions/k7x/money/pay/",
    language="en",
)


def begin(entry: Entry) -> Checkout:
    """The entrant presses the button."""
    return checkout.begin(entry=entry, user=entry.user)


def begin_and_pay(entry: Entry, **switches: Any) -> Checkout:
    made = begin(entry)
    unruly.pay(made.provider_id, **switches)
    return made


def deliver() -> int:
    """Send what the sandbox has to send, and look into it; into how much."""
    sandbox.deliver_due(clock.now())
    return webhook_queue.process_due()


def run_tasks() -> None:
    """What beat has done every minute."""
    deliver()
    checkout.close_stale()
    reconciling.ask_due()
    refunding.send_due()


def payment_of(entry: Entry) -> Payment:
    return Payment.objects.get(entry=entry)


def waiting_webhooks() -> int:
    return WebhookEvent.objects.filter(processed_at=None).count()
