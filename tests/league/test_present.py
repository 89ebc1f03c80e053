"""A league's page asks for those of its parts alone in which there can be anything, and shows the same."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.services.seats import invitations
from games.services.seats.resigning import ask_for_replacement
from league.leagues import sections, services
from league.leagues.selectors.home_sections import Present, present_in
from league.leagues.views import home
from league.standings.counting import count
from tests.conftest import make_user
from tests.games.conftest import make_game, opened_game, running_game, seat_both, set_clock  # noqa: F401
from tests.league.competitions.rows import make_season
from tests.league.standings.finished_games import finished_game

pytestmark = pytest.mark.django_db

URL = "/l/calais/"
PANELS = {
    "announcements": "The winter season",
    "warnings": "Rude words.",
    "invitations": 'id="h-invitations"',
    "offers": 'id="h-offers"',
    "competitions": "Season 4",
    "standings": '<a href="/l/calais/standings/?',
}
"""What shows on the page that there is something in each part."""


@pytest.fixture
def member(calais, eve):
    services.join(league=calais, user=eve)
    return eve


@pytest.fixture
def fill(calais, ada, ben, carl, member, make_game, running_game):  # noqa: F811
    """Has something in one part of the page."""

    def announce():
        said = {"title": PANELS["announcements"], "text": "It begins soon."}
        services.announce(league=calais, by=carl, is_pinned=True, is_mailed=False, **said)

    def invite():
        invitations.invite(game=make_game(name="Strait"), user=carl, guests=[member])

    def counted():
        won = finished_game(calais, {"1": ada, "2": ben}, {"1": "solo", "2": "lost"})
        count.count_games(games=[won.pk])

    return {
        "announcements": announce,
        "warnings": lambda: services.warn(league=calais, by=carl, person=member, reason=PANELS["warnings"]),
        "invitations": invite,
        "offers": lambda: ask_for_replacement(game=running_game, user=ada),
        "competitions": lambda: make_season(calais, carl, state="announced", name=PANELS["competitions"]),
        "standings": counted,
    }


def page_of(client):
    """The page without what differs from one request to the next."""
    page = re.sub(r"[A-Za-z0-9]{64}", "", client.get(URL).content.decode())
    return " ".join(re.sub(r"<!--.*?-->", "", page).split())


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("part", PANELS)
def test_what_there_is_in_one_part_is_asked_for_and_shown(part, fill, calais, member, client_of):
    client = client_of(member)
    assert not any(present_in(calais, member.pk)[1:]), "nothing yet"
    assert PANELS[part] not in page_of(client)
    fill[part]()
    there = present_in(calais, member.pk)._asdict()
    own = [name for name, is_there in there.items() if is_there is True]
    assert [*own, *there["sections"]] == [part]
    assert PANELS[part] in page_of(client)


@pytest.mark.slow
def test_the_page_is_the_same_whether_all_is_asked_for_or_what_there_is(
    fill, calais, member, client_of, visitor, monkeypatch
):
    readers = [client_of(member), visitor]

    def all_true(league, reader):
        own = [True] * (len(PANELS) - len(sections.home))
        return Present(present_in(league, reader).members, *own, frozenset(sections.home))

    for have in (lambda: None, *fill.values()):
        have()
        shown = [page_of(client) for client in readers]
        with monkeypatch.context() as patched:
            patched.setattr(home, "present_in", all_true)
            assert [page_of(client) for client in readers] == shown


def test_a_league_that_has_nothing_costs_a_query_for_all_of_it(calais, member, client_of):
    client = client_of(member)
    client.get(URL)
    with CaptureQueriesContext(connection) as queries:
        client.get(URL)
    asked = " ".join(query["sql"] for query in queries if "EXISTS(SELECT 1" not in query["sql"])
    for table in ("leagues_sanction", "leagues_announcement", "games_vacancy", "tournaments_competition"):
        assert table not in asked, table


def test_the_members_are_counted(calais, member, visitor):
    assert present_in(calais, None).members == 4
    assert "4 members" in page_of(visitor)


def test_members_are_counted_once_until_somebody_joins_or_leaves(calais, member, visitor):
    def counted():
        with CaptureQueriesContext(connection) as queries:
            page = page_of(visitor)
        (said,) = re.findall(r"(\d+) members", page)
        return int(said), sum(
            "COUNT" in each["sql"] and "leagues_membership" in each["sql"] for each in queries
        )

    assert [counted(), counted()] == [(4, 1), (4, 0)]
    new = make_user("nia")
    services.join(league=calais, user=new)
    assert [counted(), counted()] == [(5, 1), (5, 0)]
    services.leave(league=calais, user=new)
    assert counted() == (4, 1)
