"""A player's page: rank, title, rating and form lead it, with what one can do; games sorted and narrowed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache

from games.models import Game
from league.competitions.models import FinalPlace
from league.leagues.models import Membership
from league.standings.counting import count
from league.users.deletion import delete_account
from tests.html_tree import tree
from tests.league.competitions.finished import finished_game
from tests.league.competitions.rows import NOW
from tests.league.competitions.rows import make_season as season_of_rows

pytestmark = pytest.mark.django_db


def page_of(client, name, query="", league="calais", language="en"):
    cache.clear()
    answer = client.get(f"/l/{league}/p/{name}/{query}", headers={"accept-language": language})
    assert answer.status_code == 200
    return tree(answer.content.decode())


def words(element) -> str:
    return " ".join(element.text.replace("\N{NO-BREAK SPACE}", " ").split()).replace(" ,", ",")


def codes_of(page) -> list[str]:
    links = [link.attributes["href"] for link in page.one("section", id="games").all("a")]
    return [each.split("/")[4] for each in links if each.startswith("/l/calais/g/")]


@pytest.fixture
def three(calais, ada, ben, eve, at):
    """Games of ada: one won against ben, a draw with eve in the Great War, one lost to ben, the newest."""
    at(NOW)
    games = [
        finished_game(calais, [ada, ben], ["solo", "lost"], NOW - timedelta(days=9), code="won000000001"),
        finished_game(
            calais,
            [ada, eve],
            ["shared", "shared"],
            NOW - timedelta(days=5),
            code="drawn0000001",
            variant="standard",
            settings={"players": 2},
        ),
        finished_game(calais, [ada, ben], ["lost", "solo"], NOW - timedelta(days=1), code="lost00000001"),
    ]
    count.count_games(games=[game.pk for game in games])
    return games


# What leads


def test_the_rank_leads_and_who_may_challenge_finds_a_button(season, client_of, visitor):
    low, high = season.entry(2), season.entry(1)
    page = page_of(client_of(low.user), high.user.username)
    assert words(next(page.one("dl", class_="lead").all("div"))) == "Season 3 1 of 4"
    form = page.one(id="acts").one("form")
    button = form.one("button")
    assert words(button) == "Challenge for rank 1, Season 3"
    given = {button.attributes["name"]: button.attributes["value"]}
    answer = client_of(low.user).post(form.attributes["action"], given)
    assert answer.status_code == 302 and season.competition.challenges.get().of == high
    again = page_of(client_of(low.user), high.user.username)
    assert not [each for each in again.all("form") if "challenge" in each.attributes.get("action", "")]
    for client in (visitor, client_of(high.user)):
        assert "Challenge for rank" not in page_of(client, high.user.username).text
    assert "Challenge for rank" not in page_of(client_of(high.user), low.user.username).text, "downwards"


def test_titles_are_on_the_page_for_good_in_both_languages(calais, carl, ada, ben, visitor, at):
    at(NOW)
    won = season_of_rows(calais, carl, [ada, ben], state="finished", name="Winter")
    for entry in won.entries.all():
        FinalPlace.objects.create(competition=won, entry=entry, place=entry.number, rank=entry.number)
    at(NOW + timedelta(days=900))
    said = words(page_of(visitor, "ada").one("ul", class_="player-titles"))
    assert said == "Season winner, Winter"
    french = page_of(visitor, "ada", language="fr")
    assert words(french.one("ul", class_="player-titles")) == "Première place, Winter"
    assert not [*page_of(visitor, "ben").all("ul", class_="player-titles")]
    seasons = words(page_of(visitor, "ben").one("section", id="seasons"))
    assert "Winter" in seasons and "final rank 2" in seasons


def test_the_latest_results_are_the_form_each_leading_to_its_game(three, visitor):
    line = page_of(visitor, "ada").one(class_="form-line").all("a")
    assert [(words(each)[0], each.attributes["href"].split("/")[4]) for each in line] == [
        ("L", "lost00000001"),
        ("D", "drawn0000001"),
        ("W", "won000000001"),
    ]


def test_you_against_them_is_the_readers_own(three, client_of, visitor, ben, ada, carl):
    said = words(page_of(client_of(ben), "ada").one(id="you-against"))
    assert "gagnées : 1, nulles : 0, perdues : 1" in said, "ben reads French"
    assert "No finished public game" in words(page_of(client_of(carl), "ada").one(id="you-against"))
    for client in (visitor, client_of(ada)):
        assert not [*page_of(client, "ada").all(id="you-against")]


def test_who_creates_games_may_invite_from_the_page(calais, client_of, visitor, ada, ben, dora):
    def invites(client, name):
        links = [link.attributes["href"] for link in page_of(client, name).all("a")]
        return [each for each in links if "invite=" in each]

    [address] = invites(client_of(ben), "ada")
    form = tree(client_of(ben).get(address).content.decode())
    assert form.one("input", id="id_guests").attributes["value"] == "ada"
    assert invites(client_of(ada), "ada") == invites(visitor, "ada") == invites(client_of(dora), "ada") == []
    Membership.objects.filter(user=ben).update(suspended_until=NOW + timedelta(days=9000))
    assert invites(client_of(ben), "ada") == []


# Games


def test_games_that_go_on_come_first_then_the_newest(three, running_game, visitor):
    assert codes_of(page_of(visitor, "ada")) == [
        running_game.code,
        "lost00000001",
        "drawn0000001",
        "won000000001",
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?result=won", ["won000000001"]),
        ("?result=drawn", ["drawn0000001"]),
        ("?result=lost", ["lost00000001"]),
        ("?result=running", []),
        ("?game=standard-2", ["drawn0000001"]),
        ("?game=intimate&result=won", ["won000000001"]),
        (
            "?game=chess&season=nothing&result=perhaps&page=x",
            ["lost00000001", "drawn0000001", "won000000001"],
        ),
        ("?page=99", ["lost00000001", "drawn0000001", "won000000001"]),
    ],
)
def test_they_are_narrowed_by_what_the_address_asks(three, visitor, query, found):
    page = page_of(visitor, "ada", query)
    assert codes_of(page) == found
    chosen = [each.attributes["value"] for each in page.all("option") if "selected" in each.attributes]
    known = {"won", "drawn", "lost", "running", "standard-2", "intimate"}
    assert {each for each in chosen if each} == {part.split("=")[1] for part in query[1:].split("&")} & known


def test_they_are_narrowed_by_season(season, visitor):
    low, high = season.entry(2), season.entry(1)
    played = season.play(low, high)
    name, code = low.user.username, season.competition.code
    assert codes_of(page_of(visitor, name, f"?season={code}")) == [played.game.code]
    other = season.entry(4).user.username
    assert f'value="{code}"' in str(visitor.get(f"/l/calais/p/{other}/").content)
    assert codes_of(page_of(visitor, other, f"?season={code}")) == []


def test_private_games_are_found_by_those_alone_who_see_them(three, visitor, client_of, ada, carl):
    Game.objects.filter(code="won000000001").update(visibility="private")
    for client in (visitor, client_of(carl)):
        for query in ("", "?result=won", "?game=intimate"):
            assert "won000000001" not in codes_of(page_of(client, "ada", query))
    assert codes_of(page_of(client_of(ada), "ada", "?result=won")) == ["won000000001"]


def test_no_filter_tells_the_result_of_a_game_whose_record_is_not_open(three, visitor):
    Game.objects.filter(code="won000000001").update(settings={"reveal_at": "2999-01-01"})
    assert codes_of(page_of(visitor, "ada", "?result=won")) == []
    assert "won000000001" in codes_of(page_of(visitor, "ada"))


def test_another_leagues_games_and_seasons_stay_there(three, douvres, dora, ada, carl, client_of, at):
    Membership.objects.create(league=douvres, user=ada)
    season = season_of_rows(douvres, dora, [ada], name="Beyond the sea")
    page = page_of(client_of(ada), "ada")
    assert "Beyond the sea" not in page.text and season.code not in page.text
    there = page_of(client_of(dora), "ada", league="douvres")
    assert "Beyond the sea" in there.text and not [
        each for each in there.all("a") if "/l/calais/" in each.attributes.get("href", "")
    ]


def test_a_former_members_page_names_nobody_and_invites_nobody(three, client_of, ben, ada):
    delete_account(user=ada)
    ada.refresh_from_db()
    page = page_of(client_of(ben), ada.username)
    assert "Invite to a game" not in page.text and not [*page.all("ul", class_="player-titles")]


def test_queries_do_not_grow_with_games_seasons_and_titles(
    three, calais, carl, ada, ben, client_of, assert_queries_do_not_grow
):
    def more():
        for number in range(6):
            game = finished_game(calais, [ada, ben], ["solo", "lost"], NOW, code=f"more0000000{number}")
            count.count_games(games=[game.pk])
            season = season_of_rows(calais, carl, [ada, ben], state="finished", name=f"S{number}")
            for entry in season.entries.all():
                FinalPlace.objects.create(
                    competition=season, entry=entry, place=entry.number, rank=entry.number
                )

    more_first = season_of_rows(calais, carl, [ada, ben], state="finished", name="First")
    for entry in more_first.entries.all():
        FinalPlace.objects.create(competition=more_first, entry=entry, place=entry.number, rank=entry.number)
    assert_queries_do_not_grow(client_of(ben), "/l/calais/p/ada/", more)
