"""Whose is whose on the map, where one player may command several powers."""

from __future__ import annotations

import re

import pytest

from games.board import NOBODY, draw_board, render_legend
from games.pages.seats import Place
from games.pages.whose import Who, Whose, who_is_who, whose_of
from tests.games.test_board import OPENING

WHOSE = {"FRANCE": 0, "ITALY": 0, "TURKEY": 1, "AUSTRIA": 1, "ENGLAND": NOBODY}
BOUGHT = {
    "units": {"FRANCE": ["A PAR"], "TURKEY": ["A CON"], "ITALY": ["A ROM"], "ENGLAND": []},
    "homes": {"1": "FRANCE", "2": "TURKEY"},
    "control": {"ITALY": "2", "ENGLAND": None},
}


def places(own: str = "") -> list[Place]:
    return [Place("1", "ada", 1, is_own=own == "1"), Place("2", "ben", 2, is_own=own == "2")]


def test_the_readers_own_powers_are_plain_the_others_have_lines_nobodys_dots():
    assert whose_of(BOUGHT, places("1")) == Whose(
        {"ENGLAND": NOBODY, "FRANCE": 0, "ITALY": 1, "TURKEY": 1},
        [(0, "yours: no pattern"), (1, "ben"), (NOBODY, "no one’s")],
    )
    assert whose_of(BOUGHT, places("2")).groups == {"ENGLAND": NOBODY, "FRANCE": 1, "ITALY": 0, "TURKEY": 0}


def test_spectators_read_the_players_names():
    assert whose_of(BOUGHT, places()).names == [(0, "ada"), (1, "ben"), (NOBODY, "no one’s")]


def test_a_table_at_which_each_plays_one_power_has_plain_land():
    seats = [Place(power, power.lower(), 1, is_own=False) for power in OPENING["units"]]
    assert whose_of(OPENING, seats) == Whose()
    three = [Place(key, key, 1, is_own=False, powers=["A", "B"]) for key in "123"]
    dealt = {"units": {"FRANCE": []}, "powers": {"1": ["FRANCE"], "2": [], "3": []}}
    assert whose_of(dealt, three).groups == {"FRANCE": 0}


@pytest.mark.parametrize(
    ("own", "who"),
    [
        ("1", Who(["FRANCE"], ["TURKEY"])),
        ("", Who(sides=[("ada", ["FRANCE"]), ("ben", ["TURKEY"])])),
    ],
)
def test_the_header_knows_who_plays_whom(own, who):
    assert who_is_who(BOUGHT, places(own)) == who


def test_land_has_patterns_and_tokens_have_edges():
    svg = draw_board(OPENING, language="en", whose=WHOSE).svg
    drawn = dict(re.findall(r'<g fill="url\(#board-w(\d)\)">(.*?)</g>', svg))
    assert set(drawn) == {"1", str(NOBODY)}
    assert (
        "#con" in drawn["1"] and "#vie" in drawn["1"] and "#par" not in svg.split('class="whose"')[1][:3000]
    )
    assert "#lon" in drawn[str(NOBODY)]
    for group in drawn:
        assert f'<pattern id="board-w{group}"' in svg
    edges = dict(re.findall(r'class="unit( theirs| nobodys|)" data-unit="([^"]+)"', svg)[::-1])
    assert set(edges) == {"", " theirs", " nobodys"}
    assert 'class="unit theirs" data-unit="F ANK"' in svg
    assert 'class="unit nobodys" data-unit="F LON"' in svg
    assert 'class="unit" data-unit="A PAR"' in svg


def test_pictures_of_both_players_are_kept_apart():
    mine = draw_board(OPENING, language="en", whose=WHOSE)
    other = draw_board(OPENING, language="en", whose=WHOSE | {"TURKEY": 0, "FRANCE": 1})
    assert mine is draw_board(OPENING, language="en", whose=dict(WHOSE))
    assert mine.svg != other.svg != draw_board(OPENING, language="en").svg
    assert "board-w" not in draw_board(OPENING, language="en").svg


def test_the_legend_names_the_groups_and_quotes_names():
    legend = render_legend(
        {"army"}, language="en", whose=[(0, "yours: no pattern"), (1, "<b>"), (NOBODY, "no one’s")]
    )
    assert legend.count("<li>") == 4
    assert "&lt;b&gt;" in legend and "<b>" not in legend
    assert "url(#board-w1)" in legend and "url(#board-w0)" not in legend


def test_a_page_says_whom_one_plays_and_what_a_power_was_bought_for(
    auction_game, answer, advance, url, client_of, visitor, ada, ben
):
    answer(ada, "Austria 5")
    answer(ben, "Russia 4")
    advance()
    page = client_of(ada).get(url(auction_game)).content.decode()
    header = page.split('class="game-head"')[1].split("</header>")[0]
    assert re.search(r"You are</span>.*France.*against</span>.*Turkey", header)
    plates = page.split('id="table"')[1].split("</section>")[0]
    assert re.search(r"Austria</span> <small[^>]*>bought for 5<", plates)
    assert re.search(r"Russia</span> <small[^>]*>bought for 4<", plates)
    board = page.split('class="board-svg"')[1]
    assert 'class="unit" data-unit="A VIE"' in board and 'class="unit theirs" data-unit="A MOS"' in board
    assert 'class="unit nobodys" data-unit="A MUN"' in board
    assert ">yours: no pattern</li>" in page and ">ben</li>" in page
    watched = visitor.get(url(auction_game)).content.decode()
    told = watched.split('class="game-head"')[1].split("</header>")[0]
    assert re.search(r"ada</span>.*France.*against</span>.*ben</span>.*Turkey", told)
    assert (
        "You are</span>" not in watched
        and ">yours: no pattern</li>" not in watched
        and ">ada</li>" in watched
    )
