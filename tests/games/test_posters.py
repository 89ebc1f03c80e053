"""Pictures beside links: what stands in their addresses, and nothing else, no matter who asks."""

from __future__ import annotations

import struct

import pytest
from django.urls import reverse

from games.board import poster
from games.board.poster import Poster
from games.pages import posters
from games.services.players.votes import concede
from tests.games.conftest import NOON
from tests.shared_links import tags_in, words

OPENING = posters._opening()


def shown_at(address: str) -> Poster:
    found = posters.read(address.rpartition("/")[2].removesuffix(".png"))
    assert found is not None
    return found


def test_a_picture_shows_its_words_beside_a_table():
    svg = poster.draw(Poster("Standings", "Who won", [["1", "ada", "12"], ["2", "ben", "9"]]), OPENING)
    assert [each in svg for each in (">Standings<", ">Who won<", ">ada<", ">12<", ">ben<")] == [True] * 5
    assert "#A" not in svg, "no board beside a table"


def test_without_a_table_there_is_a_board_with_its_units():
    board = {"units": {"FRANCE": ["A PAR", "F BRE"]}, "centres": {"FRANCE": ["PAR", "BRE"]}}
    svg = poster.draw(Poster("A game", board=board), OPENING)
    assert svg.count("<use ") == 2
    assert poster.draw(Poster("A game"), OPENING).count("<use ") == 22, "as every game begins"


def test_what_may_still_change_is_stamped():
    assert ">Provisional<" in poster.draw(Poster("A game", stamp="Provisional"), OPENING)
    assert "rotate" not in poster.draw(Poster("A game"), OPENING)


@pytest.mark.parametrize("title", ["<script>&amp;\"'", "a\0b\x1b\ud800", "л" * 400, "x" * 400, ""])
def test_any_words_make_a_picture(title):
    png = poster.png(poster.draw(Poster(title, title, [[title, title, title]], stamp=title[:20]), OPENING))
    assert png.startswith(b"\x89PNG")


def test_its_size_is_the_one_that_pages_name():
    png = posters.png_of(Poster("A game"))
    assert struct.unpack(">II", png[16:24]) == (1200, 630)


def test_an_address_says_all_and_always_the_same(client):
    given = Poster("Ada & ben", "won", [["1", "ada"]], {"units": {"FRANCE": ["A PAR"]}, "centres": {}})
    address = posters.address_of(given)
    assert address == posters.address_of(given)
    read = shown_at(address)
    assert (read.title, read.words, read.rows) == ("Ada & ben", "won", [["1", "ada"]])
    assert read.board == {"units": {"FRANCE": ["A PAR"]}, "centres": {}, "dislodged": {}}
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("spoil", [str.upper, lambda token: token[:-1], lambda token: "x" + token])
def test_nobody_else_makes_one(client, spoil):
    token = posters.address_of(Poster("A game")).rpartition("/")[2].removesuffix(".png")
    assert client.get(reverse("games:poster", args=[spoil(token)])).status_code == 404


@pytest.mark.django_db
def test_a_game_that_is_over_shows_its_last_board_and_who_won(running_game, ada, ben, client_of, set_clock):
    set_clock(NOON)
    address = reverse("games:game", args=[running_game.league.slug, running_game.code])
    before = shown_at(words(tags_in(client_of(None).get(address)))["image"])
    assert before.title == running_game.name and before.board["centres"]
    concede(game=running_game, user=ada)
    for reader, said in ((None, "ben wins."), (ben, "ben gagne.")):
        shown = shown_at(words(tags_in(client_of(reader).get(address)))["image"])
        assert said in shown.words and shown.board["units"] == before.board["units"]
