import pytest

from games.agreed.pace import LIVE
from games.common.outbox.row import OutboxRow
from games.errors import BadLetter, GameIsOver, NotRunning, NotSeated, PressClosed
from games.gate.press import is_press_open
from games.models import Message, Phase
from games.services.players import votes
from games.services.players.letters import send_letter
from tests.games.conftest import phase_of


def send(game, user, to="2", body="Dear Ben", key="k1"):
    return send_letter(game=game, user=user, to=[to], body=body, key=key)


def test_a_letter_reaches_the_other_seat(running_game, ada):
    letter = send(running_game, ada, body="  Dear Ben,\r\nwell.  ")
    assert (letter.sender.key, letter.body) == ("1", "Dear Ben,\nwell.")
    assert [seat.key for seat in letter.recipients.all()] == ["2"]
    assert letter.phase == phase_of(running_game)


def test_only_those_concerned_are_hinted_at_a_letter(running_game, ada):
    before = running_game.version
    OutboxRow.objects.all().delete()
    letter = send(running_game, ada)
    running_game.refresh_from_db()
    assert running_game.version == before
    hinted = {row.payload["seat"] for row in OutboxRow.objects.filter(topic="hint")}
    assert hinted == {letter.sender_id, letter.recipients.get().pk}


def test_a_letter_sent_twice_arrives_once(running_game, ada):
    first = send(running_game, ada)
    assert send(running_game, ada, body=" Dear Ben\r\n") == first
    assert Message.objects.count() == 1
    send(running_game, ada, key="k2")
    assert Message.objects.count() == 2


def test_other_words_in_a_form_that_the_browser_kept_are_another_letter(running_game, ada):
    first = send(running_game, ada)
    second = send(running_game, ada, body="something else")
    assert (first.body, second.body) == ("Dear Ben", "something else")
    assert Message.objects.count() == 2


@pytest.mark.parametrize(
    "wrong",
    [{"body": " \n "}, {"body": "x" * 4001}, {"to": "1"}, {"to": "7"}, {"key": ""}, {"key": "x" * 37}],
)
def test_a_letter_needs_words_and_somebody_else(running_game, ada, wrong):
    with pytest.raises(BadLetter):
        send(running_game, ada, **wrong)
    assert not Message.objects.exists()


def test_only_players_write_and_only_while_the_game_lasts(running_game, make_game, ada, ben, carl):
    with pytest.raises(NotSeated):
        send(running_game, carl)
    with pytest.raises(NotRunning):
        send(make_game(), ada)
    votes.concede(game=running_game, user=ben)
    with pytest.raises(GameIsOver):
        send(running_game, ada)


@pytest.mark.parametrize(
    ("label", "is_open"),
    [("S1901H", True), ("S1901B", True), ("F1901M", True), ("F1901R", False), ("W1901A", False)],
)
def test_press_is_closed_in_retreats_and_adjustments(running_game, ada, label, is_open, set_clock):
    """RB-22."""
    Phase.objects.update(label=label)
    assert is_press_open(running_game, phase_of(running_game), set_clock.now) is is_open
    if not is_open:
        with pytest.raises(PressClosed):
            send(running_game, ada)


def test_gunboat_has_no_press(make_game, seat_both, ada):
    with pytest.raises(PressClosed):
        send(seat_both(make_game(press="none")), ada)


def test_press_closes_with_the_phase(running_game, ada, set_clock):
    set_clock(phase_of(running_game).deadline)
    with pytest.raises(PressClosed):
        send(running_game, ada)


def test_a_live_games_last_five_minutes_are_for_writing(make_game, seat_both, ada, set_clock):
    """RB-23."""
    game = seat_both(make_game(pace=LIVE))
    phase = phase_of(game)
    phase.label = "S1901M"
    phase.deadline = phase.closes_at = LIVE.deadline("M", phase.opened_at, first=True)
    phase.save()
    set_clock.pass_(minutes=29, seconds=59)
    send(game, ada)
    set_clock.pass_(seconds=1)
    with pytest.raises(PressClosed):
        send(game, ada, key="k2")
