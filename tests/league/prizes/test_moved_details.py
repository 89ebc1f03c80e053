"""Where a prize or a refund is sent is changed: by its owner's password, with a mail, and not unseen."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.common.guards import limits
from games.common.outbox.row import OutboxRow
from league.prizes.models import Booking, Payout, Refund
from league.users import password_forms
from tests.conftest import PASSWORD
from tests.league.prizes.pages import at, shown, text_of
from tests.league.prizes.test_desk_pages import both_confirm, prizes

pytestmark = pytest.mark.django_db

FIRST, THIEF = "FR76 3000 FIRST", "FR14 9999 THIEF"


@pytest.fixture
def season(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    return make_money_season({"currency": "EUR", "online": False, "guarantor": ""})


class Claimed:
    """A prize that someone won."""

    about, act, field = "payout_moved", {"act": "pay"}, "pay-reference"

    def __init__(self, season):
        self.row = prizes(both_confirm(season.begin(3).finish()))[0]
        self.own = reverse("prizes:own-claim", args=[self.row.pk])
        self.desk = at("payout", season, self.row.pk)


class Refunded:
    """A fee that goes back by hand."""

    about, act, field = "refund_moved", {}, "reference"

    def __init__(self, season):
        season.agree().announce()
        entry = season.enter_and_pay("p1")
        season.withdraw(entry)
        self.row = Refund.objects.select_related("entry__user").get()
        self.own = reverse("prizes:own-refund", args=[self.row.pk])
        self.desk = at("refund", season, self.row.pk)


@pytest.fixture(params=[Claimed, Refunded])
def owed(request, season, client_of):
    made = request.param(season)
    made.owner = client_of(made.row.entry.user)
    made.owner.post(made.own, {"pay_to": FIRST})
    return made


def where(owed) -> str:
    return type(owed.row).objects.get(pk=owed.row.pk).pay_to


def mails(owed) -> list:
    rows = OutboxRow.objects.filter(topic="prize_mail", payload__occasion=owed.about)
    return list(rows.values_list("payload__user", flat=True))


@pytest.mark.parametrize("password", ["", "wrong"])
def test_a_session_alone_moves_nothing(owed, password):
    answer = owed.owner.post(owed.own, {"pay_to": THIEF, "password": password})
    assert "password" in answer.context["form"].errors
    assert THIEF in text_of(answer), "what was typed is not lost"
    assert (where(owed), mails(owed)) == (FIRST, [])


def test_who_knows_the_password_moves_it_and_is_mailed(owed):
    assert owed.owner.post(owed.own, {"pay_to": THIEF, "password": PASSWORD}).status_code == 302
    assert (where(owed), mails(owed)) == (THIEF, [owed.row.entry.user_id])


def test_the_same_again_needs_no_password_and_mails_nobody(owed):
    assert owed.owner.post(owed.own, {"pay_to": f" {FIRST}\r\n"}).status_code == 302
    assert (where(owed), mails(owed)) == (FIRST, [])


def test_guesses_are_counted_and_over_the_limit_nothing_is_told(owed, monkeypatch):
    monkeypatch.setattr(password_forms, "TRIES", limits.Limit("guesses", 1, 3600))
    owed.owner.post(owed.own, {"pay_to": THIEF, "password": "wrong"})
    told = [owed.owner.post(owed.own, {"pay_to": THIEF, "password": each}) for each in ("wrong", PASSWORD)]
    assert {each.status_code for each in told} == {429}
    assert [list(each.context["form"].errors) for each in told] == [["__all__"]] * 2
    assert where(owed) == FIRST


def test_what_moved_since_it_was_read_is_not_recorded_as_sent(owed, season, client_of):
    keeper = client_of(season.henrik)
    read = shown(owed.row)
    assert read["shown"] in keeper.get(owed.desk).content.decode()
    owed.owner.post(owed.own, {"pay_to": THIEF, "password": PASSWORD})
    answer = keeper.post(owed.desk, owed.act | {owed.field: "SEPA 4711"} | read)
    said = text_of(answer)
    assert "The payment details changed after you opened this page" in said
    assert THIEF in said and FIRST not in said and "SEPA 4711" in said
    assert shown(owed.row)["shown"] in said and read["shown"] not in said
    assert not Booking.objects.filter(kind__in=["payout", "refund"]).exists()
    for nothing in ({}, {"shown": ""}):
        keeper.post(owed.desk, owed.act | {owed.field: "SEPA 4711"} | nothing)
    assert not Booking.objects.filter(kind__in=["payout", "refund"]).exists()
    keeper.post(owed.desk, owed.act | {owed.field: "SEPA 4711"} | shown(owed.row))
    assert Booking.objects.filter(kind__in=["payout", "refund"]).count() == 1


def test_where_a_payment_failed_another_address_needs_the_password_too(season, client_of):
    owed = Claimed(season)
    owed.owner, keeper = client_of(owed.row.entry.user), client_of(season.henrik)
    owed.owner.post(owed.own, {"pay_to": FIRST})
    keeper.post(owed.desk, {"act": "fail", "fail-reason": "No such account."})
    assert owed.owner.post(owed.own, {"pay_to": THIEF}).status_code == 200
    assert (where(owed), Payout.objects.get(pk=owed.row.pk).state) == (FIRST, "failed")
    owed.owner.post(owed.own, {"pay_to": FIRST})
    assert Payout.objects.get(pk=owed.row.pk).state == "claimed"
