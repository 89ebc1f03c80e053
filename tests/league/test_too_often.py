"""Guessing and flooding are held up, and no one can use up what is another's."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime

import pytest
import time_machine
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.common.guards import limits
from games.models import Game
from league.leagues.models import Invitation, League
from league.leagues.views import home, organising
from league.users import adapter, devices
from league.users.models import User
from tests.conftest import PASSWORD
from tests.league.test_keys import code_of, sign_in, turn_codes_on

pytestmark = pytest.mark.django_db

WRONG = "not hers"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def try_to_get_in(client: Client, password: str = WRONG, *, login: str = "ada", address: str = "192.0.2.1"):
    return client.post("/accounts/login/", {"login": login, "password": password}, REMOTE_ADDR=address)


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def guess(times: int, *, address: str = "198.51.100.7", login: str = "ada") -> Client:
    stranger = Client(HTTP_ACCEPT_LANGUAGE="en")
    for _ in range(times):
        try_to_get_in(stranger, login=login, address=address)
    return stranger


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("login", ["a" * 60_000, "a" * 60_000 + "@example.org"])
def test_a_name_that_nobody_can_have_is_answered_like_any_wrong_one(ada, login):
    """SQLite refuses to look for texts of more than 50,000 characters."""
    try_to_get_in(known := Client(HTTP_ACCEPT_LANGUAGE="en"), PASSWORD)
    known.post("/accounts/logout/")
    for browser in (Client(HTTP_ACCEPT_LANGUAGE="en"), known):
        answer = try_to_get_in(browser, login=login)
        assert answer.status_code == 200
        assert answer.content.count(b"field-error") == try_to_get_in(browser, login="x").content.count(
            b"field-error"
        )
    assert (
        "Too many attempts"
        in guess(6, login=login)
        .post("/accounts/login/", {"login": login, "password": WRONG}, REMOTE_ADDR="198.51.100.7")
        .content.decode()
    )


@pytest.mark.slow
def test_five_wrong_passwords_end_the_guessing_for_five_minutes(ada, clock):
    stranger = guess(5)
    held_up = try_to_get_in(stranger, PASSWORD, address="198.51.100.7")
    assert not is_in(stranger)
    page = held_up.content.decode()
    assert "Too many attempts. Wait five minutes" in page
    assert 'value="ada"' in page
    clock.shift(5 * 60 + 1)
    try_to_get_in(stranger, PASSWORD, address="198.51.100.7")
    assert is_in(stranger)


@pytest.mark.slow
def test_a_stranger_who_guesses_shuts_out_himself_and_not_the_owner(ada):
    guess(20)
    owner = Client()
    try_to_get_in(owner, PASSWORD)
    assert is_in(owner)


def test_guessing_from_a_thousand_addresses_is_no_use_either(ada, monkeypatch):
    monkeypatch.setattr(adapter, "GUESSES", adapter.Limit("guesses", 6, 24 * 3600))
    for last in range(6):
        guess(1, address=f"203.0.113.{last}")
    another = Client()
    try_to_get_in(another, PASSWORD, address="203.0.113.99")
    assert not is_in(another)


def test_a_name_in_other_letters_that_find_the_same_account_is_counted_with_it(db):
    """PostgreSQL finds `iris` by `ıris`; SQLite finds no one."""
    User.objects.create_user("iris")
    of_iris = devices.account_of({"username": "iris"})
    assert devices.account_of({"username": "IRIS"}) == of_iris
    strange = "\u0131r\u0131s"
    found = User.objects.filter(username__iexact=strange).exists()
    assert (devices.account_of({"username": strange}) == of_iris) is found
    assert found is (connection.vendor == "postgresql")


def test_name_and_address_are_counted_apart(ada):
    """Together they would tell whose address it is."""
    by_name, by_address = ({"username": ada.username}, {"email": ada.email})
    assert devices.account_of(by_name) != devices.account_of(by_address)


def test_while_thousands_guess_the_owner_gets_in_from_where_they_have_been_before(ada, monkeypatch):
    known = Client()
    try_to_get_in(known, PASSWORD)
    known.post(reverse("account_logout"))
    assert not is_in(known)
    monkeypatch.setattr(adapter, "GUESSES", adapter.Limit("guesses", 6, 24 * 3600))
    for last in range(8):
        guess(1, address=f"203.0.113.{last}")
    try_to_get_in(known, PASSWORD)
    assert is_in(known)


@pytest.mark.slow
def test_or_by_the_letter_with_which_they_choose_a_new_password(ada, monkeypatch):
    monkeypatch.setattr(adapter, "GUESSES", adapter.Limit("guesses", 6, 24 * 3600))
    for last in range(8):
        guess(1, address=f"203.0.113.{last}")
    owner = Client(HTTP_ACCEPT_LANGUAGE="en")
    owner.post(reverse("account_reset_password"), {"email": ada.email})
    link = re.search(r"https?://[^/\s]+(/\S+)", mail.outbox[-1].body)[1]
    form = owner.get(link, follow=True).redirect_chain[-1][0]
    new = "une nouvelle phrase"
    owner.post(form, {"password1": new, "password2": new})
    try_to_get_in(owner, new)
    assert is_in(owner)


@pytest.mark.slow
def test_a_known_browser_is_known_for_its_own_account_alone_and_may_not_guess_for_ever(ada, ben):
    bens = Client()
    try_to_get_in(bens, PASSWORD, login="ben", address="198.51.100.7")
    bens.post(reverse("account_logout"))
    for _ in range(5):
        try_to_get_in(bens, login="ada", address="198.51.100.7")
    try_to_get_in(bens, PASSWORD, login="ada", address="198.51.100.7")
    assert not is_in(bens)
    adas = Client()
    try_to_get_in(adas, PASSWORD)
    adas.post(reverse("account_logout"))
    for _ in range(5):
        try_to_get_in(adas)
    try_to_get_in(adas, PASSWORD)
    assert not is_in(adas)


@pytest.mark.parametrize("forged", ["", "x", "1:x:y", "WzEsIngiXQ:1vw:abc"])
def test_a_forged_mark_of_a_known_browser_is_worth_nothing(ada, forged, monkeypatch):
    monkeypatch.setattr(adapter, "GUESSES", adapter.Limit("guesses", 0, 24 * 3600))
    client = Client()
    client.cookies[settings.DEVICE_COOKIE_NAME] = forged
    try_to_get_in(client, PASSWORD)
    assert not is_in(client)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Go back and try again in 60 minutes, at 13:00."), ("fr", "réessayez dans 60 minutes, à 13:00.")],
)
def test_too_many_sign_ups_say_when_to_come_back_and_give_back_what_was_typed(language, words):
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    url = reverse("account_signup")
    for _ in range(20):
        assert client.post(url, {"username": "x"}).status_code == 200
    typed = {"username": "zoe", "email": "zoe@example.org", "password1": "hush hush"}
    refused = client.post(url, typed)
    page = refused.content.decode()
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "3600"
    assert words in page
    assert "zoe@example.org\n\nzoe</textarea>" in page
    assert "hush" not in page
    assert client.get(url).status_code == 200
    assert client.post(url, typed, REMOTE_ADDR="192.0.2.44").status_code == 200


@pytest.mark.slow
def test_ipv6_addresses_are_counted_by_their_network():
    url = reverse("account_signup")

    def sign_up(address: str) -> int:
        return Client().post(url, {"username": "x"}, REMOTE_ADDR=address).status_code

    assert [sign_up(f"2001:db8:0:1::{last:x}") for last in range(21)] == [200] * 20 + [429]
    assert sign_up("2001:db8:0:2::1") == 200
    assert [sign_up(f"::ffff:192.0.2.{last}") for last in range(21)] == [200] * 21, "these are of IPv4"


@pytest.mark.slow
def test_guessing_from_all_over_a_network_is_guessing_from_one_place(ada):
    for last in range(5):
        guess(1, address=f"2001:db8:0:1::{last:x}")
    neighbour, stranger = Client(), Client()
    try_to_get_in(neighbour, PASSWORD, address="2001:db8:0:1::ffff")
    assert not is_in(neighbour)
    try_to_get_in(stranger, PASSWORD, address="2001:db8:0:2::1")
    assert is_in(stranger)


def test_one_address_gets_five_letters_an_hour_however_many_ask(ada, clock):
    def ask(last: int) -> int:
        url = reverse("account_reset_password")
        return Client().post(url, {"email": ada.email}, REMOTE_ADDR=f"203.0.113.{last}").status_code

    assert [ask(last) for last in range(6)] == [302] * 5 + [429]
    assert len(mail.outbox) == 5
    clock.shift(3601)
    assert ask(9) == 302


@pytest.mark.slow
def test_codes_cannot_be_guessed(ada, client_of):
    client, _to = sign_in("ada")
    secret = turn_codes_on(client)
    client, to = sign_in("ada")
    for number in range(5):
        client.post(to, {"code": f"{number:06}"})
    page = client.post(to, {"code": code_of(secret, 1)})
    assert not is_in(client)
    assert "Too many attempts" in page.content.decode()


def test_leagues_are_founded_five_a_day_and_the_form_keeps_what_was_typed(client_of, ada, ben):
    client, url = client_of(ada), reverse("leagues:create")

    def found(number: int, by: Client = client):
        fields = {"name": f"League {number}", "slug": f"league-{number}", "description": "Long words"}
        return by.post(url, fields | {"visibility": "public"})

    assert [found(number).status_code for number in range(home.LEAGUES.times)] == [302] * 5
    refused = found(6)
    page = refused.content.decode()
    assert refused.status_code == 429
    assert "try again in 12 hours" in page
    assert "Long words</textarea>" in page
    assert League.objects.count() == 5
    assert found(7, client_of(ben)).status_code == 302


@pytest.mark.slow
def test_invitations_are_made_thirty_an_hour(client_of, carl, calais):
    client, url = client_of(carl), reverse("leagues:invitations", args=["calais"])
    answers = [client.post(url, {"days": 7}).status_code for _ in range(organising.INVITATIONS.times + 1)]
    assert answers == [302] * 30 + [429]
    assert Invitation.objects.count() == 30


@pytest.mark.slow
def test_games_are_opened_twenty_an_hour(client_of, carl, calais, monkeypatch):
    monkeypatch.setattr(limits, "GAMES", limits.Limit("games", 1, 3600))
    client, url = client_of(carl), reverse("games:open", args=["calais"])
    form = client.get(url).context
    fields = {
        f"{bound.html_name}": bound.value() if bound.value() is not None else ""
        for name in ("form", "pace_form")
        for bound in form[name]
    }
    fields = {name: value for name, value in fields.items() if value not in (False, "")}
    first = client.post(url, fields | {"name": "First"})
    assert first.status_code == 302, first.context["form"].errors
    second = client.post(url, fields | {"name": "Second", "key": "00000000-0000-4000-8000-000000000002"})
    assert second.status_code == 429
    assert 'value="Second"' in second.content.decode()
    assert Game.objects.count() == 1


def test_a_stolen_session_does_not_guess_the_password_all_day(ada, clock, rf):
    client, _to = sign_in("ada")
    name = {"app": "allauth.account", "action": "reauthenticate"}
    daily = max(ratelimit.get_rates(**name), key=lambda rate: rate.duration)
    assert (daily.amount, daily.duration) == (100, 24 * 3600)
    request = rf.post("/")
    request.user = ada
    cache.set(ratelimit.get_cache_key(request, rate=daily, **name), [time.time()] * 100, daily.duration)
    clock.shift(3600)  # slower than the limit of a minute
    assert client.post(reverse("account_reauthenticate"), {"password": PASSWORD}).status_code == 429
