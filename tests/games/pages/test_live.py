"""The live answer: what an open page is told has changed, and how cheaply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Answer, Game
from games.pages.live import Standing, standing_of_player
from games.services.players.letters import send_letter
from games.services.players.votes import cast
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form

Ask = Callable[..., Any]


@pytest.fixture
def ask(movement_game: Game, url: Any) -> Ask:
    """What a page that shows `seen` is answered."""
    cache.clear()
    address = url(movement_game, "status")

    def of(client: Any, **seen: Any) -> Any:
        return client.get(address, {"phase": "S1901M"} | seen)

    return of


def version_of(game: Game) -> int:
    return Game.objects.get(pk=game.pk).version


def test_nothing_new_is_no_content(movement_game, ask, client_of, visitor, ada):
    now = version_of(movement_game)
    for client in (visitor, client_of(ada)):
        answer = ask(client, version=now, letter=0, answer=0)
        assert (answer.status_code, answer.content) == (204, b"")
        assert int(answer["Server-Now"]) > 0


def test_a_page_that_says_nothing_of_itself_gets_the_status(ask, visitor):
    assert 'id="status"' in ask(visitor).content.decode()


def test_a_vote_brings_the_status_and_the_endings(movement_game, ask, visitor, ada):
    before = version_of(movement_game)
    cast(game=movement_game, user=ada, kind="draw")
    page = ask(visitor, version=before).content.decode()
    assert "wanted by ada" in page
    assert f'data-version="{before + 1}"' in page
    assert page.count("hx-swap-oob") == 6


def test_a_letter_brings_the_letters_to_those_it_went_between(
    movement_game, ask, client_of, visitor, ada, ben, carl
):
    now = version_of(movement_game)
    send_letter(game=movement_game, user=ada, to=["2"], body="The herrings are yours.", key="1")
    for user in (ada, ben):
        page = ask(client_of(user), version=now, letter=0).content.decode()
        assert "The herrings are yours." in page
        assert "<form" not in page.partition('id="read-mark"')[0], "what is being written stays as it is"
    for client in (visitor, client_of(carl)):
        assert ask(client, version=now, letter=0).status_code == 204


def test_a_page_hears_of_its_own_sheet_saved_elsewhere_and_of_no_other(
    movement_game, ask, client_of, visitor, answer, ada, ben
):
    now = version_of(movement_game)
    answer(ben, "A Con - Bul")
    assert ask(client_of(ada), version=now, answer=0).status_code == 204
    assert ask(visitor, version=now, answer=0).status_code == 204
    page = ask(client_of(ben), version=now, answer=0).content.decode()
    assert 'data-answer="1"' in page
    assert "Con" not in page


def test_a_phase_that_is_over_is_said_to_be_whatever_version_was_seen(movement_game, ask, visitor, advance):
    advance()
    page = ask(visitor, version=version_of(movement_game)).content.decode()
    assert "data-moved-on" in page
    assert "hx-swap-oob" in page


def test_what_is_kept_for_visitors_is_never_older_than_the_game(movement_game, ask, visitor, ada):
    """The answer is asked for, kept, asked for again; then the game changes."""
    before = version_of(movement_game)
    assert ask(visitor, version=before - 1).content == ask(visitor, version=before - 1).content
    cast(game=movement_game, user=ada, kind="draw")
    assert "wanted by ada" in ask(visitor, version=before - 1).content.decode()
    assert "wanted by ada" in ask(visitor, version=before).content.decode()


def test_what_is_kept_for_visitors_is_in_their_language(ask, client_of, visitor, ada, carl):
    english = ask(visitor, version=0).content.decode()
    french = ask(visitor, version=0).content.decode()
    assert english == french
    visitor.cookies["django_language"] = "fr"
    assert "Qui a validé" in ask(visitor, version=0).content.decode()
    assert "Who is ready" in english


def test_players_get_their_own_answer_though_a_visitors_is_kept(movement_game, ask, client_of, visitor, ada):
    ask(visitor, version=0)
    page = ask(client_of(ada), version=0).content.decode()
    assert "data-answer" in page
    assert 'class="small soft caps">you' in page
    assert "data-answer" not in ask(visitor, version=0).content.decode()


def test_how_far_a_game_is_for_its_players_and_for_nobody_else(
    movement_game, douvres, answer, advance, ada, ben, carl
):
    league, code = movement_game.league, movement_game.code
    answer(ben, "A Con - Bul")
    answer(ben, "A Con - Ser")
    letter = send_letter(game=movement_game, user=ada, to=["2"], body="Well?", key="1")
    version = version_of(movement_game)
    assert standing_of_player(league, ada.pk, code) == Standing("S1901M", version, letter.pk, 0)
    assert standing_of_player(league, ben.pk, code) == Standing("S1901M", version, letter.pk, 2)
    for elsewhere, user, name in ((league, carl, code), (douvres, ada, code), (league, ada, "none")):
        assert standing_of_player(elsewhere, user.pk, name) is None
    advance()
    now = standing_of_player(league, ben.pk, code)
    assert now == Standing(phase_of(movement_game).label, version_of(movement_game), letter.pk, 0)
    Game.objects.filter(pk=movement_game.pk).update(
        state="finished", outcome={"winners": ["1"], "how": "ID-18"}, finished_at=movement_game.started_at
    )
    over = standing_of_player(league, ada.pk, code)
    assert over == Standing("", now.version, letter.pk, None)


@pytest.mark.slow
def test_the_live_answer_is_cheap_and_stays_so(
    movement_game, ask, client_of, visitor, advance, ada, ben, answer
):
    own = client_of(ada)
    for client in (own, visitor):  # a session's first page notes where one signed in
        ask(client, phase="S1900M", version=0)

    def cost() -> list[int]:
        label, counts = phase_of(movement_game).label, []
        now = version_of(movement_game)
        cache.clear()
        ask(own)  # now and then a page notes that its session was in use
        for client, seen in (
            (visitor, {"version": now}),
            (visitor, {"version": now - 1}),
            (visitor, {"version": now - 1}),
            (own, {"version": now, "letter": 10**18, "answer": 0}),
            (own, {"version": now - 1, "letter": 10**18, "answer": 0}),
        ):
            with CaptureQueriesContext(connection) as queries:
                ask(client, phase=label, **seen)
            counts.append(len(queries))
        return counts

    first = cost()
    for number in range(12):
        send_letter(game=movement_game, user=ada, to=["2"], body="Well?", key=str(number))
    for _phase in range(6):
        advance()
    assert cost() == first
    unchanged, changed, kept, own_unchanged, own_changed = first
    assert unchanged <= 3
    assert kept <= 2
    assert changed <= 5
    assert own_unchanged <= 3
    assert own_changed <= 7


def save(client: Any, game: Game, url: Any, **fields: Any) -> Any:
    """Post the orders as the script does."""
    form = find_form(client.get(url(game)), url(game, "answer"))
    return client.post(
        form.action, form.fields | {"writing": "yes", "ready": ""} | fields, headers={"hx-request": "true"}
    )


def test_what_is_saved_while_writing_comes_back_as_the_sheet_alone(movement_game, client_of, url, ada):
    client = client_of(ada)
    page = save(client, movement_game, url, text="A Par - Bur\nnonsense").content.decode()
    assert Answer.objects.get(phase=phase_of(movement_game)).answer == ["A PAR - BUR"]
    assert "<html" not in page
    assert 'id="answer"' in page
    assert 'id="map"' in page
    assert "Line 2" in page
    assert 'name="version" value="1"' in page
    assert "<b>1</b> of 3 written" in page


@pytest.mark.slow
def test_the_map_comes_only_if_it_changes(movement_game, client_of, url, ada):
    client = client_of(ada)
    assert 'id="map"' in save(client, movement_game, url, text="A Par - Bur").content.decode()
    assert 'id="map"' not in save(client, movement_game, url, text="A Par - Bur\nhalf a li").content.decode()
    assert 'id="map"' in save(client, movement_game, url, text="A Par - Pic").content.decode()


@pytest.mark.slow
def test_a_refused_save_comes_back_as_the_sheet_alone(movement_game, client_of, url, ada):
    client = client_of(ada)
    form = find_form(client.get(url(movement_game)), url(movement_game, "answer"))
    save(client, movement_game, url, text="A Par - Bur")
    fields = form.fields | {"text": "A Par - Pic", "writing": "yes"}
    page = client.post(form.action, fields, headers={"hx-request": "true"}).content.decode()
    assert "data-stale" in page
    assert "<html" not in page
    assert "A Par - Bur" in page
    assert "A Par - Pic" in page


@pytest.mark.slow
def test_writing_on_says_that_one_is_not_ready_any_more(movement_game, client_of, url, ada):
    client = client_of(ada)
    save(client, movement_game, url, text="A Par - Bur", ready="yes")
    page = save(client, movement_game, url, text="A Par - Bu").content.decode()
    assert "no longer ready" in page
    assert "data-ready" not in page
    again = save(client, movement_game, url, text="A Par - Bu", was_ready="yes").content.decode()
    assert "no longer ready" in again, "it stays said until he is ready again"
    page = save(client, movement_game, url, text="A Par - Bu", ready="yes").content.decode()
    assert "no longer ready" not in page
    assert "data-ready" in page
