"""Where one is signed in, and how a session lives and ends."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league import tasks
from league.users import sessions
from league.users.browsers import browser_of
from tests.conftest import PASSWORD, count_queries, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

URL = "/accounts/sessions/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)
CHROME = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
EDGE = f"{CHROME} Edg/140.0"


def sign_in(name: str = "ada", browser: str = FIREFOX, **fields: str) -> Client:
    client = Client(HTTP_USER_AGENT=browser, HTTP_ACCEPT_LANGUAGE="en")
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD, **fields})
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("users:profile")).status_code == 200


@pytest.mark.parametrize(
    ("says", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (SAFARI, "Safari, iPhone"),
        (CHROME, "Chrome, Windows"),
        (EDGE, "Edge, Windows"),
        ("curl/8.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_is_named_as_its_owner_knows_it(says, name):
    assert browser_of(says) == name


def test_the_list_shows_this_session_first_and_only_ones_own(ada, ben):
    sign_in("ben", EDGE)
    sign_in(browser=SAFARI)
    here = sign_in()
    page = here.get(URL).content.decode()
    names = re.findall(r'class="entry-name">([^<]+)', page)
    assert [name.strip() for name in names] == ["Firefox, Linux", "Safari, iPhone"]
    assert page.count("this one") == 1
    assert "127.0.0.1" in page


def test_one_session_is_ended_from_another(ada):
    phone, here = sign_in(browser=SAFARI), sign_in()
    [number] = re.findall(r'name="session" value="(\d+)"', here.get(URL).content.decode())
    assert here.post(URL, {"session": number}).url == URL
    assert not is_in(phone)
    assert is_in(here)


def test_all_others_are_ended_at_once(ada, ben):
    phones, here, bens = [sign_in(browser=SAFARI) for _ in range(3)], sign_in(), sign_in("ben")
    here.post(URL, {"others": "yes"})
    assert not any(is_in(phone) for phone in phones)
    assert is_in(here)
    assert is_in(bens)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "1 or 1", "²"])
def test_nonsense_ends_nothing(ada, number):
    here, phone = sign_in(), sign_in(browser=SAFARI)
    assert here.post(URL, {"session": number}).status_code == 302
    assert is_in(phone)


def asked(client: Client) -> str:
    """Everything that the database is asked while the reader's own profile is shown."""
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("users:profile"))
    return "\n".join(query["sql"] for query in queries)


def test_a_session_brings_its_reader_with_it(ada):
    client = sign_in()
    client.get(URL)
    sql = asked(client)
    assert sql.count('FROM "users_user"') == 1
    assert sql.count('FROM "django_session"') == 1


def test_a_session_of_which_nothing_is_noted_lets_in_all_the_same(ada):
    client = sign_in()
    UserSession.objects.all().delete()
    assert "ada" in client.get(reverse("users:profile")).content.decode()


def test_whoever_a_session_is_noted_of_it_lets_in_whom_it_is_of(ada, ben):
    client = sign_in()
    client.get(URL)
    UserSession.objects.update(user=ben)
    page = client.get(reverse("users:profile")).content.decode()
    assert ">ada</a>" in page
    assert ">ben</a>" not in page


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("name", ["session_key", "expire_date", "is_active", "password", "backend"])
def test_what_ends_a_session_ends_it_at_the_next_request(ada, name, settings):
    client = sign_in()
    assert is_in(client)
    if name == "session_key":
        Session.objects.all().delete()
    elif name == "expire_date":
        Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    elif name == "is_active":
        type(ada).objects.update(is_active=False)
    elif name == "password":
        ada.set_password("une autre phrase")
        ada.save()
    else:
        settings.AUTHENTICATION_BACKENDS = ["elsewhere.Backend"]
    assert not is_in(client)


def test_a_proof_made_with_the_secret_key_before_this_one_still_lets_in(ada, settings):
    client = sign_in()
    before, settings.SECRET_KEY = settings.SECRET_KEY, "another secret key for the tests alone"
    settings.SECRET_KEY_FALLBACKS = [before]
    assert is_in(client)


def test_what_is_changed_of_an_account_shows_in_its_sessions_at_once(ada):
    client = sign_in()
    client.get(URL)
    type(ada).objects.update(language="fr")
    assert '<html lang="fr">' in client.get(URL).content.decode()


def test_a_process_asks_the_cache_about_a_session_once_a_minute(ada, monkeypatch):
    keys = []
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False) as clock:
        client = sign_in()
        client.get(URL)
        monkeypatch.setattr(sessions.cache, "add", lambda key, *_: keys.append(key))
        client.get(URL)
        assert keys == []
        clock.shift(sessions.ASKED_EVERY)
        client.get(URL)
        client.get(URL)
    assert len(keys) == 1


def test_a_process_remembers_no_more_sessions_than_it_has_room_for(ada, monkeypatch):
    monkeypatch.setattr(sessions, "MOST_REMEMBERED", 2)
    for _ in range(5):
        sign_in().get(URL)
        assert len(sessions._asked) <= 2


def test_nobody_ends_anothers_session(ada, ben):
    adas, bens = sign_in(), sign_in("ben")
    number = UserSession.objects.get(user=ada).pk
    bens.post(URL, {"session": str(number)})
    assert is_in(adas)


def test_a_session_that_a_new_password_ended_is_not_listed(ada):
    phone, here = sign_in(browser=SAFARI), sign_in()
    url = reverse("account_change_password")
    asked = here.get(url)
    if asked.status_code == 302:
        here.post(asked.url, {"password": PASSWORD})
    new = "une autre phrase"
    assert here.post(url, {"oldpassword": PASSWORD, "password1": new, "password2": new}).status_code == 302
    assert not is_in(phone)
    page = here.get(URL).content.decode()
    assert "Safari" not in page
    assert "Firefox" in page


@pytest.mark.slow
def test_the_list_costs_the_same_however_many_there_are(ada):
    here = sign_in()
    here.get(URL)
    before = count_queries(here, URL)
    for _ in range(6):
        sign_in(browser=SAFARI)
    here.get(URL)  # signing in has what waits for her asked for again
    assert count_queries(here, URL) == before


def test_last_seen_is_noted_now_and_then_and_costs_most_pages_nothing(ada):
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False) as clock:
        client = sign_in()
        client.get("/leagues/")
        cost = count_queries(client, "/leagues/")
        clock.shift(sessions.NOTED_EVERY + 1)
        assert count_queries(client, "/leagues/") > cost
        assert count_queries(client, "/leagues/") == cost
        assert UserSession.objects.get().last_seen_at == timezone.now()


@pytest.mark.slow
def test_a_session_in_use_lives_on_and_one_that_is_not_ends_after_a_month(ada):
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False) as clock:
        used, idle = sign_in(remember="on"), sign_in(browser=SAFARI, remember="on")
        for _ in range(3):
            clock.shift(timedelta(days=20))
            assert is_in(used)
        assert not is_in(idle)


def test_without_staying_signed_in_the_cookie_ends_with_the_browser(ada):
    assert sign_in().cookies[settings.SESSION_COOKIE_NAME]["max-age"] == ""
    kept = sign_in(remember="on").cookies[settings.SESSION_COOKIE_NAME]
    assert kept["max-age"] == settings.SESSION_COOKIE_AGE


def test_signing_in_begins_a_session_with_a_new_key_and_signing_out_ends_it(ada, calais):
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.session.save()
    before = client.session.session_key
    client.cookies[settings.SESSION_COOKIE_NAME] = before
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    during = client.session.session_key
    assert during != before
    client.post(reverse("account_logout"))
    assert not Session.objects.filter(session_key__in=[before, during]).exists()


def test_what_is_known_of_a_session_is_forgotten_with_it(ada):
    phone, _here = sign_in(browser=SAFARI), sign_in()
    phone.post(reverse("account_logout"))
    tasks.forget_sessions()
    assert [row.user_agent for row in UserSession.objects.all()] == [FIREFOX]


def test_a_failure_notes_nothing(monkeypatch, ada):
    client = sign_in()
    monkeypatch.setattr("league.leagues.selectors.public_leagues", lambda *_: 1 / 0)
    client.raise_request_exception = False
    row = UserSession.objects.get()
    UserSession.objects.update(last_seen_at=row.last_seen_at - timedelta(days=2))
    assert client.get("/leagues/").status_code == 500
    assert UserSession.objects.get().last_seen_at < row.last_seen_at


def test_the_page_is_for_those_who_are_signed_in(visitor):
    make_user("zoe")
    assert visitor.get(URL).url.startswith(reverse("account_login"))
    assert visitor.post(URL, {"others": "yes"}).url.startswith(reverse("account_login"))
