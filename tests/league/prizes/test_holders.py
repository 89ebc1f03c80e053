"""Holders and guarantors are people, not names; their names and accounts stay until the book is settled."""

from __future__ import annotations

import importlib

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core.exceptions import ValidationError

from games.common import clock
from league.competitions.models import Competition
from league.competitions.state.season_access import reader_of
from league.leagues.models import Membership
from league.prizes.book.settled import unsettled
from league.prizes.models import Agreement, Book, Guarantor, Holder, PurseSetting, Refund
from league.prizes.selectors.agreeing import agreeing_of
from league.prizes.services.balances import answered_for
from league.prizes.services.payouts.paying_out import hand_refund
from league.prizes.services.treasurers.closing import concerned
from league.users.adapter import AccountAdapter
from league.users.deletion import CannotDelete, delete_account
from league.users.models import User
from tests.conftest import make_user
from tests.league.prizes.pages import at, text_of

pytestmark = pytest.mark.django_db

MIGRATION = importlib.import_module("league.prizes.migrations.0025_guarantors_by_key")


@pytest.fixture
def grete(calais):
    person = make_user("grete")
    Membership.objects.create(league=calais, user=person)
    return person


def people_of(season, user):
    """Those whom the page about agreeing lists, as `user` reads it."""
    season = season.refresh().competition
    reader = reader_of(
        season.league, season.code, user, season.league.memberships.get(user=user), clock.now()
    )
    return agreeing_of(reader, season.terms.money).people


def gone(user: User) -> None:
    """As accounts were deleted before holders had to stay."""
    name = f"former-member-{user.pk}"
    looks = {"skeleton": name, "skeleton_of_capitals": name}
    User.objects.filter(pk=user.pk).update(username=name, email="", is_active=False, **looks)
    EmailAddress.objects.filter(user=user).delete()
    Membership.objects.filter(user=user).delete()


def test_the_announcement_writes_down_the_guarantor_by_key(make_money_season, grete):
    season = make_money_season({"guarantor": "GRETE"}).agree()
    season.announce()
    assert (season.book.guarantor.user, season.book.guarantor.name) == (grete, "GRETE")


def test_who_takes_the_name_of_a_holder_reads_no_bank_details(money_season, client_of, calais):
    PurseSetting.objects.update_or_create(
        competition=money_season.competition, defaults={"bank_details": "IBAN OF HENRIK"}
    )
    gone(money_season.henrik)
    other = make_user("henrik")
    Membership.objects.create(league=calais, user=other)
    assert client_of(other).get(at("bank", money_season)).status_code == 404


def test_a_holder_who_is_called_otherwise_now_still_holds(money_season, client_of):
    User.objects.filter(pk=money_season.henrik.pk).update(username="heinrich")
    assert "Bank details" in text_of(client_of(money_season.henrik).get(at("bank", money_season)))


@pytest.mark.parametrize("name", ["henrik", "HENRIK", "ines", "henr1k"])
def test_names_in_rules_stay_taken_until_the_book_is_settled(money_season, name):
    for person in (money_season.henrik, money_season.ines):
        gone(person)
    with pytest.raises(ValidationError, match="looks too much like another"):
        AccountAdapter().clean_username(name)
    money_season.cancel()
    assert not unsettled().exists()
    if name != "henr1k":
        assert AccountAdapter().clean_username(name) == name


def test_the_name_of_a_guarantor_stays_taken_too(make_money_season, grete):
    season = make_money_season({"guarantor": "grete"}).agree()
    season.announce()
    gone(grete)
    assert User.looks_taken("grete")
    assert not User.looks_taken("gretel")


def test_an_account_may_change_the_capitals_of_its_own_kept_name(money_season):
    assert not User.looks_taken("Henrik", besides=money_season.henrik.pk)


def test_a_holder_and_a_guarantor_stay_until_the_book_is_settled(make_money_season, grete):
    season = make_money_season({"guarantor": "grete"}).agree()
    season.announce()
    for person in (season.henrik, grete):
        assert answered_for(person) == [season.competition]
        with pytest.raises(CannotDelete, match="until it is settled"):
            delete_account(user=person)
    entry = season.enter_and_pay("p1")
    season.cancel()
    with pytest.raises(CannotDelete, match="until it is settled"):
        delete_account(user=season.henrik)
    hand_refund(refund=Refund.objects.get(entry=entry), by=season.ines, reference="SEPA")
    for person in (season.henrik, grete):
        delete_account(user=person)


def test_whom_a_draft_alone_names_its_guarantor_is_kept_from_nothing(make_money_season, grete):
    make_money_season({"guarantor": "grete"})
    assert answered_for(grete) == []
    delete_account(user=grete)


def test_a_guarantor_of_before_there_were_agreements_is_known_all_the_same(
    make_money_season, grete, client_of
):
    season = make_money_season({"guarantor": "grete"}).agree()
    season.announce()
    Agreement.objects.all().delete()
    User.objects.filter(pk=grete.pk).update(username="margarete")
    grete.refresh_from_db()
    assert grete.pk in concerned(season.competition)
    assert "Bank details" in text_of(client_of(grete).get(at("bank", season)))
    [shown] = [each for each in people_of(season, grete) if "guarantor" in each.roles]
    assert (shown.name, shown.state, shown.is_me) == ("margarete", "by_organiser", True)
    season.give("guarantee", "guarantor", 500, name="grete")
    assert answered_for(grete) == [], "who never agreed is kept from nothing"
    season.cancel()
    assert [refund.name for refund in Refund.objects.all()] == ["grete"]
    delete_account(user=grete)


def test_who_agreed_is_shown_so_whatever_they_are_called_later(make_money_season, grete):
    season = make_money_season({"guarantor": "grete"}).agree()
    season.announce()
    User.objects.filter(pk=grete.pk).update(username="margarete")
    User.objects.filter(pk=season.henrik.pk).update(username="heinrich")
    found = {each.name: (each.roles, each.state) for each in people_of(season, season.ines)}
    assert found == {
        "heinrich": ("treasurer and cash holder", "agreed"),
        "ines": ("treasurer", "agreed"),
        "margarete": ("guarantor", "agreed"),
    }


def test_a_guarantor_who_was_no_ones_key_is_still_shown(make_money_season, grete):
    season = make_money_season({"guarantor": "grete"}).agree()
    season.announce()
    Guarantor.objects.all().delete()
    [shown] = [each for each in people_of(season, grete) if "guarantor" in each.roles]
    assert (shown.name, shown.state, shown.is_me) == ("grete", "by_organiser", False)


@pytest.mark.parametrize("lacking", ["cash_holder", "guarantor", "trustees"])
def test_rules_of_an_older_format_that_lack_a_role_keep_the_names_they_have(money_season, lacking):
    season = money_season.competition
    left = {name: value for name, value in season.rules["money"].items() if name != lacking}
    Competition.objects.filter(pk=season.pk).update(rules={**season.rules, "money": left})
    for person in (money_season.henrik, money_season.ines):
        gone(person)
    assert User.looks_taken("henrik")


def test_bank_details_go_with_the_account(money_season):
    PurseSetting.objects.update_or_create(
        competition=money_season.competition, defaults={"bank_details": "IBAN OF HENRIK"}
    )
    money_season.cancel()
    delete_account(user=money_season.henrik)
    assert PurseSetting.objects.get(competition=money_season.competition).bank_details == ""


def test_the_migration_finds_the_one_active_member_of_the_name(make_money_season, grete, capsys):
    season = make_money_season({"guarantor": "GRETE"}).agree()
    season.announce()
    for make in (lambda: None, lambda: Membership.objects.filter(user=grete).delete()):
        make()
        Guarantor.objects.all().delete()
        MIGRATION.fill(apps, None)
        found = list(Guarantor.objects.values_list("book", "user", "name"))
        is_member = Membership.objects.filter(user=grete).exists()
        assert found == ([(season.book.pk, grete.pk, "GRETE")] if is_member else [])
        assert (season.competition.code in capsys.readouterr().out) is not is_member


def test_play_chips_of_the_operator_alone_do_not_keep_a_book_open(money_season):
    assert list(unsettled()) == [money_season.book]
    money_season.cancel()
    assert not unsettled().exists()
    assert Holder.objects.filter(book=money_season.book).count() == 2
    assert Book.objects.count() == 1
