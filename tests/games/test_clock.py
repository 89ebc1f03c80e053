import time
from datetime import UTC, datetime, timedelta

import time_machine
from django.db import transaction

from games import clock


def test_the_time_is_the_data_bases_and_has_a_zone(db):
    before = clock.now()
    after = clock.now()
    assert before.tzinfo is UTC
    assert before <= after
    assert abs(before - datetime.now(UTC)) < timedelta(minutes=5)


def test_time_passes_within_a_transaction(transactional_db):
    """Whoever waited for a lock is not judged by the moment at which he began to wait."""
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
