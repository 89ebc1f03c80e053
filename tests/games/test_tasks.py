from datetime import timedelta
from types import SimpleNamespace

import kombu.connection
import pytest
from celery.beat import Scheduler
from django.conf import settings

from games import notices, tasks
from games.adjudication import drain as draining
from games.common import outbox
from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from league.celery import app
from league.server.bounded_beat import SparingScheduler
from league.server.broker import PAUSE, PatientConnection
from tests.conftest import house_was_up
from tests.games.conftest import phase_of

pytestmark = pytest.mark.postgres


def test_everything_in_the_schedule_exists_and_has_its_queue():
    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks
    for name in settings.CELERY_TASK_ROUTES:
        assert name in app.tasks


def test_no_message_is_thrown_away_because_two_clocks_differ():
    """Beat's clock may be behind the worker's, or ahead of it: deadlines go by the database's."""
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert "expires" not in entry.get("options", {})
    for task in app.tasks.values():
        assert task.expires is None


class Sent(list):
    """A broker that takes messages: the tasks by their names, in the queues they would wait in."""

    def size(self, queue):
        return sum(name in IN_QUEUE[queue] for name in self)


IN_QUEUE = {"deadlines": ["drain"], "outbox": ["outbox", "reminders"], "background": ["prune"]}


@pytest.fixture
def beat(monkeypatch):
    """A beat and what it has sent that no one has taken."""
    sent = Sent()
    scheduler = SparingScheduler(app, lazy=True)
    monkeypatch.setattr(Scheduler, "apply_async", lambda self, entry, **options: sent.append(entry.name))
    channel = SimpleNamespace(queue_declare=lambda queue: SimpleNamespace(message_count=sent.size(queue)))
    monkeypatch.setattr(SparingScheduler, "producer", SimpleNamespace(channel=channel))
    scheduler.merge_inplace(app.conf.beat_schedule)
    return scheduler, sent


@pytest.mark.slow
def test_what_nobody_takes_does_not_pile_up(beat):
    scheduler, sent = beat
    for _second in range(200):
        for entry in scheduler.schedule.values():
            scheduler.apply_async(entry)
    assert sent.count("drain") == 10
    assert sent.size("outbox") == 100, "reminders are asked for though the post is behind"
    sent.clear()
    scheduler.apply_async(scheduler.schedule["drain"])
    assert sent == ["drain"]


def test_a_broker_that_cannot_tell_what_waits_is_sent_to_all_the_same(beat, monkeypatch):
    scheduler, sent = beat

    def away(queue):
        raise ConnectionError

    monkeypatch.setattr(scheduler.producer.channel, "queue_declare", away)
    scheduler.apply_async(scheduler.schedule["drain"])
    assert sent == ["drain"]


def test_beat_counts_what_waits_in_the_broker_itself(settings):
    """In memory, or in Redis where the tests have it."""
    with app.connection_for_write() as connection:
        channel = connection.default_channel
        scheduler = SparingScheduler(app, lazy=True)
        scheduler.producer = SimpleNamespace(channel=channel)
        scheduler.merge_inplace(app.conf.beat_schedule)
        queue = app.amqp.queues["deadlines"].bind(channel)
        queue.declare()
        queue.purge()
        drain_entry = scheduler.schedule["drain"]
        assert scheduler.waiting(drain_entry) == 0
        for _message in range(3):
            app.send_task("games.tasks.drain_due", connection=connection, queue="deadlines")
        assert scheduler.waiting(drain_entry) == 3
        queue.purge()


def test_daily_chores_are_done_daily_however_often_beat_is_started_again(
    running_game, set_clock, monkeypatch
):
    done: list[object] = []
    monkeypatch.setattr(delivery, "prune", lambda: done.append(set_clock.now))
    begun = set_clock.now
    while set_clock.now < begun + timedelta(days=3):
        tasks.prune_outbox()
        set_clock.pass_(hours=1)
    assert done == [begun + timedelta(days=day) for day in range(3)]


def test_a_chore_that_fails_is_done_the_next_time(db, set_clock, monkeypatch):
    with monkeypatch.context() as failing, pytest.raises(tasks.TaskFailed):
        failing.setattr(delivery, "prune", lambda: 1 / 0)
        tasks.prune_outbox()
    done: list[object] = []
    monkeypatch.setattr(delivery, "prune", lambda: done.append(set_clock.now))
    tasks.prune_outbox()
    tasks.prune_outbox()
    assert len(done) == 1


def test_a_task_that_hangs_is_killed_with_its_process():
    app.loader.import_default_modules()
    assert app.conf.task_time_limit > delivery.MAIL_LEASE.total_seconds()
    assert tasks.drain_due.time_limit == 60


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
            outbox.put(notices.hint(running_game, set_clock.now))
        if len(looks) == 4:
            assert not OutboxRow.objects.filter(sent_at=None).exists()
            monkeypatch.setattr(delivery.time, "monotonic", lambda: float("inf"))

    monkeypatch.setattr(delivery, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=pause))
    tasks.send_outbox()
    assert looks == [settings.GAMES_LOOK_EVERY] * 4


def test_a_drain_goes_on_looking_for_what_falls_due(running_game, settings, monkeypatch, set_clock):
    house_was_up()
    settings.GAMES_LINGER = 60
    looks: list[float] = []

    def pause(seconds):
        looks.append(seconds)
        if len(looks) == 2:
            set_clock(phase_of(running_game).deadline)
            house_was_up()
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


OTHER_INDEXES = """
SELECT indexrelid::regclass::text, conname
FROM pg_index LEFT JOIN pg_constraint ON conindid = indexrelid AND conrelid = indrelid
WHERE indrelid = 'games_phase'::regclass AND indexrelid <> 'phases_to_adjudicate'::regclass
"""
"""Of the table of phases, with the constraints that they serve."""


OTHER_INDEXES = """
    DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT conname FROM pg_constraint
            WHERE conrelid = 'games_phase'::regclass AND contype IN ('p', 'u') LOOP
            EXECUTE format('ALTER TABLE games_phase DROP CONSTRAINT %I CASCADE', name);
        END LOOP;
        FOR name IN SELECT indexname FROM pg_indexes
            WHERE tablename = 'games_phase' AND indexname <> 'phases_to_adjudicate' LOOP
            EXECUTE format('DROP INDEX %I', name);
        END LOOP;
    END $$
"""


@pytest.mark.django_db
def test_looking_for_due_phases_reads_the_index_alone(set_clock):
    from django.db import connection

    from games.adjudication.processing import due_phases

    query = due_phases(set_clock.now).order_by().values("closes_at", "attempts")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # In an empty table all indexes cost alike: the others go. The transaction is rolled back.
            cursor.execute(OTHER_INDEXES)
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    plan = query.explain()
    assert "phases_to_adjudicate" in plan
    if connection.vendor == "postgresql":
        assert "Index Only Scan" in plan
