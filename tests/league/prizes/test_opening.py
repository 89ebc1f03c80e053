"""What a site and its operator allow: real money, caps, collecting online."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from league.competitions.errors import BadRules
from league.competitions.rules.prize_rules import PrizeRules
from league.prizes.models import OnlineApproval
from league.prizes.services import opening
from tests.conftest import make_user

pytestmark = pytest.mark.django_db

EUROS = {"currency": "EUR", "fee": 1200, "cash_holder": "henrik"}


@pytest.fixture
def check(make_money_season):
    season = make_money_season()

    def check_(**money):
        rules = replace(season.competition.terms, money=PrizeRules(**money))
        opening.check(season.league, rules)

    check_.season = season
    return check_


@pytest.fixture
def root():
    return make_user("root", is_staff=True, is_superuser=True)


@pytest.fixture
def real(settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux SARL"
    settings.STRIPE_SECRET_KEY, settings.STRIPE_WEBHOOK_SECRET = "sk_test", "whsec_test"
    return settings


def refused(check, **money):
    with pytest.raises(BadRules) as error:
        check(**money)
    return error.value.field


def test_play_money_needs_nothing(check):
    check(fee=1200, cash_holder="henrik", guarantor="henrik", online=True)


@pytest.mark.parametrize(("is_on", "operator"), [(False, "Relais Jeux SARL"), (True, "")])
def test_real_money_is_off_until_it_is_turned_on_and_its_holder_named(check, settings, is_on, operator):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = is_on, operator
    assert refused(check, **EUROS) == "currency"


def test_real_money_by_hand_needs_no_approval(check, real):
    check(**EUROS)


def test_fees_are_capped(check, real):
    real.PRIZES_FEE_CAP = 1199
    assert refused(check, **EUROS) == "fee"
    check(**{**EUROS, "fee": 1199})


def test_a_league_collects_online_only_once_the_operator_has_approved_it(check, real, root):
    online = {**EUROS, "online": True, "guarantor": "henrik"}
    assert refused(check, **online) == "online"
    given = OnlineApproval.objects.create(
        league=check.season.league, by=root, at=timezone.now(), reason="Known since 2019"
    )
    check(**online)
    given.ended_at, given.ended_by, given.ended_why = timezone.now(), root, "Closed"
    given.save()
    assert refused(check, **online) == "online"


def test_without_keys_nothing_is_paid_online(check, real, root):
    real.STRIPE_SECRET_KEY = ""
    OnlineApproval.objects.create(league=check.season.league, by=root, at=timezone.now(), reason="so")
    assert refused(check, **EUROS, online=True, guarantor="henrik") == "online"


def test_online_fees_have_a_guarantor(check):
    assert refused(check, fee=1200, online=True, cash_holder="henrik") == "guarantor"


@pytest.mark.parametrize("field", ["cash_holder", "guarantor"])
def test_those_named_are_members(check, field):
    given = {"fee": 1200, "cash_holder": "henrik", "guarantor": "henrik", "online": True, field: "nobody"}
    assert refused(check, **given) == field
