"""A sandbox that misbehaves when asked to: what a payment provider on the network may do to the site.

`install` puts it in the product's place (`conftest`, the chaos script). The payer's acts are those of
`providers.sandbox`, with switches: `pay(code, lost=True)`. What one checkout was told holds from then on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction

from games.common import clock
from league.prizes import providers
from league.prizes.models import SandboxRefund, SandboxSession, SandboxWebhook
from league.prizes.providers import sandbox
from league.prizes.providers.port import (
    CheckoutRequest,
    OpenedCheckout,
    ProviderDown,
    ProviderRefuses,
    Refunded,
    Status,
)
from league.prizes.providers.sandbox import Sandbox

DOWN: Final = "unruly:down"
LOSE_CREATE: Final = "unruly:lose-create"
SWITCHES: Final = "switches"
"""The event of a row among those that were sent: all processes of a run know a checkout's switches by it."""


@dataclass(frozen=True, slots=True)
class Switches:
    """How the sandbox behaves for one checkout. `late` are seconds that its webhooks are held back."""

    duplicate: bool = False
    reordered: bool = False
    late: int = 0
    lost: bool = False
    time_out: bool = False
    partial_refund: bool = False
    refund_refused: bool = False


class Unruly(Sandbox):
    """The sandbox, and what goes wrong between it and the site."""

    def create(self, asked: CheckoutRequest) -> OpenedCheckout:
        _answer()
        opened = super().create(asked)
        if _is_up(LOSE_CREATE):
            cache.delete(LOSE_CREATE)
            raise ProviderDown("time-out after success")
        return opened

    def status(self, provider_id: str) -> Status:
        _answer()
        return super().status(provider_id)

    def paid_since(self, since: float) -> Mapping[str, int]:
        _answer()
        return super().paid_since(since)

    def refund(self, provider_id: str, amount: int, key: str) -> Refunded:
        _answer()
        with _spoiling(provider_id) as how:
            has_some = SandboxRefund.objects.filter(session__code=provider_id).exists()
            is_new = not SandboxRefund.objects.filter(key=key).exists()
            refunded = super().refund(provider_id, amount, key)
            if is_new:
                refunded = self._spoilt(refunded, amount, key, how, has_some)
            if is_new and how.time_out:
                behave(provider_id, **asdict(replace(how, time_out=False)))
        if is_new and how.time_out:
            raise ProviderDown("time-out after success")
        return refunded

    @staticmethod
    def _spoilt(refunded: Refunded, amount: int, key: str, how: Switches, has_some: bool) -> Refunded:
        """What a new refund comes to. One that is refused here was not made: all of it is taken back."""
        if how.refund_refused:
            raise ProviderRefuses("This payment is too old to be refunded.")
        if not how.partial_refund:
            return refunded
        if has_some:
            raise ProviderRefuses("The rest of this payment can no longer be refunded.")
        half = (amount + 1) // 2
        SandboxRefund.objects.filter(key=key).update(given=half)
        return replace(refunded, given=half)


def install() -> None:
    """From now on this process asks the unruly sandbox wherever it would ask the product's."""
    providers.Sandbox = Unruly  # type: ignore[misc]


def pay(code: str, **switches: Any) -> None:
    _do(sandbox.pay, code, switches)


def decline(code: str, **switches: Any) -> None:
    _do(sandbox.decline, code, switches)


def charge_back(code: str, amount: int | None = None, **switches: Any) -> None:
    _do(lambda code: sandbox.charge_back(code, amount), code, switches)


def return_charge_back(code: str, **switches: Any) -> None:
    _do(sandbox.return_charge_back, code, switches)


@transaction.atomic
def behave(code: str, **switches: Any) -> None:
    """Do nothing now, and as `switches` say from now on. TypeError of a switch that does not exist."""
    now, body = clock.now(), json.dumps(asdict(Switches(**switches)))
    SandboxWebhook.objects.update_or_create(
        session=SandboxSession.objects.get(code=code),
        event_id=SWITCHES,
        defaults={"body": body, "due_at": now, "sent_at": now},
    )


def be_down(seconds: int = 60) -> None:
    """Answer nothing for so long."""
    cache.set(DOWN, True, seconds)


def be_up() -> None:
    """Answer again."""
    cache.delete(DOWN)


def lose_next_create() -> None:
    """Open the next checkout and time out before saying so."""
    cache.set(LOSE_CREATE, True, 3600)


def _answer() -> None:
    if _is_up(DOWN):
        raise ProviderDown("the sandbox is switched off")


def _is_up(flag: str) -> bool:
    try:
        return bool(cache.get(flag))
    except Exception:  # a cache that is gone says nothing about the sandbox
        return False


@transaction.atomic
def _do(act: Callable[[str], None], code: str, switches: dict[str, Any]) -> None:
    if switches:
        behave(code, **switches)
    with _spoiling(code):
        act(code)


@contextmanager
def _spoiling(code: str) -> Iterator[Switches]:
    """What the acts within have sent is lost, late, doubled or in disorder, as was chosen."""
    with transaction.atomic():
        SandboxSession.objects.select_for_update().filter(code=code).first()
        rows = SandboxWebhook.objects.filter(session__code=code).exclude(event_id=SWITCHES)
        before = list(rows.values_list("pk", flat=True))
        chosen = SandboxWebhook.objects.filter(session__code=code, event_id=SWITCHES).first()
        how = Switches(**json.loads(chosen.body)) if chosen else Switches()
        yield how
        _send_otherwise(list(rows.exclude(pk__in=before).order_by("pk")), how)


def _send_otherwise(rows: list[SandboxWebhook], how: Switches) -> None:
    SandboxWebhook.objects.filter(pk__in=[row.pk for row in rows]).delete()
    for row in [] if how.lost else reversed(rows) if how.reordered else rows:
        row.due_at += timedelta(seconds=how.late)
        for _copy in range(2 if how.duplicate else 1):
            row.pk = None
            row.save(force_insert=True)
