"""A seat that changed hands: results of earlier phases name who had it then."""

from __future__ import annotations

import csv
import io
import re

import pytest

from games.models import Tenure
from games.pages.past_players import past_players
from games.pages.seats import places_of
from games.services.masters import presiding
from games.services.players.answers import save_answer
from league.leagues import services
from tests.conftest import make_user
from tests.games.conftest import RANKS, phase_of


def text_of(page: str) -> str:
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


@pytest.fixture
def save():
    """Saves what a player typed in a game's open phase, for the first time."""

    def saved(game, user, text):
        save_answer(game=game, user=user, label=phase_of(game).label, text=text, version=0)

    return saved


@pytest.fixture
def successor(calais):
    person = make_user("zoe")
    services.join(league=calais, user=person)
    return person


@pytest.fixture
def taken_over(make_game, seat_both, drained, save, carl, ada, ben, successor, set_clock):
    """Ada bid in 1901, ben missed it; then zoe got ben's seat, and has bid for 1902, which ada missed."""
    game = seat_both(make_game(master=carl))
    save(game, ada, RANKS["ada"])
    save(game, ben, RANKS["ben"])
    drained(game)
    save(game, ada, "Germany 4")
    drained(game)
    set_clock.pass_(minutes=1)
    presiding.offer_to_stand_in(game=game, user=successor)
    presiding.replace_player(game=game, user=carl, seat="2", stand_in=successor.pk, reason="Gone.")
    set_clock.pass_(minutes=1)
    return game


def bid_for_1902(game, save, drained, user):
    while phase_of(game).label != "S1902B":
        drained(game)
    save(game, user, "Italy 3")
    drained(game)


@pytest.mark.slow
def test_a_successor_is_not_told_of_what_somebody_else_missed(taken_over, url, client_of, successor, ada):
    page = client_of(successor).get(url(taken_over)).content.decode()
    assert "You missed this phase" not in page and 'id="fresh"' not in page
    words = text_of(page)
    assert "This was before you took over: ben had the seat." in words
    assert "ben bid" in words and "zoe bid" not in words
    assert "You took over from ben" in words
    assert "This was before" not in client_of(ada).get(url(taken_over)).content.decode()


@pytest.mark.slow
def test_an_earlier_phase_names_who_played_it_and_a_later_one_who_took_over(
    taken_over, url, visitor, client_of, successor, drained
):
    drained(taken_over)
    before = text_of(visitor.get(url(taken_over, "phase", "S1901B")).content.decode())
    assert "ben bid" in before and "zoe bid" not in before
    since = text_of(client_of(successor).get(url(taken_over, "phase", "S1901M")).content.decode())
    assert "You saved nothing" in since and "This was before" not in since


@pytest.mark.slow
def test_silence_before_the_seat_was_taken_is_told_of_the_player_then(
    make_game, seat_both, drained, carl, successor, url, client_of, set_clock
):
    game = seat_both(make_game(master=carl))
    for _time in range(3):
        drained(game)
    assert phase_of(game).label == "F1901M"
    set_clock.pass_(minutes=1)
    presiding.offer_to_stand_in(game=game, user=successor)
    presiding.replace_player(game=game, user=carl, seat="2", stand_in=successor.pk, reason="Gone.")
    words = text_of(client_of(successor).get(url(game)).content.decode())
    assert "ben saved nothing" in words and "You saved nothing" not in words


@pytest.mark.slow
def test_the_history_of_auctions_has_a_column_for_a_seat_and_names_everybody_who_had_it(
    taken_over, url, visitor, client_of, ada, successor, drained, save
):
    bid_for_1902(taken_over, save, drained, successor)
    words = text_of(visitor.get(url(taken_over, "auctions")).content.decode())
    assert "Treasury of ben, then zoe" in words and "Years with ben, then zoe" in words
    lines = "".join(part.decode() for part in visitor.get(url(taken_over, "auctions-csv")).streaming_content)
    rows = list(csv.reader(io.StringIO(lines.removeprefix("\ufeff"))))
    assert rows[0][2:4] == ["ada bid", "ben, then zoe bid"]
    taken = {(row[0], row[1]): row[4] for row in rows[1:]}
    assert taken["1901", "Germany"] == "ada" and taken["1902", "Italy"] == "zoe"
    only = visitor.get(url(taken_over, "auctions") + "?taker=2").content.decode()
    assert "1902" in only and "zoe takes it" in only and "ada takes it" not in only


def test_an_open_seat_is_called_by_its_role(
    make_game, seat_both, drained, save, carl, ada, ben, successor, url, visitor, set_clock
):
    game = seat_both(make_game(master=carl))
    save(game, ada, RANKS["ada"])
    save(game, ben, RANKS["ben"])
    closed = phase_of(game)
    drained(game)
    closed.refresh_from_db()
    Tenure.objects.filter(user=ben).update(
        left_at=set_clock.pass_(minutes=1), left_how=Tenure.Leaving.REMOVED
    )
    later = phase_of(game)
    later.adjudicated_at = set_clock.pass_(minutes=1)
    Tenure.objects.create(
        game=game, seat=game.seats.get(key="2"), place=2, user=successor, taken_at=set_clock.pass_(minutes=1)
    )
    past = past_players(game, places_of(game, None))
    assert past.names_in(closed) == {"1": "ada", "2": "ben"}
    assert past.names_in(later) == {"1": "ada", "2": "seat 2"}
    assert past.all_names() == {"1": "ada", "2": "ben, then zoe"}


def test_only_a_game_whose_seats_changed_hands_costs_a_query(running_game, django_assert_num_queries):
    places = places_of(running_game, None)
    with django_assert_num_queries(0):
        past_players(running_game, places)
