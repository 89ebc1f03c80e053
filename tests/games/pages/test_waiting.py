"""The game that waits next, after saving; and what waits, on the page of a league."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.lists.waiting import waiting_for
from games.services.players.answers import save_answer
from games.services.players.results_seen import mark_results_seen
from tests.games.conftest import phase_of

pytestmark = pytest.mark.django_db

NEXT = re.compile(r'id="next-game">Next game waiting for you: <a href="([^"]+)">([^<]+)</a>')

RANKING = "\n".join(("France", "Turkey", "Austria", "England", "Germany", "Italy", "Russia"))


@pytest.fixture
def later_game(make_game, running_game, seat_both, set_clock):
    """A second game of ada's and ben's, that closes three hours after the first."""
    set_clock.pass_(hours=3)
    return seat_both(make_game(name="Later"))


def save(game, user, *, ready):
    label = phase_of(game).label
    save_answer(game=game, user=user, label=label, text=RANKING, version=0, ready=ready)


def test_the_game_that_closes_soonest_comes_first_and_what_is_ready_does_not_come(
    running_game, later_game, ada, carl
):
    assert [each.name for each in waiting_for(ada.pk, 5)] == ["Channel", "Later"]
    assert [each.name for each in waiting_for(ada.pk, 5, besides=running_game.pk)] == ["Later"]
    save(running_game, ada, ready=True)
    assert [each.name for each in waiting_for(ada.pk, 5)] == ["Later"]
    assert waiting_for(carl.pk, 5) == []


def test_it_takes_one_query_however_many_wait(running_game, later_game, make_game, seat_both, ada):
    for number in range(4):
        seat_both(make_game(name=f"More {number}"))
    waiting_for(ada.pk, 1)
    with CaptureQueriesContext(connection) as queries:
        assert len(waiting_for(ada.pk, 6)) == 6
    assert len(queries) == 1


def test_after_saving_the_page_leads_to_the_next_game(running_game, later_game, client_of, url, ada):
    client = client_of(ada)
    assert not NEXT.search(client.get(url(running_game)).content.decode()), "nothing is saved here yet"
    save(running_game, ada, ready=False)
    found = NEXT.search(client.get(url(running_game)).content.decode())
    assert found and found.groups() == (f"{url(later_game)}#answer", "Later")
    save(later_game, ada, ready=True)
    assert not NEXT.search(client.get(url(running_game)).content.decode()), "it waits no more"


def test_saving_by_script_brings_the_next_game_with_the_sheet(
    running_game, later_game, client_of, url, ada, ben
):
    label = phase_of(running_game).label
    sent = {"label": label, "version": "0", "text": "FRANCE", "ready": ""}
    answered = client_of(ada).post(url(running_game, "answer"), sent, headers={"HX-Request": "true"})
    assert "<html" not in answered.content.decode()
    assert NEXT.search(answered.content.decode())


def test_a_league_shows_its_members_what_waits_for_them(running_game, client_of, visitor, ada, carl):
    for client, is_shown in ((client_of(ada), True), (client_of(carl), False), (visitor, False)):
        page = client.get("/l/calais/").content.decode()
        assert ("Waiting for you" in page) is is_shown
        assert ("Rank the home powers" in page) is is_shown
        assert not is_shown or page.index('id="h-due"') < page.index("<aside"), "it comes first"


@pytest.mark.slow
def test_a_game_that_waits_opens_at_its_new_result(movement_game, later_game, client_of, url, ada):
    """Both ways: the list of a league, and the line under saved orders."""
    save(later_game, ada, ready=True)
    for way in (url(movement_game), f"{url(movement_game)}#answer"):
        page = client_of(ada).get(url(later_game)).content.decode()
        found = NEXT.search(page)
        assert found and found.groups() == (way, "Channel")
        assert f'<a href="{way}">Channel</a>' in client_of(ada).get("/l/calais/").content.decode()
        mark_results_seen(game=movement_game, user=ada, upto="S1901B")
