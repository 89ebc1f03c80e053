"""Doors for Celery: each calls a service. A lost, doubled or late task does no harm; rows are the queue."""

from __future__ import annotations

from celery import shared_task

from games.common import clock
from games.common.database.heartbeat import once_a_day
from league.prizes.providers import sandbox
from league.prizes.services import (
    checking,
    watching,
)
from league.prizes.services.incoming import (
    checkout,
    reconciling,
    webhook_queue,
)
from league.prizes.services.payouts import pay_details
from league.prizes.services.refunds import refunding
from league.prizes.services.treasurers import bank_details


@shared_task  # type: ignore[untyped-decorator]
def deliver_sandbox() -> None:
    """Send the sandbox's webhooks that are due; beat calls it every two seconds."""
    sandbox.deliver_due(clock.now())


@shared_task  # type: ignore[untyped-decorator]
def process_webhooks() -> None:
    """Look into webhooks that have come; beat calls it every two seconds."""
    webhook_queue.process_due()


@shared_task  # type: ignore[untyped-decorator]
def ask_checkouts() -> None:
    """Ask providers about checkouts of which nothing was heard; beat calls it every minute."""
    checkout.close_stale()
    reconciling.ask_due()


@shared_task  # type: ignore[untyped-decorator]
def send_refunds() -> None:
    """Send refunds back the way the money came; beat calls it every ten seconds."""
    refunding.send_due()


@shared_task  # type: ignore[untyped-decorator]
def compare_payments() -> None:
    """Compare providers' books with the ledger once a day; beat asks every minute."""
    once_a_day("payments", webhook_queue.process_left, reconciling.compare_all, webhook_queue.forget_old)


@shared_task  # type: ignore[untyped-decorator]
def watch_money() -> None:
    """Note who is lost, remind winners, carry what no one claims; beat calls it every ten minutes."""
    watching.watch_all()


@shared_task  # type: ignore[untyped-decorator]
def verify_ledger() -> None:
    """Check every book once a day; beat asks every minute."""
    once_a_day("ledger", checking.check_all)


@shared_task  # type: ignore[untyped-decorator]
def forget_pay_details() -> None:
    """Delete once a day where old prizes were sent and settled seasons were paid; beat asks every minute."""
    once_a_day("pay details", pay_details.forget_old, bank_details.erase_settled)
