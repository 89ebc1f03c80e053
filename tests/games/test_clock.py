import time
from datetime import UTC, datetime, timedelta

import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.common import clock


def test_the_time_is_the_data_bases_and_has_a_zone(db):
    before = clock.now()
    after = clock.now()
    assert before.tzinfo is UTC
    assert before <= after
    assert abs(before - datetime.now(UTC)) < timedelta(minutes=5)


def test_time_passes_within_a_transaction(transactional_db):
    """A save that waited for a lock is judged by its end, not by the moment at which it began to wait."""
    with transaction.atomic():
        before = clock.now()
        time.sleep(0.05)
        assert clock.now() > before


def test_a_worker_whose_own_clock_is_wrong_goes_by_the_data_base(db):
    honest = clock.now()
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=5)):
        assert abs(clock.now() - honest) < timedelta(minutes=1)


def test_another_clock_can_be_gone_by_for_a_while(db):
    past = datetime(1901, 4, 1, tzinfo=UTC)
    with clock.reading(lambda: past):
        assert clock.now() == past
    assert clock.now() > past


def test_pages_show_the_data_bases_time_and_seldom_ask_for_it(db, monkeypatch):
    monkeypatch.setattr(clock, "_last", None)
    with CaptureQueriesContext(connection) as queries:
        first = clock.shown()
        time.sleep(0.05)
        later = clock.shown()
    assert len(queries) == 1
    assert timedelta(seconds=0.04) < later - first < timedelta(seconds=5)
    assert abs(later - clock.now()) < timedelta(seconds=1)


def test_the_time_shown_is_asked_for_anew_before_counting_can_go_wrong(db, monkeypatch):
    monkeypatch.setattr(clock, "_last", (datetime(2001, 1, 1, tzinfo=UTC), time.monotonic() - 61))
    assert abs(clock.shown() - clock.now()) < timedelta(seconds=1)


def test_the_time_shown_is_another_clocks_while_that_is_gone_by(db):
    clock.shown()
    past = datetime(1901, 4, 1, tzinfo=UTC)
    with clock.reading(lambda: past):
        assert clock.shown() == past
    assert clock.shown() > past


def test_the_time_shown_is_not_the_workers_own(db, monkeypatch):
    monkeypatch.setattr(clock, "_last", None)
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=5)):
        assert abs(clock.shown() - clock.now()) < timedelta(seconds=1)
