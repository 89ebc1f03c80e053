from datetime import timedelta

import pytest

from games.models import ClockEntry, Heartbeat, Phase
from games.services import outage
from games.services.answers import save_answer
from games.services.drain import drain
from games.services.processing import Outcome
from tests.games.conftest import RANKS, phase_of


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
    """The deadline fell into the outage: nobody could answer, so nobody is late."""
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
    """Both are ready: nobody lost time, and nobody wants to wait."""
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
