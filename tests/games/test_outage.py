from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games.adjudication import drain as draining
from games.adjudication import outage
from games.adjudication.drain import drain
from games.adjudication.processing import Outcome, process_phase
from games.common import clock
from games.models import ClockEntry, Heartbeat, Phase
from games.services.players.answers import save_answer
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of

pytestmark = pytest.mark.postgres


@pytest.fixture
def beating(running_game, set_clock):
    """The running game, in a house whose drain has just run."""
    drain()
    return running_game


def test_the_first_drain_ever_is_no_outage(running_game, set_clock):
    assert not Heartbeat.objects.exists()
    drain()
    assert Heartbeat.objects.get().beat_at == set_clock.now
    assert not ClockEntry.objects.exists()


def test_twelve_minutes_are_not_yet_an_outage(beating, set_clock):
    set_clock.pass_(minutes=12)
    assert outage.make_up_for_outage() is None


def test_an_outage_is_given_back_before_anything_is_adjudicated(beating, set_clock):
    """The deadline fell into the outage: no one could answer, so no one is late."""
    phase = phase_of(beating)
    last_beat = set_clock.now
    set_clock(phase.deadline + timedelta(hours=1))
    length = set_clock.now - last_beat
    assert drain() == Outcome()
    before = phase.deadline
    phase.refresh_from_db()
    assert phase.deadline == phase.closes_at == before + length
    entry = ClockEntry.objects.get()
    assert (entry.reason, entry.before, entry.after, entry.by, entry.at) == (
        "outage",
        before,
        before + length,
        None,
        set_clock.now,
    )


def test_after_a_restored_copy_any_time_is_given_back_once(beating, set_clock):
    before = phase_of(beating).deadline
    outage.owe_time()
    set_clock.pass_(minutes=3)
    drain()
    assert phase_of(beating).deadline == before + timedelta(minutes=3)
    set_clock.pass_(minutes=3)
    drain()
    assert ClockEntry.objects.count() == 1


def test_it_is_given_back_once(beating, set_clock):
    set_clock.pass_(hours=2)
    assert outage.make_up_for_outage() == timedelta(hours=2)
    assert outage.make_up_for_outage() is None
    set_clock.pass_(minutes=5)
    drain()
    assert ClockEntry.objects.count() == 1


def test_every_open_deadline_moves_and_pages_are_told(beating, make_game, seat_both, set_clock, monkeypatch):
    monkeypatch.setattr(outage, "ROWS_AT_ONCE", 2)
    games = [beating, *(seat_both(make_game()) for _each in range(4))]
    before = {game.pk: (phase_of(game).deadline, game.version) for game in games}
    set_clock.pass_(hours=1)
    drain()
    for game in games:
        game.refresh_from_db()
        assert phase_of(game).deadline == before[game.pk][0] + timedelta(hours=1)
        assert game.version == before[game.pk][1] + 1
    assert ClockEntry.objects.count() == 5


def test_a_phase_that_all_have_closed_stays_closed(beating, ada, ben, set_clock):
    """Both are ready: no one lost time, and no one wants to wait."""
    for user in (ada, ben):
        save_answer(game=beating, user=user, label="S1901H", text=RANKS[user.username], version=0, ready=True)
    deadline = phase_of(beating).deadline
    set_clock.pass_(hours=1)
    assert drain() == Outcome(adjudicated=1)
    assert Phase.objects.get(ordinal=0).deadline == deadline + timedelta(hours=1)


def test_phases_set_aside_and_finished_ones_are_left_alone(beating, set_clock):
    phase = phase_of(beating)
    Phase.objects.update(set_aside_at=set_clock.now)
    set_clock.pass_(hours=1)
    drain()
    assert phase_of(beating).deadline == phase.deadline
    assert not ClockEntry.objects.exists()


def test_a_beat_is_not_written_every_second(beating, set_clock):
    before = Heartbeat.objects.get().beat_at
    set_clock.pass_(seconds=9)
    outage.beat()
    assert Heartbeat.objects.get().beat_at == before
    set_clock.pass_(seconds=2)
    outage.beat()
    assert Heartbeat.objects.get().beat_at == set_clock.now


def jump_before(monkeypatch, set_clock, module, name, **length):
    """Let the clock jump each time just before `module.name` is called, as when all was frozen there."""
    real = getattr(module, name)

    def frozen(*args, **kwargs):
        set_clock.pass_(**length)
        return real(*args, **kwargs)

    monkeypatch.setattr(module, name, frozen)


def assert_moved(game, deadline, length):
    """The phase is still open, its deadline moved on by `length`, once."""
    phase = phase_of(game)
    assert (phase.ordinal, phase.deadline, phase.closes_at) == (0, deadline + length, deadline + length)
    assert (phase.attempts, phase.next_attempt_at) == (0, None)
    assert [entry.after - entry.before for entry in ClockEntry.objects.all()] == [length]


def test_a_freeze_between_looking_for_outages_and_claiming_is_one(beating, set_clock, monkeypatch):
    """The deadline fell into the freeze."""
    deadline = phase_of(beating).deadline
    set_clock(deadline - timedelta(seconds=1))
    house_was_up()
    with monkeypatch.context() as freezing:
        jump_before(freezing, set_clock, draining, "claim", minutes=13)
        assert drain() == Outcome()
    assert phase_of(beating).deadline == deadline
    assert drain() == Outcome()
    assert_moved(beating, deadline, timedelta(minutes=13))


def test_a_freeze_while_a_drain_looks_again_is_an_outage(beating, set_clock, monkeypatch, settings):
    settings.GAMES_LINGER = 60
    deadline = phase_of(beating).deadline
    set_clock(deadline - timedelta(seconds=1))
    house_was_up()
    began = iter([0.0, 0.0, 0.0, 1.0, 100.0, 100.0])
    frozen = SimpleNamespace(
        monotonic=lambda: next(began, 100.0), sleep=lambda seconds: set_clock.pass_(minutes=13)
    )
    with monkeypatch.context() as freezing:
        freezing.setattr(draining, "time", frozen)
        assert drain(budget=50, linger=50) == Outcome()
    assert drain() == Outcome()
    assert_moved(beating, deadline, timedelta(minutes=13))


def test_a_freeze_between_claim_and_adjudication_gives_the_claim_back(beating, set_clock, monkeypatch):
    """As if the worker had been killed there: nothing is adjudicated before the time is given back."""
    deadline = phase_of(beating).deadline
    set_clock(deadline - timedelta(seconds=1))
    house_was_up()
    set_clock(deadline)
    with monkeypatch.context() as freezing:
        jump_before(freezing, set_clock, draining, "adjudicate", minutes=13)
        assert drain() == Outcome()
    assert drain() == Outcome()
    assert_moved(beating, deadline, timedelta(minutes=13, seconds=1))


def test_a_freeze_between_the_last_claim_and_the_beat_is_found_by_the_next_drain(
    beating, set_clock, monkeypatch
):
    deadline = phase_of(beating).deadline
    set_clock(deadline - timedelta(seconds=1))
    house_was_up()
    with monkeypatch.context() as freezing:
        jump_before(freezing, set_clock, outage, "beat", minutes=13)
        assert drain() == Outcome()
    assert Heartbeat.objects.get().beat_at == deadline - timedelta(seconds=1), "no beat across the gap"
    assert drain() == Outcome()
    assert_moved(beating, deadline, timedelta(minutes=13))


def test_a_beat_that_was_frozen_overwrites_no_later_one(beating, set_clock):
    """It comes with a moment of long ago; another drain has beaten since."""
    before = set_clock.now
    set_clock.pass_(minutes=11)
    later = set_clock.now
    house_was_up()
    with clock.reading(iter([before, later, later]).__next__):
        outage.beat()
    assert Heartbeat.objects.get().beat_at == later


def test_a_drain_that_fails_leaves_no_beat_behind(beating, set_clock, monkeypatch):
    before = Heartbeat.objects.get().beat_at
    set_clock.pass_(minutes=1)

    def fail(size):
        raise OperationalError("gone")

    with monkeypatch.context() as failing:
        failing.setattr(draining, "claim", fail)
        with pytest.raises(OperationalError):
            drain()
    assert Heartbeat.objects.get().beat_at == before


def test_games_for_show_are_played_whenever_the_house_ran_last(beating, set_clock):
    """The demo is made on a copy that stood still for days, by a clock of its own."""
    set_clock.pass_(days=3)
    assert process_phase(phase=phase_of(beating))


def test_a_clock_that_was_an_hour_ahead_for_one_drain_hides_no_later_outage(beating, set_clock):
    """The time is given back: no one can tell that from a host that was paused. Then all is right again."""
    deadline, right = phase_of(beating).deadline, set_clock.now
    set_clock.pass_(hours=1)
    drain()
    assert_moved(beating, deadline, timedelta(hours=1))
    set_clock(right + timedelta(seconds=1))
    drain()
    assert Heartbeat.objects.get().beat_at == set_clock.now
    assert_moved(beating, deadline, timedelta(hours=1))
    set_clock.pass_(minutes=45)
    assert outage.make_up_for_outage() == timedelta(minutes=45)


def test_games_are_locked_before_their_phases_in_the_sequence_of_their_keys(
    beating, make_game, seat_both, set_clock, monkeypatch
):
    """As everyone locks them: an outage is made up for while players save."""
    monkeypatch.setattr(outage, "ROWS_AT_ONCE", 2)
    games = [beating, *(seat_both(make_game()) for _each in range(4))]
    set_clock.pass_(hours=1)
    with CaptureQueriesContext(connection) as queries:
        assert outage.make_up_for_outage() == timedelta(hours=1)
    asked = [query["sql"] for query in queries]
    changes = [sql for sql in asked if sql.startswith('UPDATE "games_phase"')]
    locks = [sql for sql in asked if sql.startswith('SELECT "games_game"."id"') and "ORDER BY" in sql]
    assert len(locks) == 3
    assert asked.index(locks[0]) < asked.index(changes[0])
    if connection.vendor == "postgresql":
        assert all("FOR UPDATE" in sql for sql in locks)
        assert not any("FOR UPDATE" in sql for sql in asked if 'FROM "games_phase"' in sql)
    assert ClockEntry.objects.count() == len(games)
