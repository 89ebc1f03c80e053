"""What an open page of a season is sent of its money when something changes: what the page itself shows."""

from __future__ import annotations

import re

import pytest

from tests.league.competitions.rows import make_season
from tests.league.prizes.test_records import record

pytestmark = pytest.mark.django_db

SWAPPED = ' hx-swap-oob="true"'


def box_of(response) -> str:
    """The season's money, byte for byte."""
    assert response.status_code == 200, response.status_code
    (found,) = re.findall(
        r'<section class="panel" id="money".*?</section>', response.content.decode(), re.DOTALL
    )
    return found


@pytest.mark.slow
def test_an_open_page_is_sent_who_would_win_what(visitor, client_of, make_money_season):
    season = make_money_season().begin(3)
    address, version = season.competition.get_absolute_url(), season.competition.version
    loser, winner = season.entry(1), season.entry(2)
    readers = [visitor, client_of(winner.user), client_of(season.henrik)]
    before = [box_of(reader.get(address)) for reader in readers]
    season.play(winner, loser)
    for reader, old in zip(readers, before, strict=True):
        part = box_of(reader.get(f"{address}live/", {"version": version, "stage": "live"}))
        assert SWAPPED in part
        assert part.replace(SWAPPED, "") == box_of(reader.get(address)) != old
        names = re.findall(r"[123]\. (p\d)", part)
        assert names[:2] == [winner.user.username, loser.user.username]


@pytest.mark.slow
def test_before_the_season_begins_an_open_page_is_sent_its_money_too(visitor, money_season):
    entry = money_season.enter("p1")
    address = money_season.competition.get_absolute_url()
    version = money_season.refresh().competition.version
    record(money_season, entry=entry)
    part = box_of(visitor.get(f"{address}live/", {"version": version, "stage": "before"}))
    assert SWAPPED in part
    assert part.replace(SWAPPED, "") == box_of(visitor.get(address))


def test_a_season_without_money_sends_no_box_of_it(visitor, calais, carl, ada):
    season = make_season(calais, carl, [ada], state="running")
    answer = visitor.get(f"{season.get_absolute_url()}live/", {"version": season.version + 1})
    assert answer.status_code == 200
    assert b'id="money"' not in answer.content
