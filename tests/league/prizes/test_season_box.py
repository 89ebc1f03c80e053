"""The box of prize money on a season's page: what the pool is made of, shares, and who confirms payouts."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from games.common import clock
from league.competitions.rules.common_rules import Names
from league.competitions.rules.prize_rules import Extra
from league.competitions.state.season_access import reader_of
from league.prizes.models import Proposal, Trustee
from league.prizes.selectors.season import season_money
from league.prizes.selectors.statement import share_of
from league.prizes.services.payouts.confirming import confirm
from tests.html_tree import tree
from tests.league.prizes.pages import at, text_of
from tests.league.prizes.test_records import record

pytestmark = pytest.mark.django_db


def box_of(season):
    """The box as a visitor has it."""
    user = AnonymousUser()
    return season_money(reader_of(season.league, season.competition.code, user, None, clock.shown()), user)


def lines_of(season) -> list[tuple[str, int]]:
    """What the pool is made of; the lines and the ledger come to the same."""
    pool = box_of(season).pool
    assert pool.amount == sum(line.amount for line in pool.lines)
    return [(line.name, line.amount) for line in pool.lines]


def in_the_box(client, season) -> str:
    return tree(text_of(client.get(season.competition.get_absolute_url()))).one(id="money").text


def test_the_pool_is_fees_less_shares_and_gifts(visitor, make_money_season):
    season = make_money_season().begin()
    record(season, "gift", 4000, name="Librairie du Port")
    assert lines_of(season) == [
        ("4 entry fees of 12.00 tokens", 4800),
        ("less the league’s share", -240),
        ("Gifts", 4000),
    ]
    assert -season.balance("pool") == box_of(season).pool.amount
    text = in_the_box(visitor, season)
    assert "12.00 tokens (play money) You get all of it back until your first game starts" in text
    assert f'href="{reverse("prizes:help-players")}#back"' in text_of(
        visitor.get(season.competition.get_absolute_url())
    )
    for words in ("4 entry fees of 12.00 tokens", "−2.40 tokens", "Prize pool", "85.60 tokens"):
        assert words in text, words


def test_fees_that_count_no_more_are_not_in_the_pool(money_season):
    money_season.enter_and_pay("p1")
    money_season.withdraw(money_season.enter_and_pay("p2"))
    assert lines_of(money_season) == [("1 entry fee of 12.00 tokens", 1200), ("less the league’s share", -60)]


def test_the_site_has_its_share_in_a_line_of_its_own(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    settings.PRIZES_SITE_PERCENT = 10
    season = make_money_season({"currency": "EUR", "online": False}).agree()
    season.announce()
    record(season, entry=season.enter("p1"))
    assert lines_of(season) == [
        ("1 entry fee of €12.00", 1200),
        ("less the league’s share", -60),
        ("less the site’s share", -120),
    ]


def test_the_guarantor_adds_what_is_missing_of_what_they_have_paid_in(visitor, make_money_season):
    season = make_money_season({"guaranteed": 6000}).begin()
    assert len(lines_of(season)) == 2, "nothing was paid in yet"
    assert "Guaranteed" in in_the_box(visitor, season)
    record(season, "guarantee", 1000)
    assert lines_of(season)[2:] == [("The guarantor would add", 1000)]
    record(season, "guarantee", 5000)
    assert lines_of(season)[2:] == [("The guarantor would add", 6000 - 4 * 1140)]
    season.finish()
    assert lines_of(season)[2:] == [("The guarantor would add", 6000 - 4 * 1140)]
    proposal = Proposal.objects.get(book=season.book)
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    assert lines_of(season)[2:] == [("Added by the guarantor", 6000 - 4 * 1140)]
    assert box_of(season).pool.amount == 6000, "prizes are taken from it, and it was what it was"


def test_a_cancelled_season_has_no_pool(make_money_season):
    season = make_money_season({"guaranteed": 6000}).begin()
    record(season, "guarantee", 6000)
    season.cancel()
    assert lines_of(season) == []


def test_each_place_has_its_share_beside_its_prize(visitor, make_money_season):
    season = make_money_season().begin()
    page = tree(text_of(visitor.get(season.competition.get_absolute_url())))
    rows = list(page.one(id="money").one("table").one("tbody").all("tr"))
    assert [[cell.text for cell in row.all("td")] for row in rows] == [
        ["50%", "22.80 tokens"],
        ["30%", "13.68 tokens"],
        ["20%", "9.12 tokens"],
    ]


def test_where_prizes_are_not_just_their_shares_none_are_shown(visitor, make_money_season):
    season = make_money_season().begin(2)
    assert [line.amount for line in box_of(season).prizes] == [1425, 855]
    assert not box_of(season).shows_shares
    assert "50%" not in in_the_box(visitor, season)


def test_what_nobody_wins_has_no_share(make_money_season):
    assert share_of(make_money_season().money, 0) == 0


@pytest.mark.parametrize("names", Names)
def test_those_who_confirm_payouts_now_are_named_below_the_prizes(visitor, make_money_season, names):
    season = make_money_season(names=names).begin()
    words = "2 treasurers, who do not play, confirm payouts: henrik, ines"
    assert words in in_the_box(visitor, season)
    assert words in tree(text_of(visitor.get(at("statement", season)))).one(id="prizes").text
    named = in_the_box(visitor, season)
    shown = sum(f"p{number}" in named for number in (1, 2, 3, 4))
    assert shown == (3 if names is Names.PEOPLE else 0)
    Trustee.objects.filter(user=season.ines).update(lost_at=clock.now(), lost_why="silent")
    assert "henrik and too few for now; payouts wait" in in_the_box(visitor, season)
    Trustee.objects.filter(user=season.henrik).update(lost_at=clock.now(), lost_why="silent")
    for text in (
        in_the_box(visitor, season),
        tree(text_of(visitor.get(at("statement", season)))).one(id="prizes").text,
    ):
        assert "no one for now; payouts wait" in text
        assert "henrik" not in text


def test_the_box_names_what_a_prize_takes_and_what_sponsors_give(visitor, make_money_season):
    given = {"extras": (Extra(3, 1500, "Librairie du Port"),), "prize_games": 1}
    text = in_the_box(visitor, make_money_season(given).agree().announce())
    assert "15.00 tokens more from Librairie du Port for rank 3" in text
    assert "To win a prize you need 1 game that counts." in text
