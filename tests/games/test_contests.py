"""Games of competitions: how they are created, who leaves them how, and how they ended (HR-10)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.adjudication.drain import drain
from games.adjudication.proof import prove
from games.common import clock
from games.common.outbox.row import OutboxRow
from games.errors import (
    AlreadyStarted,
    ArbiterSits,
    BadSettings,
    NotMember,
    OfCompetition,
)
from games.facts.contests import ends_of
from games.models import Answer, Contest, Game, GameArbiter, Phase, Tenure, Vacancy
from games.services.masters import contests
from games.services.players import votes
from games.services.players.answers import save_answer
from games.services.seats import resigning, seating
from games.services.seats.farewell import leave_all_games
from games.services.seats.removal import remove_from_league
from league.leagues import services
from tests.conftest import house_was_up, make_user
from tests.games.conftest import RANKS, phase_of
from tests.games.contests import HOMES, open_duel, terms

GREAT_WAR = {"variant": "standard", "settings": {"players": 2}}


# Creating


def test_both_are_seated_and_the_game_begins_at_once(duel, ada, ben, eve, calais):
    held = Tenure.objects.filter(game=duel, left_at=None).order_by("place")
    assert [each.user for each in held] == [ada, ben] and all(each.nonce for each in held)
    assert duel.is_running and duel.is_contest and duel.settings["draws"] is False
    assert (duel.visibility, duel.master, duel.league_id) == ("public", None, calais.pk)
    assert duel.absence["policy"] == "tournament" and duel.name == "Winter ladder · 1"
    contest = Contest.objects.get(game=duel)
    assert (contest.title, contest.number, contest.league_id) == ("Winter ladder", 1, calais.pk)
    assert contest.rules["kind"] == "ladder" and len(contest.rules_sha256) == 64
    assert [each.user for each in GameArbiter.objects.filter(game=duel, left_at=None)] == [eve]
    assert phase_of(duel).label == "S1901H"
    assert not OutboxRow.objects.filter(topic="mail").exists(), "the competition tells that it has begun"
    assert prove(duel).differences == []


def test_the_same_code_is_the_same_game(calais, ada, ben, carl, set_clock):
    again = [open_duel(calais, (ada, ben), [carl], code="abcdefgh") for _time in range(2)]
    assert again[0].pk == again[1].pk and Game.objects.count() == 1 == Contest.objects.count()
    with pytest.raises(BadSettings):
        open_duel(calais, (ada, ben), [carl], code="abcdefgh", contest=terms(2))


def test_a_long_title_makes_no_longer_name_than_there_may_be(calais, ada, ben, carl, set_clock):
    game = open_duel(calais, (ada, ben), [carl], contest=terms(12345, title="Ladder " * 11))
    assert len(game.name) <= 80 and game.name.endswith(" · 12345")


def test_an_arbiter_plays_in_none_of_the_games(calais, ada, ben, carl, set_clock):
    with pytest.raises(ArbiterSits):
        open_duel(calais, (ada, ben), [carl, ben])
    assert not Game.objects.exists()


def test_whoever_is_no_member_plays_in_none(calais, ada, dora, carl, set_clock):
    with pytest.raises(NotMember):
        open_duel(calais, (ada, dora), [carl])
    assert not Game.objects.exists()


def test_an_arbiter_who_has_left_the_league_has_no_power(calais, ada, ben, carl, dora, set_clock):
    game = open_duel(calais, (ada, ben), [carl, dora])
    assert [each.user for each in game.arbiters.all()] == [carl]


def test_a_suspension_keeps_nobody_from_a_game_they_entered_for(calais, ada, ben, carl, set_clock):
    until = clock.now() + timedelta(days=3)
    calais.memberships.filter(user__in=[ada, ben]).update(suspended_until=until)
    assert open_duel(calais, (ada, ben), [carl]).is_running


@pytest.mark.parametrize(
    "wrong",
    [
        {"variant": "standard", "settings": {}},
        {"settings": {"last_year": 1890}},
        {"variant": "unknown"},
    ],
)
def test_what_is_no_game_for_two_is_refused(calais, ada, ben, carl, set_clock, wrong):
    with pytest.raises(BadSettings):
        open_duel(calais, (ada, ben), [carl], **wrong)


def test_nobody_joins_leaves_or_calls_it_off(duel, ada, eve):
    for act in (
        lambda: seating.take_seat(game=duel, user=eve, seat="1"),
        lambda: seating.leave_seat(game=duel, user=ada),
        lambda: seating.cancel_game(game=duel, user=ada),
    ):
        with pytest.raises(AlreadyStarted):
            act()


def test_arbiters_change_in_all_games_of_the_competition(duel, calais, ada, ben, carl, eve):
    cleo = make_user("cleo")
    services.join(league=calais, user=cleo)
    other = open_duel(calais, (cleo, ben), [eve], number=2)
    elsewhere = open_duel(calais, (cleo, ben), [eve], contest=terms(1, key="other"))
    contests.name_arbiters(league=calais.pk, key="winter26", arbiters=[carl, cleo])
    standing = GameArbiter.objects.filter(left_at=None)
    assert {(each.game_id, each.user) for each in standing} == {
        (duel.pk, carl),
        (duel.pk, cleo),
        (other.pk, carl),
        (elsewhere.pk, eve),
    }
    contests.name_arbiters(league=calais.pk, key="winter26", arbiters=[carl, cleo])
    assert standing.count() == 4


# Leaving


@pytest.mark.parametrize(("given", "clause"), [({}, "ID-19"), (GREAT_WAR, "HR-4")])
def test_whoever_resigns_concedes(calais, ada, ben, carl, set_clock, given, clause):
    game = open_duel(calais, (ada, ben), [carl], **given)
    resigning.resign(game=game, user=ada)
    game.refresh_from_db()
    assert not game.is_running and not Vacancy.objects.exists()
    end = ends_of([game.pk])[game.pk]
    assert (end.clause, end.winner, end.loser) == (clause, ben.pk, ada.pk)
    assert end.moment == set_clock.now and prove(game).differences == []


def test_nobody_looks_for_a_replacement(duel, ada):
    with pytest.raises(OfCompetition):
        resigning.ask_for_replacement(game=duel, user=ada)


def test_whoever_is_removed_from_the_league_forfeits_at_that_moment(duel, calais, ada, ben, set_clock):
    set_clock.pass_(hours=1)
    remove_from_league(league=calais.pk, person=ada, at=set_clock.now)
    duel.refresh_from_db()
    assert duel.outcome == {"winners": ["2"], "how": "HR-5"} and not Vacancy.objects.exists()
    end = ends_of([duel.pk])[duel.pk]
    assert (end.clause, end.winner, end.loser) == ("HR-5", ben.pk, ada.pk)
    assert end.moment == set_clock.now and prove(duel).differences == []


def test_an_arbiter_who_is_removed_from_the_league_has_no_power_any_more(duel, calais, eve, set_clock):
    remove_from_league(league=calais.pk, person=eve, at=set_clock.now)
    assert not GameArbiter.objects.filter(left_at=None).exists()


def test_whoever_deletes_the_account_concedes(duel, ada, ben, eve):
    leave_all_games(person=ada)
    leave_all_games(person=eve)
    end = ends_of([duel.pk])[duel.pk]
    assert (end.clause, end.winner, prove(duel).differences) == ("ID-19", ben.pk, [])
    assert not GameArbiter.objects.filter(left_at=None).exists()


def test_whoever_is_removed_from_the_competition_forfeits(duel, ada, ben):
    contests.forfeit_by_removal(game=duel, user=ben)
    assert (ends_of([duel.pk])[duel.pk].winner, prove(duel).differences) == (ada.pk, [])


# How it ended, and when


def test_the_moment_is_that_of_the_deadline_not_of_the_work(calais, ada, ben, carl, set_clock):
    """ben misses three phases, and every phase is adjudicated three minutes late."""
    game = open_duel(calais, (ada, ben), [carl], settings={"last_year": 1901} | HOMES)
    missed = phase_of(game)
    while game.is_running:
        missed = phase_of(game)
        text, version = _idle(missed), Answer.objects.filter(phase=missed).count()
        save_answer(game=game, user=ada, label=missed.label, text=text, version=version)
        set_clock(missed.deadline + timedelta(minutes=3))
        house_was_up()
        drain()
        game.refresh_from_db()
    missed.refresh_from_db()
    assert game.outcome == {"winners": ["1"], "how": "HR-5"}
    end = ends_of([game.pk])[game.pk]
    assert (end.clause, end.winner) == ("HR-5", ada.pk)
    assert end.moment == missed.closes_at == game.finished_at < clock.now()
    assert set(game.results.values_list("at", flat=True)) == {missed.closes_at}
    assert prove(game).differences == []


def _idle(phase: Phase) -> str:
    return "Germany 0" if phase.label.endswith("B") else ""


def test_a_concession_after_the_first_auction_is_a_win_that_counts(calais, ada, ben, carl, drained):
    game = open_duel(calais, (ada, ben), [carl], settings={"last_year": 1905} | HOMES)
    for user in (ada, ben):
        save_answer(game=game, user=user, label="S1901B", text="Germany 0", version=0)
    drained(game)
    votes.concede(game=game, user=ben)
    end = ends_of([game.pk])[game.pk]
    assert (end.clause, end.winner_seat, end.loser_seat) == ("ID-19", "1", "2")
    assert end.homes == {"1": "FRANCE", "2": "TURKEY"} and end.seats == {"1": ada.pk, "2": ben.pk}


def test_a_game_that_ends_by_play_ends_when_its_last_phase_closes(calais, ada, ben, carl, drained, set_clock):
    game = open_duel(calais, (ada, ben), [carl], settings={"last_year": 1901} | HOMES)
    while game.is_running:
        phase = phase_of(game)
        for user in (ada, ben):
            save_answer(game=game, user=user, label=phase.label, text=_idle(phase), version=0)
        drained(game)
    last = phase_of(game)
    end = ends_of([game.pk])[game.pk]
    assert (end.clause, end.moment) == ("HR-7", last.closes_at)
    assert not end.is_ruled


def test_games_that_go_on_have_no_end_and_queries_do_not_grow(
    duel, calais, ada, ben, carl, django_assert_max_num_queries
):
    games = [open_duel(calais, (ada, ben), [carl], number=number).pk for number in range(2, 6)]
    for pk in games[:3]:
        votes.concede(game=Game.objects.get(pk=pk), user=ada)
    with django_assert_max_num_queries(4):
        ends = ends_of([*games, duel.pk])
    assert set(ends) == set(games[:3])
    assert all(end.is_early and not end.is_silent for end in ends.values()), "conceded before an autumn"
    assert ends_of([]) == {}


def test_answers_are_still_saved_as_in_any_game(duel, ada):
    save_answer(game=duel, user=ada, label="S1901H", text=RANKS["ada"], version=0)
    assert Answer.objects.filter(phase__game=duel).count() == 1
