"""The sandbox that misbehaves does as it is told: what is tested with it is tested against a bad provider."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.common import clock
from league.prizes.models import SandboxSession, SandboxWebhook, WebhookEvent
from league.prizes.providers import by_key, provider_for, sandbox
from league.prizes.providers.port import ProviderDown, ProviderRefuses
from tests.games.conftest import Clock
from tests.league.prizes import unruly
from tests.league.prizes.online import ASKED
from tests.league.prizes.unruly import Unruly

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def stopped(set_clock: Clock) -> Clock:
    return set_clock


@pytest.fixture
def code() -> str:
    return Unruly().create(ASKED).provider_id


@pytest.fixture
def paid(code: str) -> str:
    unruly.pay(code)
    return code


def webhooks() -> list[str]:
    """What kinds of webhooks are to be sent, in their order."""
    rows = SandboxWebhook.objects.filter(sent_at=None).order_by("due_at", "pk")
    return [json.loads(row.body)["type"] for row in rows]


def test_it_stands_where_the_products_own_would() -> None:
    assert isinstance(provider_for("XTS"), Unruly)
    assert isinstance(by_key("sandbox"), Unruly)


def test_a_switch_that_does_not_exist_is_a_mistake(code: str) -> None:
    with pytest.raises(TypeError):
        unruly.pay(code, duplicated=True)


def test_webhooks_come_twice_reordered_late_or_never(code: str, stopped: Clock) -> None:
    def sent(**switches: Any) -> tuple[list[str], int]:
        SandboxWebhook.objects.all().delete()
        unruly.charge_back(code, **switches)
        unruly.return_charge_back(code, **switches)
        return webhooks()[: len(webhooks()) // 2], sandbox.deliver_due(clock.now())

    unruly.pay(code)
    assert sent(duplicate=True)[0] == ["chargeback.begun"] * 2 + ["chargeback.done"] * 2
    sent_twice = WebhookEvent.objects.values_list("event_id")
    assert sent_twice.count() == 4
    assert sent(reordered=True)[0] == ["chargeback.done", "chargeback.begun"]
    assert sent(late=30) == (["chargeback.begun", "chargeback.done"], 0)
    stopped.pass_(seconds=30)
    assert sandbox.deliver_due(clock.now()) == 4
    assert sent(lost=True) == ([], 0)


def test_half_may_go_back_and_no_more(paid: str) -> None:
    unruly.behave(paid, partial_refund=True)
    assert Unruly().refund(paid, 1200, "refund:1").given == 600
    with pytest.raises(ProviderRefuses):
        Unruly().refund(paid, 600, "refund:1:600")


def test_it_may_be_too_late(paid: str) -> None:
    unruly.behave(paid, refund_refused=True)
    with pytest.raises(ProviderRefuses, match="too old"):
        Unruly().refund(paid, 1200, "refund:1")


def test_the_first_answer_may_be_lost(paid: str) -> None:
    unruly.behave(paid, time_out=True)
    with pytest.raises(ProviderDown):
        Unruly().refund(paid, 1200, "refund:1")
    assert Unruly().status(paid).refunded == 1200
    assert Unruly().refund(paid, 1200, "refund:1").given == 1200
    assert Unruly().status(paid).refunded == 1200


def test_the_answer_to_create_may_be_lost() -> None:
    unruly.lose_next_create()
    with pytest.raises(ProviderDown):
        Unruly().create(ASKED)
    only = SandboxSession.objects.get()
    assert Unruly().create(ASKED).provider_id == only.code


def test_it_may_be_down(code: str) -> None:
    unruly.be_down()
    for ask in (
        lambda: Unruly().create(ASKED),
        lambda: Unruly().status(code),
        lambda: Unruly().paid_since(0),
    ):
        with pytest.raises(ProviderDown):
            ask()
    unruly.be_up()
    assert Unruly().status(code).state == "open"
