"""Sweeps and deliveries at once: everyone who should be is reminded, and no one twice."""

from __future__ import annotations

from collections import Counter

import pytest
from django.core import mail
from django.db import connection, transaction

from games import notices
from games.adjudication.drain import drain
from games.common import outbox
from games.common.outbox import claims, delivery
from games.common.outbox.row import OutboxRow
from games.models import Asked, Mailing, Phase
from games.services.players import reminding
from games.services.players.reminding import remind
from games.services.seats.seating import take_seat
from league.leagues import services
from tests.conftest import house_was_up, make_user
from tests.games.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def near_games(make_game, ada, set_clock):
    """Twelve games, all near their deadline: ada plays in each, against someone else each time."""
    for number in range(12):
        game = make_game()
        take_seat(game=game, user=ada)
        rival = make_user(f"rival{number}")
        services.join(league=game.league, user=rival)
        take_seat(game=game, user=rival)
    OutboxRow.objects.all().delete()
    set_clock(Phase.objects.latest("remind_at").remind_at)
    house_was_up()


def reminded():
    return Counter(address for message in mail.outbox for address in message.to)


@pytest.mark.slow
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


@pytest.mark.slow
def test_many_deliveries_at_once_write_to_each_person_once(make_game, ada, monkeypatch, set_clock):
    """Each claim begins with few mails, and many wait for everyone."""
    people = [ada, *(make_user(f"reader{number}") for number in range(11))]
    games = [make_game(name=f"Game {number}") for number in range(5)]
    OutboxRow.objects.all().delete()
    for game in games:
        outbox.put(*notices.mails("started", [person.pk for person in people], game=game, now=set_clock.now))
    monkeypatch.setattr(claims, "BATCH", 5)
    at_once(*[delivery.deliver] * 4)
    delivery.deliver()
    assert reminded() == Counter({person.email: 1 for person in people})


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time")
def test_while_one_claims_for_a_person_nobody_else_does(make_game, ada, ben, monkeypatch, set_clock):
    game = make_game()
    OutboxRow.objects.all().delete()
    for person in (ada, ben, ada, ada):
        outbox.put(*notices.mails("started", [person.pk], game=game, now=set_clock.now))
    monkeypatch.setattr(claims, "BATCH", 1)
    with transaction.atomic():
        first = claims.claim(set_clock.now)
        (second,) = at_once(lambda: claims.claim(set_clock.now))
    assert [row.person for row in first] == [ada.pk] * 3
    assert [row.person for row in second] == [ben.pk]


@pytest.mark.slow
def test_sweeps_deliveries_and_drains_at_once_remind_nobody_twice(near_games, set_clock):
    at_once(remind, delivery.deliver, drain, remind, delivery.deliver)
    remind()
    delivery.deliver()
    assert set(reminded().values()) == {1}
    assert len(reminded()) == 13


@pytest.mark.slow
def test_a_sweep_and_the_deadline_at_once_leave_nothing_behind(near_games, set_clock):
    deadline = Phase.objects.latest("deadline").deadline

    def come_and_drain():
        set_clock(deadline)
        house_was_up()
        return drain()

    at_once(remind, come_and_drain)
    drain()
    remind()
    assert not Phase.objects.filter(adjudicated_at__isnull=False, remind_at__isnull=False).exists()
    at_once(*[delivery.deliver] * 2)
    delivery.deliver()
    assert not OutboxRow.objects.filter(payload__about="reminder", sent_at=None).exists()
