"""The notebook: a player's own guesses, theirs alone, drawn on their own map."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError, transaction

from games.errors import NotebookIsFull, NotSeated
from games.features.fog.notebook_services import draw, pin, unpin
from games.models import Notebook, Pin, Tenure
from games.models.notebook import MOST_PINS
from tests.conftest import make_user
from tests.games.conftest import NOON
from tests.games.pages.conftest import without_tokens

pytestmark = pytest.mark.django_db

GUESS = {"place": "MOS", "power": "RUSSIA", "kind": "A", "note": "Ahoy <b>there</b>"}


@pytest.fixture
def german(spy_table, client_of):
    return client_of(spy_table.players["GERMANY"])


def pinned(client, table, url, **more):
    return client.post(url(table.game, "notebook"), GUESS | more, follow=True).content.decode()


@pytest.mark.slow
def test_a_guess_is_pinned_drawn_and_told_in_words(spy_table, german, url):
    page = pinned(german, spy_table, url)
    assert "Moscow" in page and "Ahoy &lt;b&gt;there&lt;/b&gt;" in page and "Autumn 1901, moves" in page
    game = german.get(url(spy_table.game)).content.decode()
    drawing = game.split('<svg class="board-svg"')[1].split('class="map-line"')[0]
    assert drawing.count('class="guess"') == 1
    assert "Ahoy" not in drawing
    words = game.split('id="position"')[1].split("</section>")[0]
    assert "Your guesses" in words and "Ahoy &lt;b&gt;" in words


@pytest.mark.slow
def test_the_map_leaves_them_out_when_they_are_not_wanted(spy_table, german, url):
    pinned(german, spy_table, url)
    hidden = german.post(url(spy_table.game, "notebook"), {"draw": "no"}, follow=True).content.decode()
    assert "Draw them on my map" in hidden and "Moscow" in hidden
    assert 'class="guess"' not in german.get(url(spy_table.game)).content.decode()
    german.post(url(spy_table.game, "notebook"), {"draw": "yes"})
    assert 'class="guess"' in german.get(url(spy_table.game)).content.decode()


def test_the_same_guess_again_gets_the_new_note_and_a_pin_can_be_taken_out(spy_table, german, url):
    pinned(german, spy_table, url)
    page = pinned(german, spy_table, url, note="second thoughts")
    assert "second thoughts" in page and "Ahoy" not in page
    [removal] = re.findall(r'name="remove" value="([^"]*)"', page)
    assert removal == "{place} {power} {kind}".format(**GUESS), "a key of a row would count others' pins"
    page = german.post(url(spy_table.game, "notebook"), {"remove": removal}, follow=True).content.decode()
    assert "Nothing is pinned yet." in page


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"place": "NTH"}, "Armies are never at sea."),
        ({"kind": "F"}, "Fleets are never inland."),
        ({"place": "SWI"}, "Only spies go there."),
        ({"place": "XXX"}, "Select a valid choice"),
        ({"power": "SPAIN"}, "Select a valid choice"),
        ({"note": "x" * 201}, "at most 200 characters"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(spy_table, german, url, given, says):
    page = pinned(german, spy_table, url, **{"note": "my own words"} | given)
    assert says in page
    assert not Pin.objects.exists()
    assert (given.get("note") or "my own words") in page


def test_a_notebook_has_an_end(spy_table, german, url):
    user = spy_table.players["GERMANY"]
    notebook = Notebook.objects.create(tenure=Tenure.objects.get(user=user))
    Pin.objects.bulk_create(
        Pin(notebook=notebook, place="MUN", power=f"P{number}", kind="E", label="S1901M")
        for number in range(MOST_PINS)
    )
    assert "Your notebook is full." in pinned(german, spy_table, url)
    with pytest.raises(NotebookIsFull):
        pin(game=spy_table.game, user=user, **GUESS)
    again = pin(game=spy_table.game, user=user, place="MUN", power="P0", kind="E", note="new")
    assert again.note == "new"


def test_the_data_base_keeps_one_guess_a_place_power_and_kind(spy_table):
    user = spy_table.players["GERMANY"]
    one = pin(game=spy_table.game, user=user, **GUESS)
    for wrong in ({}, {"kind": "Z"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Pin.objects.create(
                **{"notebook": one.notebook, "place": "MOS", "power": "RUSSIA", "kind": "A", "label": "x"}
                | wrong
            )


@pytest.mark.slow
def test_nobody_else_sees_a_byte_of_it(spy_table, client_of, url, set_clock):
    """What all others can fetch is the same with and without a full notebook, staff included."""
    staff = make_user("boss", is_staff=True, is_superuser=True)
    readers = [spy_table.players["FRANCE"], staff, None]
    names = ["game", "status", "reports", "notebook", "record"]

    def bytes_of_all():
        return [
            without_tokens(client_of(reader).get(url(spy_table.game, name)).content)
            for reader in readers
            for name in names
        ] + [
            client_of(staff).get(f"/admin/games/{model}/").content.split(b"<main")[-1].split(b'name="csrf')[0]
            for model in ("game", "tenure", "seat")
        ]

    before = bytes_of_all()
    version = spy_table.game.version
    pin(game=spy_table.game, user=spy_table.players["GERMANY"], **GUESS)
    draw(game=spy_table.game, user=spy_table.players["GERMANY"], wanted=False)
    for one, other in zip(before, bytes_of_all(), strict=True):
        assert one.splitlines() == other.splitlines()
    spy_table.game.refresh_from_db()
    assert spy_table.game.version == version


def test_only_players_have_one_and_only_in_fog(spy_table, client_of, visitor, url, running_game, ada):
    for client in (visitor, client_of(make_user("somebody"))):
        assert client.get(url(spy_table.game, "notebook")).status_code == 404
        assert client.post(url(spy_table.game, "notebook"), GUESS).status_code == 404
    assert client_of(ada).get(url(running_game, "notebook")).status_code == 404
    assert not Notebook.objects.exists()


def test_nobody_takes_out_another_ones_pin(spy_table, client_of, url):
    mine = pin(game=spy_table.game, user=spy_table.players["GERMANY"], **GUESS)
    key = "{place} {power} {kind}".format(**GUESS)
    for sent in (key, str(mine.pk), "", "x y z a", "\0 \0 \0"):
        client_of(spy_table.players["FRANCE"]).post(url(spy_table.game, "notebook"), {"remove": sent})
    unpin(game=spy_table.game, user=spy_table.players["FRANCE"], key=key)
    assert Pin.objects.get() == mine


@pytest.mark.slow
def test_a_successor_begins_with_an_empty_notebook(spy_table, client_of, url):
    old, new = spy_table.players["GERMANY"], make_user("successor")
    pin(game=spy_table.game, user=old, **GUESS)
    tenure = Tenure.objects.get(user=old)
    Tenure.objects.filter(pk=tenure.pk).update(left_at=NOON, left_how="replaced")
    Tenure.objects.create(
        game=spy_table.game, seat=tenure.seat, user=new, place=tenure.place, nonce="n", taken_at=NOON
    )
    page = client_of(new).get(url(spy_table.game, "notebook")).content.decode()
    assert "Nothing is pinned yet." in page
    assert 'class="guess"' not in client_of(new).get(url(spy_table.game)).content.decode()
    with pytest.raises(NotSeated):
        pin(game=spy_table.game, user=old, **GUESS)


def test_it_is_kept_when_the_game_is_over(spy_table, german, url):
    pinned(german, spy_table, url)
    spy_table.end()
    assert "Moscow" in german.get(url(spy_table.game, "notebook")).content.decode()
    assert "Ahoy" not in german.get(url(spy_table.game, "record")).content.decode()


@pytest.mark.slow
def test_the_page_makes_as_many_queries_however_many_pins(spy_table, german, url, assert_queries_do_not_grow):
    user = spy_table.players["GERMANY"]
    pin(game=spy_table.game, user=user, **GUESS)

    def more():
        for place in ("WAR", "SEV", "STP", "UKR"):
            pin(game=spy_table.game, user=user, **GUESS | {"place": place})

    assert_queries_do_not_grow(german, url(spy_table.game, "notebook"), more)
    assert_queries_do_not_grow(
        german, url(spy_table.game), lambda: pin(game=spy_table.game, user=user, **GUESS | {"place": "LVN"})
    )
