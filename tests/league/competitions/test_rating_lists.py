"""Lists of ratings are the same whatever the sequence in which results arrive, and however often."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import Q
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.common import outbox
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.services.players import votes
from league.leagues import services
from league.leagues.models import League
from league.ratings import checking, current, lists
from league.ratings import results as rated
from league.ratings.models import LateResult, Rating, RatingList, RatingStep
from league.tasks import compare_ratings, refold_ratings
from tests.conftest import make_user
from tests.games.conftest import (  # noqa: F401  (fixtures)
    make_game,
    opened_game,
    running_game,
    seat_both,
    set_clock,
)
from tests.league.competitions.finished import finished_game, rule

pytestmark = pytest.mark.postgres

START = datetime(2026, 10, 20, 12, tzinfo=UTC)
WON, LOST_IT, DRAWN = ("solo", "lost"), ("lost", "solo"), ("shared", "shared")


def ratings(league=None, key="intimate"):
    rows = Rating.objects.filter(list__league=league, list__key=key)
    return {
        user: (mu, sigma, games)
        for user, mu, sigma, games in rows.values_list("user", "mu", "sigma", "games")
    }


def steps(league=None, key="intimate"):
    rows = RatingStep.objects.filter(list__league=league, list__key=key).order_by("at", "code", "user")
    return list(rows.values_list("code", "user", "place", "number", "mu_before", "mu", "sigma"))


def kept(league):
    return [(ratings(scope), steps(scope)) for scope in (league, None)]


def recomputed(league):
    for scope in (league, None):
        lists.recompute(lists.list_of(scope, "intimate"))
    return kept(league)


def test_the_end_of_a_game_rates_it(running_game, ada, ben, calais):  # noqa: F811
    votes.concede(game=running_game, user=ben)
    deliver()
    found = current(calais, "intimate", [ada.pk, ben.pk])
    assert found[ada.pk].points > 1500 > found[ben.pk].points
    assert found[ada.pk].provisional and found[ada.pk].games == 1
    assert current(None, "intimate", [ada.pk]) == {ada.pk: found[ada.pk]}, "Calais is public"
    assert current(calais, "spy", [ada.pk]) == {}


def test_current_is_one_query(calais, ada, ben, django_assert_num_queries):
    game = finished_game(calais, [ada, ben], WON, START)
    lists.take_in([game.pk])
    with django_assert_num_queries(1):
        assert set(current(calais, "intimate", [ada.pk, ben.pk])) == {ada.pk, ben.pk}


def test_a_game_that_ended_earlier_is_put_in_its_place(calais, ada, ben, eve):
    late = finished_game(calais, [ada, ben], WON, START)
    early = finished_game(calais, [ben, eve], WON, START - timedelta(days=2))
    lists.take_in([late.pk])
    lists.take_in([early.pk])
    assert LateResult.objects.count() == 2, "in the league's list and in the overall one"
    assert [code for code, *_rest in steps(calais)] == [late.code] * 2
    refold_ratings()
    assert not LateResult.objects.exists()
    assert [code for code, *_rest in steps(calais)] == [early.code] * 2 + [late.code] * 2
    before = kept(calais)
    assert before == recomputed(calais)


def test_the_same_again_changes_nothing(calais, ada, ben, eve):
    games = [finished_game(calais, [ada, other], WON, START) for other in (ben, eve)]
    lists.take_in([game.pk for game in games])
    before = kept(calais)
    for game in games:
        lists.take_in([game.pk])
    assert kept(calais) == before and not LateResult.objects.exists()


def test_a_ruling_counts_at_the_end_of_its_game(calais, ada, ben, carl, eve):
    games = [
        finished_game(calais, [ada, other], WON, START + timedelta(days=n))
        for n, other in enumerate((ben, eve))
    ]
    lists.take_in([game.pk for game in games])
    rule(games[0], ("void", "void"), carl, START + timedelta(days=9))
    lists.take_in([games[0].pk])
    refold_ratings()
    assert set(ratings(calais)) == {ada.pk, eve.pk}
    rule(games[0], LOST_IT, carl, START + timedelta(days=10))
    lists.take_in([games[0].pk])
    refold_ratings()
    assert [(code, number) for code, user, _place, number, *_rest in steps(calais) if user == ada.pk] == [
        (games[0].code, 1),
        (games[1].code, 2),
    ]
    assert kept(calais) == recomputed(calais)


def test_what_is_not_rated(calais, ada, ben, eve):
    private = finished_game(calais, [ada, ben], WON, START, visibility="private")
    void = finished_game(calais, [ada, ben], ("void", "void"), START)
    lists.take_in([private.pk, void.pk])
    assert not RatingStep.objects.exists()
    month = [finished_game(calais, [ada, ben], WON, START + timedelta(hours=n)) for n in range(4)]
    lists.take_in([game.pk for game in month])
    assert {games for *_rest, games in ratings(calais).values()} == {3}
    lists.take_in([month[3].pk])
    other_month = finished_game(calais, [ada, ben], WON, START + timedelta(days=20))
    lists.take_in([other_month.pk])
    assert {games for *_rest, games in ratings(calais).values()} == {4}
    assert kept(calais) == recomputed(calais)


def test_games_of_a_pair_are_counted_from_the_month_s_first_day_wherever_one_begins_anew(
    calais, ada, ben, eve
):
    games = [finished_game(calais, [ada, ben], WON, START + timedelta(days=day)) for day in (0, 1, 2, 6)]
    lists.take_in([game.pk for game in games])
    between = finished_game(calais, [ben, eve], WON, START + timedelta(days=4))
    lists.take_in([finished_game(calais, [ada, eve], WON, START + timedelta(days=5)).pk])
    lists.take_in([between.pk])
    refold_ratings()
    assert ratings(calais)[ada.pk][2] == 4, "three against ben, one against eve"
    assert kept(calais) == recomputed(calais)


def test_a_substitute_is_not_rated_and_whoever_left_comes_last(calais, seven, eve):
    outcomes = ["solo", "lost", "eliminated", "lost", "lost", "lost", "lost"]
    left = {1: ("replaced", eve), 3: ("resigned", None)}
    game = finished_game(calais, seven, outcomes, START, variant="standard", left=left)
    lists.take_in([game.pk])
    found = ratings(calais, "standard")
    assert set(found) == {user.pk for user in seven}
    mu = [found[user.pk][0] for user in seven]
    assert mu[2:3] + mu[4:] == pytest.approx([mu[2]] * 4)
    assert mu[0] > mu[2] > mu[1] == pytest.approx(mu[3])


@pytest.fixture
def seven(db):
    return [make_user(f"player{number}") for number in range(7)]


def test_the_great_war_is_rated_apart_from_larger_tables(calais, ada, ben, seven):
    war = finished_game(calais, [ada, ben], WON, START, variant="standard", settings={"players": 2})
    table = finished_game(
        calais, seven[:6], ["shared"] * 6, START, variant="standard", settings={"players": 6}
    )
    lists.take_in([war.pk, table.pk])
    assert (set(ratings(calais, "standard-2")), len(ratings(calais, "standard"))) == ({ada.pk, ben.pk}, 6)
    for key in ("standard", "standard-2"):
        assert checking.differences(lists.list_of(calais, key)) == 0


def test_a_league_that_does_not_agree_is_left_out_overall(calais, ada, ben, carl):
    game = finished_game(calais, [ada, ben], WON, START)
    lists.take_in([game.pk])
    services.update_settings(league=calais, by=carl, rates_overall=False)
    deliver()
    refold_ratings()
    assert ratings() == {} and set(ratings(calais)) == {ada.pk, ben.pk}
    lists.take_in([finished_game(calais, [ada, ben], WON, START).pk])
    assert ratings() == {}
    services.update_settings(league=calais, by=carl, rates_overall=True)
    deliver()
    refold_ratings()
    assert ratings() == ratings(calais)


def test_leagues_agree_from_the_start_if_they_are_public(calais, carl):
    closed = services.create_league(user=carl, name="C", slug="ccc", description="", visibility="invitation")
    assert (calais.rates_overall, closed.rates_overall) == (True, False)


def test_overall_ratings_count_all_leagues_that_agree(calais, ada, ben, eve, dora):
    douvres = League.objects.create(slug="douvres-2", name="D")
    games = [
        finished_game(league, [ada, other], WON, START + timedelta(hours=n))
        for n, (league, other) in enumerate([(calais, ben), (douvres, eve)])
    ]
    lists.take_in([game.pk for game in games])
    assert ratings()[ada.pk][2] == 2
    assert (ratings(calais)[ada.pk][2], set(ratings(douvres))) == (1, {ada.pk, eve.pk})


def test_a_list_that_somebody_else_is_writing_is_computed_later(calais, ada, ben, monkeypatch):
    game = finished_game(calais, [ada, ben], WON, START)
    monkeypatch.setattr(lists, "_locked", lambda found, *, waits: None)
    lists.take_in([game.pk])
    assert ratings(calais) == {} and LateResult.objects.count() == 2
    monkeypatch.undo()
    refold_ratings()
    assert len(ratings(calais)) == 2


people = st.lists(st.integers(0, 3), min_size=2, max_size=2, unique=True)
results = st.sampled_from([WON, LOST_IT, DRAWN, ("lost", "lost"), ("void", "void")])
arrivals = st.lists(
    st.tuples(people, results, st.integers(0, 40), st.integers(0, 2), st.none() | results),
    min_size=1,
    max_size=7,
)


@pytest.fixture
def four(db):
    return [make_user(f"one{number}") for number in range(4)]


@pytest.mark.slow
@given(drawn=arrivals, random=st.randoms(use_true_random=False))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_arrival_gives_the_same_to_the_last_digit(calais, carl, four, drawn, random):
    point = transaction.savepoint()
    try:
        arrive(calais, carl, four, drawn, random)
    finally:
        transaction.savepoint_rollback(point)


def arrive(league, judge, people, drawn, random):
    """Let what was `drawn` happen: games end, results arrive anyhow, some twice, some are ruled otherwise."""
    games = [
        finished_game(
            league,
            [people[user] for user in users],
            outcome,
            START + timedelta(days=days, hours=hours),
            code=f"code{9 - number}",
        )
        for number, (users, outcome, days, hours, _ruling) in enumerate(drawn)
    ]
    for place in random.sample(range(len(games)), len(games)):
        if random.random() < 0.2:
            lists.take_in([random.choice(games).pk])
        lists.take_in([games[place].pk])
        ruling = drawn[place][4]
        if ruling is not None:
            rule(games[place], ruling, judge, START + timedelta(days=60))
            lists.take_in([games[place].pk])
        if random.random() < 0.3:
            refold_ratings()
    refold_ratings()
    running = kept(league)
    assert checking.compare_all() == []
    assert running == recomputed(league)


@pytest.mark.slow
def test_drift_is_noticed_told_and_mended(calais, ada, ben, at_night):
    lists.take_in([finished_game(calais, [ada, ben], WON, START).pk])
    before = kept(calais)
    Rating.objects.filter(list__league=calais, user=ada).update(mu=30)
    compare_ratings()
    assert OutboxRow.objects.filter(topic="alarm").count() == 1
    deliver()
    (said,) = mail.outbox
    assert "intimate in calais" in said.body and "all leagues" not in said.body
    with pytest.raises(CommandError, match="1 lists"):
        call_command("recompute_ratings", check=True, stdout=StringIO())
    told = StringIO()
    call_command("recompute_ratings", league="calais", stdout=told)
    assert "calais, intimate: 1 games rated" in told.getvalue()
    assert kept(calais) == before
    call_command("recompute_ratings", check=True, stdout=StringIO())


@pytest.fixture
def at_night(settings):
    settings.ADMINS = [("Root", "root@example.org")]


def test_no_alarm_while_results_are_on_their_way(calais, ada, ben):
    game = finished_game(calais, [ada, ben], WON, START)
    lists.list_of(calais, "intimate")
    outbox.put(outbox.tell("results", START, game=game.pk))
    assert checking.compare_all() == []


def test_lists_of_an_older_formula_are_computed_anew(calais, ada, ben):
    game = finished_game(calais, [ada, ben], WON, START)
    old = RatingList.objects.create(league=calais, key="intimate", formula=0)
    Rating.objects.create(list=old, user=ada, mu=3, sigma=1, games=8)
    lists.take_in([game.pk])
    assert ratings(calais)[ada.pk][0] == 3
    refold_ratings()
    assert ratings(calais)[ada.pk][2] == 1 and ratings(calais) == ratings()
    RatingList.objects.update(formula=0)
    assert checking.compare_all() == []
    refold_ratings()
    assert not RatingList.objects.filter(formula=0).exists()


def test_the_command_refuses_a_league_that_is_not(db):
    with pytest.raises(CommandError, match="No league"):
        call_command("recompute_ratings", league="nowhere")


def test_the_command_finds_games_from_before_there_were_ratings(calais, ada, ben):
    finished_game(calais, [ada, ben], WON, START)
    call_command("recompute_ratings", stdout=StringIO())
    assert len(ratings(calais)) == len(ratings()) == 2


FOG = {"variant": "spy", "settings": {"reveal_at": "2026-11-20"}}
ONE_IS_OUT = ("shared", "shared", "eliminated")


def test_a_game_in_fog_is_rated_on_the_day_on_which_it_is_opened(calais, ada, ben, eve, set_clock):  # noqa: F811
    people = [ada, ben, eve]
    set_clock(START)
    fog = finished_game(calais, people, ONE_IS_OUT, START, code="fog", **FOG)
    seen = finished_game(calais, people, ONE_IS_OUT, START + timedelta(days=1), code="seen", variant="spy")
    set_clock(START + timedelta(days=1))
    outbox.put(*[outbox.tell("results", START, game=game.pk) for game in (fog, seen)])
    deliver()
    assert [code for code, *_step in steps(calais, "spy")] == ["seen"] * 3
    call_command("recompute_ratings", stdout=StringIO())
    assert [code for code, *_step in steps(calais, "spy")] == ["seen"] * 3
    assert checking.compare_all() == []
    set_clock(datetime(2026, 11, 20, 0, 0, 5, tzinfo=UTC))
    assert checking.compare_all() == [], "that it is opened is on its way"
    deliver()
    refold_ratings()
    assert [code for code, *_step in steps(calais, "spy")] == ["fog"] * 3 + ["seen"] * 3
    assert steps(calais, "spy") == steps(key="spy") and checking.compare_all() == []


def test_lists_that_rated_a_game_in_fog_are_computed_anew_without_it(calais, ada, ben, eve, monkeypatch):
    migration = import_module("league.competitions.migrations.0021_games_in_fog_are_rated_when_opened")
    people = [ada, ben, eve]
    put_off = {"reveal_at": "2999-01-01"}
    with monkeypatch.context() as patched:
        patched.setattr(rated, "is_rated", lambda: Q())
        fog = finished_game(calais, people, ONE_IS_OUT, START, code="fog", variant="spy", settings=put_off)
        seen = finished_game(
            calais, people, ONE_IS_OUT, START + timedelta(days=1), code="seen", variant="spy"
        )
        duel = finished_game(calais, [ada, ben], WON, START)
        lists.take_in([fog.pk, seen.pk, duel.pk])
    before = kept(calais)
    migration.leave_word(apps, None)
    refold_ratings()
    assert [code for code, *_step in steps(calais, "spy")] == ["seen"] * 3
    assert ratings(calais, "spy")[eve.pk][2] == 1
    assert kept(calais) == before and checking.compare_all() == []
