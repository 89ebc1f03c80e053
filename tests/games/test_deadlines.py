from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from games.adjudication.deadlines import move_deadline, resume_phase
from games.adjudication.drain import drain
from games.adjudication.processing import Outcome, claim
from games.errors import CannotMove
from games.models import ClockEntry, Phase
from games.services.players.answers import save_answer
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of


def test_a_deadline_is_moved_for_a_reason_that_players_see(running_game, carl, set_clock):
    phase = phase_of(running_game)
    to = phase.deadline + timedelta(hours=3)
    entry = move_deadline(phase=phase, to=to, by=carl, note=" A storm over Calais ")
    after = phase_of(running_game)
    assert after.deadline == after.closes_at == to
    assert (entry.before, entry.after, entry.by, entry.note) == (
        phase.deadline,
        to,
        carl,
        "A storm over Calais",
    )
    version = running_game.version
    running_game.refresh_from_db()
    assert running_game.version == version + 1


def test_a_moved_deadline_gives_the_phase_all_its_attempts_again(running_game, carl, set_clock):
    """Three claims came to nothing before the organiser gave more time."""
    set_clock(phase_of(running_game).deadline)
    house_was_up()
    for _death in range(3):
        assert claim(1)
        set_clock.pass_(seconds=2)
    to = set_clock.now + timedelta(hours=1)
    move_deadline(phase=phase_of(running_game), to=to, by=carl, note="The site was ill")
    set_clock(to)
    house_was_up()
    assert drain() == Outcome(adjudicated=1)


def test_a_deadline_may_come_sooner_but_not_in_the_past(running_game, carl, set_clock):
    phase = phase_of(running_game)
    move_deadline(phase=phase, to=set_clock.now + timedelta(hours=1), by=carl, note="All agree")
    with pytest.raises(CannotMove):
        move_deadline(phase=phase, to=set_clock.now, by=carl, note="Now")
    with pytest.raises(CannotMove):
        move_deadline(phase=phase, to=set_clock.now + timedelta(hours=2), by=carl, note="  ")
    assert ClockEntry.objects.count() == 1


def test_a_player_has_no_power_over_their_own_games_clock(running_game, ada, set_clock):
    phase = phase_of(running_game)
    with pytest.raises(CannotMove):
        move_deadline(phase=phase, to=phase.deadline + timedelta(days=1), by=ada, note="I am away")
    Phase.objects.update(set_aside_at=set_clock.now)
    with pytest.raises(CannotMove):
        resume_phase(phase=phase, by=ada)


def test_a_phase_that_all_have_closed_goes_on_closing(running_game, ada, ben, carl):
    for user in (ada, ben):
        save_answer(
            game=running_game, user=user, label="S1901H", text=RANKS[user.username], version=0, ready=True
        )
    phase = phase_of(running_game)
    move_deadline(phase=phase, to=phase.deadline + timedelta(days=1), by=carl, note="Too kind")
    assert phase_of(running_game).closes_at == phase.closes_at


def test_what_was_adjudicated_or_set_aside_has_no_deadline_to_move(running_game, advance, carl, set_clock):
    first = phase_of(running_game)
    second = advance()
    later = set_clock.now + timedelta(days=9)
    with pytest.raises(CannotMove):
        move_deadline(phase=first, to=later, by=carl, note="x")
    with pytest.raises(CannotMove):
        resume_phase(phase=second, by=carl)
    Phase.objects.filter(pk=second.pk).update(set_aside_at=set_clock.now)
    with pytest.raises(CannotMove):
        move_deadline(phase=second, to=later, by=carl, note="x")


def test_the_command_lists_and_resumes(running_game, set_clock, capsys):
    Phase.objects.update(set_aside_at=set_clock.now, attempts=3, last_error="KeyError at engine.py:1")
    call_command("resume_phase")
    assert f"{running_game.code} S1901H" in capsys.readouterr().out
    assert phase_of(running_game).set_aside_at
    call_command("resume_phase", running_game.code, note="mended")
    phase = phase_of(running_game)
    assert (phase.set_aside_at, phase.attempts) == (None, 0)
    with pytest.raises(CommandError):
        call_command("resume_phase", running_game.code)


def test_resuming_everything_at_once(running_game, make_game, seat_both, set_clock):
    seat_both(make_game())
    Phase.objects.update(set_aside_at=set_clock.now)
    call_command("resume_phase", "--all", verbosity=0)
    assert not Phase.objects.filter(set_aside_at__isnull=False).exists()
