"""The sandbox: a payment provider of our own, for play money alone.

It keeps books of its own (`models.sandbox`), has a checkout page (`views.sandbox`), and signs its webhooks as
real ones do: `t=<Unix seconds>,v1=<HMAC-SHA256 of "t.body">`. What the payer does is a function here: `pay`,
`decline`, `charge_back`, `return_charge_back`.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.urls import reverse
from django.utils.crypto import salted_hmac

from games.common import clock
from league.money import PLAY
from league.prizes.models import SandboxRefund, SandboxSession, SandboxWebhook
from league.prizes.providers import webhooks
from league.prizes.providers.port import (
    BadSignature,
    CheckoutRequest,
    Event,
    NotNow,
    OpenedCheckout,
    ProviderRefuses,
    Refunded,
    Status,
)

HEADER: Final = "Sandbox-Signature"
TOLERANCE: Final = timedelta(seconds=300)
"""A webhook that was signed longer ago, or so much later than now, is refused."""
LIVES: Final = timedelta(hours=24)
"""The time for which a checkout can be paid."""
FIXED: Final = 25
PER_MILLE: Final = 14
"""What the sandbox keeps of a payment: so many minor units, and so many thousandths of it."""
BATCH: Final = 100


class Sandbox:
    """`port.Provider`, over rows in place of a network."""

    key = "sandbox"

    def charges_of(self, amount: int, currency: str) -> int:
        return charges_of(amount)

    def create(self, asked: CheckoutRequest) -> OpenedCheckout:
        if asked.currency != PLAY:
            raise ProviderRefuses(f"The sandbox takes play money only, not {asked.currency}.")
        if asked.amount <= 0:
            raise ProviderRefuses("There is nothing to pay.")
        session = _opened(asked)
        wanted = (asked.amount, asked.currency, asked.description[:200], asked.return_to)
        if (session.amount, session.currency, session.description, session.return_to) != wanted:
            raise ProviderRefuses("This key was used before with other parameters.")
        return OpenedCheckout(session.code, address_of(session.code))

    def status(self, provider_id: str) -> Status:
        session = SandboxSession.objects.filter(code=provider_id).first()
        if session is None:
            raise ProviderRefuses("No such checkout.")
        if session.state != "paid":
            return Status(state_of(session, clock.now()))
        return Status(
            "paid",
            amount=session.amount,
            currency=session.currency,
            charge_id=f"sbx_{session.pk}",
            charges=session.charges,
            refunded=refunded_of(session),
            charged_back=session.charged_back,
        )

    def refund(self, provider_id: str, amount: int, key: str) -> Refunded:
        refund = _refund(provider_id, amount, key)
        return Refunded(f"sbx_re_{refund.pk}", refund.given)

    def read_webhook(self, headers: Mapping[str, str], body: bytes) -> Event:
        _check(headers.get(HEADER, ""), body, clock.now())
        said = json.loads(body)
        if not isinstance(said, dict):
            raise ValueError("a webhook is an object")
        event, checkout = said.get("id"), said.get("checkout")
        if not isinstance(event, str) or not isinstance(checkout, str):
            raise ValueError("a webhook names its event and its checkout")
        return Event(event, checkout)

    def paid_since(self, since: float) -> Mapping[str, int]:
        paid = SandboxSession.objects.filter(state="paid", paid_at__gte=datetime.fromtimestamp(since, UTC))
        return dict(paid.values_list("code", "amount"))


def address_of(code: str) -> str:
    """Where one pays: a path, so that it is found under whatever address the site is reached."""
    return reverse("prizes:sandbox", kwargs={"session": code})


def state_of(session: SandboxSession, now: datetime) -> str:
    """`open`, `paid`, `failed` or `expired`: a checkout at which no one has paid ends by itself."""
    is_over = session.state in ("open", "failed") and session.created_at + LIVES <= now
    return "expired" if is_over else session.state


def charges_of(amount: int) -> int:
    """What the sandbox keeps of a payment: never more than all of it."""
    return min(amount, FIXED + (amount * PER_MILLE + 500) // 1000)


def refunded_of(session: SandboxSession) -> int:
    """What has been refunded of a payment."""
    return int(session.refunds.aggregate(given=Sum("given"))["given"] or 0)


@transaction.atomic
def pay(code: str) -> None:
    """The payer pays, also after having been declined. Paid already, or expired: nothing happens."""
    session = SandboxSession.objects.select_for_update().get(code=code)
    now = clock.now()
    if state_of(session, now) not in ("open", "failed"):
        return
    session.state, session.paid_at, session.charges = "paid", now, charges_of(session.amount)
    session.save(update_fields=["state", "paid_at", "charges"])
    _announce(session, "payment", now)


@transaction.atomic
def decline(code: str) -> None:
    """The payer's bank says no; they may try again."""
    session = SandboxSession.objects.select_for_update().get(code=code)
    now = clock.now()
    if state_of(session, now) != "open":
        return
    session.state = "failed"
    session.save(update_fields=["state"])
    _announce(session, "decline", now)


@transaction.atomic
def charge_back(code: str, amount: int | None = None) -> None:
    """The payer's bank takes back `amount` more of what they paid, refunded or not, as banks may; all that it
    has not taken yet where no amount is given, or a larger one. Raises ValueError unless it is above 0.
    """
    if amount is not None and amount <= 0:
        raise ValueError("a bank takes back more than nothing")
    session = SandboxSession.objects.select_for_update().get(code=code)
    left = session.amount - session.charged_back
    if session.state != "paid" or not left:
        return
    session.charged_back += left if amount is None else min(amount, left)
    session.save(update_fields=["charged_back"])
    _announce(session, "chargeback", clock.now())


@transaction.atomic
def return_charge_back(code: str) -> None:
    """Chargebacks are decided for the seller: all of the money is back."""
    session = SandboxSession.objects.select_for_update().get(code=code)
    if not session.charged_back:
        return
    session.charged_back = 0
    session.save(update_fields=["charged_back"])
    _announce(session, "chargeback-won", clock.now())


def deliver_due(now: datetime) -> int:
    """Send the webhooks that are due at the moment `now`, in their order; how many were.

    They come in by the very door that HTTP uses, signed. One that is not taken is sent again later, as any
    provider would; one that was taken and not noted here is sent twice, which does no harm.
    """
    due = SandboxWebhook.objects.filter(sent_at=None, due_at__lte=now).order_by("due_at", "pk")[:BATCH]
    sent = 0
    for row in due:
        body = row.body.encode()
        webhooks.take_in(Sandbox(), {HEADER: signature(body, clock.now())}, body)
        sent += SandboxWebhook.objects.filter(pk=row.pk, sent_at=None).update(sent_at=now)
    return sent


def signature(body: bytes, moment: datetime) -> str:
    """The value of `HEADER` for a webhook that is sent at `moment`."""
    seconds = int(moment.timestamp())
    return f"t={seconds},v1={_signed(seconds, body)}"


def _opened(asked: CheckoutRequest) -> SandboxSession:
    """The checkout of a key, made where it is new."""
    made = SandboxSession(
        code=secrets.token_urlsafe(24),
        key=asked.key,
        amount=asked.amount,
        currency=asked.currency,
        description=asked.description[:200],
        return_to=asked.return_to,
        created_at=clock.now(),
    )
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError:
        return SandboxSession.objects.get(key=asked.key)
    return made


@transaction.atomic
def _refund(code: str, amount: int, key: str) -> SandboxRefund:
    """The refund of a key, made where it is new."""
    session = SandboxSession.objects.select_for_update().filter(code=code).first()
    if session is None:
        raise ProviderRefuses("No such checkout.")
    before = SandboxRefund.objects.filter(key=key).first()
    if before is not None:
        if (before.session_id, before.amount) != (session.pk, amount):
            raise ProviderRefuses("This key was used before with other parameters.")
        return before
    left = session.amount - refunded_of(session) if session.state == "paid" else 0
    if session.charged_back and amount > left - session.charged_back:
        raise NotNow("the payer's bank has taken this payment back, or too much of it")
    if not 0 < amount <= left:
        raise ProviderRefuses(f"Of this payment {left} can be refunded, not {amount}.")
    made = SandboxRefund.objects.create(session=session, key=key, amount=amount, given=amount, state="done")
    _announce(session, "refund", clock.now())
    return made


def _announce(session: SandboxSession, what: str, now: datetime) -> None:
    """Have two webhooks sent, as providers do: something has begun, it is done."""
    for step in (f"{what}.begun", f"{what}.done"):
        event = f"evt_{secrets.token_hex(12)}"
        said = {"id": event, "type": step, "checkout": session.code, "created": int(now.timestamp())}
        SandboxWebhook.objects.create(session=session, event_id=event, body=json.dumps(said), due_at=now)


def _check(header: str, body: bytes, now: datetime) -> None:
    """Raises `BadSignature` unless `header` is ours, of just now."""
    parts = [part.partition("=") for part in header.split(",")]
    times = [value for name, _sign, value in parts if name == "t"]
    if len(times) != 1 or not times[0].isdecimal() or len(times[0]) > 12:
        raise BadSignature("no time of signing")
    signed = _signed(int(times[0]), body)
    given = [value for name, _sign, value in parts if name == "v1"]
    if not any(hmac.compare_digest(signed.encode(), value.encode()) for value in given):
        raise BadSignature("not signed by the sandbox")
    if abs(now.timestamp() - int(times[0])) > TOLERANCE.total_seconds():
        raise BadSignature("signed too long ago")


def _signed(seconds: int, body: bytes) -> str:
    return hmac.new(_secret(), f"{seconds}.".encode() + body, sha256).hexdigest()


def _secret() -> bytes:
    if settings.PRIZES_SANDBOX_SECRET:
        return str(settings.PRIZES_SANDBOX_SECRET).encode()
    return salted_hmac("league.prizes.providers.sandbox", "webhooks", algorithm="sha256").digest()
