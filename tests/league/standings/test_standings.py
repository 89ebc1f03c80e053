"""The pages of standings, and the games behind each of their numbers."""

from __future__ import annotations

import csv
import html
import itertools
import json
import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from league.leagues import services
from league.ratings import lists
from league.ratings.models import Rating, RatingList
from league.standings.columns import SCORINGS
from league.standings.counting import count
from league.standings.models import Counting, Played, Tally
from league.standings.selectors import choosing, played
from league.standings.selectors import standings as selected
from league.standings.selectors.spread import spread_of
from league.users.deletion import delete_account
from league.users.models import User
from tests.conftest import make_user
from tests.league.standings.finished_games import finished_game

pytestmark = pytest.mark.django_db

URL = "/l/calais/standings/"
LOST = {"1": "lost", "2": "solo"}
WON_FOG = {"ITALY": "solo", "TURKEY": "lost"}
WON = {"1": "solo", "2": "lost"}
DRAWN = {"1": "shared", "2": "shared"}


def count_those(*games):
    count.count_games(games=[game.pk for game in games])


@pytest.fixture
def counted(calais, ada, ben, eve):
    """Ada beats ben twice and draws with eve, ben beats eve in 2025; one game of Diplomacy."""
    homes = {"1": "FRANCE", "2": "TURKEY"}
    count_those(
        finished_game(calais, {"1": ada, "2": ben}, WON, homes=homes),
        finished_game(calais, {"1": ben, "2": ada}, LOST, homes=homes, centres=7),
        finished_game(calais, {"1": ada, "2": eve}, DRAWN, homes=homes),
        finished_game(calais, {"1": ben, "2": eve}, WON, homes=homes, at=datetime(2025, 5, 5, tzinfo=UTC)),
        finished_game(
            calais, {"ITALY": ada, "RUSSIA": eve}, {"ITALY": "lost", "RUSSIA": "solo"}, variant="standard"
        ),
    )


def choice(league, **asked):
    return choosing.chosen(choosing.counted_in(league), asked)


def rows_of(league, chosen, first=0, last=50):
    spread = spread_of(league, chosen, choosing.counted_in(league))
    return selected.rows_between(league, chosen, spread, first, last)


def place_of(league, chosen, person):
    return selected.place_of(league, chosen, spread_of(league, chosen, choosing.counted_in(league)), person)


def table(league, **asked):
    rows = rows_of(league, choice(league, **asked))
    return [(row.rank, row.is_shared, row.name, row.score) for row in rows]


@pytest.mark.slow
def test_each_scoring_sorts_by_its_own_number(counted, calais):
    assert table(calais) == [(1, False, "ada", "7"), (2, False, "eve", "1"), (3, False, "ben", "0")]
    every = {"year": "all"}
    assert table(calais, **every) == [(1, False, "ada", "7"), (2, False, "ben", "3"), (3, False, "eve", "1")]
    assert table(calais, **every, scoring="wins") == [
        (1, False, "ada", "2"),
        (2, False, "ben", "1"),
        (3, False, "eve", "0"),
    ]
    assert table(calais, **every, scoring="shares") == [
        (1, False, "ada", "2.50"),
        (2, False, "ben", "1.00"),
        (3, False, "eve", "0.50"),
    ]
    assert [row[3] for row in table(calais, **every, scoring="centres")] == ["15", "15", "8"]


def test_equal_scores_share_a_rank(counted, calais):
    assert table(calais, year="all", scoring="centres")[:2] == [
        (1, True, "ada", "15"),
        (1, True, "ben", "15"),
    ]
    assert table(calais, year="2025") == [(1, False, "ben", "3"), (2, False, "eve", "0")]


@pytest.mark.slow
def test_ranks_go_on_across_pages(calais, monkeypatch):
    for number in range(7):
        user = make_user(f"p{number}")
        points = 9 - 3 * (number // 2)
        Tally.objects.create(
            league=calais,
            kind="intimate",
            year=0,
            user=user,
            games=4,
            won=points // 3,
            lost=4 - points // 3,
            points=points,
        )
    chosen = choosing.Choice("intimate", 0, SCORINGS["points"])
    whole = rows_of(calais, chosen, 0, 7)
    for size in (1, 2, 3):
        parts = [row for first in range(0, 7, size) for row in rows_of(calais, chosen, first, first + size)]
        assert parts == whole[: len(parts)] == whole
    assert [row.rank for row in whole] == [1, 1, 3, 3, 5, 5, 7]
    assert [row.is_shared for row in whole] == [True] * 6 + [False]
    monkeypatch.setattr(selected, "ROWS_A_PAGE", 3)
    for place, row in enumerate(whole):
        assert place_of(calais, chosen, row.tally.user_id).rank == row.rank
        found = selected.found_by_name(calais, chosen, row.username.upper())
        assert (found.username, found.page) == (row.username, place // 3 + 1)


def test_the_page_begins_with_the_game_and_year_that_there_is_most_of(counted, calais, visitor):
    page = visitor.get(URL).content.decode()
    assert "3 finished games" in page
    assert '<option value="intimate" selected>' in page
    assert '<option value="2026" selected>' in page
    assert "/l/calais/p/ada/games/?game=intimate&amp;year=2026&amp;result=won" in page


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nonsense_is_answered_with_the_usual_table(counted, visitor, language):
    visitor.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    for query in (
        "game=chess",
        "year=1812",
        "year=%00",
        f"year={'9' * 5000}",
        "scoring=luck",
        "sort=luck",
        "page=999",
        "page=x",
        "player=%00",
    ):
        assert visitor.get(f"{URL}?{query}", follow=True).status_code == 200
    assert visitor.get(f"{URL}?game=standard&year=2025").status_code == 200
    assert visitor.get("/l/calais/standings.xml").status_code == 404


@pytest.mark.slow
def test_a_player_is_found_however_the_name_is_spelt(counted, visitor, client_of, ada):
    found = visitor.get(f"{URL}?year=all&player=BEN")
    assert found.status_code == 302
    assert found["Location"].endswith("&page=1#player-ben")
    assert "year=all" in found["Location"]
    page = visitor.get(f"{URL}?player=nobody").content.decode()
    assert "No player called nobody here." in page
    page = client_of(ada).get(URL).content.decode()
    assert "You: rank 1 (7)" in page and 'class="is-me"' in page


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("sort", "names", "ranks", "head"),
    [
        ("score", ["ada", "ben", "eve"], [1, 2, 3], "Points"),
        ("games", ["ada", "ben", "eve"], [1, 2, 3], "Games"),
        ("name", ["Abel", "ada", "ben", "eve"], [3, 1, 2, 3], "Player"),
        ("rating", ["eve", "ben", "ada", "Abel"], [3, 2, 1, 3], "Rating"),
    ],
)
def test_lines_are_sorted_as_asked_and_ranks_stay_those_of_the_score(
    counted, calais, visitor, monkeypatch, sort, names, ranks, head
):
    if sort in ("name", "rating"):
        one = {"league": calais, "kind": "intimate", "year": 0, "user": make_user("Abel")}
        Tally.objects.create(**one, games=4, won=0, drawn=1, lost=3, points=1)
    if sort == "rating":  # settled ones, then provisional ones however high, then who has none
        RatingList.objects.filter(league=calais, key="intimate").delete()
        rated = RatingList.objects.create(league=calais, key="intimate")
        for name, mu, games in (("ada", 9.0, 9), ("ben", -1.0, 10), ("eve", 1.0, 12)):
            user = User.objects.get(username=name)
            Rating.objects.create(list=rated, user=user, mu=mu, sigma=1, games=games)
    chosen = choice(calais, year="all", sort=sort)
    rows = rows_of(calais, chosen)
    assert ([row.name for row in rows], [row.rank for row in rows]) == (names, ranks)
    with monkeypatch.context() as patched:
        patched.setattr(selected, "ROWS_A_PAGE", 1)
        for place, row in enumerate(rows):
            found = place_of(calais, chosen, row.tally.user_id)
            assert found.rank == row.rank
            assert selected.place_among(rows, row.tally.user_id) == found
            assert selected.found_by_name(calais, chosen, row.username).page == place + 1
    assert selected.place_among(rows[1:], rows[0].tally.user_id) is None
    page = visitor.get(f"{URL}?year=all&sort={sort}").content.decode()
    sorted_by = re.findall(r'<th[^>]*aria-sort="(\w+)"><a href="([^"]*)">(\w+)</a>', page)
    (only,) = sorted_by
    assert (only[0], only[2]) == ("ascending" if sort == "name" else "descending", head)
    assert f"sort={sort}" in only[1] and "year=all" in only[1]
    assert "against you" not in page and page.count("#i-versus") == 0, "who only reads has met nobody here"
    told = json.loads(visitor.get(f"/l/calais/standings.json?year=all&sort={sort}").getvalue())
    assert [(row["player"], row["rank"]) for row in told["rows"]] == list(zip(names, ranks, strict=True))
    assert told["sort"] == sort


def test_lines_by_games_begin_with_the_most(counted, calais, eve, ben):
    Tally.objects.filter(user=ben, year=0, kind="intimate").update(games=9, lost=8)
    rows = rows_of(calais, choice(calais, year="all", sort="games"))
    assert [(row.name, row.rank) for row in rows] == [("ben", 2), ("ada", 1), ("eve", 3)]


def test_files_are_named_by_what_is_in_them(counted, visitor):
    answer = visitor.get("/l/calais/standings.csv?year=all&scoring=shares")
    assert answer["Content-Disposition"] == 'attachment; filename="calais-intimate-all-shares.csv"'


def test_lines_far_down_are_found_without_reading_the_names_above(counted, calais):
    for sort, is_walked_over in (("games", True), ("score", False)):
        with CaptureQueriesContext(connection) as queries:
            (row,) = rows_of(calais, choice(calais, year="all", sort=sort), 2, 3)
        assert row.name == "eve"
        (deep,) = [query["sql"] for query in queries if "LIMIT 1" in query["sql"] and "DESC" in query["sql"]]
        assert "users_user" not in deep.replace('"user_id"', "")
        assert ("OFFSET" in deep, "<=" in deep) == (is_walked_over, not is_walked_over)
    with CaptureQueriesContext(connection) as queries:
        selected.found_by_name(calais, choice(calais, year="all"), "BEN")
    (named,) = [query["sql"] for query in queries if "LOWER" in query["sql"]]
    assert "tournaments_tally" not in named


def test_scores_are_added_up_once_until_another_game_is_counted(counted, calais, visitor, ada, ben):
    def added_up():
        with CaptureQueriesContext(connection) as queries:
            page = visitor.get(f"{URL}?year=2026").content.decode()
        rows = re.findall(r'<td class="place">(.*?)</tr>', page, re.DOTALL)
        sums = [each["sql"] for each in queries if "GROUP BY" in each["sql"]]
        return sum("finalplace" not in each for each in sums), rows  # titles are asked for once a minute

    first, before = added_up()
    again, same = added_up()
    assert (first, again) == (1, 0) and same == before
    count_those(finished_game(calais, {"1": ben, "2": ada}, WON, homes={"1": "FRANCE", "2": "TURKEY"}))
    once, after = added_up()
    assert once == 1 and after != before


@pytest.mark.parametrize("page", ["standings", "ratings"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_other_sites_are_told_what_is_there_unless_the_league_is_closed(
    counted, calais, visitor, client_of, carl, page, language
):
    lists.take_in(Played.objects.values_list("game", flat=True))
    visitor.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    told = visitor.get(f"/l/calais/{page}/").content.decode()
    (title,) = re.findall('<meta property="og:title" content="([^"]+)">', told)
    (words,) = re.findall('<meta name="description" content="([^"]+)">', told)
    assert "Calais" in title
    assert words.startswith("Intimate Diplomacy, 3 ")
    assert (" et " in words or " par " in words) is (language == "fr")
    services.update_settings(league=calais, by=carl, visibility="invitation")
    assert "og:" not in client_of(carl).get(f"/l/calais/{page}/").content.decode()


def test_a_reader_on_another_page_is_led_to_their_own(calais, client_of, monkeypatch, counted, eve):
    monkeypatch.setattr(selected, "ROWS_A_PAGE", 1)
    page = client_of(eve).get(f"{URL}?year=all").content.decode()
    (link,) = re.findall(r'class="own-place"><a href="([^"]*)"', page)
    assert "You: rank 3 (1)" in page
    answer = client_of(eve).get(URL + html.unescape(link).partition("#")[0])
    assert answer["Location"].endswith("page=3#player-eve")
    own = client_of(eve).get(answer["Location"].partition("#")[0]).content.decode()
    assert re.findall(r'class="own-place"><a href="([^"]*)"', own) == ["#player-eve"]


def test_before_the_first_game_the_page_says_so(calais, visitor):
    assert "No finished games yet" in visitor.get(URL).content.decode()
    assert visitor.get("/l/calais/standings.csv").status_code == 404
    Counting.objects.create(league=calais, upto=0)
    assert "Games are being counted: 0 of" in visitor.get(URL).content.decode()


def test_the_table_is_a_file_too(counted, calais, visitor):
    answer = visitor.get("/l/calais/standings.csv?year=all&scoring=shares")
    rows = list(csv.DictReader(answer.getvalue().decode("utf-8-sig").splitlines()))
    assert [(row["rank"], row["player"], row["share"]) for row in rows] == [
        ("1", "ada", "2.5"),
        ("2", "ben", "1"),
        ("3", "eve", "0.5"),
    ]
    exact = [f"{row['share_numerator']}/{row['share_denominator']}" for row in rows]
    assert exact == ["5/2", "1/1", "1/2"]
    told = json.loads(visitor.get("/l/calais/standings.json?year=all").getvalue())
    assert (told["game"], told["year"], told["scoring"]) == ("intimate", None, "points")
    assert [(row["rank"], row["won"], row["drawn"], row["lost"]) for row in told["rows"]] == [
        (1, 2, 1, 0),
        (2, 1, 0, 2),
        (3, 0, 1, 1),
    ]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("query", "games"),
    [
        ("", 4),
        ("game=intimate", 3),
        ("game=intimate&result=won", 2),
        ("result=drawn", 1),
        ("result=lost", 1),
        ("year=2025", 0),
        ("against=Ben", 2),
        ("against=nobody", 0),
        ("as=TURKEY", 1),
        ("as=ITALY&game=standard&result=lost&year=2026&against=eve", 1),
        ("result=luck&year=x&as=MARS", 4),
    ],
)
def test_each_number_leads_to_its_games(counted, visitor, query, games):
    page = visitor.get(f"/l/calais/p/ada/games/?{query}").content.decode()
    assert page.count('<th scope="row" class="span">') == games
    assert ("No game matches." in page) == (not games)


@pytest.mark.slow
def test_every_number_of_the_table_is_how_many_games_it_leads_to(counted, calais, visitor):
    for tally in Tally.objects.filter(league=calais).select_related("user"):
        asked = {"game": tally.kind, "year": str(tally.year) if tally.year else ""}
        assert played.games_of(calais, tally.user, asked).count() == tally.games
        for result, number in (("won", tally.won), ("drawn", tally.drawn), ("lost", tally.lost)):
            assert played.games_of(calais, tally.user, asked | {"result": result}).count() == number


@pytest.mark.slow
def test_games_of_nobody_are_nowhere(counted, calais, visitor, client_of, dora, douvres, ada, carl):
    assert visitor.get("/l/calais/p/nobody/games/").status_code == 404
    assert visitor.get("/l/calais/p/dora/games/").status_code == 404
    assert visitor.get("/l/calais/p/carl/games/").status_code == 200
    count_those(finished_game(douvres, {"1": dora, "2": ada}, WON))
    for url in ("/l/douvres/standings/", "/l/douvres/standings.csv", "/l/douvres/p/dora/games/"):
        assert visitor.get(url).status_code == client_of(ada).get(url).status_code == 404
        assert client_of(dora).get(url).status_code == 200
    assert "dora" not in visitor.get(URL).content.decode()


COUNTING_PAGES = (
    URL,
    "/l/calais/standings.csv?year=all",
    "/l/calais/standings.json?year=all",
    "/l/calais/p/ada/games/",
    "/l/calais/p/ada/against/",
    "/l/calais/p/ada/against.csv",
    "/l/calais/p/ada/against/ben/",
    "/l/calais/records/",
)
"""Whatever shows nothing but games that count."""

GAMES_PAGES = ("/l/calais/", "/l/calais/p/ada/")
"""Those that list other games besides, as their own pages tell of them."""


def told(client, url):
    answer = client.get(url)
    assert answer.status_code == 200, url
    whole = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.getvalue().decode())
    return whole.partition("<main")[2].partition("</main>")[0] or whole


@pytest.mark.slow
def test_private_and_masked_games_show_nobody(counted, calais, ada, ben, visitor, make_game, seat_all):
    homes = {"1": "FRANCE", "2": "TURKEY"}
    hidden = [
        finished_game(calais, {"1": ada, "2": ben}, WON, visibility="private", homes=homes),
        finished_game(
            calais,
            {"ITALY": ada, "TURKEY": ben},
            WON_FOG,
            variant="spy",
            settings={"reveal_at": "2099-01-01"},
        ),
        make_game(variant="devil-and-god"),
    ]
    seat_all(hidden[-1])
    before = {url: told(visitor, url) for url in (*COUNTING_PAGES, *GAMES_PAGES)}
    sums = list(Tally.objects.order_by("pk").values())
    count_those(*hidden)
    assert list(Tally.objects.order_by("pk").values()) == sums
    assert {url: told(visitor, url) for url in before} == before
    for url in COUNTING_PAGES:
        assert not [game.code for game in hidden if game.code in before[url]], url


@pytest.mark.slow
def test_a_game_that_is_opened_shows_on_all_of_these_pages(counted, calais, ada, ben, visitor):
    before = {url: told(visitor, url) for url in (*COUNTING_PAGES, *GAMES_PAGES)}
    homes = {"1": "FRANCE", "2": "TURKEY"}
    count_those(finished_game(calais, {"1": ada, "2": ben}, WON, homes=homes))
    assert [url for url in before if told(visitor, url) == before[url]] == []


@pytest.mark.slow
def test_former_members_keep_their_lines_under_the_neutral_name(counted, calais, ada, visitor):
    services.leave(league=calais, user=ada)
    assert "/l/calais/p/ada/" in visitor.get(URL).content.decode()
    assert visitor.get("/l/calais/p/ada/").status_code == 200
    new = delete_account(user=ada)
    page = visitor.get(URL).content.decode()
    assert "a former member" in page.lower() and ">ada<" not in page
    assert f"/l/calais/p/{new}/games/?" in page and f'"/l/calais/p/{new}/"' not in page
    assert f'"/l/calais/p/{new}/"' not in visitor.get("/l/calais/p/ben/").content.decode()
    assert visitor.get(f"/l/calais/p/{new}/games/?result=won").status_code == 200
    assert table(calais)[0][2] == "a former member"


def test_in_french_numbers_and_words_are_french(counted, calais, ben, client_of):
    page = client_of(ben).get(f"{URL}?scoring=shares").content.decode()
    assert "Classement" in page and "2,50" in page
    with translation.override("fr"):
        assert str(SCORINGS["points"].name) != "Win 3, draw 1"


@pytest.mark.slow
def test_more_players_cost_no_more_queries(counted, calais, ada, client_of, assert_queries_do_not_grow):
    def more():
        for number in range(60):
            user = make_user(f"more{number}")
            Tally.objects.create(
                league=calais, kind="intimate", year=2026, user=user, games=1, won=1, points=3
            )
        Counting.objects.update(stamp=uuid4())

    numbers = itertools.count()

    def more_games():
        people = [make_user(f"new{next(numbers)}") for _time in range(5)]
        count_those(*(finished_game(calais, {"1": ada, "2": each}, WON) for each in people))

    client = client_of(ada)
    assert_queries_do_not_grow(client, URL, more)
    assert_queries_do_not_grow(client, f"{URL}?page=2", more_games)
    assert_queries_do_not_grow(client, "/l/calais/p/ada/games/", more_games)
    assert_queries_do_not_grow(client, "/l/calais/p/ada/", more_games)
