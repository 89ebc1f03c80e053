"""What a game may ask of those who join: a share of phases answered; and who may join whatever it asks."""

from __future__ import annotations

import re

import pytest

from games.errors import BadSettings, NotReliable
from games.gate.reliability import reliability_of, unmet
from games.models import Game, GameInvitation, Tenure, TenureResult
from games.services.players.votes import concede
from games.services.seats.invitations import withdraw_invitation
from games.services.seats.rematch import open_rematch
from games.services.seats.seating import leave_seat, take_seat

pytestmark = pytest.mark.django_db


def text_of(response) -> str:
    assert response.status_code == 200, response.status_code
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode().partition("<main")[2]).split())


@pytest.fixture
def past(make_game, seat_both, ben):
    """A finished game of ada's and ben's, who answered so many phases of so many; and one that runs."""

    def play(answered: int, asked: int) -> Game:
        game = seat_both(make_game(name="Past"))
        concede(game=game, user=ben)
        TenureResult.objects.update(asked=asked, missed=asked - answered)
        seat_both(make_game(name="Now"))
        return game

    return play


SAYS = (
    "This game asks for a reliability of 90%. Yours in this league is 77% (31 of 40 phases answered). "
    "Its creator can still invite you by name."
)


def test_whoever_answered_less_is_told_the_condition_and_the_numbers(past, make_game, ada):
    past(31, 40)
    game = make_game(reliability=90)
    with pytest.raises(NotReliable) as refused:
        take_seat(game=game, user=ada)
    assert str(refused.value) == SAYS
    assert not game.tenures.exists()
    assert take_seat(game=make_game(name="Any"), user=ada)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("answered", "asked", "may"),
    [(36, 40, True), (35, 40, False), (899, 1000, False), (0, 9, True), (0, 10, False), (10, 10, True)],
)
def test_the_share_is_exact_and_newcomers_always_may(past, make_game, ada, calais, answered, asked, may):
    past(answered, asked)
    assert reliability_of(calais, ada).answered == answered
    assert (unmet(make_game(reliability=90), ada) is None) == may


def test_one_game_is_always_possible(past, make_game, ada, ben):
    past(0, 40)
    concede(game=Game.objects.get(name="Now"), user=ben)
    first, second = make_game(name="One", reliability=95), make_game(name="Two", reliability=95)
    assert take_seat(game=first, user=ada)
    with pytest.raises(NotReliable):
        take_seat(game=second, user=ada)
    leave_seat(game=first, user=ada)
    assert take_seat(game=second, user=ada)


@pytest.mark.parametrize("hiding", [{"visibility": "private"}, {"variant": "devil-and-god"}])
def test_whoever_was_let_in_says_nothing_of_hidden_seats(past, make_game, ada, ben, hiding):
    past(0, 40)
    concede(game=Game.objects.get(name="Now"), user=ben)
    take_seat(game=make_game(name="Hidden", **hiding), user=ada)
    assert unmet(make_game(name="One", reliability=95), ada) is None


def test_guests_and_the_host_may_join_whatever_it_asks(past, make_game, ada, ben, carl):
    past(0, 40)
    game = make_game(reliability=95, guests=[ada, ben])
    take_seat(game=game, user=ada)
    leave_seat(game=game, user=ada)
    assert take_seat(game=game, user=ada), "who gave the seat back is still his guest"
    withdraw_invitation(game=game, user=carl, guest="ben")
    with pytest.raises(NotReliable):
        take_seat(game=game, user=ben)
    Game.objects.filter(pk=game.pk).update(opened_by=ben)
    assert take_seat(game=game, user=ben)


def test_a_rematch_asks_the_same_and_those_who_played_may_join(past, ada, ben, carl, make_game, seat_both):
    over = past(0, 40)
    Game.objects.filter(pk=over.pk).update(reliability=95)
    over.refresh_from_db()
    again = open_rematch(game=over, user=ada)
    assert again.reliability == 95
    assert take_seat(game=again, user=ben) and take_seat(game=again, user=ada)
    assert GameInvitation.objects.filter(game=again, user=ben).exists()


@pytest.mark.slow
def test_it_is_shown_before_joining_where_the_button_would_be(past, make_game, client_of, ada):
    past(31, 40)
    game = make_game(reliability=90)
    page = f"/l/calais/g/{game.code}/"
    told = text_of(client_of(ada).get(page))
    assert f"{SAYS} Your reliability" in told and "Take a seat" not in told
    assert "Who may join Players with a reliability of at least 90% in this league" in told
    home = client_of(ada).get("/l/calais/")
    assert "reliability from 90%" in text_of(home)
    assert f'action="{page}seat/"' not in home.content.decode()
    answer = client_of(ada).post(f"{page}seat/", {"seat": ""}, follow=True)
    assert text_of(answer).count(SAYS) == 1
    assert not Tenure.objects.filter(game=game).exists()
    TenureResult.objects.update(missed=0)
    assert "Take a seat" in text_of(client_of(ada).get(page))


def test_in_french(past, make_game, client_of, ada):
    past(31, 40)
    game = make_game(reliability=90)
    ada.language = "fr"
    ada.save()
    client = client_of(ada)
    told = text_of(client.get(f"/l/calais/g/{game.code}/"))
    assert "La vôtre dans cette ligue est de 77 % (31 phases sur 40)." in told, told
    assert "Qui peut jouer" in told


def test_other_shares_are_refused(make_game):
    with pytest.raises(BadSettings, match="Choose one of the reliability levels"):
        make_game(reliability=85)


@pytest.mark.slow
def test_a_room_costs_the_same_however_much_was_played(
    past, make_game, client_of, ada, assert_queries_do_not_grow
):
    past(31, 40)
    game = make_game(reliability=90)

    def make_more() -> None:
        for _number in range(3):
            past(31, 40)

    assert_queries_do_not_grow(client_of(ada), f"/l/calais/g/{game.code}/", make_more)
