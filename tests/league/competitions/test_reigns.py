"""Reigns: who was at the top of a ladder, how long, and the games they played meanwhile."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from league.competitions.ladder import log
from league.competitions.ladder.selectors.reigns import longest_reigns
from league.competitions.ladder.services import table
from league.competitions.ladder.services.reigns import Held, make_reigns, reigns, reigns_of
from league.competitions.models import Competition, Event, Reign
from league.leagues import services
from league.standings.models import AuctionGame
from tests.league.competitions import rows
from tests.league.competitions.rows import BEGINS, DAY, NOW, play
from tests.league.standings.finished_games import ENDED

URL = "/l/calais/records/"
TOKEN = re.compile(rb"\b\w{64}\b")
ROW = '<th scope="row" class="span">'


def day(number):
    return BEGINS + timedelta(days=number)


def test_each_change_at_the_top_begins_a_reign():
    moves = [(3, 2, 1, day(4)), (1, 3, 2, day(5)), (3, 1, 3, day(9))]
    found = reigns([1, 3, 2], BEGINS, moves, None)
    assert found == [Held(1, BEGINS, day(4)), Held(3, day(4), day(9)), Held(1, day(9))]
    assert reigns([1, 3, 2], BEGINS, moves, day(20))[-1] == Held(1, day(9), day(20))


def test_leaving_hands_the_top_on_and_an_empty_table_has_none():
    assert reigns([1, 2], BEGINS, [(1, 1, 0, day(3))], None) == [Held(1, BEGINS, day(3)), Held(2, day(3))]
    assert reigns([1], BEGINS, [(1, 1, 0, day(3))], None) == [Held(1, BEGINS, day(3))]
    assert reigns([], BEGINS, [(4, 0, 1, day(3))], None) == [Held(4, day(3))]


def test_whoever_is_passed_in_the_same_moment_did_not_reign():
    moves = [(2, 2, 1, day(3)), (3, 3, 1, day(3))]
    assert reigns([1, 2, 3], BEGINS, moves, None) == [Held(1, BEGINS, day(3)), Held(3, day(3))]
    back = [(2, 2, 1, day(3)), (1, 2, 1, day(3))]
    assert reigns([1, 2, 3], BEGINS, back, None) == [Held(1, BEGINS)]


@pytest.fixture
def season(calais, carl, ada, ben, eve, at):
    """ada is at the top for ten days, ben for thirty, ada again until now; ben played three games at the
    top, with the one that led there.
    """
    season = rows.make_season(calais, carl, [ada, ben, eve], name="Season of reigns")
    for when, by, of, winner in ((10, 2, 1, 2), (20, 3, 2, 2), (25, 1, 2, None), (40, 1, 2, 1)):
        in_book(play(season, by, of, winner, at=day(when)))
    at(NOW)
    make_reigns()
    return season


def in_book(challenge):
    """The row of the record book that the game of a challenge has."""
    AuctionGame.objects.create(
        game=challenge.game,
        league=challenge.game.league,
        kind="intimate",
        first="FRANCE",
        second="TURKEY",
        last_year=1903,
        ended_at=ENDED,
    )
    return challenge


def test_the_longest_reigns_come_first(season, calais, ada, ben):
    found = longest_reigns(calais, "intimate", NOW)
    assert [(line.name, line.days, line.games, line.until) for line in found] == [
        ("ada", (NOW - day(40)).days, 1, None),
        ("ben", 30, 4, day(40)),
        ("ada", 10, 1, day(10)),
    ]
    assert longest_reigns(calais, "intimate-ii", NOW) == []


def test_a_reign_leads_to_so_many_games(season, calais, visitor):
    for league, url in ((calais, URL), (None, "/records/")):
        for line in longest_reigns(league, "intimate", NOW):
            page = visitor.get(f"{url}games/?game=intimate&reign={line.asked}").content.decode()
            assert page.count(ROW) == line.games


def test_reigns_follow_the_log_and_end_with_the_season(season, ada, eve):
    assert [held.entry for held in reigns_of(season)] == [1, 2, 1]
    table.record(season, log.leaves(season.entries.get(number=1), NOW - DAY, "withdrew"))
    make_reigns()
    assert Reign.objects.count() == 4
    Competition.objects.update(state="finished", over_at=NOW)
    make_reigns()
    assert Reign.objects.get(number=4).until == NOW
    Event.objects.filter(kind="opens").update(at=BEGINS + DAY)
    make_reigns()
    assert Reign.objects.get(number=1).since == BEGINS, "those of a season that is over are left alone"
    Competition.objects.update(state="cancelled", cancel_reason="No time.")
    make_reigns()
    assert not Reign.objects.exists()


def test_whoever_begins_at_the_top_reigns_at_once(begun_season):
    (reign,) = Reign.objects.all()
    assert (reign.entry.number, reign.until) == (begun_season.table[0], None)


@pytest.fixture
def begun_season(make_season):
    return make_season().begin(3)


def test_reigns_of_a_closed_league_are_for_its_members(season, calais, carl, client_of, visitor):
    (line, *_rest) = longest_reigns(calais, "intimate", NOW)
    services.update_settings(league=calais, by=carl, visibility="invitation")
    assert longest_reigns(None, "intimate", NOW) == []
    nowhere = visitor.get("/records/games/?game=intimate&reign=nowhere.1").content
    closed = visitor.get(f"/records/games/?game=intimate&reign={line.asked}").content
    assert TOKEN.sub(b"", closed.replace(line.asked.encode(), b"nowhere.1")) == TOKEN.sub(b"", nowhere)
    assert visitor.get(f"{URL}games/?reign={line.asked}").status_code == 404
    assert client_of(carl).get(f"{URL}games/?reign={line.asked}").content.decode().count(ROW) == line.games


def test_reigns_of_another_league_are_not_found_here(season, calais, douvres, carl, dora, client_of):
    (line, *_rest) = longest_reigns(calais, "intimate", NOW)
    page = client_of(dora).get(f"/l/douvres/records/games/?reign={line.asked}").content.decode()
    assert ROW not in page and "No game matches." in page


@pytest.mark.parametrize("of_all", [True, False])
def test_more_reigns_cost_no_more_queries(
    season, calais, carl, ada, ben, visitor, of_all, assert_queries_do_not_grow
):
    def more():
        for _time in range(3):
            other = rows.make_season(calais, carl, [ada, ben])
            play(other, 2, 1, 2, at=day(5))
        make_reigns()

    assert_queries_do_not_grow(visitor, "/records/" if of_all else URL, more)
