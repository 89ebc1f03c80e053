from types import SimpleNamespace

import kombu.connection
import pytest
from django.conf import settings

from games import outbox, tasks
from games.models import OutboxRow
from games.outbox import delivery
from games.services import drain as draining
from games.services import outage
from league.broker import PAUSE, PatientConnection
from league.celery import app
from tests.games.conftest import phase_of


def test_everything_in_the_schedule_exists_and_has_its_queue():
    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks
    for name in settings.CELERY_TASK_ROUTES:
        assert name in app.tasks


def test_what_comes_every_second_does_not_pile_up():
    """A message that nobody takes for five seconds is thrown away: the next one asks for the same.

    Of those that come every minute, before the next one comes.
    """
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["schedule"] > 60 or entry["options"]["expires"] in (5, entry["schedule"] - 10)


def test_the_tasks_do_the_work_however_often_they_come(running_game, set_clock):
    set_clock(phase_of(running_game).deadline)
    for _each in range(3):
        tasks.drain_due()
        tasks.send_outbox()
        tasks.prune_outbox()
    assert phase_of(running_game).ordinal == 1
    assert not OutboxRow.objects.filter(sent_at=None).exists()


def test_what_is_put_in_between_two_beats_leaves_at_once(running_game, settings, monkeypatch, set_clock):
    """A task that found nothing looks again before it ends."""
    tasks.send_outbox()
    settings.GAMES_LINGER = 60
    looks: list[float] = []

    def pause(seconds):
        looks.append(seconds)
        if len(looks) == 2:
            outbox.put(outbox.hint(running_game, set_clock.now))
        if len(looks) == 4:
            assert not OutboxRow.objects.filter(sent_at=None).exists()
            monkeypatch.setattr(delivery.time, "monotonic", lambda: float("inf"))

    monkeypatch.setattr(delivery, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=pause))
    tasks.send_outbox()
    assert looks == [settings.GAMES_LOOK_EVERY] * 4


def test_a_drain_goes_on_looking_for_what_falls_due(running_game, settings, monkeypatch, set_clock):
    outage.beat()
    settings.GAMES_LINGER = 60
    looks: list[float] = []

    def pause(seconds):
        looks.append(seconds)
        if len(looks) == 2:
            set_clock(phase_of(running_game).deadline)
            outage.beat()
        if len(looks) == 3:
            monkeypatch.setattr(draining.time, "monotonic", lambda: float("inf"))

    monkeypatch.setattr(draining, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=pause))
    tasks.drain_due()
    assert phase_of(running_game).ordinal == 1


def test_a_lost_broker_is_asked_for_again_every_second_for_ever(monkeypatch):
    asked = {}

    def retry(fun, catch, args, kwargs, errback, max_retries, start, step, most, callback, timeout=None):
        asked.update(max_retries=max_retries, start=start, step=step, most=most)

    monkeypatch.setattr(kombu.connection, "retry_over_time", retry)
    assert app.amqp.Connection is PatientConnection
    with PatientConnection("redis://127.0.0.1:1/0") as connection:
        connection.ensure_connection(None, app.conf.broker_connection_max_retries)
    assert asked == {"max_retries": None, "start": PAUSE, "step": 0, "most": PAUSE}


def test_an_unused_deadline_costs_one_look_at_an_index(running_game, django_assert_num_queries):
    tasks.drain_due()
    with django_assert_num_queries(3):  # heartbeat, due phases, heartbeat again
        tasks.drain_due()


@pytest.mark.django_db
def test_looking_for_due_phases_reads_the_index_alone(set_clock):
    from django.db import connection

    from games.services.processing import due_phases

    query = due_phases(set_clock.now).order_by().values("closes_at", "attempts")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    plan = query.explain()
    assert "phases_to_adjudicate" in plan
    if connection.vendor == "postgresql":
        assert "Index Only Scan" in plan
