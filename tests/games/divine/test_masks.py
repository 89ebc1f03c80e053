"""No one learns who sits in a masked seat before the end, nor who sat down before the start (DG-1)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Vote
from games.pages.seats import places_of
from games.services.players import votes
from games.services.seats.seating import take_seat
from tests.conftest import make_user
from tests.games.divine.conftest import DIVINE, POWERS, Table
from tests.games.pages.conftest import without_tokens

pytestmark = pytest.mark.slow


def told(client: Client, game: Game, people: list[Any]) -> dict[str, bytes]:
    """What one reader is told about who plays, by address."""
    slug = game.league.slug
    addresses = [
        reverse("home"),
        reverse("leagues:home", args=[slug]),
        reverse("leagues:members", args=[slug]),
        reverse("games:list", args=[slug]),
        reverse("games:game", args=[slug, game.code]),
        reverse("games:status", args=[slug, game.code]),
        *(f"{reverse('games:list', args=[slug])}?player={person.username}" for person in people),
        *(reverse("leagues:player", args=[slug, person.username]) for person in people),
    ]
    return {address: without_tokens(client.get(address).content) for address in addresses}


def test_the_waiting_room_says_how_many_have_come_and_not_who(make_game, nine, client_of, visitor):
    game = make_game(variant="devil-and-god")
    for person in nine[:3]:
        take_seat(game=game, user=person)
    url = reverse("games:game", args=[game.league.slug, game.code])
    seen = visitor.get(url).content.decode()
    assert "person0" not in seen and seen.count(">taken<") == 3 and "6 seats free" in seen
    own = client_of(nine[1]).get(url).content.decode()
    assert "person1" in own and "person0" not in own and "person2" not in own
    listed = visitor.get(reverse("games:list", args=[game.league.slug])).content.decode()
    assert "6 of 9 seats free" in listed and "person" not in listed


def test_a_player_s_page_tells_of_no_seat_that_is_not_dealt_yet(make_game, nine, visitor):
    game = make_game(variant="devil-and-god", name="Nobody knows")
    take_seat(game=game, user=nine[0])
    page = visitor.get(reverse("leagues:player", args=[game.league.slug, "person0"])).content.decode()
    assert "Nobody knows" not in page


def test_the_seven_are_named_and_the_two_are_not(table: Table):
    page = table.page(None)
    for power in POWERS:
        assert table.seats[power].username in page
    for seat in DIVINE:
        assert table.seats[seat].username not in page
    assert "The Devil" in page and "God" in page


def test_whoever_sits_there_is_told_so_himself(table: Table):
    for seat in DIVINE:
        (own,) = [place for place in places_of(table.game, table.game.seats.get(key=seat)) if place.is_own]
        assert own.player == table.seats[seat].username and own.is_hidden
        other = next(each for each in DIVINE if each != seat)
        assert table.seats[other].username not in table.page(seat)


@pytest.mark.parametrize("reader", [None, "FRANCE", "carl"])
def test_no_byte_tells_who_of_two_is_the_devil(table: Table, reader, client_of, carl, nine):
    client = client_of(carl) if reader == "carl" else table.client(reader)
    before = told(client, table.game, nine)
    table.swap("DEVIL", "GOD")
    assert told(client, table.game, nine) == before


@pytest.mark.parametrize("reader", [None, "FRANCE", "carl"])
def test_no_byte_tells_who_the_divine_are_at_all(table: Table, reader, client_of, carl, calais, nine):
    """Someone who plays nowhere might as well be the Devil."""
    from league.leagues import services

    idler = make_user("idler")
    services.join(league=calais, user=idler)
    people = [*nine, idler]
    client = client_of(carl) if reader == "carl" else table.client(reader)
    before = told(client, table.game, people)
    table.game.tenures.filter(seat__key="DEVIL").update(user=idler)
    assert told(client, table.game, people) == before


def test_they_are_named_when_the_game_is_over(table: Table, visitor):
    for power in POWERS:
        votes.cast(game=table.game, user=table.seats[power], kind=Vote.Kind.DRAW)
    table.game.refresh_from_db()
    assert table.game.state == Game.State.FINISHED
    page = table.page(None)
    for person in table.seats.values():
        assert person.username in page
    devil = table.seats["DEVIL"].username
    theirs = visitor.get(reverse("leagues:player", args=[table.game.league.slug, devil])).content.decode()
    assert "Nine" in theirs


def test_the_header_says_to_the_divine_alone_whom_they_play(table: Table):
    """As it says to the others which power is theirs."""
    named = {"DEVIL": "the Devil", "GOD": "God"}
    for reader in (None, "FRANCE", *DIVINE):
        said = re.findall(r"<span>You are</span>(.*?)</p>", table.page(reader))
        for seat, name in named.items():
            assert any(name in each for each in said) == (reader == seat)
    assert "France" in table.page("FRANCE").split("You are</span>")[1].split("</header>")[0]
