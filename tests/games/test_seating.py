import hashlib
import hmac

import pytest

from games.adjudication.proof import prove
from games.common.outbox.row import OutboxRow
from games.errors import (
    AlreadySeated,
    AlreadyStarted,
    BadNonce,
    GameIsOver,
    NoFreeSeat,
    NotMember,
    NotSeated,
    NotYourGame,
)
from games.models import Game
from games.services.seats.seating import cancel_game, leave_seat, take_seat
from league.leagues import services
from tests.conftest import make_user

pytestmark = pytest.mark.postgres


@pytest.fixture
def make_players(calais):
    """Makes so many accounts of members of Calais."""

    def make(count):
        players = [make_user(f"player{number}") for number in range(count)]
        for player in players:
            services.join(league=calais, user=player)
        return players

    return make


def topics():
    return sorted(row.payload.get("about", row.topic) for row in OutboxRow.objects.all())


def test_the_first_free_seat_is_given(opened_game, ada):
    tenure = take_seat(game=opened_game, user=ada)
    assert tenure.seat.key == "1"
    opened_game.refresh_from_db()
    assert opened_game.is_waiting
    assert opened_game.version == 1


def test_a_seat_may_be_chosen(opened_game, ada, ben):
    assert take_seat(game=opened_game, user=ada, seat="2").seat.key == "2"
    with pytest.raises(NoFreeSeat):
        take_seat(game=opened_game, user=ben, seat="2")
    with pytest.raises(NoFreeSeat):
        take_seat(game=opened_game, user=ben, seat="3")


def test_a_nonce_is_made_for_whoever_types_none(opened_game, ada, ben):
    assert len(take_seat(game=opened_game, user=ada).nonce) == 32
    assert take_seat(game=opened_game, user=ben, nonce="  heads or tails  ").nonce == "heads or tails"


@pytest.mark.parametrize("nonce", ["x" * 65, "two\nlines", "nul\0"])
def test_a_nonce_that_cannot_be_shown_is_refused(opened_game, ada, nonce):
    with pytest.raises(BadNonce):
        take_seat(game=opened_game, user=ada, nonce=nonce)
    assert not opened_game.tenures.exists()


def test_nobody_sits_twice_in_one_game(opened_game, ada):
    take_seat(game=opened_game, user=ada)
    with pytest.raises(AlreadySeated):
        take_seat(game=opened_game, user=ada)
    assert opened_game.tenures.count() == 1


def test_the_last_seat_starts_the_game(running_game, set_clock):
    assert running_game.is_running
    assert running_game.started_at == set_clock.now
    (phase,) = running_game.phases.all()
    assert (phase.label, phase.ordinal, running_game.phase_number) == ("S1901H", 0, 0)
    assert set(phase.due) == {"1", "2"}
    assert phase.closes_at == phase.deadline
    assert (phase.deadline - set_clock.now).total_seconds() == 24 * 3600
    assert topics() == ["hint", "hint", "started", "started"]


def test_the_lots_follow_from_the_secret_and_the_nonces_in_seat_order(running_game):
    """Anyone can check it with a few lines of their own."""
    message = b"".join(len(nonce).to_bytes(8, "big") + nonce for nonce in (b"from ada", b"from ben"))
    expected = hmac.new(bytes.fromhex(running_game.lots_secret), message, hashlib.sha256).hexdigest()
    assert running_game.lots == expected


def test_seat_order_counts_not_the_order_of_coming(make_game, ada, ben):
    game = make_game()
    take_seat(game=game, user=ben, nonce="from ben", seat="2")
    take_seat(game=game, user=ada, nonce="from ada", seat="1")
    game.refresh_from_db()
    message = b"".join(len(nonce).to_bytes(8, "big") + nonce for nonce in (b"from ada", b"from ben"))
    assert game.lots == hmac.new(bytes.fromhex(game.lots_secret), message, hashlib.sha256).hexdigest()


def test_a_full_game_has_no_seat_left(running_game, eve):
    with pytest.raises(NoFreeSeat):
        take_seat(game=running_game, user=eve)


def test_a_seat_is_given_back_before_the_start(opened_game, ada, ben):
    take_seat(game=opened_game, user=ada)
    leave_seat(game=opened_game, user=ada)
    with pytest.raises(NotSeated):
        leave_seat(game=opened_game, user=ada)
    assert take_seat(game=opened_game, user=ben).seat.key == "1"
    assert take_seat(game=opened_game, user=ada).seat.key == "2"
    opened_game.refresh_from_db()
    assert opened_game.is_running


def test_after_the_start_nobody_leaves_and_nobody_cancels(running_game, ada, carl):
    with pytest.raises(AlreadyStarted):
        leave_seat(game=running_game, user=ada)
    with pytest.raises(AlreadyStarted):
        cancel_game(game=running_game, user=carl)


def test_who_opened_a_game_may_cancel_it_before_it_starts(opened_game, ada, carl):
    take_seat(game=opened_game, user=ada)
    with pytest.raises(NotYourGame):
        cancel_game(game=opened_game, user=ada)
    cancel_game(game=opened_game, user=carl)
    opened_game.refresh_from_db()
    assert opened_game.state == Game.State.CANCELLED
    assert not opened_game.tenures.filter(left_at=None).exists()
    for again in (cancel_game, take_seat, leave_seat):
        with pytest.raises(GameIsOver):
            again(game=opened_game, user=carl)


def test_lots_deal_the_powers_of_a_standard_game_and_anybody_can_check_them(make_game, make_players):
    """RB-25: the nonces stand in the order of the places taken, and `seats` deals the powers to them."""
    game = make_game(variant="standard")
    players = make_players(7)
    for number, player in enumerate(players):
        take_seat(game=game, user=player, nonce=f"part {number}")
    game.refresh_from_db()
    message = b"".join(len(part).to_bytes(8, "big") + part for part in (b"part %d" % n for n in range(7)))
    lots = hmac.new(bytes.fromhex(game.lots_secret), message, "sha256").hexdigest()
    assert game.lots == lots
    remaining = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
    for number, player in enumerate(players):
        drawn = hmac.new(bytes.fromhex(lots), b"seats/%d" % (number + 1), "sha256").digest()[:8]
        power = remaining.pop(int.from_bytes(drawn, "big") % len(remaining))
        tenure = game.tenures.get(user=player)
        assert (tenure.seat.key, tenure.place, tenure.nonce) == (power, number, f"part {number}")
    assert list(prove(game).differences) == []


def test_nobody_but_members_of_its_league_takes_a_seat(opened_game, eve):
    with pytest.raises(NotMember):
        take_seat(game=opened_game, user=eve)


def test_a_game_of_equal_seats_deals_none(running_game, ada, ben):
    assert [t.seat.key for t in running_game.tenures.order_by("place")] == ["1", "2"]


def test_the_same_button_pressed_twice_tells_that_one_has_the_seat(opened_game, ada, ben):
    """The first press took the last seat, and started the game."""
    take_seat(game=opened_game, user=ada)
    take_seat(game=opened_game, user=ben)
    for seat in (None, "2"):
        with pytest.raises(AlreadySeated):
            take_seat(game=opened_game, user=ben, seat=seat)
