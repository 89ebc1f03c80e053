"""Entering a season with money: what is read before, what is confirmed, where it leads."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from league.competitions import services
from league.competitions.errors import NotAccepted
from league.competitions.models import Entry
from league.competitions.rules.prize_rules import Acceptance
from league.prizes.services.treasurers import agreeing, treasurers
from league.prizes.services.watching import watch
from tests.league.competitions.seasons import RULES
from tests.league.prizes.money_seasons import hash_for
from tests.league.prizes.pages import at, said, text_of, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def gated(make_money_season):
    """A season for people of 18 or more who live in France or Germany."""
    season = make_money_season({"least_age": 18, "countries": ("DE", "FR")}).agree()
    season.announce()
    return season


def enter_url(season):
    return reverse("tournaments:enter", args=["calais", season.competition.code])


def enter(client, season, **given):
    page = client.get(enter_url(season))
    return client.post(enter_url(season), typed(page.context["form"]) | given)


def test_before_anybody_enters_they_read_what_it_costs_and_what_becomes_of_it(client_of, ada, money_season):
    text = text_of(client_of(ada).get(enter_url(money_season)))
    for words in (
        "This season is played for play money.",
        "11.40 tokens",  # to the pool
        "0.60 tokens",  # to the league's costs
        "With 2 entries",
        "With 40 entries",
        "228.00 tokens",  # half of forty fees' part
        "Where your fee of 12.00 tokens goes",
        '<th scope="row">12.00 tokens</th><td>you leave before your first game starts',
        '<th scope="row">12.00 tokens</th><td>the season is cancelled, even halfway through',
        '<th scope="row">nothing</th><td>you leave after your first game has started',
        '<th scope="row">nothing</th><td>you are disqualified, at any time',
        "henrik, arbiter",
        "2 treasurers, who do not play, confirm payouts:",
        "henrik, ines",
        "Results are final at once.",
        money_season.competition.rules_sha256[:4],
        "I accept the",
    ):
        assert words in text, words
    assert at("statement", money_season) in text


def test_who_accepts_the_terms_is_led_to_payment(client_of, ada, money_season):
    client = client_of(ada)
    done = enter(client, money_season, terms="on")
    assert done.url == at("pay", money_season)
    entry = Entry.objects.get(user=ada)
    assert entry.payment == Entry.Payment.DUE
    assert entry.accepted_sha256 == money_season.competition.rules_sha256
    assert (entry.country, entry.confirmed_age) == ("", None)
    page = client.get(done.url)
    assert said(page) == ["You have entered. Pay the fee, and you are in."]
    assert "Your place is kept until" in text_of(page)


def test_without_the_box_nobody_enters_and_nothing_is_lost(client_of, ada, money_season):
    page = enter(client_of(ada), money_season, word="my own word")
    text = text_of(page)
    assert "Tick this box to accept the terms." in text
    assert 'value="my own word"' in text
    assert not Entry.objects.exists()


def test_before_paying_those_are_named_who_confirm_now(client_of, ada, carl, money_season):
    grete = money_season.member("grete")
    money_season.league.memberships.filter(user=money_season.ines).delete()
    watch(money_season.competition)
    treasurers.appoint(competition=money_season.competition, user=grete, by_admin=carl, reason="A third.")
    competition = money_season.refresh().competition
    agreeing.agree(competition=competition, user=grete, sha256=hash_for(competition, grete))
    text = text_of(client_of(ada).get(enter_url(money_season)))
    assert "henrik, grete" in text and "henrik, ines" not in text


def test_other_rules_than_those_shown_are_not_accepted(client_of, ada, money_season):
    page = enter(client_of(ada), money_season, terms="on", rules="0" * 64)
    assert "Tick the boxes to accept the terms of this season." in text_of(page)
    assert not Entry.objects.exists()
    with pytest.raises(NotAccepted):
        services.enter(competition=money_season.competition, user=ada)


@pytest.mark.slow
def test_age_and_country_are_asked_for_where_the_rules_have_them(client_of, ada, gated):
    client = client_of(ada)
    text = text_of(client.get(enter_url(gated)))
    assert "I am 18 years old or older." in text
    assert re.findall(r'<option value="(\w\w)">(\w+)</option>', text) == [("FR", "France"), ("DE", "Germany")]
    for given, words in (
        ({}, "Choose the country you live in."),
        ({"country": "FR"}, "Tick this box to confirm. Otherwise you can’t enter."),
        ({"country": "GB", "age": "on"}, "GB is not one of the available choices"),
    ):
        assert words in text_of(enter(client, gated, terms="on", **given))
    assert not Entry.objects.exists()
    assert enter(client, gated, terms="on", country="DE", age="on").url == at("pay", gated)
    entry = Entry.objects.get(user=ada)
    assert (entry.country, entry.confirmed_age) == ("DE", 18)
    assert entry.accepted_at is not None


def test_the_service_enforces_age_and_country_by_itself(ada, gated):
    sha256 = gated.competition.rules_sha256
    for accepts in (
        Acceptance(sha256),
        Acceptance(sha256, is_old_enough=True),
        Acceptance(sha256, is_old_enough=True, country="GB"),
        Acceptance(sha256, is_old_enough=False, country="FR"),
    ):
        with pytest.raises(NotAccepted):
            services.enter(competition=gated.competition, user=ada, accepts=accepts)


def test_countries_are_named_in_the_readers_language(client_of, ben, gated):
    text = client_of(ben).get(enter_url(gated)).content.decode()
    assert re.findall(r'<option value="(\w\w)">(\w+)</option>', text) == [
        ("DE", "Allemagne"),
        ("FR", "France"),
    ]


def test_on_the_waiting_list_nothing_is_due(client_of, ada, make_money_season):
    season = make_money_season(largest=2).agree()
    season.announce()
    season.enter("p1")
    season.enter("p2")
    client = client_of(ada)
    done = enter(client, season, terms="on")
    assert done.url == season.competition.get_absolute_url()
    text = text_of(client.get(at("pay", season)))
    assert "You are number 1 on the waiting list." in text
    assert "You pay nothing now." in text
    assert "Pay 12.00 tokens" not in text
    assert "2 of 2 places are taken. 2 of them are not paid yet." in text


def test_before_paying_one_reads_how_many_wait_and_what_becomes_of_the_fee(client_of, ada, make_money_season):
    season = make_money_season(largest=2).agree()
    season.announce()
    client = client_of(ada)
    text = text_of(client.get(enter_url(season)))
    assert "0 of 2 places are taken. No one is waiting for a place." in text
    season.enter_and_pay("p1")
    payer = season.enter("p2")
    waits = season.enter("p3")
    season.enter("p4")
    for reader, address in (
        (client, enter_url(season)),
        (client_of(payer.user), at("pay", season)),
        (client_of(waits.user), at("pay", season)),
    ):
        text = text_of(reader.get(address))
        for words in (
            "2 of 2 places are taken. 1 of them is not paid yet. 2 people are waiting for a place.",
            "On the waiting list you pay nothing.",
            "You then have 3 days to pay, but never beyond the end of entries.",
            "If your payment arrives later and no place is free, you get all of it back.",
        ):
            assert words in text, words
        assert not re.search(r"\bp4\b", text), "who waits is not said"
    assert "<dt>Waiting list</dt><dd>2 people are waiting for a place." in text_of(
        client_of(payer.user).get(at("pay", season))
    )


def test_a_season_with_gifts_alone_asks_for_no_fee(client_of, ada, make_money_season):
    season = make_money_season({"fee": 0, "online": False}).agree()
    season.announce()
    client = client_of(ada)
    assert "Where your" not in text_of(client.get(enter_url(season)))
    done = enter(client, season, terms="on")
    assert done.url == season.competition.get_absolute_url()
    assert Entry.objects.get().state == Entry.State.ACCEPTED
    assert client.get(at("pay", season)).status_code == 404


@pytest.mark.slow
def test_lists_and_the_seasons_page_say_what_is_to_be_paid(client_of, visitor, money_season):
    entry = money_season.enter("p1")
    code = money_season.competition.code
    entries = text_of(visitor.get(reverse("tournaments:entries", args=["calais", code])))
    assert "accepted, fee due by" in entries
    page = text_of(visitor.get(money_season.competition.get_absolute_url()))
    assert "1 of them not paid yet" in page
    own = text_of(client_of(entry.user).get(money_season.competition.get_absolute_url()))
    assert "Your place is kept until" in own
    assert at("pay", money_season) in own
    money_season.pay_by_hand(entry)
    own = text_of(client_of(entry.user).get(money_season.competition.get_absolute_url()))
    assert "You are in." in own


def test_only_paid_entries_count_towards_the_smallest_field(money_season):
    money_season.enter_and_pay("p1")
    money_season.enter("p2")
    money_season.clock(RULES.starts_at)
    money_season.turn()
    money_season.turn(days=2)
    assert money_season.competition.state == "cancelled"
    assert money_season.refunds == [(1200, "due")]
