"""Seasons on the site's first page: a sign of life for strangers, a suggestion for members."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from league.competitions import services as seasons
from league.competitions.models import Competition
from league.competitions.rules.prize_rules import PrizeRules
from league.leagues import services
from league.leagues.models import League, Membership, Sanction
from league.leagues.opponents.services import lock_pool
from league.money import PLAY
from tests.league.competitions.seasons import RULES

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_season(make_season, ada):
    """One that takes entries; ada has been at a table before, so that she is not sent to practice."""
    return make_season().announce()


def front(client) -> str:
    cache.clear()
    return " ".join(client.get("/").content.decode().partition("<main")[2].split())


def test_strangers_are_told_of_a_season_that_takes_entries(visitor, open_season):
    page = front(visitor)
    season = open_season.competition
    places = RULES.largest
    assert f"Enter “Season 3” until 30 August: {places} free places, no entry fee." in page
    assert f'<a href="{season.get_absolute_url()}">See “Season 3”</a>' in page
    open_season.enter("fay")
    assert f"{places - 1} free places" in front(visitor)


def test_play_money_is_called_so_and_stands_beside_no_prize(visitor, open_season):
    money = PrizeRules(fee=500, currency=PLAY, online=True).to_json()
    season = open_season.competition
    Competition.objects.update(rules=season.rules | {"money": money})
    page = front(visitor)
    assert "entry fee 5.00 tokens of play money." in page
    assert "prize" not in page
    page = front(Client(HTTP_ACCEPT_LANGUAGE="fr"))
    assert "droit d’inscription de 5,00 jetons (argent fictif)" in page.replace("\u00a0", " ")
    Competition.objects.update(rules=season.rules | {"money": money | {"currency": "EUR"}})
    page = front(visitor)
    assert "entry fee €5.00." in page and "5.00 tokens" not in page


@pytest.mark.parametrize("why", ["closed", "draft", "full", "by invitation", "of a closed league"])
def test_what_a_stranger_cannot_enter_is_no_sign_of_life(visitor, open_season, why):
    season = Competition.objects.all()
    if why == "closed":
        open_season.clock(RULES.enters_until)
    elif why == "draft":
        season.update(state="draft")
    elif why == "full":
        season.update(rules=open_season.competition.rules | {"largest": 2})
        open_season.enter("fay"), open_season.enter("gus")
    elif why == "by invitation":
        season.update(rules=open_season.competition.rules | {"invitation": True})
    else:
        League.objects.update(visibility="invitation")
    assert "takes entries" not in front(visitor)


@pytest.fixture
def suggested(client_of, open_season):
    """What the first page suggests to someone who has played before, if anything."""

    def of(person) -> str:
        return front(client_of(person)).partition('class="suggest"')[2].partition("</section>")[0]

    return of


@pytest.fixture
def seated(ada, make_game, seat_both):
    """Ada has a game, so that no one sends her to practice."""
    return seat_both(make_game())


def test_a_member_is_led_to_the_form_of_entry(suggested, open_season, ada, seated):
    said = suggested(ada)
    assert "<h3>Season 3</h3>" in said and "Calais. Enter “Season 3” until" in said
    assert f'href="{open_season.competition.get_absolute_url()}enter/"' in said


@pytest.mark.parametrize("why", ["entered", "rules in it", "suspended", "of other leagues", "by invitation"])
def test_nobody_is_led_to_a_season_they_cannot_enter(suggested, open_season, ada, seated, why):
    season = open_season.competition
    own = Membership.objects.filter(user=ada)
    if why == "entered":
        seasons.enter(competition=season, user=ada)
    elif why == "rules in it":
        season.arbiters.update(user=ada)
    elif why == "suspended":
        own.update(suspended_until=RULES.ends_at)
    elif why == "of other leagues":
        own.update(
            league=services.create_league(
                user=open_season.organiser, name="Dover", slug="dover", description="", visibility="public"
            )
        )
    else:
        Competition.objects.update(rules=season.rules | {"invitation": True})
    assert "Season 3" not in suggested(ada)


@pytest.mark.parametrize("why", ["", "after a search", "banned", "of a closed league"])
def test_a_newcomer_in_no_league_is_shown_the_season_of_a_public_one(
    suggested, open_season, ada, seated, why
):
    Membership.objects.filter(user=ada).delete()
    league = open_season.league
    if why == "banned":
        Sanction.objects.create(
            league=league, person=ada, kind="ban", reason="x", by=open_season.organiser, at=RULES.enters_from
        )
    elif why == "after a search":
        Membership.objects.create(league=lock_pool().league, user=ada)
    elif why:
        League.objects.update(visibility="invitation")
    is_shown = why in ("", "after a search")
    said, address = suggested(ada), open_season.competition.get_absolute_url()
    assert (f'href="{address}">See the season</a>' in said) == is_shown
    assert ("Enter “Season 3” until" in said) == is_shown
    assert f"{address}enter/" not in said


def test_a_suspension_that_is_over_keeps_nobody_out(suggested, ada, seated):
    Membership.objects.filter(user=ada).update(suspended_until=RULES.enters_from - timedelta(days=1))
    assert "Season 3" in suggested(ada)


def test_the_first_page_costs_the_same_however_many_seasons(
    client_of, visitor, open_season, make_season, ada, seated, assert_queries_do_not_grow
):
    numbers = iter(range(100))

    def more() -> None:
        cache.clear()
        for _each in range(3):
            league = services.create_league(
                user=ada, name="x", slug=f"league-{next(numbers)}", description="", visibility="public"
            )
            fresh = Competition.objects.get(pk=open_season.competition.pk)
            fresh.pk, fresh.code, fresh.league = None, f"c{next(numbers)}", league
            fresh.save()

    more()
    for client in (visitor, client_of(ada)):
        client.get("/")
        assert_queries_do_not_grow(client, "/", more)
