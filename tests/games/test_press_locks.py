"""Private messages that lock while the table waits for one player: a setting of league and game."""

from __future__ import annotations

import pytest

from games.errors import PressLocked
from games.services.players.answers import save_answer, set_ready
from games.services.players.letters import send_letter
from games.services.seats.rematch import open_rematch
from tests.games.conftest import RANKS, phase_of


def ready(game, user, text):
    phase = phase_of(game)
    save_answer(game=game, user=user, label=phase.label, text=text, version=0, ready=True)


def plain(response):
    return " ".join(response.content.decode().split())


@pytest.fixture
def locking(make_game, seat_both):
    return seat_both(make_game(press_locks=True))


@pytest.fixture
def seven(make_game, seat_all):
    game = make_game(variant="standard", press_locks=True)
    return game, seat_all(game)


def all_but(game, players, *waiting):
    for seat, user in players.items():
        if seat not in waiting:
            ready(game, user, "hold")


def test_between_two_nothing_is_sent_while_one_is_waited_for(locking, ada, ben):
    send_letter(game=locking, user=ada, to=["2"], body="Now?", key="1")
    ready(locking, ada, RANKS["ada"])
    for user, to in ((ada, "1"), (ben, "1")):
        with pytest.raises(PressLocked):
            send_letter(game=locking, user=user, to=["2" if user == ada else to], body="Well?", key="2")
    set_ready(game=locking, user=ada, label=phase_of(locking).label, ready=False)
    send_letter(game=locking, user=ben, to=["1"], body="Well?", key="3")


def test_the_same_letter_sent_again_is_no_new_one(locking, ada):
    first = send_letter(game=locking, user=ada, to=["2"], body="Now?", key="1")
    ready(locking, ada, RANKS["ada"])
    assert send_letter(game=locking, user=ada, to=["2"], body="Now?", key="1") == first


def test_without_the_setting_letters_go_on(running_game, ada):
    ready(running_game, ada, RANKS["ada"])
    send_letter(game=running_game, user=ada, to=["2"], body="Well?", key="1")


def test_at_a_larger_table_messages_to_everyone_go_on(seven):
    game, players = seven
    others = [seat for seat in players if seat != "FRANCE"]
    all_but(game, players, "FRANCE", "ITALY")
    send_letter(game=game, user=players["FRANCE"], to=["ITALY"], body="Two are missing.", key="1")
    ready(game, players["FRANCE"], "hold")
    with pytest.raises(PressLocked):
        send_letter(game=game, user=players["FRANCE"], to=["ITALY"], body="One is missing.", key="2")
    send_letter(game=game, user=players["FRANCE"], to=others, body="Italy?", key="3")


def test_an_open_seat_is_not_waited_for(seven, set_clock):
    from games.adjudication import vacancies
    from games.adjudication.locking import open_phase_of
    from games.models import Tenure

    game, players = seven
    all_but(game, players, "FRANCE", "ITALY")
    tenure = Tenure.objects.select_related("seat").get(game=game, seat__key="ITALY", left_at=None)
    phase = open_phase_of(game)
    vacancies.open_seat(game=game, phase=phase, tenure=tenure, cause="resigned", now=set_clock.now)
    with pytest.raises(PressLocked):
        send_letter(game=game, user=players["FRANCE"], to=["RUSSIA"], body="Psst.", key="1")


def test_never_where_readiness_is_hidden(make_game, seat_all):
    """SPY-7."""
    game = make_game(variant="spy", press_locks=True)
    players = seat_all(game)
    send_letter(game=game, user=players["FRANCE"], to=["ITALY"], body="Psst.", key="1")


@pytest.mark.slow
def test_the_page_says_so_and_keeps_the_draft(locking, client_of, ada, ben):
    here = f"/l/calais/g/{locking.code}/"
    assert "Send message" in plain(client_of(ada).get(here))
    ready(locking, ben, RANKS["ben"])
    page = plain(client_of(ada).get(here))
    assert "Private messages are locked while everyone waits for one player." in page
    assert "Send message</button>" not in page and "Save draft" in page
    sent = {"to": "2", "body": "Are you there?", "key": "00000000-0000-4000-8000-000000000001"}
    refused = plain(client_of(ada).post(f"{here}press/", sent))
    assert "Private messages are locked" in refused and "Are you there?</textarea>" in refused
    assert "Are you there?</textarea>" in plain(client_of(ada).get(here)), "it is kept as a draft"


def test_it_is_told_before_joining_and_kept_in_a_rematch(make_game, seat_both, visitor, ada):
    from games.services.players.votes import concede

    game = make_game(press_locks=True)
    assert "Locked while everyone waits for one player" in plain(visitor.get(f"/l/calais/g/{game.code}/"))
    seat_both(game)
    concede(game=game, user=ada)
    game.refresh_from_db()
    assert open_rematch(game=game, user=ada).press_locks


def test_new_games_begin_with_the_leagues_choice(calais, make_game, client_of, carl):
    calais.press_locks = True
    calais.save()
    assert make_game().press_locks
    assert not make_game(press_locks=False).press_locks
    form = plain(client_of(carl).get("/l/calais/games/new/"))
    assert 'name="press_locks"' in form
    assert "checked" in form.partition('name="press_locks"')[2].partition(">")[0]
