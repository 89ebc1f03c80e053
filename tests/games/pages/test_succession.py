"""Messages of a seat that changes hands, and of a game that is over: who reads which, under whose name."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import LetterDraft, Message
from games.pages import writers
from games.pages.letters import count_of_news
from games.services.masters import presiding
from games.services.players.letters import send_letter
from games.services.players.read_marks import mark_read
from games.services.seats.rematch import open_rematch
from games.services.seats.seating import leave_seat, take_seat
from league.leagues import services
from tests.games.conftest import phase_of

HIDDEN = "Meet me in Burgundy."
NEW = "I am new here."


@pytest.fixture
def replaced(make_game, seat_both, calais, carl, ada, ben, eve, set_clock):
    """Makes a game in which ben has written HIDDEN to ada, and then eve has got ben's seat."""
    services.join(league=calais, user=eve)

    def make(**values: Any):
        game = seat_both(make_game(master=carl, **values))
        send_letter(game=game, user=ben, to=["1"], body=HIDDEN, key="k1")
        set_clock.pass_(minutes=1)
        hand_over(game, carl, eve)
        set_clock.pass_(minutes=1)
        return game

    return make


def hand_over(game, master, person, seat="2"):
    presiding.offer_to_stand_in(game=game, user=person)
    presiding.replace_player(game=game, user=master, seat=seat, stand_in=person.pk, reason="Gone.")
    game.refresh_from_db()


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.slow
def test_who_takes_a_seat_over_reads_nothing_that_was_written_before(replaced, eve, client_of, url):
    game, client = replaced(), client_of(eve)
    for address in (url(game), url(game, "press"), url(game) + "?thread=0-1"):
        assert HIDDEN not in client.get(address, headers={"HX-Request": "true"}).content.decode()
    letter = game.messages.get()
    quoted = {"thread": "0-1", "to": "1", "body": "", "key": "7d5e0a52-5f4c-4f0c-a4f0-0d0f1f2a3b4c"}
    answer = client.post(url(game, "letter-draft"), quoted | {"version": "0", "quote": str(letter.pk)})
    assert answer.status_code == 302 and HIDDEN not in page(client, url(game))
    assert client.get(url(game, "earlier-letters")).status_code == 404


def test_nothing_of_earlier_messages_shows_in_counts_or_on_an_open_page(
    replaced, ada, ben, eve, url, client_of
):
    """An open page of the new player is told of no message, whatever it says that it shows."""
    game, client = replaced(), client_of(eve)
    label = phase_of(game).label
    version = game.version
    address = f"{url(game, 'status')}?phase={label}&version={version}&answer=0&letter=0"
    assert client.get(address).status_code == 204
    mark_read(game=game, user=eve, thread="0-1", upto=0)
    assert count_of_news(eve) == 0
    send_letter(game=game, user=ada, to=["2"], body="Welcome.", key="k2")
    shown = client.get(address).content.decode()
    assert "Welcome." in shown and HIDDEN not in shown


def test_a_league_may_let_successors_read_and_says_so_before_joining(
    replaced, calais, carl, eve, client_of, url
):
    services.update_settings(league=calais, by=carl, successors_read=True)
    calais.refresh_from_db()
    game = replaced()
    services.update_settings(league=calais, by=carl, successors_read=False)  # games keep what they have
    shown = page(client_of(eve), url(game))
    assert HIDDEN in shown and "ben" in shown


@pytest.mark.parametrize(
    ("allowed", "said"),
    [
        (True, "Replacements read all messages of the seat"),
        (False, "Replacements read only what is written from then on"),
    ],
)
def test_the_terms_say_what_a_successor_reads(make_game, calais, allowed, said, visitor, url):
    calais.successors_read = allowed
    calais.save()
    assert said in page(visitor, url(make_game()))


def test_who_has_left_keeps_reading_what_was_theirs_and_nothing_later(
    replaced, ada, ben, eve, client_of, url
):
    game, client = replaced(), client_of(ben)
    send_letter(game=game, user=ada, to=["2"], body="Later.", key="k2")
    assert url(game, "earlier-letters") in page(client, url(game))
    shown = page(client, url(game, "earlier-letters"))
    assert HIDDEN in shown and "Later." not in shown and "eve" not in shown
    for other in (ada, eve, None):
        assert client_of(other).get(url(game, "earlier-letters")).status_code == 404


def test_who_has_left_a_private_game_reads_their_messages_though_the_game_is_closed_to_them(
    replaced, ben, client_of, url
):
    game, client = replaced(visibility="private"), client_of(ben)
    assert client.get(url(game)).status_code == 404
    shown = page(client, url(game, "earlier-letters"))
    assert HIDDEN in shown and url(game) + '"' not in shown


def test_who_comes_back_finds_the_earlier_time_on_its_own_page(
    replaced, carl, ben, client_of, url, set_clock
):
    game, client = replaced(), client_of(ben)
    hand_over(game, carl, ben)
    shown = page(client, url(game))
    assert HIDDEN not in shown and url(game, "earlier-letters") in shown
    assert HIDDEN in page(client, url(game, "earlier-letters"))


def test_a_message_keeps_the_name_of_who_wrote_it(replaced, ada, carl, eve, client_of, url):
    game = replaced()
    send_letter(game=game, user=eve, to=["1"], body=NEW, key="k2")
    heads = [
        part.partition("</div>")[0]
        for part in page(client_of(ada), url(game)).split('class="letter-head">')[1:]
    ]
    assert ["ben" in head for head in heads] == [True, False]
    assert ["eve" in head for head in heads] == [False, True]
    master = page(client_of(carl), url(game, "all-letters"))
    assert "<strong>ben</strong>" in master and "<strong>eve</strong>" in master


@pytest.fixture
def over(make_game, seat_both, ada, ben, end):
    """Makes a game that is over, in which ben wrote HIDDEN to ada."""

    def make(**values: Any):
        game = seat_both(make_game(**values))
        send_letter(game=game, user=ben, to=["1"], body=HIDDEN, key="k1")
        return end(game, how="concession", by=["1"])

    return make


def test_press_is_opened_after_the_end_where_the_terms_say_so(over, calais, visitor, url):
    calais.press_opens = True
    calais.save()
    game = over()
    assert "Read the messages" in page(visitor, url(game))
    shown = page(visitor, url(game, "opened-press"))
    assert HIDDEN in shown and "<strong>ben</strong>" in shown
    assert HIDDEN in page(visitor, url(game, "opened-press") + "?circle=0-1")
    assert HIDDEN not in page(visitor, url(game, "opened-press") + f"?after={game.messages.get().pk}")


@pytest.mark.parametrize(
    "values", [{}, {"press_opens": False}, {"press_opens": True, "visibility": "private"}]
)
def test_press_stays_closed_where_they_do_not_and_to_whom_the_game_is(over, visitor, url, values):
    game = over(**values)
    assert visitor.get(url(game, "opened-press")).status_code == 404


def test_press_is_opened_to_nobody_before_the_end(make_game, seat_both, ada, ben, client_of, url):
    game = seat_both(make_game(press_opens=True))
    send_letter(game=game, user=ben, to=["1"], body=HIDDEN, key="k1")
    for person in (ada, ben, None):
        assert client_of(person).get(url(game, "opened-press")).status_code == 404
    assert "everyone who can see it can read its messages" in page(client_of(ada), url(game))


def test_opened_press_holds_no_drafts(over, ada, visitor, url, make_game):
    game = over(press_opens=True)
    tenure = game.tenures.get(user=ada)
    LetterDraft.objects.create(tenure=tenure, thread="0-1", body="Never sent.", saved_at=game.finished_at)
    assert "Never sent." not in page(visitor, url(game, "opened-press"))


def test_opened_press_asks_no_more_of_a_game_with_more_letters(
    over, visitor, url, ada, assert_queries_do_not_grow
):
    game = over(press_opens=True)
    letter = game.messages.get()

    def more():
        Message.objects.bulk_create(
            Message(
                pk=letter.pk + number,
                game=game,
                phase=letter.phase,
                circle=letter.circle,
                sender=letter.sender,
                body="Well.",
                sent_at=letter.sent_at,
                key=f"more {number}",
            )
            for number in range(1, 60)
        )

    assert_queries_do_not_grow(visitor, url(game, "opened-press"), more)


def test_press_of_a_game_in_fog_is_opened_on_its_day(over, url, visitor, monkeypatch):
    game = over(press_opens=True)
    monkeypatch.setattr(writers.sight, "is_in_fog", lambda _game: True)
    assert visitor.get(url(game, "opened-press")).status_code == 404


def test_a_rematch_keeps_what_was_agreed_on_messages(over, ada):
    again = open_rematch(game=over(press_opens=True, successors_read=True), user=ada)
    assert (again.press_opens, again.successors_read) == (True, True)


def test_a_seat_taken_before_the_start_is_no_earlier_time(opened_game, seat_both, ada, client_of, url):
    take_seat(game=opened_game, user=ada)
    leave_seat(game=opened_game, user=ada)
    assert client_of(ada).get(url(seat_both(opened_game), "earlier-letters")).status_code == 404


@pytest.fixture
def seven_replaced(make_game, seat_all, calais, carl, eve, set_clock):
    """A game of seven in which France has written HIDDEN to England, and then eve has got her seat."""
    services.join(league=calais, user=eve)
    game = make_game(variant="standard", settings={}, master=carl)
    players = seat_all(game)
    send_letter(game=game, user=players["FRANCE"], to=["ENGLAND"], body=HIDDEN, key="k1")
    set_clock.pass_(minutes=1)
    hand_over(game, carl, eve, "FRANCE")
    set_clock.pass_(minutes=1)
    return game, players


@pytest.mark.slow
def test_a_threads_last_words_stand_beside_the_name_of_who_wrote_them(seven_replaced, eve, client_of, url):
    game, players = seven_replaced
    client, before = client_of(players["ENGLAND"]), players["FRANCE"].username
    shown = " ".join(page(client, url(game)).split())
    assert f"<span>{before}: {HIDDEN}</span>" in shown
    send_letter(game=game, user=eve, to=["ENGLAND"], body=NEW, key="k2")
    shown = " ".join(page(client, url(game)).split())
    assert f"<span>{NEW}</span>" in shown


@pytest.mark.slow
def test_whoever_wrote_the_letters_shown_can_be_blocked_and_no_successor_under_them(
    seven_replaced, eve, client_of, url
):
    game, players = seven_replaced
    client, before = client_of(players["ENGLAND"]), players["FRANCE"].username
    shown = page(client, url(game))
    assert f"Block {before}" in shown and "Block eve" not in shown
    send_letter(game=game, user=eve, to=["ENGLAND"], body=NEW, key="k2")
    shown = page(client, url(game))
    assert f"Block {before}" in shown and "Block eve" in shown
