"""The calendar of one's deadlines: its secret address, what stands in it, and what never does."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar

from games.common.guards.sealing import without_keys
from games.models import Game, Phase, Tenure
from league.users import calendars
from league.users.deletion import delete_account
from league.users.models import CalendarAddress
from tests.conftest import count_queries
from tests.games.conftest import (  # noqa: F401  (fixtures)
    NOON,
    RANKS,
    advance,
    answer,
    make_game,
    opened_game,
    phase_of,
    running_game,
    seat_all,
    seat_both,
    set_clock,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

PAGE = "/profile/calendar/"
SITE = "http://localhost:8000"


def make_address(browser: Client) -> str:
    """Press the button; the path of the address that the page shows."""
    shown = browser.post(PAGE, {"make": "yes"}).text
    (path,) = set(re.findall(rf"{SITE}(/calendar/key/[\w-]+\.ics)", shown))
    return path


def events_at(path: str, browser: Client | None = None) -> list[Any]:
    """What a calendar program reads there, signed in nowhere."""
    response = (browser or Client()).get(path)
    assert response.status_code == 200 and response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    read = Calendar.from_ical(response.content)
    assert not read.errors
    events = list(read.walk("VEVENT"))
    assert all(not each.errors for each in events)
    return events


def test_a_deadline_stands_there_with_a_link_and_nothing_else(running_game, ada, ben, eve, client_of):  # noqa: F811
    (event,) = events_at(make_address(client_of(ada)))
    game = f"{SITE}/l/calais/g/{running_game.code}/"
    assert event["SUMMARY"] == "Deadline" and event["URL"] == event["DESCRIPTION"] == game
    assert event["DTSTART"].dt == phase_of(running_game).deadline
    assert set(event) == {"UID", "DTSTAMP", "DTSTART", "SUMMARY", "URL", "DESCRIPTION", "TRANSP"}
    (french,) = events_at(make_address(client_of(ben)))
    assert french["SUMMARY"] == "Échéance"
    assert events_at(make_address(client_of(eve))) == []  # her league's games are not hers


@pytest.mark.slow
def test_it_is_the_same_whatever_anybody_saves(running_game, answer, ada, ben, client_of):  # noqa: F811
    path = make_address(client_of(ada))
    before = Client().get(path).content
    answer(ada, RANKS["ada"], ready=True)
    answer(ben, RANKS["ben"])
    assert Client().get(path).content == before


@pytest.mark.slow
def test_a_deadline_that_moves_is_the_same_event(running_game, advance, ada, client_of):  # noqa: F811
    path = make_address(client_of(ada))
    (first,) = events_at(path)
    Phase.objects.update(deadline=phase_of(running_game).deadline + timedelta(hours=5))
    (moved,) = events_at(path)
    assert moved["UID"] == first["UID"] and moved["DTSTART"].dt - first["DTSTART"].dt == timedelta(hours=5)
    advance()
    (following,) = events_at(path)
    assert following["UID"] != first["UID"]
    assert not {running_game.code, str(phase_of(running_game).pk)} & {*re.split(r"\W", following["UID"])}


def test_games_without_a_deadline_that_are_over_or_left_are_left_out(running_game, set_clock, ada, client_of):  # noqa: F811
    path = make_address(client_of(ada))
    Game.objects.update(untimed_until=NOON + timedelta(days=9))
    assert events_at(path) == []
    Game.objects.update(untimed_until=NOON - timedelta(days=9))
    assert len(events_at(path)) == 1
    Phase.objects.update(set_aside_at=NOON)
    assert events_at(path) == []
    Phase.objects.update(set_aside_at=None)
    Tenure.objects.filter(user=ada).update(left_at=NOON, left_how="resigned")
    assert events_at(path) == []
    Tenure.objects.filter(user=ada).update(left_at=None, left_how="")
    Game.objects.update(state=Game.State.CANCELLED)
    assert events_at(path) == []


@pytest.mark.slow
def test_where_nobody_may_know_who_plays_the_link_names_no_game(make_game, seat_all, client_of):  # noqa: F811
    game = make_game(variant="devil-and-god", settings={}, name="Nine")
    people = seat_all(game)
    for person in (people["GOD"], people["ITALY"]):
        path = make_address(client_of(person))
        (event,) = events_at(path)
        assert event["URL"] == f"{SITE}/games/" and game.code not in Client().get(path).text


def test_the_address_is_shown_once_and_kept_nowhere(ada, client_of):
    browser = client_of(ada)
    assert "calendar/key" not in browser.get(PAGE).text
    path = make_address(browser)
    secret = re.search(r"key/([\w-]+)\.ics", path)[1]
    assert len(secret) == 22  # 128 bits
    assert "calendar/key" not in browser.get(PAGE).text and "Create a new address" in browser.get(PAGE).text
    row = CalendarAddress.objects.values().get()
    assert secret not in str(row) and len(row["secret_sha256"]) == 64
    assert secret not in without_keys(f"Not Found: {path}")


def test_a_new_address_replaces_the_old_one_and_none_is_left_when_it_is_revoked(ada, client_of):
    browser = client_of(ada)
    old, new = make_address(browser), make_address(browser)
    assert [Client().get(path).status_code for path in (old, new)] == [404, 200]
    answer = browser.post(PAGE, {"revoke": "yes"}, follow=True)  # noqa: F811
    assert "no longer works" in answer.text and "Create a calendar address" in answer.text
    assert Client().get(new).status_code == 404
    browser.post(PAGE, {"revoke": "yes"})
    assert not CalendarAddress.objects.exists()


def test_nothing_is_made_by_looking_or_by_an_empty_form(ada, client_of, visitor):
    browser = client_of(ada)
    browser.get(PAGE), browser.post(PAGE), browser.get(f"{PAGE}?make=yes")
    assert not CalendarAddress.objects.exists()
    assert visitor.post(PAGE, {"make": "yes"}).status_code == 302


def test_nobody_keeps_or_lists_the_file(ada, client_of):
    response = Client().get(make_address(client_of(ada)))
    assert response.headers["Cache-Control"] == "private, no-store"
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert not response.cookies


@pytest.mark.parametrize("secret", ["x", "no-such-secret", "A" * 22, "a" * 500])
def test_what_nobody_made_is_not_there(secret):
    assert Client().get(f"/calendar/key/{secret}.ics").status_code == 404


def test_it_goes_with_the_account_and_rests_with_one_that_is_shut(ada, ben, client_of):
    path, other = make_address(client_of(ada)), make_address(client_of(ben))
    ada.is_active = False
    ada.save()
    assert Client().get(path).status_code == 404
    delete_account(user=ben)
    assert Client().get(other).status_code == 404
    assert list(CalendarAddress.objects.values_list("user", flat=True)) == [ada.pk]


@pytest.mark.slow
def test_the_file_takes_two_queries_however_many_games_there_are(make_game, seat_both, ada, client_of):  # noqa: F811
    path = make_address(client_of(ada))
    seat_both(make_game())
    assert count_queries(Client(), path) == 2
    for number in range(4):
        seat_both(make_game(name=f"Channel {number}"))
    assert count_queries(Client(), path) == 2 and len(events_at(path)) == 5


def test_a_long_line_is_folded_between_letters(settings):
    settings.SITE_ADDRESS = "https://" + "é" * 70 + ".example"
    for line in calendars.written([]).split(b"\r\n"):
        line.decode()
    folded = calendars._folded("SUMMARY:" + "é" * 100)
    assert all(len(line) <= 75 for line in folded.split(b"\r\n"))
    assert folded.replace(b"\r\n ", b"").decode() == "SUMMARY:" + "é" * 100 + "\r\n"
    assert [line.decode() for line in folded.split(b"\r\n ")]
