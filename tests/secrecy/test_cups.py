"""A knock-out is read in its league alone, what is done to it by those who may; and by numbers its file says
no names, and no one's words.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.common import clock
from games.services.masters import rulings
from league.competitions.knock_out.rules import Seeding
from league.competitions.knock_out.ruling import name_who_goes_on
from league.competitions.log.exporting import export_bytes
from league.competitions.models import Competition
from league.leagues import services as leagues
from league.leagues.models import League
from league.users.models import User
from tests.conftest import make_user
from tests.games.conftest import set_clock  # noqa: F401
from tests.league.competitions.knock_outs import KnockOutSeason
from tests.secrecy.strangers import assert_unknown_if_private, assert_unknown_under, codes

pytestmark = pytest.mark.django_db


def desk(season: Competition, what: str) -> list[str]:
    return [f"{season.get_absolute_url()}desk/{what}/"]


@pytest.fixture
def cup(calais: League, carl: User, set_clock: Any) -> KnockOutSeason:  # noqa: F811
    """Four have begun; pairings 1 and 2 are played."""
    return KnockOutSeason(calais, carl, set_clock, names="numbers").begin(4)


@pytest.fixture
def olga() -> User:
    """A stranger, who has a league of her own."""
    person: User = make_user("olga")
    given = {"name": "Douvres", "slug": "douvres", "description": "", "visibility": "public"}
    leagues.create_league(user=person, **given)
    return person


def test_by_numbers_a_cups_file_is_the_same_whatever_its_people_are_called(cup: KnockOutSeason) -> None:
    cup.wins(1)
    game: Any = cup.pairing(2).game
    rulings.declare_void(game=game, user=cup.arbiter, reason="A server was down.")
    cup.hear()
    cup.settle()
    on = cup.sides(2)[0]
    given = {"number": 2, "by": cup.arbiter, "on": on.number, "reason": "The better position."}
    name_who_goes_on(competition=cup.competition, **given)
    cup.disqualify(on)
    words = [b"zelda", b"The better position.", b"Two accounts."]
    before = export_bytes(cup.competition, clock.now())
    for number, entry in enumerate(cup.competition.entries.select_related("user")):
        User.objects.filter(pk=entry.user_id).update(username=f"zelda{number}")
    cup.refresh()
    assert export_bytes(cup.competition, clock.now()) == before
    assert not [each for each in words if each in before]
    Competition.objects.filter(pk=cup.competition.pk).update(
        rules=cup.competition.rules | {"names": "people"}
    )
    told = export_bytes(cup.refresh().competition, clock.now())
    assert all(each in told for each in words), "by names they are told"


def test_a_cup_is_unknown_under_another_leagues_address(cup: KnockOutSeason, olga: User) -> None:
    assert_unknown_under("douvres", cup, olga)


def test_a_private_leagues_cup_is_as_unknown_as_no_league(cup: KnockOutSeason, olga: User) -> None:
    assert_unknown_if_private(cup, olga)


def test_seeds_are_put_by_who_runs_it_and_are_unknown_to_everybody_else(
    calais: League,
    carl: User,
    olga: User,
    set_clock: Any,  # noqa: F811
) -> None:
    cup = KnockOutSeason(calais, carl, set_clock, seeding=Seeding.HAND).announce()
    for name in ("p1", "p2", "p3", "p4"):
        cup.enter(name)
    page = desk(cup.close_entries().competition, "seeds")
    assert codes(carl, page) == [200]
    readers = [cup.number(1).user, cup.member("gus"), olga]
    assert [codes(reader, page) for reader in readers] == [[404]] * 3
    assert codes(None, page) == codes(None, desk(Competition(league=calais, code="nosuchcode"), "seeds"))


def test_who_goes_on_is_said_by_arbiters_and_is_unknown_to_everybody_else(
    cup: KnockOutSeason, olga: User
) -> None:
    game: Any = cup.pairing(1).game
    rulings.declare_void(game=game, user=cup.arbiter, reason="Two accounts.")
    cup.hear()
    cup.settle()
    page = desk(cup.competition, "goes-on/1")
    assert codes(cup.arbiter, page) == [200]
    readers = [*(each.user for each in cup.sides(1)), cup.sides(2)[0].user, cup.member("gus"), olga]
    assert [codes(reader, page) for reader in readers] == [[404]] * 5
