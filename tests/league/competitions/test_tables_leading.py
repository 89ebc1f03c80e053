"""What is missing to the first place of a table, by the scoring that the event has."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from league.competitions.tables.ended import Ended
from league.competitions.tables.leading import Missing, missing_of
from league.competitions.tables.scoring import SYSTEMS
from league.competitions.tables.seating import POWERS
from league.leagues.models import League
from league.users.models import User
from tests.games.conftest import set_clock  # noqa: F401
from tests.league.competitions.tables_seasons import TablesSeason


def board(*owned: int) -> Ended:
    centres = dict(zip(POWERS, owned, strict=True))
    return Ended(centres, {power: 1904 for power, count in centres.items() if not count})


def test_who_is_second_needs_so_many_of_the_first():
    missing = missing_of(board(3, 8, 7, 6, 0, 4, 6), SYSTEMS["c-diplo-100"].scores)
    assert missing["FRANCE"] == Missing(1, "ENGLAND")
    assert missing["GERMANY"] == Missing(2, "ENGLAND")
    assert "ENGLAND" not in missing, "it is first"
    assert "ITALY" not in missing, "it is out"


def test_of_two_at_the_top_each_needs_one_of_the_other():
    missing = missing_of(board(8, 8, 6, 6, 0, 3, 3), SYSTEMS["c-diplo-100"].scores)
    assert (missing["AUSTRIA"], missing["ENGLAND"]) == (Missing(1, "ENGLAND"), Missing(1, "AUSTRIA"))


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.key)
def test_what_is_said_is_enough_and_one_less_is_not(system):
    now = board(9, 7, 7, 4, 4, 3, 0)
    for power, (count, of) in missing_of(now, system.scores).items():
        for taken, leads in ((count - 1, False), (count, True)):
            owned = {**now.centres, power: now.centres[power] + taken, of: now.centres[of] - taken}
            scores = dict(system.scores(Ended(owned, now.out)))
            mine = scores.pop(power)
            assert (mine > max(scores.values())) is leads, (power, taken)


def test_where_centres_count_nothing_no_centre_helps_but_those_of_a_solo():
    """By the size of the draw all who live are equal, until one has 18."""
    missing = missing_of(board(9, 9, 8, 4, 2, 2, 0), SYSTEMS["draw-size"].scores)
    assert {power: each.centres for power, each in missing.items()} == {}
    assert sum(SYSTEMS["draw-size"].scores(board(9, 9, 8, 4, 2, 2, 0)).values(), Fraction()) > 0


@pytest.fixture
def at_the_top(calais: League, carl: User, set_clock: Any) -> TablesSeason:  # noqa: F811
    """The top board has just begun."""
    event = TablesSeason(calais, carl, set_clock, rounds=2, best_of=1, final=True).begin(7)
    event.ends(1)
    event.next_round()
    return event


def page_of(event: TablesSeason, **asked: int) -> str:
    client = Client()
    client.force_login(event.number(1).user)
    return client.get(event.competition.get_absolute_url(), asked).content.decode()


@pytest.mark.django_db
def test_a_top_table_that_is_played_says_what_each_lacks(at_the_top):
    assert "To lead" in page_of(at_the_top) and "from Russia" in page_of(at_the_top)
    assert "To lead" not in page_of(at_the_top, round=1)


@pytest.mark.django_db
def test_a_table_shows_the_board_of_its_game_where_everyone_may_see_it(at_the_top):
    pictured = f"/g/{at_the_top.game(2).code}/board/day/now.svg"
    page = page_of(at_the_top)
    assert pictured in page
    picture = Client().get(f"/l/calais{pictured}", follow=True)
    assert picture["Content-Type"] == "image/svg+xml"
    League.objects.update(visibility="private")
    assert "board/day" not in page_of(at_the_top)
