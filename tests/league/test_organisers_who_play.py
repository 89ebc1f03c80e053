"""Organisers who play with a person whom they would remove: another one decides, or the players are told."""

from __future__ import annotations

import pytest
from django.core import mail
from django.urls import reverse

from games.agreed.pace import Pace
from games.common.outbox.delivery import deliver
from games.models import Game, Tenure, Vacancy
from games.services.seats.seating import take_seat
from league.leagues import services
from league.leagues.errors import NotAllowed
from league.leagues.models import Membership, OrganiserAct
from tests.conftest import make_user
from tests.opening import open_game

pytestmark = pytest.mark.django_db

WHY = "Insults."


def at(name: str, *more: object) -> str:
    return reverse(f"leagues:{name}", args=["calais", *more])


@pytest.fixture
def played(calais, carl):
    """A running game between two people."""

    def play(*people, **values) -> Game:
        given = {"name": "Channel", "variant": "intimate", "settings": {}, "pace": Pace()} | values
        game = open_game(league=calais, user=people[0], **given)
        for user in people:
            take_seat(game=game, user=user)
        game.refresh_from_db()
        deliver()
        mail.outbox.clear()
        return game

    return play


def make_organiser(league, user) -> None:
    Membership.objects.filter(league=league, user=user).update(role=Membership.Role.ORGANISER)


@pytest.mark.slow
def test_an_organiser_who_plays_with_somebody_asks_another_one(calais, carl, ada, ben, played, client_of):
    played(carl, ben)
    make_organiser(calais, ada)
    for act, more in ((services.remove, {}), (services.ban, {"until": None})):
        with pytest.raises(NotAllowed, match="you play with ben in Channel"):
            act(league=calais, by=carl, person=ben, reason=WHY, **more)
    desk = client_of(carl)
    shown = desk.get(at("remove", "ben")).content.decode()
    assert "you play with ben in Channel" in shown
    assert 'name="reason"' not in shown
    assert calais.memberships.filter(user=ben).exists()
    services.remove(league=calais, by=ada, person=ben, reason=WHY)
    deliver()
    assert Vacancy.objects.get().cause == "removed"
    assert not [each for each in mail.outbox if "plays in “Channel” too" in each.body]


@pytest.mark.slow
def test_where_all_organisers_play_with_them_the_players_are_told_who_decided(
    calais, carl, ada, ben, played, client_of
):
    eve = make_user("eve")
    services.join(league=calais, user=eve)
    played(carl, ben, ada, eve, variant="standard", settings={"players": 4})
    make_organiser(calais, eve)
    shown = client_of(carl).get(at("remove", "ben")).content.decode()
    assert "and so does every other organiser" in shown
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    deliver()
    told = [each for each in mail.outbox if "carl plays in “Channel” too" in each.body]
    assert sorted(each.to[0] for each in told) == ["ada@example.org", "eve@example.org"]
    for name in ("log", "desk"):
        assert "They played together in 1 game" in client_of(carl).get(at(name)).content.decode()


@pytest.mark.slow
def test_seats_that_nobody_may_know_of_refuse_and_tell_nothing(calais, carl, ada, ben, played, client_of):
    """A refusal, or a number, would tell who plays there (DG-1)."""
    people = [make_user(f"member{number}") for number in range(7)]
    for user in people:
        services.join(league=calais, user=user)
    game = played(carl, ben, *people, variant="devil-and-god")
    assert game.state == "running"
    _seat(game, ben, "GOD")
    make_organiser(calais, ada)
    shown = client_of(carl).get(at("remove", "ben")).content.decode()
    assert "Channel" not in shown.split("<main")[1]
    assert "These seats open" not in shown
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    assert "together" not in OrganiserAct.objects.get(kind="removed").facts
    deliver()
    assert not [each for each in mail.outbox if "plays in “Channel” too" in each.body]


def _seat(game: Game, user, key: str) -> None:
    """Let `user` change seats with the player of the seat `key`."""
    mine, other = Tenure.objects.get(game=game, user=user), Tenure.objects.get(game=game, seat__key=key)
    if mine.pk != other.pk:
        theirs = other.user
        Tenure.objects.filter(pk=mine.pk).update(user=make_user("placeholder"))
        Tenure.objects.filter(pk=other.pk).update(user=user)
        Tenure.objects.filter(pk=mine.pk).update(user=theirs)


@pytest.mark.slow
def test_seats_are_named_before_anything_happens_but_for_private_games(
    calais, carl, ada, ben, played, client_of
):
    played(ada, ben, name="Open air")
    played(ada, ben, name="Back room", visibility="private")
    shown = client_of(carl).get(at("remove", "ben")).content.decode()
    assert "Open air" in shown
    assert "Back room" not in shown
    assert "1 seat of a private game" in shown
    services.remove(league=calais, by=carl, person=ben, reason=WHY)
    deliver()
    desk = client_of(carl).get(at("desk")).content.decode()
    assert "1 seat of a private game is open" in desk
    assert "Back room" not in desk


def test_nobody_is_led_to_decide_about_themselves(calais, carl, ben, client_of):
    shown = client_of(carl).get(at("members")).content.decode()
    assert at("person", "ben") in shown
    assert at("person", "carl") not in shown
