"""The first lines of the standings, and the reader's own, on the page of their league."""

from __future__ import annotations

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.standings.counting import count
from league.standings.models import GameCount, Tally
from league.users.deletion import delete_account
from tests.conftest import make_user
from tests.league.standings.finished_games import finished_game

pytestmark = pytest.mark.django_db

URL = "/l/calais/"
WON = {"1": "solo", "2": "lost"}


@pytest.fixture
def counted(calais, ada, ben):
    """Ada beats ben once."""
    count.count_games(games=[finished_game(calais, {"1": ada, "2": ben}, WON).pk])


def add_better(league, count):
    """So many players above everyone else, the first with most points."""
    for number in range(count):
        won = 30 - number
        user = make_user(f"top{number}")
        sums = {"games": won, "won": won, "points": 3 * won}
        Tally.objects.create(league=league, kind="intimate", year=2026, user=user, **sums)
    GameCount.objects.update(games=99)


def lines(client):
    """The lines of the panel: text without tags, and whether it is the reader's."""
    page = client.get(URL).content.decode()
    panel = page.split('aria-labelledby="h-standings"')[1].split("</section>")[0]
    rows = re.findall(r"<tr( class=\"is-me\")?><th scope=\"row\">(.*?)</tr>", panel, re.DOTALL)
    return [(" ".join(re.sub(r"<[^>]+>", " ", row).split()), bool(own)) for own, row in rows]


def test_a_visitor_reads_the_first_lines(counted, visitor):
    assert lines(visitor) == [("1. ada 1 won –0–0 3", False), ("2. ben 0–0– 1 lost 0", False)]


def test_a_member_finds_their_own_line_marked(counted, client_of, ben, eve):
    assert [own for _line, own in lines(client_of(ben))] == [False, True]
    assert [own for _line, own in lines(client_of(eve))] == [False, False]


def test_a_line_further_down_is_shown_below_the_first_five(counted, calais, client_of, ben, visitor):
    add_better(calais, 7)
    assert len(lines(visitor)) == 5
    found = lines(client_of(ben))
    assert [own for _line, own in found] == [False] * 5 + [True]
    assert found[-1][0].startswith("9. ben (vous)")


def test_each_number_leads_to_its_games(counted, visitor):
    page = visitor.get(URL).content.decode()
    links = re.findall(r'<a href="(/l/calais/p/\w+/games/[^"]*)">(\d+)<span', page)
    assert len(links) == 2
    for address, number in links:
        led_to = visitor.get(html.unescape(address)).content.decode()
        assert led_to.count('<th scope="row" class="span">') == int(number)


def test_without_finished_games_the_panel_says_so(calais, visitor):
    page = visitor.get(URL).content.decode()
    assert "No finished games yet" in page and 'href="/l/calais/standings/"' in page


def test_former_members_have_no_link(counted, calais, ada, visitor):
    new = delete_account(user=ada)
    assert lines(visitor)[0][0].startswith("1. A former member")
    assert f'"/l/calais/p/{new}/"' not in visitor.get(URL).content.decode()


@pytest.mark.slow
def test_in_french_the_panel_is_french(counted, visitor):
    visitor.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    panel = visitor.get(URL).content.decode().split('id="h-standings"')[1].split("</section>")[0]
    assert "Classement" in panel and "V–N–D" in panel


def test_more_players_cost_no_more_queries(counted, calais, client_of, ben):
    add_better(calais, 6)
    client = client_of(ben)
    client.get(URL)
    with CaptureQueriesContext(connection) as few:
        client.get(URL)
    for number in range(40):
        user = make_user(f"low{number}")
        Tally.objects.create(league=calais, kind="intimate", year=2026, user=user, games=1, lost=1)
    with CaptureQueriesContext(connection) as many:
        client.get(URL)
    assert len(few) == len(many)
    of_standings = [query for query in many if "tournaments_" in query["sql"] and "tally" in query["sql"]]
    assert len(of_standings) == 2
