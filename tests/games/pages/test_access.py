"""Who may come near a game. Unknown and forbidden are the same."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games.services.seats.seating import take_seat
from tests.games.pages.conftest import without_tokens
from tests.opening import open_game

PAGES = ("game", "status", "auctions")


@pytest.fixture
def private_game(make_game: Any, seat_both: Any) -> Any:
    return seat_both(make_game(visibility="private"))


@pytest.mark.parametrize("page", PAGES)
def test_a_public_game_is_open_to_everybody(running_game, url, client_of, visitor, ada, carl, dora, page):
    for client in (visitor, client_of(ada), client_of(carl), client_of(dora)):
        assert client.get(url(running_game, page)).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_private_game_does_not_exist_for_others(
    private_game, url, client_of, visitor, ada, carl, dora, page
):
    assert client_of(ada).get(url(private_game, page)).status_code == 200
    for client in (visitor, client_of(carl), client_of(dora)):
        assert client.get(url(private_game, page)).status_code == 404
    unknown = url(private_game, page).replace(private_game.code, "nosuchgame")
    hidden = without_tokens(visitor.get(url(private_game, page)).content)
    code = private_game.code.encode()
    assert hidden.replace(code, b"nosuchgame") == without_tokens(visitor.get(unknown).content)


def test_the_link_of_a_private_game_opens_it_and_is_remembered(private_game, url, client_of, dora):
    client = client_of(dora)
    assert client.get(url(private_game) + "?key=wrong").status_code == 404
    assert client.get(url(private_game, "join-private", "wrong")).status_code == 404
    joined = client.get(url(private_game, "join-private", private_game.join_token))
    assert joined.status_code == 302
    assert joined.url == url(private_game)
    assert client.get(url(private_game)).status_code == 200


def test_a_key_in_the_address_opens_a_private_game(private_game, url, visitor):
    assert visitor.get(url(private_game) + f"?key={private_game.join_token}").status_code == 200


def test_a_game_is_found_in_its_own_league_only(running_game, client_of, ada, douvres, dora):
    elsewhere = reverse("games:game", args=["douvres", running_game.code])
    assert client_of(dora).get(elsewhere).status_code == 404
    assert client_of(ada).get(elsewhere).status_code == 404


def test_games_of_a_league_by_invitation_are_for_members_alone(
    douvres, dora, ada, client_of, visitor, set_clock
):
    from games.agreed.pace import Pace

    game = open_game(league=douvres, user=dora, name="Cliffs", variant="intimate", settings={}, pace=Pace())
    take_seat(game=game, user=dora)
    address = reverse("games:game", args=["douvres", game.code])
    assert client_of(dora).get(address).status_code == 200
    assert client_of(ada).get(address).status_code == 404
    assert visitor.get(address).status_code == 404
    assert visitor.get(address + f"?key={game.join_token}").status_code == 404


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", ["answer", "ready", "preview", "press", "vote", "concede", "leave-seat"])
def test_what_players_do_does_not_exist_for_others(running_game, url, client_of, visitor, carl, name):
    for client in (visitor, client_of(carl)):
        assert client.post(url(running_game, name)).status_code == 404


@pytest.mark.parametrize(
    "name", ["answer", "ready", "preview", "press", "vote", "leave-seat", "cancel", "take-seat"]
)
def test_nothing_is_done_by_following_a_link(running_game, url, client_of, carl, name):
    assert client_of(carl).get(url(running_game, name)).status_code in (404, 405)


def test_phases_that_are_open_or_unknown_have_no_page(running_game, url, visitor):
    for label in ("S1901H", "S1905M", "nonsense"):
        assert visitor.get(url(running_game, "phase", label)).status_code == 404
