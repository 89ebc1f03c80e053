"""The pages of a knock-out: its bracket, the reader's next game, ways, seeds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from games.common import clock
from league.competitions.knock_out import pages
from league.competitions.knock_out.bracket import By, Decision
from league.competitions.knock_out.cells import cup_of
from league.competitions.knock_out.drawing import MOST_DRAWN
from league.competitions.knock_out.seeds_page import seeds_of
from league.competitions.models import Entry
from league.competitions.state.season_access import reader_of
from league.leagues.models import Membership
from league.users.models import User
from tests.league.competitions.cup_rows import make_cup, seed, write
from tests.league.competitions.cups import Played
from tests.league.competitions.rows import DAY, NOW


@pytest.fixture
def cup(calais, carl, set_clock):
    set_clock(NOW)

    def of(played: Played, **given: Any) -> Any:
        season = make_cup(calais, carl, played.people, replay=False, third_place=played.third, **given)
        return write(season, played)

    return of


def read_by(season, number: int = 0):
    entry = season.entries.filter(number=number).select_related("user").first()
    user = entry.user if entry else season.opened_by
    member = Membership.objects.filter(user=user, league=season.league).first()
    return reader_of(season.league, season.code, user, member, clock.now())


def page_of(season, number: int = 0, **asked: str):
    return pages.page_of(read_by(season, number), asked, {"numbers": None, "facts": [], "game": ""})


def cell_of(season, pairing: int, number: int = 0):
    return cup_of(read_by(season, number)).cell(pairing)


def address(season, name: str = "season", *more: Any) -> str:
    return reverse(f"tournaments:{name}", args=["calais", season.code, *more])


# Cells


def test_a_cell_leads_to_its_game_or_says_why_there_is_none(cup):
    played = Played(7)
    season = cup(played)
    bye, running, waits = cell_of(season, 1), cell_of(season, 2), cell_of(season, 5)
    assert (bye.now.says, bye.address, bye.now.kind) == ("Bye", "", "over")
    assert [side.name.lower() for side in bye.sides] == ["p1", "bye"]
    assert bye.sides[0].goes_on and bye.sides[0].seed == 1
    assert running.now.says == "Being played" and running.address.endswith("2/")
    assert waits.now.says == "Waits for the other player" and not waits.address
    assert cell_of(season, 7).now.says == "Waits for both players"
    assert cell_of(season, 7).sides[0].name == "not decided yet"


@pytest.mark.parametrize(
    ("end", "says"),
    [
        ("a", "Won the game"),
        ("b-forfeits", "Forfeited"),
        ("drawn", "HR-13 (a)"),
        ("silent", "No one goes on"),
    ],
)
def test_a_cell_says_what_decided_it(cup, end, says):
    played = Played(8)
    played.end(1, end)
    cell = cell_of(cup(played), 1)
    assert cell.now.says == says and cell.is_decided
    assert cell.address, "it leads to the game"
    if end == "drawn":
        assert "more home centres at the end of the last finished year" in cell.now.more


def test_walkovers_rulings_and_the_draw_are_told(cup):
    played = Played(8)
    played.goes(1)
    played.end(3, "void")
    played.results[3] = {"winner": None, "how": "void"}
    played.decided[3] = Decision(2, By.RULING)
    played.end(4, "drawn")
    played.decided[4] = Decision(3, By.DRAW, "f")
    played.goes(8)
    season = cup(played)
    assert cell_of(season, 1).now.says == "Forfeited"
    assert cell_of(season, 3).now.says == "Ruling"
    draw = cell_of(season, 4)
    assert draw.now.says == "HR-13 (f)" and "random draw" in draw.now.more
    walkover = cell_of(cup(settled_walkover()), 5)
    assert walkover.now.says == "Walkover" and not walkover.address


def settled_walkover() -> Played:
    """In a cup of 8, seed 1 has won and leaves before the semi-final begins."""
    played = Played(8)
    played.end(1, "a")
    played.goes(1)
    played.end(2, "a")
    return played


def test_a_result_that_can_change_is_provisional_and_shows_who_leads(calais, carl, set_clock):
    set_clock(NOW)
    played = Played(8, firm=False)
    played.end(1, "b")
    season = write(make_cup(calais, carl, 8), played, at=NOW - DAY)
    cell = cell_of(season, 1)
    assert cell.now.says == "Provisional" and cell.now.until == NOW + DAY and cell.address
    assert [side.leads for side in cell.sides] == [False, True]
    assert not any(side.goes_on for side in cell.sides)


def test_a_void_game_waits_for_an_arbiter_and_a_replay_has_both_games(cup):
    played = Played(8)
    played.end(1, "void")
    assert cell_of(cup(played), 1).now.says == "Void: an arbiter says who goes on"
    played = Played(8, replays=True)
    played.end(1, "drawn")
    season = cup(played)
    cell = cell_of(season, 1)
    assert [game.says for game in cell.games] == ["Game", "Replay"] and cell.now.says == "Being played"
    assert cell.address == cell.games[1].address


# The reader's next game


def test_the_next_game_names_the_opponent_and_what_it_decides(cup):
    own = page_of(cup(Played(8)), 1).own
    assert own.heading == f"Quarter-finals: you against {own.cell.sides[1].name}"
    assert own.address == own.cell.address and own.ends_at is not None
    assert own.says == [
        "If you win, you meet p4 or p5 in the next round.",
        "If you lose, you are out and share places 5 to 8.",
    ]


def test_who_waits_reads_who_may_come_and_what_is_at_stake_in_a_semi_final(cup):
    played = Played(8)
    played.end(1, "a")
    own = page_of(cup(played), 1).own
    assert own.heading == "Semi-finals: you wait" and not own.address
    assert own.says[0] == "Your opponent is p4 or p5."
    assert own.says[1] == "If you win, you meet one of 4 players in the final."
    assert own.says[2] == "If you lose, you meet one of 4 players for third place."


def test_who_has_left_is_no_opponent_to_come(cup):
    played = Played(4)
    played.goes(4)
    assert page_of(cup(played), 2).own.says == [
        "If you win, you meet p1 in the final.",
        "If you lose, you are third without a game.",
    ]
    played = Played(8)
    played.goes(4)
    played.goes(5)
    assert page_of(cup(played, name="Spring cup"), 1).own.says[0] == (
        "If you win, you have a walkover in the next round."
    )


def test_the_final_and_third_place_say_what_they_decide(cup):
    played = Played(4)
    played.end(1, "a")
    played.end(2, "a")
    season = cup(played)
    assert page_of(season, 1).own.says == ["If you win, the cup is yours; else you are second."]
    third = page_of(season, 4).own
    assert third.heading.startswith("Third place: you against")
    assert third.says == ["If you win, you are third; else you are fourth."]


def test_who_is_out_reads_where_against_whom_and_which_place(cup):
    played = Played(8, third=False)
    played.end(1, "a")
    season = cup(played)
    own = page_of(season, 8).own
    assert own.heading == f"Quarter-finals: {own.cell.sides[0].name} went on"
    assert own.says == ["Won the game.", "Players who go out in this round share places 5 to 8."]
    assert own.address and own.ends_at is None
    assert page_of(season).own is None, "an organiser does not play"


def test_winners_and_who_lost_the_last_games_read_their_places(cup):
    played = Played(4)
    for number in (1, 2, 3, 4):
        played.end(number, "a")
    season = cup(played)
    assert page_of(season, 1).own.heading == "You have won the cup."
    assert page_of(season, 2).own.says[-1] == "That is place 2."
    assert page_of(season, 4).own.heading == "You are third."
    assert page_of(season, 3).own.says[-1] == "That is place 4."


# The page


def test_the_list_shows_the_readers_round_and_any_that_is_asked_for(cup):
    played = Played(8)
    played.end(1, "a")
    season = cup(played)
    assert page_of(season).shown.number == 1, "the first round in which anything is open"
    assert page_of(season, 1).shown.number == 2, "the reader's own"
    last = page_of(season, round="3")
    assert last.shown.number == 3 and len(last.rows) == 1 and last.third is not None
    for nonsense in ("0", "4", "x", "²", "999999999999", "-1"):
        assert page_of(season, round=nonsense).shown.number == 1
    days = [each.ends_at for each in last.rounds]
    assert days == sorted(days) and len(set(days)) == 3


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_is_drawn_and_listed_for_every_reader(cup, client_of, visitor, language):
    played = Played(13)
    for number in played.running[:3]:
        played.end(number, "a")
    played.goes(4)
    season = cup(played)
    player = User.objects.get(username="p1")
    for client in (visitor, client_of(player), client_of(season.opened_by)):
        response = client.get(address(season), headers={"accept-language": language})
        assert response.status_code == 200
        html = response.content.decode()
        svg = re.search(r'<svg width="(\d+)" height="(\d+)" viewBox="0 0 \1 \2".*?</svg>', html, re.S)
        assert svg.group(0).count("<title>") == 16, "a cell a pairing: 15 and third place"
        assert 'aria-hidden="true"' in svg.group(0) and 'style="' not in svg.group(0)
        assert all('tabindex="-1"' in link for link in re.findall(r"<a [^>]*href[^>]*>", svg.group(0)))
        assert html.count('<li class="tie') == len(response.context["page"].rows)
        assert "bracket.css" in html
    assert 'id="next"' not in html


def test_the_live_part_has_the_same_parts_and_clean_tabs(cup, visitor):
    season = cup(Played(8))
    html = visitor.get(f"{address(season, 'live')}?version=99&stage={season.stage}&round=2").content.decode()
    assert 'id="cup-part" hx-swap-oob="true"' in html and 'id="cup-list"' in html
    assert html.count('hx-swap-oob="true"') >= 3
    assert "version=99" not in html and 'href="?round=3#cup-list"' in html


def test_pages_ask_as_much_for_sixteen_as_for_eight(cup, visitor, count_page):
    counts = {}
    for people in (8, 16):
        played = Played(people)
        for number in played.running:
            played.end(number, "a")
        season = cup(played)
        visitor.get(address(season))
        counts[people] = [
            count_page(visitor, address(season)),
            count_page(visitor, address(season, "entrant", 1)),
        ]
    assert counts[8] == counts[16]


@pytest.fixture
def count_page():
    from tests.conftest import count_queries

    return count_queries


def test_a_large_cup_is_drawn_and_listed_by_quarter(cup, visitor):
    season = cup(Played(260))
    page = page_of(season, 2)
    assert page.quarter == 3, "seed 2 begins at the top of the lower half"
    assert page.drawn.shown.count("<title>") < MOST_DRAWN + 4 and len(page.rows) == 32
    assert {len(page_of(season, quarter=str(each)).rows) for each in page.quarters} == {64}
    later = page_of(season, round="3")
    assert len(later.rows) == 64, "a round of 64 is listed whole"
    html = visitor.get(f"{address(season)}?quarter=4").content.decode()
    assert html.count('<li class="tie') == 64 and "?quarter=1#cup-part" in html


# Ways and seeds


def test_the_way_of_an_entrant_has_each_round_its_opponent_and_what_decided(cup, visitor):
    played = Played(8)
    for number in (1, 2, 3, 4, 5, 6):
        played.end(number, "a" if number != 2 else "drawn")
    season = cup(played)
    steps = pages.way(read_by(season), 1)
    assert [(step.round, step.other.number, step.own.goes_on) for step in steps] == [
        ("Quarter-finals", 8, True),
        ("Semi-finals", 4, True),
        ("Final", 2, False),
    ]
    assert [step.is_out for step in pages.way(read_by(season), 8)] == [True]
    assert [step.round for step in pages.way(read_by(season), 4)][-1] == "Third place"
    html = visitor.get(address(season, "entrant", 4)).content.decode()
    assert "HR-13 (a)" in html and "more home centres" in html and html.count('<li class="tie') == 3


def test_the_seeds_say_how_they_came_about(calais, carl, set_clock):
    set_clock(NOW)
    season = make_cup(calais, carl, 5, state="announced", seeding="rating")
    reader = read_by(season, 2)
    assert seeds_of(reader, {}) is None
    kept = seed(season, [3, 1, 2, 5, 4], ratings=[1600, 1500, 1500, 1400, 1300])
    seeds = seeds_of(reader, {})
    assert [(line.seed, line.name, line.rating, line.has_bye) for line in seeds.lines][:4] == [
        (1, "p3", 1600, True),
        (2, "p1", 1500, True),
        (3, "p2", 1500, True),
        (4, "p5", 1400, False),
    ]
    assert "By rating" in seeds.how and seeds.lines[2].is_me
    seed(season, [1, 2, 3, 4, 5], reason="Last year’s finalists first.")
    latest = season.events.order_by("-pk").first()
    latest.supersedes, latest.by = kept, carl
    latest.save()
    Entry.objects.filter(competition=season, number=5).update(state="withdrawn", left_at=NOW)
    changed = seeds_of(reader, {})
    assert changed.reason == "Last year’s finalists first." and changed.by == "carl"
    assert changed.lines[4].is_gone
    for language in ("en", "fr"):
        with translation.override(language):
            html = render_to_string("tournaments/knock_out/_seeds.html", {"seeds": changed, "reader": reader})
        assert "Last year’s finalists first." in html and html.count("<tr") == 6


def test_the_winners_way_is_a_part_of_its_own(cup):
    played = Played(4)
    for number in (1, 2, 3, 4):
        played.end(number, "a")
    season = cup(played)
    steps = pages.way(read_by(season), 1)
    html = render_to_string("tournaments/knock_out/_way.html", {"way": steps})
    assert html.count("<li ") == 2 and steps[-1].is_last and "Final" in html


def test_reading_costs_the_same_whatever_has_happened(cup):
    played = Played(16)
    while played.running:
        played.end(played.running[0], "a")
    season = cup(played)
    reader = read_by(season)
    with CaptureQueriesContext(connection) as queries:
        shown = cup_of(reader)
        [shown.cell(pairing) for pairing in shown.bracket.every()]
    assert len(queries) == 4
