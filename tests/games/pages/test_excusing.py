"""Whom a missed phase does not count against (HR-1), and what a ruling takes back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.adjudication.deadlines import resume_phase
from games.adjudication.drain import drain
from games.adjudication.proof import prove
from games.adjudication.waived_misses import CLOSED, RULING, SHORT
from games.errors import HasPlayed, NoReason, NotMaster, NotMissed
from games.gate.reliability import reliability_of
from games.models import MasterAct, StandIn, Turn
from games.pages.acts import acts_of
from games.pages.presiding import misses_in
from games.pages.seats import places_of
from games.services.masters import presiding
from games.services.masters.waiving import take_miss_back
from games.services.players.answers import save_answer
from tests.conftest import house_was_up
from tests.games.conftest import phase_of
from tests.games.pages.conftest import forms_of

WHY = "The ferry is late."
RANKS = "France\nEngland\nGermany\nAustria\nItaly\nRussia\nTurkey"


@pytest.fixture
def presided(make_game, seat_both, carl):
    """A daily game of Intimate between ada and ben over which carl presides."""
    return seat_both(make_game(master=carl))


def close_by_hand(game, carl):
    presiding.close_phase(game=game, user=carl, label=phase_of(game).label, reason=WHY)
    house_was_up()
    drain()
    game.refresh_from_db()


def figures(game, *people):
    return [(found.asked, found.missed) for each in people for found in [reliability_of(game.league, each)]]


def first_turn(game):
    return Turn.objects.get(phase__game=game, phase__ordinal=0)


def test_a_phase_that_the_master_closes_counts_for_nobody_who_has_not_answered(
    presided, carl, ada, ben, set_clock
):
    save_answer(game=presided, user=ada, label="S1901H", text=RANKS, version=0)
    for _time in range(3):
        set_clock.pass_(seconds=1)
        close_by_hand(presided, carl)
    assert figures(presided, ada, ben) == [(1, 0), (0, 0)]
    assert first_turn(presided).excused == {"2": CLOSED}
    assert prove(presided).differences == []


def test_a_phase_taken_up_again_after_its_deadline_was_closed_by_nobody(presided, drained, ada, set_clock):
    phase = phase_of(presided)
    set_clock(phase.deadline)
    phase.set_aside_at = set_clock.now
    phase.save(update_fields=["set_aside_at"])
    set_clock.pass_(hours=2)
    resume_phase(phase=phase, by=None, note="Corrected.")
    drained(presided)
    assert first_turn(presided).excused == {}
    assert figures(presided, ada) == [(1, 1)]


def test_nor_does_it_late_in_its_time(presided, carl, ben, set_clock):
    set_clock.pass_(hours=23)
    close_by_hand(presided, carl)
    assert figures(presided, ben) == [(0, 0)]


@pytest.mark.parametrize(("minutes", "counted"), [(719, 0), (720, 1)])
def test_a_deadline_moved_forward_counts_from_half_of_the_length_on(
    presided, carl, ada, drained, set_clock, minutes, counted
):
    to = phase_of(presided).opened_at + timedelta(minutes=minutes)
    presiding.move_deadline(game=presided, user=carl, to=to, reason=WHY)
    drained(presided)
    assert figures(presided, ada) == [(counted, counted)]
    assert first_turn(presided).excused == ({} if counted else {"1": SHORT, "2": SHORT})
    assert prove(presided).differences == []


def test_a_seat_just_taken_over_misses_nothing(presided, carl, eve, ben, calais, drained, set_clock):
    from league.leagues import services

    services.join(league=calais, user=eve)
    StandIn.objects.create(game=presided, user=eve, offered_at=set_clock.now)
    set_clock(phase_of(presided).deadline - timedelta(hours=1))
    presiding.replace_player(game=presided, user=carl, seat="1", stand_in=eve.pk, reason=WHY)
    soon = set_clock.now + timedelta(minutes=5)
    presiding.move_deadline(game=presided, user=carl, to=soon, reason=WHY)
    drained(presided)
    assert figures(presided, eve, ben) == [(0, 0), (1, 1)]


def test_a_phase_that_ran_its_time_counts(presided, drained, ada):
    drained(presided)
    assert figures(presided, ada) == [(1, 1)] and first_turn(presided).excused == {}


def test_a_ruling_takes_a_miss_back_and_says_so(presided, drained, carl, ada, ben):
    drained(presided)
    take_miss_back(game=presided, user=carl, seat="1", label="S1901H", reason=WHY)
    assert figures(presided, ada, ben) == [(0, 0), (1, 1)]
    assert first_turn(presided).excused == {"1": RULING}
    act = acts_of(presided)[0]
    assert act.reason == WHY and "HR-1" in act.says
    assert prove(presided).differences == []
    with pytest.raises(NotMissed):
        take_miss_back(game=presided, user=carl, seat="1", label="S1901H", reason=WHY)
    assert MasterAct.objects.count() == 1


def test_only_who_has_power_and_does_not_play_takes_one_back(presided, drained, carl, ada, ben, running_game):
    drained(presided)
    given = {"game": presided, "seat": "1", "label": "S1901H"}
    for person in (ada, ben):
        with pytest.raises(NotMaster):
            take_miss_back(**given, user=person, reason=WHY, has_power=True)
    with pytest.raises(NoReason):
        take_miss_back(**given, user=carl, reason=" ")
    with pytest.raises(HasPlayed):
        take_miss_back(game=running_game, user=ada, seat="1", label="S1901H", reason=WHY, has_power=True)
    assert not MasterAct.objects.exists()


def test_where_nobody_may_know_who_missed_none_is_offered_or_taken_back(make_game, seat_all, drained, carl):
    """An act that all read would tell (HR-3)."""
    game = make_game(variant="spy", master=carl)
    seat_all(game)
    label = phase_of(game).label
    while not (turn := Turn.objects.filter(phase__game=game).exclude(missed={}).last()):
        drained(game)
        label = phase_of(game).label
        assert game.phase_number < 6, label
    assert misses_in(game, places_of(game, None)) == []
    with pytest.raises(NotMissed):
        take_miss_back(game=game, user=carl, seat=next(iter(turn.missed)), label=turn.phase.label, reason=WHY)


@pytest.mark.slow
def test_the_desk_offers_the_misses_and_takes_one_back(presided, drained, client_of, url, carl, ada):
    desk = url(presided, "desk")
    assert b'value="excused"' not in client_of(carl).get(desk).content
    drained(presided)
    page = client_of(carl).get(desk).content.decode()
    [form] = [each for each in forms_of(page) if each.fields.get("act") == "excused"]
    filled = form.fields | {"excused-miss": "S1901H 1", "excused-reason": WHY}
    for _time in range(2):
        client_of(carl).post(desk, filled)
    assert MasterAct.objects.count() == 1 and figures(presided, ada) == [(0, 0)]
    assert client_of(ada).post(desk, filled).status_code == 404


def test_an_organiser_rules_where_nobody_presides(running_game, drained, client_of, url, carl, ada):
    drained(running_game)
    page = url(running_game, "rule")
    given = {"act": "excused", "excused-miss": "S1901H 1", "excused-reason": WHY}
    assert client_of(carl).post(page, given).status_code == 302
    assert figures(running_game, ada) == [(0, 0)]
    assert client_of(ada).post(page, given).status_code == 404
