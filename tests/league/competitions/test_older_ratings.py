"""Seasons announced before the formula of ratings changed ask the one of before until they are over."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from league.competitions.ladder.rules.challenge_rules import ChallengeRules, Reach
from league.competitions.ladder.rules.ladder_rules import Order
from league.competitions.ladder.state.ladder_state import ladder_state_of
from league.competitions.models import Competition
from league.competitions.selectors.draws import draws_of
from league.competitions.services import turning
from league.ratings import checking, current, lists
from league.ratings.folding import MODELS, fold
from league.ratings.keys import KINDS
from league.ratings.models import LateResult, RatingList
from league.ratings.parameters import FORMULA, points_of
from league.ratings.results import games_of
from league.tasks import compare_ratings, refold_ratings
from tests.league.competitions.finished import finished_game
from tests.league.competitions.seasons import RULES

migration = import_module("league.competitions.migrations.0031_ratings_by_another_formula")
WON = ("solo", "lost")
BY_POINTS = ChallengeRules(reach=Reach.RATING, reach_of=100)


def migrate():
    """As the release does, and a worker after it."""
    migration.keep_for_seasons(apps, SimpleNamespace(connection=connection))
    migration.leave_word(apps, None)


def rated_by_formula_1(league):
    """A list of the game as it was before the release."""
    old = RatingList.objects.create(league=league, key="intimate", formula=1, is_older=True)
    lists.recompute(old)
    lists.list_of(league, "intimate").delete()
    RatingList.objects.filter(pk=old.pk).update(is_older=False)
    return old


def play(league, winner, loser, days):
    return finished_game(league, [winner, loser], WON, RULES.enters_from - timedelta(days=days))


def points_by(formula, league):
    games = games_of(league, KINDS["intimate"])
    return {user: skill.mu for user, skill in fold(games, is_for_two=True, formula=formula).skills.items()}


def kept_of(league, **which):
    found = RatingList.objects.get(league=league, key="intimate", **which)
    return dict(found.ratings.values_list("user", "mu"))


@pytest.fixture
def season(make_season):
    """A season whose challenges go by rating, which began before the release, and what counted in it."""
    season = make_season(challenges=BY_POINTS, order=Order.RATING).announce()
    people = [season.enter(f"p{number}").user for number in range(1, 5)]
    for days in range(1, 6):
        play(season.league, people[2], people[days % 2], 20 * days)
    rated_by_formula_1(season.league)
    season.start()
    season.before = ladder_state_of(season.competition, season.clock.now).ratings
    assert len(set(season.before.values())) == 4
    migrate()
    season.refresh()
    season.people = people
    return season


def test_formulas_differ_and_both_are_known():
    assert set(MODELS) == {1, FORMULA} == {migration.OLDER, 3}


def test_what_counts_in_a_running_season_stays_and_pages_change(season):
    asked = ladder_state_of(season.competition, season.clock.now).ratings
    assert asked == season.before, "before a worker comes to it"
    refold_ratings()
    assert not LateResult.objects.exists()
    assert ladder_state_of(season.competition, season.clock.now).ratings == season.before
    assert kept_of(season.league, is_older=False) == points_by(FORMULA, season.league)
    assert kept_of(season.league, is_older=True) == points_by(1, season.league)
    shown = current(season.league, "intimate", [person.pk for person in season.people])
    assert {each.points for each in shown.values()} - set(season.before.values()), "pages show today's"
    assert draws_of(season.competition).shown[0].places, "what made the first table is kept with the draw"


def test_new_games_count_in_both_lists(season):
    refold_ratings()
    game = play(season.league, season.people[3], season.people[2], 0)
    lists.take_in([game.pk])
    assert not LateResult.objects.exists(), "they are added at once"
    assert kept_of(season.league, is_older=False) == points_by(FORMULA, season.league)
    assert kept_of(season.league, is_older=True) == points_by(1, season.league)
    assert ladder_state_of(season.competition, season.clock.now).ratings != season.before
    late = play(season.league, season.people[1], season.people[0], 300)
    lists.take_in([late.pk])
    refold_ratings()
    assert kept_of(season.league, is_older=True) == points_by(1, season.league)
    assert [checking.differences(found) for found in RatingList.objects.filter(league=season.league)] == [
        0,
        0,
    ]


def test_the_older_list_goes_with_the_last_season_that_asks_it(season, set_clock):
    refold_ratings()
    compare_ratings()
    assert RatingList.objects.filter(is_older=True).count() == 1
    Competition.objects.update(state=Competition.State.FINISHED)
    set_clock(season.clock.now + timedelta(days=2))
    compare_ratings()
    assert not RatingList.objects.filter(is_older=True).exists()
    assert season.refresh().competition.older_ratings_id is None
    assert kept_of(season.league) == points_by(FORMULA, season.league)


def test_the_rules_page_says_so(season, client, make_season):
    address = season.competition.get_absolute_url() + "rules/"
    assert "computed by an earlier formula" in client.get(address).content.decode()
    Competition.objects.update(older_ratings=None)
    assert "computed by an earlier formula" not in client.get(address).content.decode()


def test_the_first_table_of_an_announced_season_goes_by_the_ratings_of_before(make_season):
    season = make_season(order=Order.RATING).announce()
    people = [season.enter(f"p{number}").user for number in range(1, 5)]
    for days in range(1, 6):
        play(season.league, people[2], people[days % 2], 20 * days)
    rated_by_formula_1(season.league)
    migrate()
    refold_ratings()
    season.refresh()
    season.clock(RULES.starts_at)
    turning.turn(season.competition)
    first = season.competition.events.get(kind="opens").facts["ratings"][0]
    top = people[2].pk
    assert first == points_of(points_by(1, season.league)[top])
    assert first != points_of(points_by(FORMULA, season.league)[top])


def test_a_season_of_a_game_that_was_never_rated_keeps_to_the_formula_of_before(make_season):
    season = make_season(challenges=BY_POINTS).begin(2)
    migrate()
    one, other = (entry.user for entry in season.competition.entries.order_by("number"))
    lists.take_in([play(season.league, one, other, 0).pk])
    refold_ratings()
    assert kept_of(season.league, is_older=True) == points_by(1, season.league)


@pytest.mark.parametrize("state", ["draft", "finished"])
def test_drafts_and_seasons_that_are_over_ask_todays_list(make_season, state):
    season = make_season(challenges=BY_POINTS).begin(2)
    Competition.objects.update(state=state)
    migrate()
    assert season.refresh().competition.older_ratings_id is None
    assert not RatingList.objects.filter(is_older=True).exists()


def test_seasons_that_do_not_speak_of_ratings_ask_for_no_list(make_season):
    make_season().begin(2)
    migrate()
    assert not RatingList.objects.filter(is_older=True).exists()


def test_the_great_war_keeps_its_own_list(make_season):
    season = make_season(
        variant="standard",
        settings={"players": 2},
        ends_at=RULES.starts_at.replace(year=2028),
        challenges=BY_POINTS,
    ).begin(2)
    migrate()
    assert season.refresh().competition.older_ratings.key == "standard-2"
