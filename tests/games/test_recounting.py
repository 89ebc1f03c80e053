"""The season's recount knows whom a phase does not count for, and when a game was forfeited, without the
site's own functions; and finds what is otherwise.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.adjudication.drain import drain
from games.agreed.absence import Absence
from games.engine import bridge
from games.models import Game, SeatResult, TenureResult, Turn
from games.services.masters import presiding, rulings, waiving
from games.services.players.answers import save_answer
from tests.conftest import house_was_up
from tests.fuzz.season import absences, recount
from tests.games.conftest import RANKS, phase_of

TOURNAMENT = Absence.from_json({"policy": "tournament", "extensions": 0})
WHY = "It has to be."


def found(game: Game) -> list[str]:
    return [*recount.differences(game, bridge.record_of(game)), *absences.broken(game)]


def send(game, user, text=""):
    save_answer(game=game, user=user, label=phase_of(game).label, text=text, version=0)


def test_a_forfeit_is_of_the_moment_of_the_missed_deadline(make_game, seat_both, drained, set_clock, ada):
    """However late the house adjudicates (HR-5)."""
    game = seat_both(make_game(absence=TOURNAMENT))
    send(game, ada, RANKS["ada"])
    drained(game)
    send(game, ada)
    missed = phase_of(game).deadline
    set_clock(missed + timedelta(minutes=5))
    house_was_up()
    drain()
    game.refresh_from_db()
    assert game.outcome["how"] == "HR-5" and game.finished_at == missed
    assert found(game) == []
    SeatResult.objects.filter(seat__key="1").update(at=missed + timedelta(minutes=5))
    assert any("its seats have the results" in line for line in found(game))


@pytest.mark.slow
def test_a_phase_that_its_master_closed_counts_for_nobody(
    make_game, seat_both, drained, set_clock, ada, ben, carl
):
    game = seat_both(make_game(absence=TOURNAMENT, master=carl))
    send(game, ada, RANKS["ada"])
    set_clock.pass_(hours=20)
    presiding.close_phase(game=game, user=carl, label=phase_of(game).label, reason=WHY)
    drained(game)
    send(game, ada)
    drained(game)
    assert game.is_running and [turn.missed for turn in Turn.objects.order_by("pk")] == [{}, {"2": True}]
    rulings.declare_void(game=game, user=carl, reason=WHY)
    game.refresh_from_db()
    assert found(game) == []
    TenureResult.objects.filter(tenure__user=ben).update(asked=2, missed=2)
    assert any("its players have the results" in line for line in found(game))


@pytest.mark.slow
def test_a_deadline_moved_near_and_a_ruling_let_off_alike(
    make_game, seat_both, drained, set_clock, ada, carl
):
    """The first miss was taken back by the time of the second, and the third phase was cut to a quarter."""
    game = seat_both(make_game(absence=TOURNAMENT, master=carl))
    send(game, ada, RANKS["ada"])
    label = phase_of(game).label
    drained(game)
    waiving.take_miss_back(game=game, user=carl, seat="2", label=label, reason=WHY)
    send(game, ada)
    drained(game)
    near = set_clock.now + timedelta(hours=6)
    presiding.move_deadline(game=game, user=carl, to=near, reason=WHY)
    send(game, ada)
    drained(game)
    assert game.is_running and Turn.objects.filter(missed={"2": True}).count() == 1
    rulings.declare_void(game=game, user=carl, reason=WHY)
    game.refresh_from_db()
    assert found(game) == []
