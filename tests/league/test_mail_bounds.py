"""One address gets so many mails from strangers, however they are asked for, and pages do not tell."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.users import mail_bounds
from league.users.models import User
from tests.conftest import PASSWORD
from tests.league.test_accounts import SIGNUP
from tests.league.test_known_addresses import TOKENS

pytestmark = pytest.mark.django_db

VICTIM = "victim@example.net"
HOUR, DAY = 3600, 24 * 3600


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(datetime(2026, 3, 1, tzinfo=UTC), tick=False) as traveller:
        yield traveller


def sign_up(email: str = VICTIM, username: str = "zoe", address: str = "192.0.2.1") -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en", REMOTE_ADDR=address)
    given = SIGNUP | {"email": email, "username": username}
    assert client.post(reverse("account_signup"), given).status_code == 302
    return client


def sign_in(username: str = "zoe", address: str = "192.0.2.1"):
    client = Client(HTTP_ACCEPT_LANGUAGE="en", REMOTE_ADDR=address)
    given = {"login": username, "password": SIGNUP["password1"]}
    return client, client.post(reverse("account_login"), given)


def sent_to(email: str) -> int:
    return sum(letter.to == [email] for letter in mail.outbox)


@pytest.mark.slow
def test_who_signs_in_again_and_again_writes_five_letters_an_hour_and_ten_a_day(clock):
    sign_up()
    for _time in range(8):
        clock.shift(11)
        sign_in()
    assert sent_to(VICTIM) == 5
    for _hour in range(5):
        clock.shift(HOUR)
        for last in range(8):
            sign_in(address=f"198.51.100.{last}")
    assert sent_to(VICTIM) == 10
    clock.shift(DAY)
    sign_in()
    assert sent_to(VICTIM) == 11


def test_accounts_addresses_and_ways_to_ask_count_together(clock):
    for number in range(4):
        sign_up(username=f"zoe{number}", address=f"198.51.100.{number}")
    sign_up(VICTIM.replace("@", "+sign@"), username="other")
    changing = sign_up("somebody@example.net", username="third")
    changing.post(reverse("account_email_verification_sent"), {"action": "change", "email": VICTIM.upper()})
    letters = [letter for letter in mail.outbox if letter.to != ["somebody@example.net"]]
    assert len(letters) == 5, "the sixth is not sent"


@pytest.mark.slow
def test_nobody_is_told_that_a_letter_was_not_sent(ada, clock):
    """Neither who asks for too much, nor is it said whether the address has an account."""

    def seen(email: str):
        pages = []
        for number in range(8):
            clock.shift(1)
            client = sign_up(email, username=f"zoe{number}")
            page = client.get(reverse("account_email_verification_sent"))
            pages.append((page.status_code, TOKENS.sub("", page.content.decode()).replace(email, "")))
        User.objects.filter(username__startswith="zoe").delete()
        return pages, sent_to(email)

    known, to_known = seen(ada.email)
    unknown, to_unknown = seen("odo@example.org")
    assert known == unknown and to_known == to_unknown == 5
    assert len(set(known)) == 1, "the sixth looks like the first"


def test_a_flood_of_codes_keeps_no_owner_from_a_new_password(ada):
    for number in range(8):
        sign_up(ada.email, username=f"zoe{number}")
    before = sent_to(ada.email)
    Client().post(reverse("account_reset_password"), {"email": ada.email})
    assert sent_to(ada.email) == before + 1


def test_a_browser_that_its_owner_has_used_has_room_of_its_own(ada, clock):
    known = Client()
    known.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    known.post(reverse("account_logout"))

    def ask(client: Client) -> int:
        before = sent_to(ada.email)
        client.post(reverse("account_reset_password"), {"email": ada.email})
        return sent_to(ada.email) - before

    for _hour in range(3):
        clock.shift(HOUR)
        strangers = [ask(Client()) for _time in range(4)]
    assert strangers == [1, 1, 0, 0], "ten of the day are used up"
    assert ask(known) == 1


def test_what_was_done_to_an_account_is_always_told(ada, client_of, monkeypatch):
    monkeypatch.setattr(mail_bounds, "BOUNDS", (mail_bounds.Limit("none", 0, DAY),))
    new = {"oldpassword": PASSWORD, "password1": "a quite new phrase", "password2": "a quite new phrase"}
    client = Client()
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    client.post(reverse("account_change_password"), new)
    assert [letter.to for letter in mail.outbox] == [[ada.email]]
    Client().post(reverse("account_reset_password"), {"email": ada.email})
    assert len(mail.outbox) == 1
