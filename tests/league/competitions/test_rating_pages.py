"""Ratings on pages: what everyone reads, and what no one may."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from statistics import NormalDist

import pytest
from django.urls import reverse

from games.models import Practice, TenureResult
from games.services.players import votes
from league.leagues import services
from league.leagues.models import League
from league.ratings import lists
from league.ratings.drawing import BOTTOM, TOP, drawing_of
from league.ratings.folding import Placed, Played, rated
from league.ratings.highest import highest_in, rated_in
from league.ratings.models import Rating
from league.ratings.parameters import BETA, BETA_OF_TWO, SHARE, TAU
from league.ratings.players import MOST_STEPS, ratings_of
from league.ratings.skill import Skill
from league.users.deletion import delete_account
from tests.conftest import make_user
from tests.games.conftest import (  # noqa: F401  (fixtures)
    make_game,
    opened_game,
    running_game,
    seat_both,
    set_clock,
)
from tests.league.competitions.finished import finished_game

START = datetime(2025, 10, 20, 12, tzinfo=UTC)
WON = ("solo", "lost")


def page_of(client, league, person):
    return client.get(reverse("leagues:player", args=[league.slug, person.username])).content.decode()


def play(league, winner, losers, count, **values):
    """Games that `winner` wins, against each of `losers` in turn, a fortnight apart."""
    games = [
        finished_game(
            league, [winner, losers[number % len(losers)]], WON, START + timedelta(days=14 * number), **values
        )
        for number in range(count)
    ]
    lists.take_in([game.pk for game in games])
    return games


def test_a_player_reads_the_rating_with_a_drawing_and_a_table(calais, ada, ben, client_of):
    games = play(calais, ada, [ben], 3)
    page = page_of(client_of(ben), calais, ada)
    assert 'role="img"' in page and "<details>" in page
    for game in games:
        assert reverse("games:game", args=["calais", game.code]) in page
    (rating,) = ratings_of(calais, ada)
    assert f"<strong>{rating.here}</strong>" in page and str(rating.here).endswith("?")
    assert [change.points for change in rating.changes] == sorted(
        (change.points for change in rating.changes), reverse=True
    )
    assert rating.start == 1500 and rating.changes[-1].signed.startswith("+")
    assert "Cote" in page_of(client_of(ben), calais, ben), "ben reads French"


def test_ratings_of_a_player_cost_two_queries(calais, ada, ben, django_assert_num_queries):
    play(calais, ada, [ben], 4)
    play(calais, ada, [ben], 4, variant="intimate-ii")
    with django_assert_num_queries(2):
        assert [rating.key for rating in ratings_of(calais, ada)] == ["intimate", "intimate-ii"]
    nobody = make_user("nobody")
    with django_assert_num_queries(1):
        assert ratings_of(calais, nobody) == []


def test_the_latest_games_of_many_are_shown(calais, ada, ben, monkeypatch):
    monkeypatch.setattr("league.ratings.players.MOST_STEPS", 2)
    play(calais, ada, [ben], 5)
    (rating,) = ratings_of(calais, ada)
    assert (len(rating.changes), rating.older) == (2, 3)
    assert rating.start > 1500 and MOST_STEPS > 2


def test_nothing_is_shown_of_another_leagues_games(calais, douvres, ada, ben, dora, client_of):
    League.objects.filter(pk=douvres.pk).update(rates_overall=True)
    secret = finished_game(douvres, [ada, dora], WON, START)
    lists.take_in([secret.pk])
    (rating,) = ratings_of(calais, ada)
    assert rating.here is None and rating.overall is not None and rating.drawing is None
    page = page_of(client_of(ben), calais, ada)
    assert secret.code not in page and '<svg class="chart" viewBox="0 0 640 240"' not in page
    assert rated_in(calais) == []


def test_a_running_game_of_hidden_players_changes_nothing(calais, ada, ben):
    game = finished_game(calais, [ada, ben], WON, START, variant="devil-and-god")
    type(game).objects.filter(pk=game.pk).update(state="running", finished_at=None)
    lists.take_in([game.pk])
    assert not Rating.objects.exists()


def test_ratings_of_whoever_is_masked_are_the_same_to_the_byte_until_the_end(calais, ada, ben, visitor):
    play(calais, ada, [ben], 3)
    url, token = reverse("tournaments:ratings", args=["calais"]), re.compile(r"\b\w{64}\b")
    before = [
        token.sub("", page) for page in (visitor.get(url).content.decode(), str(ratings_of(calais, ada)))
    ]
    game = finished_game(calais, [ada, ben], WON, START, variant="devil-and-god")
    over = type(game).objects.filter(pk=game.pk)
    over.update(state="running", finished_at=None)
    lists.take_in([game.pk])
    after = [
        token.sub("", page) for page in (visitor.get(url).content.decode(), str(ratings_of(calais, ada)))
    ]
    assert after == before
    over.update(state="finished", finished_at=START)
    lists.take_in([game.pk])
    assert len(ratings_of(calais, ada)) == 2


def test_practice_against_a_bot_is_not_rated(ada, client_of):
    """A bot has no account, and its games no result rows: nothing that a list is made of can hold one."""
    client_of(ada).get(reverse("practice:game"))
    assert not TenureResult.objects.exists() and not Rating.objects.exists()
    assert not {field.name for field in Practice._meta.get_fields()} & {"game", "league", "tenure"}


def test_former_members_have_no_rating_that_anybody_reads(calais, ada, ben, set_clock):  # noqa: F811
    play(calais, ada, [ben], 10)
    assert [line.username for line in highest_in(*rated_in(calais))] == ["ada", "ben"]
    delete_account(user=ada)
    ada.refresh_from_db()
    assert ratings_of(calais, ada) == []
    assert [line.username for line in highest_in(*rated_in(calais))] == ["ben"]
    assert Rating.objects.filter(user=ada, list__league=calais).exists(), "others' ratings hang on it"


def test_the_page_lists_the_highest_and_the_rules(calais, ada, ben, carl, eve, client_of, client):
    play(calais, ada, [ben], 10)
    play(calais, ada, [ben, eve], 2, variant="intimate-ii")
    url = reverse("tournaments:ratings", args=["calais"])
    page = client.get(url).content.decode()
    assert re.search(r'class="place">1</td><th scope="row"><a href="/l/calais/p/ada/"', page)
    assert "What is not rated" in page and "0.97" in page and "This league agrees." in page
    other = client.get(url, {"game": "intimate-ii"}).content.decode()
    assert "still provisional" in other
    assert client.get(url, {"game": "chess"}).status_code == 200
    french = client_of(ben).get(url).content.decode()
    assert "Ce qui n’est pas coté" in french and "0,97" in french and "What is" not in french
    services.update_settings(league=calais, by=carl, rates_overall=False)
    assert "does not agree" in client.get(url).content.decode()


def test_a_league_without_rated_games_says_so(calais, client):
    page = client.get(reverse("tournaments:ratings", args=["calais"])).content.decode()
    assert "No rated games yet" in page


def test_a_closed_leagues_ratings_are_for_its_members(calais, carl, dora, client_of):
    services.update_settings(league=calais, by=carl, visibility="invitation")
    url = reverse("tournaments:ratings", args=["calais"])
    assert client_of(dora).get(url).status_code == 404
    assert client_of(carl).get(url).status_code == 200


def test_organisers_decide_whether_games_count_overall(calais, carl, client_of):
    page = client_of(carl).get(reverse("leagues:settings", args=["calais"])).content.decode()
    assert 'name="rates_overall"' in page


def test_the_formula_on_the_page_is_what_is_computed():
    """As step 1 to 5 of “The formula” say; in the same place one is compared in games for two alone."""
    skills = [Skill(28, 3, 4), Skill(23, 7, 2), Skill(26, 2, 9), Skill(20, 5, 0)]
    normal = NormalDist()
    for places in ((1, 2), (1, 1), (2, 1), (1, 2, 2), (2, 2, 1, 3), (1, 1, 2, 2), (3, 2, 2, 2)):
        played = Played(1, "a", START, tuple(Placed(user, place) for user, place in enumerate(places)))
        found = rated(played, skills[: len(places)])
        is_for_two = len(places) == 2
        share, beta = (1, BETA_OF_TWO) if is_for_two else (SHARE, BETA)
        for seat, (you, place) in enumerate(zip(skills, places, strict=False)):
            own, mu, left = you.sigma**2 + TAU**2, you.mu, 1.0
            for other, (they, theirs) in enumerate(zip(skills, places, strict=False)):
                if other == seat or (place == theirs and not is_for_two):
                    continue
                c = math.sqrt(own + they.sigma**2 + TAU**2 + 2 * beta**2)
                t = (you.mu - they.mu) / c
                if is_for_two:
                    side = 1 if place < theirs else -1
                    r = side * normal.pdf(t) / normal.cdf(side * t) if place != theirs else -t
                    g = r * (r + t) if place != theirs else 1
                else:
                    p = 1 / (1 + math.exp(-t))
                    r, g = (1 if place < theirs else 0) - p, p * (1 - p)
                mu += share * r * own / c
                left -= share * g * own / c**2
            assert found[seat].after.mu == pytest.approx(mu)
            assert found[seat].after.sigma == pytest.approx(math.sqrt(own * left))


def test_a_drawing_stays_in_its_frame():
    points = [1500, 1580, 1440, 1690]
    drawn = drawing_of(points, [START + timedelta(days=day) for day in range(3)])
    places = [tuple(map(int, place.split())) for place in drawn.path[1:].split("L")]
    assert len(places) == 4 and all(TOP <= y <= BOTTOM for _x, y in places)
    assert drawn.end == places[-1]
    assert [level.points for level in drawn.levels] == [1400, 1500, 1600, 1700]
    flat = drawing_of([1500, 1500], [START])
    assert flat.levels[0].points <= 1500 <= flat.levels[-1].points and len(flat.days) == 1


def test_the_end_of_a_game_is_seen_on_the_page(running_game, ada, ben, calais, client_of):  # noqa: F811
    votes.concede(game=running_game, user=ben)
    lists.take_in([running_game.pk])
    assert running_game.code in page_of(client_of(ada), calais, ada)
