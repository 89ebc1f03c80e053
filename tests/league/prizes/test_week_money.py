"""What an organiser's *This week* says of the money of seasons: as the seasons' own pages do."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.common import clock
from league.competitions.selectors.week import entries_of
from league.prizes.selectors.week import pools_of
from tests.league.prizes.test_records import record
from tests.league.prizes.test_season_box import box_of, text_of

pytestmark = pytest.mark.django_db


def test_the_pool_and_the_entries_are_those_of_the_season(client_of, calais, carl, money_season):
    for name in ("p1", "p2", "p3"):
        money_season.enter_and_pay(name)
    money_season.enter("p4")
    money_season.withdraw(money_season.enter_and_pay("p5"))
    record(money_season, "gift", 4000, name="Librairie du Port")
    (pool,) = pools_of(calais, carl, clock.now())
    assert pool.pool == box_of(money_season).pool.amount == -money_season.balance("pool")
    (entries,) = entries_of(calais, carl, clock.now())
    assert (entries.entered, entries.paid, entries.to_pay) == (4, 3, 1)
    page = text_of(client_of(carl).get(reverse("leagues:week", args=["calais"])))
    assert "74.20 tokens" in page
    assert pool.pool == 7420


def test_seasons_without_money_and_other_leagues_have_no_pool(calais, douvres, carl, dora, make_money_season):
    season = make_money_season().agree()
    assert pools_of(calais, carl, clock.now()) == [], "a draft"
    season.announce()
    assert len(pools_of(calais, carl, clock.now())) == 1
    assert pools_of(douvres, dora, clock.now()) == []
