"""Accounts that never confirmed an address go after a month; everything that anyone uses stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.agreed.pace import Pace
from games.models import Heartbeat
from games.services.seats.seating import take_seat
from league import tasks
from league.leagues import services
from league.leagues.models import Membership
from league.users.models import User
from league.users.unconfirmed import forget_unconfirmed
from tests.conftest import PASSWORD
from tests.opening import open_game

pytestmark = pytest.mark.django_db

TYPED = {"email": "odo@example.org", "password1": PASSWORD, "password2": PASSWORD}


def sign_up(name: str, **typed: str) -> User:
    Client().post(reverse("account_signup"), TYPED | {"username": name} | typed)
    return User.objects.get(username=name)


def aged(user: User, days: float = 31) -> User:
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(days=days))
    return user


@pytest.mark.slow
def test_after_a_month_an_unconfirmed_account_gives_its_name_back(ada):
    aged(sign_up("odo"))
    aged(sign_up("impostor", email=ada.email))  # with a known address, which no one can confirm
    young = aged(sign_up("young", email="young@example.org"), days=29)
    assert forget_unconfirmed() == 2
    assert set(User.objects.all()) == {ada, young}
    assert not EmailAddress.objects.filter(email="odo@example.org").exists()
    assert sign_up("odo").email == "odo@example.org"
    assert forget_unconfirmed() == 0


@pytest.mark.slow
def test_nobody_goes_who_confirmed_signed_in_or_has_anything(ada, ben, calais):
    aged(ada)  # has confirmed
    seen, staff, shut_out, member, entered = (
        aged(sign_up(name, email=f"{name}@example.org"))
        for name in ("seen", "helper", "shut-out", "member", "entered")
    )
    User.objects.filter(pk=seen.pk).update(last_login=timezone.now() - timedelta(days=90))
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    User.objects.filter(pk=shut_out.pk).update(is_active=False)
    services.join(league=calais, user=member)
    calais.invitations.create(created_by=entered, expires_at=timezone.now())
    before = User.objects.count()
    assert forget_unconfirmed() == 0
    assert User.objects.count() == before


def test_who_sits_in_a_game_keeps_the_account_without_a_confirmed_address(ada, calais):
    """As an account from before addresses were confirmed."""
    game = open_game(
        league=calais, user=ada, name="Old", variant="intimate", settings={}, pace=Pace(), visibility="public"
    )
    take_seat(game=game, user=ada)
    Membership.objects.filter(user=ada).delete()
    aged(ada)
    EmailAddress.objects.filter(user=ada).update(verified=False)
    User.objects.update(last_login=None)
    assert forget_unconfirmed() == 0
    assert User.objects.filter(pk=ada.pk).exists()


@pytest.mark.slow
def test_it_is_done_once_a_day(ada):
    aged(sign_up("odo"))
    tasks.forget_unconfirmed()
    assert not User.objects.filter(username="odo").exists()
    assert Heartbeat.objects.filter(name="accounts").exists()
    aged(sign_up("odo"))
    tasks.forget_unconfirmed()
    assert User.objects.filter(username="odo").exists(), "until tomorrow"
