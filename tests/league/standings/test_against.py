"""Two people against each other, and someone's opponents."""

from __future__ import annotations

import csv
import html
import itertools
import json
import re
from datetime import UTC, datetime

import pytest

from league.standings.counting import count
from league.standings.selectors import against, played
from league.standings.views import against as views
from league.users.deletion import delete_account
from tests.conftest import make_user
from tests.league.standings.finished_games import finished_game

pytestmark = pytest.mark.django_db

URL = "/l/calais/p/ada/against/ben/"
FIND = "/l/calais/against/"
ROW = '<th scope="row" class="span">'


@pytest.fixture
def met(calais, ada, ben, eve):
    """Ada and ben: Intimate 2–0–1 with one that both lost; Diplomacy shared; each of them also plays eve."""
    homes = {"1": "FRANCE", "2": "TURKEY"}
    ends = [("solo", "lost"), ("solo", "lost"), ("lost", "lost")]
    games = [
        finished_game(calais, {"1": ada, "2": ben}, dict(zip("12", each, strict=True)), homes=homes)
        for each in ends
    ]
    games += [
        finished_game(
            calais,
            {"ITALY": ada, "RUSSIA": ben, "TURKEY": eve},
            {"ITALY": "shared", "RUSSIA": "shared", "TURKEY": "lost"},
            variant="standard",
            at=datetime(2026, 7, 1, tzinfo=UTC),
        ),
        finished_game(calais, {"1": ada, "2": eve}, {"1": "solo", "2": "lost"}),
        finished_game(calais, {"1": eve, "2": ben}, {"1": "solo", "2": "lost"}),
    ]
    count.count_games(games=[game.pk for game in games])
    return games


def main_of(answer):
    return answer.content.decode().split("<main")[1].split("</main>")[0]


def sums(line):
    return [(side.won, side.drawn, side.lost) for side in (line.one, line.other)]


def test_both_sides_are_counted_by_kind_and_neither_is_told(met, calais, ada, ben):
    found = against.meeting_of(calais, ada, ben)
    told = [(line.kind, line.games, sums(line), line.neither) for line in found.kinds]
    assert told == [
        ("intimate", 3, [(2, 0, 1), (0, 0, 3)], 1),
        ("standard", 1, [(0, 1, 0), (0, 1, 0)], 0),
    ]
    assert (found.all.games, sums(found.all), found.all.neither) == (4, [(2, 1, 1), (0, 1, 3)], 1)
    turned = against.meeting_of(calais, ben, ada)
    assert [sums(line) for line in turned.kinds] == [sums(line)[::-1] for line in found.kinds]


@pytest.mark.slow
def test_each_number_leads_to_so_many_games(met, visitor):
    page = visitor.get(URL).content.decode()
    links = re.findall(r'<a href="((?:/l/calais/p/\w+/games/)?\?[^"]*|\?#games)">(\d+)<span', page)
    assert len(links) >= 10
    for address, number in links:
        path = html.unescape(address).partition("#")[0]
        led_to = visitor.get(path if path.startswith("/") else URL + path).content.decode()
        assert led_to.count(ROW) == int(number), address


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("query", "games"),
    [("", 4), ("?game=standard", 1), ("?result=neither", 1), ("?game=chess&result=luck&page=x", 4)],
)
def test_the_list_shows_the_games_that_are_asked_for(met, visitor, query, games):
    page = visitor.get(URL + query).content.decode()
    assert page.count(ROW) == games
    assert ("Show all" in page) == bool(query)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_drawing_has_a_bar_for_each_and_a_table_beside_it(met, visitor, language):
    visitor.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    page = visitor.get(URL).content.decode()
    drawing = page.split('role="img"')[1].split("</svg>")[0]
    assert drawing.startswith(' aria-label="') and ">ada</text>" in drawing and ">ben</text>" in drawing
    assert 'class="b-won"' in drawing and 'class="b-drawn"' in drawing and 'class="b-lost"' in drawing
    assert page.index('role="img"') < page.index("<tfoot>")


def test_those_who_never_met_are_told_so(met, visitor, carl, client_of):
    page = visitor.get("/l/calais/p/ada/against/carl/").content.decode()
    assert "They have not met in a finished public game of this league." in page
    assert 'role="img"' not in page and ROW not in page


def test_somebody_against_themselves_is_their_own_page(met, visitor):
    answer = visitor.get("/l/calais/p/ada/against/ada/")
    assert (answer.status_code, answer["Location"]) == (302, "/l/calais/p/ada/")


@pytest.mark.slow
def test_a_former_member_is_called_so_and_has_no_page(met, calais, ben, visitor):
    new = delete_account(user=ben)
    page = visitor.get(f"/l/calais/p/ada/against/{new}/").content.decode()
    assert "A former member" in page and "ada against a former member" in page
    assert f'"/l/calais/p/{new}/"' not in page and ">ben<" not in page
    assert visitor.get(URL).status_code == 404
    assert f"/l/calais/p/ada/against/{new}/" in visitor.get("/l/calais/p/ada/").content.decode()


@pytest.mark.slow
def test_those_whom_the_league_does_not_know_are_nowhere(met, visitor, dora, douvres, client_of, ada):
    for pair in ("ada/against/dora", "dora/against/ada", "ada/against/nobody", "nobody/against/ada"):
        assert visitor.get(f"/l/calais/p/{pair}/").status_code == 404
    assert visitor.get("/l/calais/p/dora/against/").status_code == 404
    assert visitor.get("/l/douvres/p/dora/against/dora/").status_code == 404
    assert client_of(ada).get("/l/douvres/against/").status_code == 404


@pytest.mark.slow
def test_private_games_and_those_of_other_leagues_are_not_counted(met, calais, douvres, ada, ben, visitor):
    private = finished_game(calais, {"1": ada, "2": ben}, {"1": "lost", "2": "solo"}, visibility="private")
    elsewhere = finished_game(douvres, {"1": ada, "2": ben}, {"1": "lost", "2": "solo"})
    before = main_of(visitor.get(URL))
    count.count_games(games=[private.pk, elsewhere.pk])
    assert main_of(visitor.get(URL)) == before


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("one=ada&other=nobody", "No player of this league is called nobody."),
        ("one=dora&other=ben", "No player of this league is called dora."),
        ("one=ada&other=ADA", "Choose two different players."),
        ("one=ada&other=", "This field is required."),
    ],
)
def test_the_form_says_which_name_is_wrong(met, visitor, dora, query, says):
    answer = visitor.get(f"{FIND}?{query}")
    assert answer.status_code == 200 and says in answer.content.decode()


@pytest.mark.slow
def test_two_names_however_spelt_lead_to_their_games(met, visitor):
    answer = visitor.get(f"{FIND}?one=ADA&other=Ben")
    assert (answer.status_code, answer["Location"]) == (302, URL)
    assert "required." not in visitor.get(FIND).content.decode()
    for page in ("/l/calais/standings/", URL):
        assert f'action="{FIND}"' in visitor.get(page).content.decode()


@pytest.mark.slow
def test_every_opponent_is_reachable_from_the_players_page(met, calais, ada, visitor, monkeypatch):
    monkeypatch.setattr(played, "OPPONENTS", 2)
    monkeypatch.setattr(views, "OPPONENTS_A_PAGE", 2)
    people = [make_user(f"other{number}") for number in range(3)]
    games = [finished_game(calais, {"1": ada, "2": each}, {"1": "solo", "2": "lost"}) for each in people]
    count.count_games(games=[game.pk for game in games])
    page = visitor.get("/l/calais/p/ada/").content.decode()
    assert '<a href="/l/calais/p/ada/against/?game=intimate">and 3 more opponents</a>' in page
    named = [re.findall(r"/l/calais/p/ada/against/(\w+)/", page)]
    for number in (1, 2, 3):
        page = visitor.get(f"/l/calais/p/ada/against/?game=intimate&page={number}").content.decode()
        named.append(re.findall(r"/l/calais/p/ada/against/(\w+)/", page))
    assert named == [["ben", "eve"], ["ben", "eve"], ["other0", "other1"], ["other2"]]
    only = visitor.get("/l/calais/p/ada/against/?game=standard").content.decode()
    assert re.findall(r"against/(\w+)/", only) == ["ben", "eve"]


def test_opponents_are_a_file_too_all_of_them(met, visitor, monkeypatch):
    monkeypatch.setattr(played, "OPPONENTS", 1)
    answer = visitor.get("/l/calais/p/ada/against.csv?game=intimate")
    assert answer["Content-Disposition"] == 'attachment; filename="calais-ada-intimate-opponents.csv"'
    rows = list(csv.DictReader(answer.getvalue().decode("utf-8-sig").splitlines()))
    assert [list(row.values()) for row in rows] == [["ben", "3", "2", "0", "1"], ["eve", "1", "1", "0", "0"]]
    told = json.loads(visitor.get("/l/calais/p/ada/against.json?game=standard").getvalue())
    assert (told["player"], told["game"]) == ("ada", "standard")
    assert told["rows"] == [
        {"opponent": "ben", "games": 1, "won": 0, "drawn": 1, "lost": 0},
        {"opponent": "eve", "games": 1, "won": 0, "drawn": 1, "lost": 0},
    ]


@pytest.mark.slow
def test_the_files_are_linked_where_the_table_is(met, visitor):
    for page in ("/l/calais/p/ada/?game=standard", "/l/calais/p/ada/against/?game=standard"):
        shown = visitor.get(page).content.decode()
        for form in ("csv", "json"):
            assert f'href="/l/calais/p/ada/against.{form}?game=standard"' in shown


@pytest.mark.slow
def test_a_file_of_opponents_is_nowhere_without_any_or_for_nobody(
    met, visitor, client_of, ada, dora, douvres
):
    for there in ("carl/against.csv", "nobody/against.csv", "dora/against.csv", "ada/against.pdf"):
        assert visitor.get(f"/l/calais/p/{there}").status_code == 404
    assert client_of(ada).get("/l/douvres/p/dora/against.csv").status_code == 404


@pytest.mark.slow
def test_a_line_of_the_standings_leads_to_the_readers_games_against_that_player(
    met, calais, client_of, visitor, ada, carl, dora
):
    standings = "/l/calais/standings/?year=all"
    page = client_of(ada).get(standings).content.decode()
    found = set(re.findall(r'href="(/l/calais/p/ada/against/[^"]*)"', page))
    assert found == {"/l/calais/p/ada/against/ben/", "/l/calais/p/ada/against/eve/"}
    assert "Your games against ben" in page and "against you" not in page.split("<tbody>")[1]
    assert all(client_of(ada).get(each).status_code == 200 for each in found)
    assert "/l/calais/p/carl/against/ada/" in client_of(carl).get(standings).content.decode()
    for reader in (visitor, client_of(dora)):  # the league has no page of them
        assert "Your games against" not in reader.get(standings).content.decode()


@pytest.mark.slow
def test_more_games_cost_no_more_queries(met, calais, ada, ben, visitor, assert_queries_do_not_grow):
    numbers = itertools.count()

    def more():
        people = [make_user(f"more{next(numbers)}") for _ in range(3)]
        games = [finished_game(calais, {"1": ada, "2": ben}, {"1": "solo", "2": "lost"}) for _ in range(5)]
        games += [finished_game(calais, {"1": ada, "2": each}, {"1": "solo", "2": "lost"}) for each in people]
        count.count_games(games=[game.pk for game in games])

    for url in (URL, "/l/calais/p/ada/against/", "/l/calais/p/ada/against.csv"):
        assert_queries_do_not_grow(visitor, url, more)
