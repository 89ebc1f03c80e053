"""The same pages with seven seats: nothing in them knows how many players there are."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.adjudication.drain import drain
from games.models import Game
from games.services.players.answers import save_answer
from games.services.players.letters import send_letter
from games.services.seats.seating import take_seat
from tests.games.conftest import phase_of
from tests.games.pages.conftest import find_form


@pytest.fixture
def table(make_game: Any, seat_all: Any) -> Any:
    """A game of seven, just started, and its players by their powers."""
    game = make_game(variant="standard")
    return game, seat_all(game)


@pytest.mark.slow
def test_each_sees_their_own_sheet(table, url, client_of, visitor):
    game, seats = table
    for power, player in seats.items():
        page = client_of(player).get(url(game)).content.decode()
        assert "Write your orders" in page
        assert f'data-power="{power.lower()}"' in page.split('id="answer"')[1].split("</section>")[0]
    assert 'id="answer"' not in visitor.get(url(game)).content.decode()


@pytest.mark.slow
def test_letters_go_to_those_who_are_chosen(table, url, client_of):
    game, seats = table
    client = client_of(seats["FRANCE"])
    form = find_form(client.get(url(game)), url(game, "press"))
    assert form.fields["thread"] == "new" and "to" not in form.fields, "nobody is chosen beforehand"
    nobody = client.post(form.action, form.fields | {"body": "herrings"}).content.decode()
    assert "Tick at least one player to write to." in nobody
    sent = client.post(form.action, form.fields | {"to": ["ENGLAND", "ITALY"], "body": "herrings"})
    assert sent["Location"].endswith("?thread=1-2-4#press")
    for power, player in seats.items():
        page = client_of(player).get(url(game)).content.decode()
        assert ("herrings" in page) is (power in ("FRANCE", "ENGLAND", "ITALY"))


@pytest.mark.slow
def test_whom_one_has_ticked_is_kept_with_the_draft(table, url, client_of):
    game, seats = table
    client = client_of(seats["FRANCE"])
    form = find_form(client.get(url(game)), url(game, "press"))
    given = form.fields | {"to": ["ENGLAND", "ITALY"], "body": "half a herring"}
    page = client.post(url(game, "letter-draft"), given, follow=True).content.decode()
    ticked = re.findall(r'name="to" value="(\w+)"[^>]* checked', page)
    assert "half a herring" in page and ticked == ["ENGLAND", "ITALY"]


@pytest.mark.slow
def test_one_thread_is_open_and_the_others_are_a_link_away(table, url, client_of):
    game, seats = table
    send_letter(game=game, user=seats["ITALY"], to=["FRANCE"], body="between us", key="1")
    send_letter(game=game, user=seats["ITALY"], to=["FRANCE", "TURKEY"], body="among us", key="2")
    client = client_of(seats["FRANCE"])
    page = client.get(url(game) + "?thread=2-4").content.decode()
    letters = re.findall(r'class="letter-body">(.*?)</div>', page)
    assert letters == ["<p>between us</p>"]
    assert "?thread=2-4-6#press" in page
    assert f"{seats['ITALY'].username} (Italy)" in page
    alone = client_of(seats["AUSTRIA"]).get(url(game) + "?thread=2-4").content.decode()
    assert "between us" not in alone


def test_results_stand_under_their_powers(table, url, client_of, visitor, set_clock):
    game, seats = table
    save_answer(game=game, user=seats["FRANCE"], label="S1901M", text="A Par - Bur", version=0)
    set_clock(phase_of(game).deadline)
    drain()
    page = visitor.get(url(game, "phase", "S1901M")).content.decode()
    assert "A Par - Bur" in page
    assert seats["FRANCE"].username in page
    assert page.count("saved nothing") == 6


@pytest.mark.slow
def test_the_page_makes_no_more_queries_for_more_letters(table, url, client_of, assert_queries_do_not_grow):
    game, seats = table
    send_letter(game=game, user=seats["FRANCE"], to=["ENGLAND"], body="One.", key="1")

    def write() -> None:
        for number in range(15):
            to = sorted(set(seats) - {"FRANCE"})
            send_letter(game=game, user=seats["FRANCE"], to=to, body="More.", key=f"more {number}")

    assert_queries_do_not_grow(client_of(seats["ENGLAND"]), url(game), write)


def test_my_games_say_which_power_i_play_and_other_lists_do_not(table, client_of):
    _game, seats = table
    for power, player in seats.items():
        page = client_of(player).get("/games/").content.decode()
        assert re.findall(r"<span>You: (\w+)</span>", page) == [power.capitalize()]
    assert "You:" not in client_of(seats["FRANCE"]).get("/l/calais/games/").content.decode()


def test_my_games_name_no_power_before_it_is_dealt(make_game, client_of, ada):
    game = make_game(variant="standard", name="Early")
    take_seat(game=game, user=ada, nonce="from ada")
    page = client_of(ada).get("/games/").content.decode()
    assert "Early" in page and "You:" not in page


def test_my_games_name_no_seat_that_is_a_mere_number_nor_one_of_damaged_settings(
    running_game, table, client_of, ada
):
    assert "You:" not in client_of(ada).get("/games/").content.decode()
    game, seats = table
    Game.objects.filter(pk=game.pk).update(settings={"players": "many"})
    page = client_of(seats["FRANCE"]).get("/games/").content.decode()
    assert game.name in page and "You:" not in page
