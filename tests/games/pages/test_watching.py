"""Those who only watch are told again what another was told: never anything else, and never anything old."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.client import ClientHandler
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Game
from games.services.players.answers import save_answer
from games.services.players.votes import cast
from league.leagues.models import League
from league.server import spectator_answers
from tests.games.conftest import phase_of


@pytest.fixture(autouse=True)
def no_moment_passes(monkeypatch):
    """Time stands, so that a slow machine tells again what a quick one does."""
    now = [1000.0]
    monkeypatch.setattr(spectator_answers.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def game(movement_game: Game) -> Game:
    return movement_game


class Site:
    """The page server: Django's test handler as a WSGI application, behind what tells again."""

    def __init__(self) -> None:
        handler = ClientHandler()

        def django(environ: dict[str, Any], start_response: Any) -> list[bytes]:
            answer = handler(environ)
            cookies = [("Set-Cookie", morsel.OutputString()) for morsel in answer.cookies.values()]
            start_response(f"{answer.status_code} {answer.reason_phrase}", [*answer.items(), *cookies])
            return [answer.content]

        self.application = spectator_answers.TellAgain(django)

    def get(self, path: str, asked: dict[str, Any], cookies: dict[str, str], headers: Any) -> HttpResponse:
        request = RequestFactory(headers=headers).get(path, asked)
        request.META["HTTP_COOKIE"] = "; ".join(f"{key}={value}" for key, value in cookies.items())
        answer = HttpResponse()

        def start_response(status: str, fields: list[tuple[str, str]]) -> None:
            answer.status_code = int(status[:3])
            for field, value in fields:
                answer[field] = value

        answer.content = b"".join(self.application(request.META, start_response))
        return answer


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def ask(game: Game, site: Site):
    """What an open page is answered; every reader comes to the same process."""

    def of(name: str = "status", *, cookies: Any = None, htmx: str = "true", **asked: Any) -> Any:
        path = reverse(f"games:{name}", args=[game.league.slug, game.code])
        language = asked.pop("language", "en")
        watcher = {"as": "watcher", "lang": language, "zone": "UTC"}
        headers = {
            "hx-request": htmx,
            "accept-language": language,
            "accept-encoding": asked.pop("packed", ""),
        }
        with CaptureQueriesContext(connection) as queries:
            answer: Any = site.get(path, watcher | asked, cookies or {}, headers)
        answer.queries = len(queries)
        return answer

    return of


def version_of(game: Game) -> int:
    return Game.objects.get(pk=game.pk).version


def cookies_of(client: Client) -> dict[str, str]:
    return {key: morsel.value for key, morsel in client.cookies.items()}


@pytest.mark.parametrize("name", ["status", "game"])
def test_the_second_to_ask_costs_no_query_and_gets_the_same(ask, name):
    first, second = ask(name), ask(name)
    assert first.queries > 0 and second.queries == 0
    assert first.content == second.content
    assert {
        key: value for key, value in first.items() if key not in ("Server-Now", "X-Request-ID")
    }.items() <= dict(second.items()).items()


def test_whoever_has_heard_of_a_newer_version_gets_it(ask, game, ada):
    old = ask(phase="S1901M", version=0)
    cast(game=game, user=ada, kind="draw")
    again = ask(phase="S1901M", version=0)
    assert again.content == old.content, "nothing newer was heard of, and it is a moment old"
    cache.clear()
    new = ask(phase="S1901M", version=0, heard=version_of(game))
    assert "wanted by ada" in new.content.decode()
    assert ask(phase="S1901M", version=0, heard=version_of(game)).queries == 0


def test_a_moment_later_it_is_asked_for_anew(ask, game, ada, no_moment_passes):
    ask()
    cast(game=game, user=ada, kind="draw")
    no_moment_passes[0] += spectator_answers.MOMENT
    assert "wanted by ada" in ask().content.decode()


def test_the_clock_goes_on(ask, no_moment_passes):
    before = int(ask()["Server-Now"])
    no_moment_passes[0] += 0.25
    assert int(ask()["Server-Now"]) == before + 250


@pytest.mark.slow
def test_a_player_is_neither_told_what_others_are_nor_overheard(ask, game, client_of, ada):
    save_answer(game=game, user=ada, label=phase_of(game).label, text="A Par - Pic", version=0)
    own = {"cookies": cookies_of(client_of(ada)), "as": "player"}
    for name in ("status", "game"):
        before = ask(name, **own, answer=0)
        watched = ask(name)
        after = ask(name, **own, answer=0)
        assert after.queries > 0
        assert before.content != watched.content != after.content
        assert b"A Par - Pic" not in watched.content
    assert b'id="answer"' in ask("game", **own).content
    assert b'id="answer"' not in ask("game").content


def test_whoever_watches_a_phase_that_is_over_is_given_the_page_at_once(ask, game, client_of, ada):
    over = ask(phase="S1901H", version=0, **{"with": "page"})
    assert over["Moved-On"] == "1" and over.content == ask("game").content
    again = ask(phase="S1901H", version=0, **{"with": "page"})
    assert again.queries == 0 and again["Moved-On"] == "1" and again.content == over.content
    assert "Server-Now" in again
    for still in (ask(phase="S1901M", version=0, **{"with": "page"}), ask(phase="S1901H", version=0)):
        assert "Moved-On" not in still and b'id="page"' not in still.content
    own = {"cookies": cookies_of(client_of(ada)), "as": "player"}
    assert b'id="page"' not in ask(phase="S1901H", version=0, **own, **{"with": "page"}).content


@pytest.mark.parametrize("name", ["status", "game"])
def test_members_are_told_what_visitors_are(ask, client_of, carl, name):
    """Who watches is the same for all who watch: a watcher's session is not even looked at."""
    told = ask(name)
    again = ask(name, cookies=cookies_of(client_of(carl)))
    assert again.queries == 0 and again.content == told.content


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("asks", [{"lang": "fr"}, {"zone": "Europe/Paris"}, {"lang": ""}, {"as": "anybody"}])
def test_what_is_answered_otherwise_than_asked_for_is_not_told_again(ask, asks):
    """Else one could have others read their language, or their hours, under the name of theirs."""
    assert ask(**asks).queries > 0
    assert ask(**asks).queries > 0


def test_a_member_is_answered_in_their_own_language_and_zone(ask, client_of, carl):
    carl.language, carl.time_zone = "fr", "Asia/Tokyo"
    carl.save()
    own = {"language": "fr", "zone": "Asia/Tokyo", "cookies": cookies_of(client_of(carl))}
    first = ask("game", **own)
    assert "Tokyo" in first.content.decode() and first.queries > 0
    ask("game", **own)  # the first of a session brings it a cookie
    assert ask("game", **own).queries == 0
    assert "Asia/Tokyo" not in ask("game", language="fr").content.decode()


def test_a_player_who_asks_as_a_watcher_is_not_overheard(ask, game, client_of, ada):
    save_answer(game=game, user=ada, label=phase_of(game).label, text="A Par - Pic", version=0)
    assert b"A Par - Pic" in ask("game", cookies=cookies_of(client_of(ada))).content
    assert b"A Par - Pic" not in ask("game").content


def test_other_pages_and_other_ways_of_asking_are_left_alone(ask):
    whole = ask("game", htmx="false")
    assert b"<!doctype html>" in whole.content
    assert ask("game", htmx="false").queries > 0
    followed = ask("game")
    assert b"<!doctype html>" not in followed.content and b'<div id="page"' in followed.content
    assert b"csrf" not in followed.content.lower()
    assert "HX-Request" in followed["Vary"]
    assert ask("auctions").queries > 0 and ask("auctions").queries > 0


def test_languages_and_what_is_asked_for_are_told_apart(ask):
    english, french = ask(), ask(language="fr")
    assert english.content != french.content
    assert ask(language="fr").content == french.content
    assert ask(phase="S1901H").content != english.content


def test_whoever_cannot_unpack_is_told_what_is_not_packed(ask):
    packed, plain = ask("game", packed="gzip, br"), ask("game")
    assert gzip.decompress(packed.content) and packed["Content-Encoding"] == "gzip"
    assert b'<div id="page"' in plain.content and "Content-Encoding" not in plain
    again = ask("game", packed="br, gzip")
    assert again.queries == 0 and again.content == packed.content


@pytest.mark.parametrize("what", ["game", "league"])
def test_what_is_hidden_from_some_is_never_told_again(ask, game, what):
    if what == "game":
        Game.objects.filter(pk=game.pk).update(visibility="private")
    else:
        League.objects.filter(pk=game.league_id).update(visibility="invitation")
    assert ask().status_code == 404
    Game.objects.filter(pk=game.pk).update(visibility="public")
    League.objects.filter(pk=game.league_id).update(visibility="public")
    assert ask().status_code == 200, "nor is the refusal"
    assert ask().queries == 0


def test_a_private_game_opened_by_its_link_is_never_told_again(ask, game, client):
    Game.objects.filter(pk=game.pk).update(visibility="private")
    link = {"key": game.join_token}
    assert ask("game", **link).status_code == 200
    assert ask("game").status_code == 404
    assert ask("status").status_code == 404


def test_no_more_is_kept_than_fits(ask, monkeypatch):
    monkeypatch.setattr(spectator_answers, "MOST", 3)
    for number in range(10):
        ask(phase=f"S19{number:02}M")
    assert ask(phase="S1909M").queries == 0
    assert ask(phase="S1901M").queries > 0
