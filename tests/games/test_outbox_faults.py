"""Rows that cannot be delivered, or kill their worker: set aside alone, while all others go out."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.db import DatabaseError

from games import notices
from games.common import outbox
from games.common.outbox import claims, delivery, registry
from games.common.outbox.row import OutboxRow
from tests.games.conftest import phase_of


@pytest.fixture
def listener():
    """A handler for the topic `test` that fails where a row named in `bad` is among those it is given."""
    calls: list[list[int]] = []
    bad: dict[int, Exception] = {}

    @registry.delivers("test")
    def listen(rows: Any) -> Any:
        keys = [row.pk for row in rows]
        calls.append(keys)
        for key in keys:
            if key in bad:
                raise bad[key]
        return {}

    yield calls, bad
    registry._handlers.pop("test")


def put(count: int, now: Any) -> list[int]:
    outbox.put(*(outbox.tell("test", now) for _each in range(count)))
    return list(OutboxRow.objects.filter(topic="test").order_by("pk").values_list("pk", flat=True))


def left() -> list[int]:
    rows = OutboxRow.objects.filter(topic="test", sent_at=None, given_up_at=None)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def test_rows_that_fail_fail_alone(db, listener, set_clock):
    calls, bad = listener
    keys = put(100, set_clock.now)
    bad |= dict.fromkeys((keys[3], keys[70]), KeyError("secret words"))
    assert delivery.deliver() == 98
    assert left() == [keys[3], keys[70]]
    assert len(calls) < 40, "halves, not one by one"
    assert set(OutboxRow.objects.filter(pk__in=bad).values_list("attempts", "in_hand")) == {(1, False)}


def test_what_there_was_no_time_for_fails_with_the_others(db, listener, set_clock, monkeypatch):
    """Where all fails, as when Redis is away, it is put off, not tried again at once and for ever."""
    calls, bad = listener
    bad |= dict.fromkeys(put(100, set_clock.now), ConnectionError())
    monkeypatch.setattr(delivery._Round, "is_over", property(lambda self: len(calls) > 5))
    assert delivery.deliver() == 0
    assert len(calls) == 6
    assert not claims.claim(set_clock.now)
    assert set(OutboxRow.objects.values_list("attempts", flat=True)) == {1}


def test_a_mail_that_cannot_be_written_stops_no_other(running_game, make_game, ada, ben, set_clock):
    """Its phase belongs to another game: no service makes such a row."""
    other = make_game(name="Second")
    OutboxRow.objects.all().delete()
    outbox.put(*notices.mails("started", [ada.pk, ben.pk], game=other, now=set_clock.now))
    (row,) = notices.mails(
        "waiting", [ada.pk], game=other, now=set_clock.pass_(seconds=1), phase=phase_of(running_game)
    )
    outbox.put(row)
    delivery.deliver()
    assert sorted(message.to[0] for message in mail.outbox) == sorted([ada.email, ben.email])
    assert OutboxRow.objects.get(sent_at=None).payload == row.payload


@pytest.mark.slow
def test_whose_worker_died_is_tried_apart(db, listener, set_clock):
    """One row of a hundred kills its worker: after one death the others go out, and it is alone."""
    calls, _bad = listener
    keys = put(100, set_clock.now)
    assert len(claims.claim(set_clock.now)) == 100
    set_clock.pass_(seconds=31)
    alone = claims.claim(set_clock.now)  # dies again, with the first
    assert [row.pk for row in alone] == keys[:1]
    assert delivery.deliver() == 99
    assert [len(call) for call in calls] == [1] * 99
    assert left() == keys[:1]


def test_what_is_new_does_not_wait_for_what_killed_a_worker(db, listener, set_clock):
    (deadly,) = put(1, set_clock.now)
    claims.claim(set_clock.now)
    set_clock.pass_(seconds=31)
    keys = put(3, set_clock.now)
    assert [row.pk for row in claims.claim(set_clock.now)] == keys[1:]
    assert [row.pk for row in claims.claim(set_clock.now)] == [deadly]


@pytest.mark.parametrize("attempts", [0, 500, 32767])
def test_a_row_that_kills_its_worker_is_given_up_with_an_alarm(
    db, listener, set_clock, settings, caplog, attempts
):
    """Also one that an older release tried again and again, until the column was full."""
    settings.ADMINS = [("root", "root@example.org")]
    (deadly,) = put(1, set_clock.now)
    OutboxRow.objects.filter(pk=deadly).update(attempts=attempts)
    deaths = 0
    while claims.claim(set_clock.now):
        deaths += 1
        set_clock.pass_(minutes=4)
        if OutboxRow.objects.get(pk=deadly).given_up_at:
            break
    row = OutboxRow.objects.get(pk=deadly)
    assert row.given_up_at and row.last_error == "The worker died" and not row.in_hand
    assert deaths <= claims.ATTEMPTS + 1
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    set_clock.pass_(minutes=4)
    delivery.deliver()
    (message,) = mail.outbox
    assert message.to == ["root@example.org"] and "1 × test: The worker died" in message.body


def test_a_data_base_that_fails_at_one_row_fails_for_it_alone(db, listener, set_clock):
    """Most often it is no one's fault, so the whole delivery ends; but the next ones are made apart."""
    _calls, bad = listener
    keys = put(3, set_clock.now)
    bad[keys[0]] = DatabaseError()
    for _call in range(3):
        with pytest.raises(DatabaseError):
            delivery.deliver()
        set_clock.pass_(seconds=31)
    assert left() == keys[:1]


def test_the_mails_of_a_person_whose_worker_died_stay_one_mail(running_game, make_game, ada, ben, set_clock):
    """A worker that is stopped in the middle has done no harm: no one gets more mails for it."""
    OutboxRow.objects.all().delete()
    for game in (running_game, make_game(name="Second")):
        outbox.put(*notices.mails("started", [ada.pk, ben.pk], game=game, now=set_clock.now))
    assert len(claims.claim(set_clock.now)) == 4
    set_clock.pass_(minutes=4)
    delivery.deliver()
    assert sorted(message.to[0] for message in mail.outbox) == sorted([ada.email, ben.email])


def test_ones_own_mail_is_never_counted_out(running_game, ada, set_clock, monkeypatch):
    """A reminder that the mail server will not take ends when there is nothing to remind of."""
    OutboxRow.objects.all().delete()
    outbox.put(notices.reminder(ada.pk, phase_of(running_game), set_clock.now))
    OutboxRow.objects.update(attempts=claims.ATTEMPTS + 5)

    def refuse(*rows: Any) -> Any:
        raise ConnectionError

    monkeypatch.setitem(registry._handlers, "mail", [refuse])
    delivery.deliver()
    row = OutboxRow.objects.get()
    assert (row.attempts, row.given_up_at) == (claims.ATTEMPTS - 1, None)


def test_neither_alarm_nor_log_tells_of_ones_own_mail(running_game, ada, set_clock, caplog):
    """That there was a reminder tells that someone had saved nothing, whatever became of it."""
    OutboxRow.objects.all().delete()
    outbox.put(notices.reminder(ada.pk, phase_of(running_game), set_clock.now))
    OutboxRow.objects.update(attempts=claims.ATTEMPTS, in_hand=True)
    assert claims.claim(set_clock.now) == []
    assert OutboxRow.objects.get().given_up_at
    assert not caplog.records
