"""Extensions, given-up seats and holidays, two at once (HR-2)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from games.adjudication.drain import drain
from games.adjudication.processing import adjudicate, claim
from games.adjudication.proof import prove
from games.agreed.absence import POLICIES, Absence
from games.common.outbox.row import OutboxRow
from games.models import ClockEntry, Game, Holiday, Phase, Turn, Vacancy
from games.services.players.answers import save_answer
from games.services.seats.holidays import announce
from tests.conftest import house_was_up
from tests.games.conftest import RANKS, phase_of
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

FORFEITS = Absence("tournament", extensions=0, in_a_row=1, in_all=3, holidays=7)
OPENS = Absence("standard", extensions=0, in_a_row=1, in_all=5, holidays=14)


@pytest.fixture
def due_game(make_game, seat_both, set_clock, ada):
    """A game at its deadline, for which ada saved something and ben nothing."""

    def play(absence):
        game = seat_both(make_game(absence=absence))
        save_answer(game=game, user=ada, label="S1901H", text=RANKS["ada"], version=0)
        set_clock(phase_of(game).deadline)
        house_was_up()
        return game

    return play


def test_two_workers_with_the_same_claim_extend_once(due_game):
    game = due_game(POLICIES["standard"])
    keys = claim(5)
    at_once(*[lambda: adjudicate(keys)] * 3)
    assert phase_of(game).ordinal == 0 and not Turn.objects.exists()
    (entry,) = ClockEntry.objects.all()
    assert entry.charged == ["2"] and entry.after - entry.before == timedelta(hours=12)
    assert OutboxRow.objects.filter(payload__about="extended").count() == 1


@pytest.mark.slow
def test_a_game_is_forfeited_once(due_game):
    game = due_game(FORFEITS)
    keys = claim(5)
    at_once(*[lambda: adjudicate(keys)] * 3)
    game.refresh_from_db()
    assert game.state == Game.State.FINISHED and game.outcome == {"winners": ["1"], "how": "HR-5"}
    assert Turn.objects.count() == 2 and prove(game).differences == []


@pytest.mark.slow
def test_a_seat_is_opened_once(due_game):
    due_game(OPENS)
    at_once(*[drain] * 3)
    assert Vacancy.objects.get().seat.key == "2"
    assert OutboxRow.objects.filter(payload__about="given_up").count() == 1


def test_an_answer_at_the_deadline_is_in_time_or_charged_an_extension(due_game, ben):
    """Either it was saved before, or it is saved in the extension: it counts."""
    game = due_game(POLICIES["standard"])

    def answer():
        save_answer(game=game, user=ben, label="S1901H", text=RANKS["ben"], version=0)

    at_once(drain, answer)
    drain()  # what someone else had locked was passed over
    assert phase_of(game).ordinal == 0 and ClockEntry.objects.count() == 1, "it was too late before"


@pytest.mark.slow
def test_a_holiday_announced_at_a_deadline_moves_the_next_one_once(due_game, calais, ben, set_clock):
    """Holiday and phase race: the phase that opens finds the holiday, or the holiday finds the phase."""
    game = due_game(Absence("friendly", extensions=0, in_a_row=9, in_all=0, holidays=21))
    day = set_clock.now.date()

    def go_away():
        first, last = day + timedelta(days=1), day + timedelta(days=3)
        announce(league=calais, user=ben, first=first, last=last, back=time(20), zone="UTC")

    at_once(drain, go_away)
    drain()  # what someone else had locked was passed over
    phase = phase_of(game)
    assert phase.ordinal == 1
    assert phase.deadline == datetime.combine(day + timedelta(days=3), time(20), UTC)
    (entry,) = ClockEntry.objects.filter(phase=phase)
    assert entry.charged == ["2"]


@pytest.mark.slow
def test_the_same_holiday_sent_twice_at_once_is_one(make_game, seat_both, calais, ada):
    seat_both(make_game(absence=POLICIES["standard"]))

    def go_away():
        announce(
            league=calais,
            user=ada,
            first=date(2026, 3, 2),
            last=date(2026, 3, 4),
            back=time(20),
            zone="UTC",
        )

    at_once(*[go_away] * 4)
    assert Holiday.objects.count() == 1 and ClockEntry.objects.count() == 1
    assert Phase.objects.get().deadline == datetime(2026, 3, 4, 20, tzinfo=UTC)
