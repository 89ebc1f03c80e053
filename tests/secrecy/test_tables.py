"""An event at tables is read in its league alone, what is done to it by those who may; and the powers that a
player wishes stay with that player until the round is drawn.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.common import clock
from league.competitions.log.exporting import export_bytes
from league.competitions.models import CheckIn
from league.competitions.tables import checking
from league.leagues import services as leagues
from league.leagues.models import League
from league.users.models import User
from tests.conftest import make_user
from tests.games.conftest import set_clock  # noqa: F401
from tests.league.competitions.tables_seasons import TablesSeason
from tests.secrecy.strangers import addresses, assert_unknown_if_private, assert_unknown_under, codes

pytestmark = pytest.mark.django_db

DESK = ("desk/drawing/", "desk/apart/", "desk/roll/", "desk/tables/1/")


@pytest.fixture
def event(calais: League, carl: User, set_clock: Any) -> TablesSeason:  # noqa: F811
    """Seven have played a round; check-in for the final, where rankings decide who plays what, is open."""
    made = TablesSeason(calais, carl, set_clock, rounds=2, best_of=1, top_powers="rankings").begin(7)
    made.ends(1)
    made.check_in("p2")
    return made


@pytest.fixture
def olga() -> User:
    """A stranger, who has a league of her own."""
    person: User = make_user("olga")
    given = {"name": "Douvres", "slug": "douvres", "description": "", "visibility": "public"}
    leagues.create_league(user=person, **given)
    return person


def read(event: TablesSeason, user: Any) -> list[bytes]:
    """What a person, or a visitor, is shown of the event: every page and file."""
    client = Client()
    if user is not None:
        client.force_login(user)
    found = []
    for path in addresses(event.competition, "calais"):
        cache.clear()
        found.append(b"".join(client.get(path)))
    return found


def test_wishes_are_sealed_until_the_round_is_drawn(event: TablesSeason, olga: User) -> None:
    readers = [None, event.arbiter, event.organiser, event.member("p1"), olga]
    before = [read(event, reader) for reader in readers], export_bytes(event.competition, clock.now())
    CheckIn.objects.filter(entry__number=2).update(ranking=["TURKEY", "ITALY"], twice=True)
    after = [read(event, reader) for reader in readers], export_bytes(event.competition, clock.now())
    assert [_plain(each) for each in after[0]] == [_plain(each) for each in before[0]]
    assert after[1] == before[1]
    own = b"".join(read(event, event.member("p2")))
    assert b'value="TURKEY" selected' in own, "the player is shown what was typed"


TOKEN = re.compile(rb"\b[A-Za-z0-9]{64}\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{32}\b")


def _plain(pages: list[bytes]) -> list[bytes]:
    """Pages without their tokens against forgery, and the keys of their forms: both are new each time."""
    return [TOKEN.sub(b"", each) for each in pages]


def test_an_event_is_unknown_under_another_leagues_address(event: TablesSeason, olga: User) -> None:
    assert_unknown_under("douvres", event, olga)


def test_a_private_leagues_event_is_as_unknown_as_no_league(event: TablesSeason, olga: User) -> None:
    assert_unknown_if_private(event, olga)


def test_the_desk_is_for_those_who_run_it(event: TablesSeason, olga: User) -> None:
    event.check_in()
    event.turn(hours=48)
    base = event.competition.get_absolute_url()
    paths = [base + each for each in DESK]
    assert codes(event.organiser, paths) == codes(event.arbiter, paths) == [200, 200, 404, 404]
    for reader in (event.member("p1"), event.member("gus"), olga):
        assert codes(reader, paths) == [404] * 4


def test_by_numbers_an_events_file_says_no_names_and_no_ones_words(
    calais: League,
    carl: User,
    set_clock: Any,  # noqa: F811
) -> None:
    event = TablesSeason(
        calais, carl, set_clock, rounds=1, best_of=1, final=False, names="numbers"
    ).announce()
    for number in range(1, 9):
        event.enter(f"p{number}")
    given = {"competition": event.competition, "by": event.organiser, "pairs": [(1, 2)]}
    checking.keep_apart(**given, reason="They live together.")
    event.close_entries()
    event.check_in()
    event.start()
    before = export_bytes(event.competition, clock.now())
    assert b"They live together." not in before
    for number, entry in enumerate(event.competition.entries.select_related("user")):
        User.objects.filter(pk=entry.user_id).update(username=f"zelda{number}")
    assert export_bytes(event.refresh().competition, clock.now()) == before
