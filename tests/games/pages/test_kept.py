"""What is kept for those who only watch: never a player's, never an old version's, and cheap."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.gate.access import Access, seat_held
from games.gate.spectator_cache import for_watchers
from games.models import Game
from games.services.players.answers import save_answer, set_ready
from games.services.players.votes import cast

PAGE = re.compile(rb'<div id="page".*</main>', re.DOTALL)


def below_the_masthead(answer) -> bytes:
    found = PAGE.search(answer.content)
    assert found
    return found.group()


def asked(client, url) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code in (200, 204)
    return len(queries)


@pytest.fixture
def page(movement_game, url):
    return url(movement_game)


@pytest.mark.slow
def test_all_who_only_watch_see_the_same_page(page, client_of, visitor, carl, eve, dora):
    """Made for each of them alone it would be the same bytes, for one language and zone."""
    seen = set()
    for user in (None, carl, eve, dora):
        if user is not None:
            user.time_zone, user.language = "UTC", "en"
            user.save()
        cache.clear()
        client = client_of(user) if user else visitor
        seen.add(below_the_masthead(client.get(page, headers={"accept-language": "en"})))
    assert len(seen) == 1


@pytest.mark.slow
def test_what_is_kept_has_nothing_of_the_player_who_looked_first(
    page, client_of, visitor, ada, movement_game
):
    save_answer(game=movement_game, user=ada, label="S1901M", text="A Par - Pic", version=0)
    own = client_of(ada).get(page).content
    assert b"Pic" in below_the_masthead(client_of(ada).get(page))
    watched = visitor.get(page).content
    assert b"A Par - Pic" not in watched and b"A PAR - PIC" not in watched
    assert b'id="answer"' in own and b'id="answer"' not in watched
    assert b"csrfmiddlewaretoken" not in below_the_masthead(visitor.get(page)).partition(b"<footer")[0]


def test_a_player_never_gets_what_is_kept(page, client_of, visitor, ada):
    """Though ada reads the same language in the same zone, by which alone it would be told apart."""
    ada.time_zone, ada.language = "UTC", "en"
    ada.save()
    visitor.get(page, headers={"accept-language": "en"})
    assert b'id="answer"' in client_of(ada).get(page).content
    assert b'id="answer"' not in visitor.get(page, headers={"accept-language": "en"}).content


def test_for_a_player_nothing_is_kept_whoever_asks(movement_game, ada):
    """The views ask only for those who watch; what keeps asks once more."""
    seat = seat_held(movement_game, ada)
    watcher = Access(game=movement_game, seat=None, is_member=True, by_link=False)
    player = replace(watcher, seat=seat)
    assert for_watchers(watcher, "words", lambda: "everybody's") == "everybody's"
    assert for_watchers(player, "words", lambda: "his own") == "his own"
    assert for_watchers(replace(watcher, is_master=True), "words", lambda: "the master's") == "the master's"
    assert for_watchers(watcher, "words", lambda: "made anew") == "everybody's"


def test_a_new_version_is_shown_at_once(page, url, visitor, ada, ben, movement_game):
    before = visitor.get(page).content
    assert b"wanted by ada" not in before
    cast(game=movement_game, user=ada, kind="draw")
    assert b"wanted by ada" in visitor.get(page).content
    save_answer(game=movement_game, user=ben, label="S1901M", text="", version=0)
    kept = below_the_masthead(visitor.get(page))
    set_ready(game=movement_game, user=ben, label="S1901M", ready=True)
    assert below_the_masthead(visitor.get(page)) != kept


def test_languages_and_zones_are_kept_apart(page, client_of, visitor, carl):
    visitor.get(page)
    carl.language = "fr"
    carl.save()
    french = client_of(carl).get(page).content.decode()
    assert "(Paris)" in french
    assert 'lang="fr"' in french and "Printemps 1901" in french


def test_a_private_game_stays_hidden_though_its_page_is_kept(page, visitor, client_of, ada, movement_game):
    assert visitor.get(page).status_code == 200
    Game.objects.filter(pk=movement_game.pk).update(visibility="private")
    assert visitor.get(page).status_code == 404


def test_whoever_comes_second_costs_next_to_nothing(page, url, visitor, movement_game):
    visitor.get(page)
    assert asked(visitor, page) <= 3, "the league, the game, the time"
    status = url(movement_game, "status") + "?phase=S1901M&version=0"
    visitor.get(status)
    assert asked(visitor, status) <= 3


def test_all_pages_that_are_behind_get_the_same_answer(url, visitor, movement_game):
    status = url(movement_game, "status") + "?phase=S1901M&version="
    first = visitor.get(f"{status}0").content
    assert asked(visitor, f"{status}999") <= 3
    assert visitor.get(f"{status}999").content == first
    assert visitor.get(f"{status}{movement_game.version}").status_code == 204


def test_without_a_cache_the_page_is_made_each_time(page, visitor, monkeypatch):
    def away(*args, **kwargs):
        raise ConnectionError

    made = below_the_masthead(visitor.get(page))
    for part in ("get", "set"):
        cache.clear()
        with monkeypatch.context() as patch:
            patch.setattr(f"games.common.database.cached.cache.{part}", away)
            assert below_the_masthead(visitor.get(page)) == made
