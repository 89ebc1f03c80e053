"""Sweeps and deliveries at once: everybody who should be is reminded, and nobody twice."""

from __future__ import annotations

from collections import Counter

import pytest
from django.core import mail

from games.models import Asked, Mailing, OutboxRow, Phase
from games.outbox import delivery
from games.services import outage, reminding
from games.services.drain import drain
from games.services.reminding import remind
from games.services.seating import take_seat
from tests.conftest import make_user
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def near_games(make_game, ada, set_clock):
    """Twelve games, all near their deadline: ada plays in each, against somebody else each time."""
    for number in range(12):
        game = make_game()
        take_seat(game=game, user=ada)
        take_seat(game=game, user=make_user(f"rival{number}"))
    OutboxRow.objects.all().delete()
    set_clock(Phase.objects.latest("remind_at").remind_at)
    outage.beat()


def reminded():
    return Counter(address for message in mail.outbox for address in message.to)


def test_of_many_sweeps_at_once_each_seat_is_asked_by_one(near_games, monkeypatch):
    monkeypatch.setattr(reminding, "BATCH", 5)
    asked = at_once(*[remind] * 4)
    assert sum(asked) + remind() == 24
    assert Asked.objects.count() == 24
    assert OutboxRow.objects.filter(payload__about="reminder").count() == 24
    at_once(*[delivery.deliver] * 3)
    delivery.deliver()
    assert set(reminded().values()) == {1}, "ada has one mail for twelve games"
    assert len(reminded()) == 13
    assert Mailing.objects.get(user__username="ada").phases.count() == 12


def test_sweeps_deliveries_and_drains_at_once_remind_nobody_twice(near_games, set_clock):
    at_once(remind, delivery.deliver, drain, remind, delivery.deliver)
    remind()
    delivery.deliver()
    assert set(reminded().values()) == {1}
    assert len(reminded()) == 13


def test_a_sweep_and_the_deadline_at_once_leave_nothing_behind(near_games, set_clock):
    deadline = Phase.objects.latest("deadline").deadline

    def come_and_drain():
        set_clock(deadline)
        outage.beat()
        return drain()

    at_once(remind, come_and_drain)
    drain()
    remind()
    assert not Phase.objects.filter(adjudicated_at__isnull=False, remind_at__isnull=False).exists()
    at_once(*[delivery.deliver] * 2)
    delivery.deliver()
    assert not OutboxRow.objects.filter(payload__about="reminder", sent_at=None).exists()
