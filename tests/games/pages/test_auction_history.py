"""The history of auctions: filters, pages, drawings, and the file for spreadsheets."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.features.auction import history as histories
from games.features.auction.chart import LANE, LANES_LEFT, LANES_RIGHT, lanes_of
from games.models import Phase, Turn
from games.pages.auctions import auction_of
from games.pages.past_players import past_players
from games.pages.seats import places_of
from tests.conftest import count_queries
from tests.games.conftest import phase_of
from tests.games.pages.conftest import without_tokens

FIRST = ("Germany 5\nRussia 3\nItaly 1", "Germany 4\nRussia 3\nAustria 2\nEngland 1")
SECOND = ("Germany 30\nItaly 4\nAustria 2", "Germany 7\nRussia 2")


@pytest.fixture
def two_auctions(auction_game, answer, advance, ada, ben):
    """1901 without a bust, 1902 in which ada is bust; spring 1902 is open."""
    for ones, twos in (FIRST, SECOND):
        answer(ada, ones)
        answer(ben, twos)
        label = advance().label
        while label not in ("S1902B", "S1902M"):
            label = advance().label
    return auction_game


def add_auctions(game: Any, years: range) -> None:
    """Auctions of further years, as the second one went."""
    like = Phase.objects.select_related("turn").get(game=game, label="S1902B")
    last = phase_of(game)
    for number, year in enumerate(years):
        item = next(each for each in like.turn.turn["news"] if each["kind"] == "auction") | {"year": year}
        phase = Phase.objects.create(
            game=game,
            ordinal=last.ordinal + 10 + number,
            label=f"S{year}B",
            position=like.position | {"phase": f"S{year}B"},
            opened_at=like.opened_at,
            deadline=like.deadline,
            closes_at=like.closes_at,
            adjudicated_at=like.adjudicated_at,
        )
        Turn.objects.create(
            phase=phase, answers={}, turn=like.turn.turn | {"news": [item]}, created_at=like.turn.created_at
        )


def history_of(client: Any, game: Any, url: Any, query: str = "", **headers: str) -> str:
    response = client.get(url(game, "auctions") + query, **headers)
    assert response.status_code == 200
    return response.content.decode()


def csv_of(client: Any, game: Any, url: Any, query: str = "") -> list[list[str]]:
    response = client.get(url(game, "auctions-csv") + query)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.slow
def test_every_power_says_what_decided_it(two_auctions, url, visitor):
    page = history_of(visitor, two_auctions, url)
    for sentence in (
        "5 beats 4.",
        "Both bid 3.",
        "ada bid more, but is bust: ben gets it at half of 7, rounded up.",
        "ada is bust: ben gets it at half of 2, rounded up.",
        "ada is bust, and ben bid nothing.",
        "The winning bids came to 36 against a treasury of",
    ):
        assert sentence in page
    for clause in ("ID-4", "ID-5", "ID-6"):
        assert f"/rules/intimate/#{clause}" in page


@pytest.mark.slow
def test_the_past_phase_says_the_same(two_auctions, url, visitor):
    page = visitor.get(url(two_auctions, "phase", "S1902B")).content.decode()
    assert "ada bid more, but is bust: ben gets it at half of 7, rounded up." in page
    assert "slips" not in page


@pytest.mark.slow
def test_only_the_latest_auction_on_the_open_page_turns_over(two_auctions, url, visitor, advance):
    page = visitor.get(url(two_auctions)).content.decode()
    assert page.count(" slips") == 1
    assert f'data-auction="auction {two_auctions.code} S1902B"' in page
    advance()
    assert " slips" not in visitor.get(url(two_auctions)).content.decode()


@pytest.mark.slow
def test_years_powers_and_takers_can_be_asked_for(two_auctions, url, visitor):
    def years(query: str) -> list[str]:
        page = history_of(visitor, two_auctions, url, query)
        return [year for year in ("1901", "1902") if f'href="#auction-{year}"' in page]

    assert years("") == ["1901", "1902"]
    assert years("?from=1902") == ["1902"]
    assert years("?to=1901") == ["1901"]
    assert years("?taker=1") == ["1901"]
    assert years("?taker=2&power=GERMANY") == ["1902"]
    assert years("?taker=nobody&power=GERMANY") == []
    page = history_of(visitor, two_auctions, url, "?power=GERMANY")
    assert page.split("<thead>")[1].split("</thead>")[0].count("data-power") == 1
    assert "No auctions match" in history_of(visitor, two_auctions, url, "?taker=1&from=1902")


def test_home_powers_are_not_among_the_choices(two_auctions, url, visitor):
    form = history_of(visitor, two_auctions, url).split("<form")[1].split("</form>")[0]
    assert 'value="GERMANY"' in form
    assert 'value="FRANCE"' not in form


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?from=1902&to=1901", "The last year can’t come before the first one, 1902."),
        ("?from=1850", "1850 is not one of the available choices"),
        ("?power=ATLANTIS", "ATLANTIS is not one of the available choices"),
        ("?page=x", None),
        ("?page=99999999999999999999", None),
        ("?from=%00&taker=%F0%9F%92%A3", "is not one of the available choices"),
    ],
)
def test_what_cannot_be_asked_for_is_said_and_leaves_nothing_out(two_auctions, url, visitor, query, said):
    page = history_of(visitor, two_auctions, url, query)
    assert said is None or said in page
    assert 'href="#auction-1901"' in page


@pytest.mark.slow
def test_scripts_get_the_results_alone_and_the_way_back_the_whole_page(two_auctions, url, visitor):
    part = history_of(visitor, two_auctions, url, HTTP_HX_REQUEST="true")
    assert '<div id="history">' in part
    assert "<html" not in part
    back = history_of(
        visitor, two_auctions, url, HTTP_HX_REQUEST="true", HTTP_HX_HISTORY_RESTORE_REQUEST="true"
    )
    assert "<html" in back
    assert "HX-Request" in visitor.get(url(two_auctions, "auctions")).headers["Vary"]


@pytest.mark.slow
def test_power_by_power_counts_prices_and_years(two_auctions, url, client_of, ada):
    access = type("Access", (), {"game": two_auctions, "seat_key": None, "viewer": None})()
    history = histories.history_of(access, past_players(two_auctions, places_of(two_auctions, None)), {})
    germany = next(each for each in history.summaries if each.power == "GERMANY")
    assert (germany.taken, germany.anarchy, germany.paid, germany.mean) == ([1, 1], 0, 9, 4.5)
    assert (germany.dearest.winner, germany.dearest_year) == ("ada", 1901)
    austria = next(each for each in history.summaries if each.power == "AUSTRIA")
    assert (austria.taken, austria.anarchy, austria.mean) == ([0, 1], 1, 2.0)


@pytest.mark.slow
def test_a_long_history_comes_in_pages_the_newest_first(two_auctions, url, visitor):
    add_auctions(two_auctions, range(1903, 1903 + histories.PAGE))
    first = history_of(visitor, two_auctions, url)
    assert 'href="#auction-1903"' in first
    assert 'href="#auction-1902"' not in first
    second = history_of(visitor, two_auctions, url, "?page=2")
    assert [f'href="#auction-{year}"' in second for year in (1901, 1902, 1903)] == [True, True, False]
    assert "?power=GERMANY&amp;page=2" in history_of(visitor, two_auctions, url, "?power=GERMANY")


@pytest.mark.slow
def test_the_history_and_its_file_make_no_more_queries_with_more_years(two_auctions, url, visitor):
    def queries() -> list[int]:
        with CaptureQueriesContext(connection) as captured:
            csv_of(visitor, two_auctions, url)
        return [count_queries(visitor, url(two_auctions, "auctions")), len(captured)]

    visitor.get(url(two_auctions, "auctions"))
    before = queries()
    add_auctions(two_auctions, range(1903, 1940))
    assert len(csv_of(visitor, two_auctions, url)) == 1 + 5 * 39
    assert queries() == before


@pytest.mark.slow
def test_the_file_has_a_row_a_year_and_power(two_auctions, url, visitor):
    header, *rows = csv_of(visitor, two_auctions, url)
    assert header[:6] == ["Year", "Power", "ada bid", "ben bid", "Taken by", "Price"]
    assert len(rows) == 10
    germany = next(row for row in rows if row[:2] == ["1901", "Germany"])
    assert germany == ["1901", "Germany", "5", "4", "ada", "5", "ID-4", "20", "20", "14", "17", ""]
    russia = next(row for row in rows if row[:2] == ["1901", "Russia"])
    assert russia[4:7] == ["anarchy", "0", "ID-5"]
    assert all(len(row) == len(header) for row in rows)
    assert {row[-1] for row in rows if row[0] == "1902"} == {"ada"}


@pytest.mark.slow
def test_the_file_holds_what_was_asked_for(two_auctions, url, visitor):
    _header, *rows = csv_of(visitor, two_auctions, url, "?power=GERMANY&from=1902")
    assert [row[:2] for row in rows] == [["1902", "Germany"]]
    _header, *rows = csv_of(visitor, two_auctions, url, "?taker=nobody&to=1901")
    assert [row[1] for row in rows] == ["Russia"]
    assert visitor.get(url(two_auctions, "auctions-csv") + "?from=1850").status_code == 400


@pytest.mark.slow
def test_the_page_leads_to_the_file_with_its_filters(two_auctions, url, visitor):
    page = history_of(visitor, two_auctions, url, "?power=GERMANY&page=1")
    assert f'{url(two_auctions, "auctions-csv")}?power=GERMANY"' in page


@pytest.mark.slow
def test_the_file_speaks_its_readers_language(two_auctions, url, client_of, ben):
    header, *rows = csv_of(client_of(ben), two_auctions, url)
    assert header[:6] == ["Année", "Puissance", "Offre\u00a0: ada", "Offre\u00a0: ben", "Obtenue par", "Prix"]
    assert "Allemagne" in {row[1] for row in rows}
    assert "anarchie" in {row[4] for row in rows}


@pytest.mark.parametrize("reader", ["ben", "carl"])
def test_the_file_names_closed_accounts_by_their_own_names(
    two_auctions, url, client_of, visitor, ada, ben, carl, reader
):
    """The page says “a former member” of both."""
    for number, gone in enumerate((ada, ben)):
        gone.username = f"former-member-x{number}"
        gone.save()
    header, *rows = csv_of(client_of(carl) if reader == "carl" else visitor, two_auctions, url)
    assert header[2:4] == ["former-member-x0 bid", "former-member-x1 bid"]
    assert {row[4] for row in rows} == {"former-member-x0", "former-member-x1", "anarchy"}
    page = history_of(visitor, two_auctions, url)
    assert "former-member-x" not in page and "a former member (2)" in page


def test_the_file_is_no_formula_whatever_players_are_called(two_auctions, url, visitor, ada):
    ada.username = "=HYPERLINK(1)"
    ada.save()
    header, *rows = csv_of(visitor, two_auctions, url)
    cells = {cell for row in [header, *rows] for cell in row}
    assert "'=HYPERLINK(1)" in cells
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


def test_the_file_comes_bit_by_bit(two_auctions, url, visitor):
    assert visitor.get(url(two_auctions, "auctions-csv")).streaming


def test_before_the_first_auction_there_is_no_file(auction_game, make_game, url, visitor):
    assert visitor.get(url(auction_game, "auctions-csv")).status_code == 404
    other = make_game(variant="standard")
    assert visitor.get(url(other, "auctions-csv")).status_code == 404


def test_a_private_games_file_is_for_those_who_may_see_the_game(
    make_game, seat_both, url, visitor, client_of, ada
):
    game = seat_both(make_game(visibility="private"))
    hidden = visitor.get(url(game, "auctions-csv"))
    unknown = visitor.get(reverse("games:auctions-csv", args=["calais", "nowhere"]))
    assert hidden.status_code == unknown.status_code == 404


@pytest.mark.slow
def test_the_open_auction_is_in_no_history(two_auctions, url, client_of, ada, ben, answer, advance):
    while advance().label != "S1903B":
        pass
    client = client_of(ada)

    def told() -> list[bytes]:
        page = client.get(url(two_auctions, "auctions"))
        file = client.get(url(two_auctions, "auctions-csv"))
        return [without_tokens(page.content), b"".join(file.streaming_content)]

    before = told()
    answer(ben, "Germany 13")
    assert told() == before


def test_prices_are_drawn_in_lanes_of_their_own():
    item = {"bids": {"1": {}, "2": {}}, "before": {"1": 9, "2": 9}, "after": {"1": 9, "2": 9}, "bust": []}
    names = {"1": "ada", "2": "ben"}
    won = [("1", 5), ("2", 10), (None, 0)]
    auctions = [
        auction_of(item | {"year": 1901 + n, "winner": {"ITALY": seat}, "price": {"ITALY": price}}, names)
        for n, (seat, price) in enumerate(won)
    ]
    sales = [[auction.sale_of("ITALY"), None] for auction in auctions]
    lanes = lanes_of([1901, 1902, 1903], ["ITALY", "RUSSIA"], sales, {"1": "ada", "2": "ben"})
    italy, russia = lanes.lanes
    assert russia.bars == []
    assert [bar.style for bar in italy.bars] == ["me", "you", ""]
    assert [bar.says for bar in italy.bars] == ["5", "10", ""]
    assert italy.bars[1].height == 2 * italy.bars[0].height
    assert all(bar.x >= LANES_LEFT and bar.x + bar.width <= LANES_RIGHT for bar in italy.bars)
    assert all(0 < bar.above < italy.ground == LANE for bar in italy.bars)


@pytest.mark.parametrize("price", [0, 1, 10**99])
def test_any_price_fits_its_lane(price):
    item = {"bids": {}, "before": {"1": 9, "2": 9}, "after": {"1": 9, "2": 9}, "bust": []}
    auction = auction_of(
        item | {"year": 1901, "winner": {"ITALY": "1"}, "price": {"ITALY": price}}, {"1": "ada", "2": "ben"}
    )
    (lane,) = lanes_of([1901], ["ITALY"], [auction.sales], {"1": "ada", "2": "ben"}).lanes
    assert 0 <= lane.bars[0].height < LANE
