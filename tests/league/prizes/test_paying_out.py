"""Prizes on their way out: claimed, paid once, failed, kept for the days against chargebacks."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.common import clock
from games.common.outbox.row import OutboxRow
from league.competitions.errors import NoReason, NotYours
from league.competitions.models import Entry
from league.prizes.errors import (
    NoDetails,
    NoReference,
    NotOwed,
    NotTrusted,
    OwnPrize,
    TooEarly,
    TooFewTrusted,
)
from league.prizes.models import Booking, Payout, Proposal, Refund, Trustee
from league.prizes.services.payouts import pay_details
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.payouts.paying_out import claim, fail, hand_refund, pay
from league.prizes.services.payouts.unclaimed import release_deposit, remind
from league.prizes.services.watching import watch
from tests.league.prizes.money_seasons import FEE, hash_for

pytestmark = pytest.mark.django_db

POOL = 3 * 1140


def confirmed(season):
    """The season, its prizes confirmed by both."""
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    return season


@pytest.fixture
def euros(make_money_season, settings):
    """Three paid by hand in euros; their prizes are confirmed."""
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    season = make_money_season({"currency": "EUR", "online": False, "guarantor": ""})
    return confirmed(season.begin(3).finish())


@pytest.fixture
def online(make_money_season):
    """p1 paid online, p2 by hand."""
    season = make_money_season({"hold_days": 150})
    season.begin_with_one_online(people=2)
    return confirmed(season.finish())


def first(season) -> Payout:
    return Payout.objects.filter(book=season.book).order_by("rank").first()


def told(about: str) -> int:
    return OutboxRow.objects.filter(topic="prize_mail", payload__occasion=about).count()


@pytest.mark.slow
def test_a_winner_says_where_to_send_it_and_it_is_paid(euros):
    payout = first(euros)
    winner = payout.entry.user
    claim(payout=payout, user=winner, pay_to="FR76 3000 …")
    claim(payout=payout, user=winner, pay_to="FR14 2004 …")
    paid = pay(payout=payout, by=euros.henrik, reference="SEPA 4711")
    assert (paid.state, paid.pay_to, paid.reference, paid.paid_by) == (
        "paid",
        "FR14 2004 …",
        "SEPA 4711",
        euros.henrik,
    )
    assert euros.balance("payouts") == -(POOL - payout.amount)
    assert euros.balance("cash") == 3 * FEE - payout.amount
    assert told("payout_paid") == 1


@pytest.mark.slow
def test_where_a_prize_was_sent_is_deleted_90_days_after_the_payout_and_not_before(euros):
    first_, second = Payout.objects.filter(book=euros.book).order_by("rank")[:2]
    for payout in (first_, second):
        claim(payout=payout, user=payout.entry.user, pay_to="FR76")
    paid = pay(payout=first_, by=euros.henrik, reference="SEPA")
    euros.clock(paid.closed_at + timedelta(days=90, seconds=-1))
    assert pay_details.forget_old() == 0
    euros.clock(paid.closed_at + timedelta(days=90))
    assert [pay_details.forget_old() for _again in range(2)] == [1, 0]
    assert [Payout.objects.get(pk=each.pk).pay_to for each in (first_, second)] == ["", "FR76"]


@pytest.mark.slow
def test_the_days_begin_anew_where_a_prize_is_sent_again(euros):
    payout = first(euros)
    for reference in ("SEPA 1", "SEPA 2"):
        claim(payout=payout, user=payout.entry.user, pay_to="FR76")
        pay(payout=payout, by=euros.henrik, reference=reference)
        euros.clock.pass_(days=60)
        if reference == "SEPA 1":
            fail(payout=payout, by=euros.henrik, reason="The bank sent it back.")
    assert pay_details.forget_old() == 0


@pytest.mark.slow
def test_paying_again_books_nothing(euros):
    payout = first(euros)
    claim(payout=payout, user=payout.entry.user, pay_to="FR76")
    for person in (euros.henrik, euros.henrik, euros.ines):
        pay(payout=payout, by=person, reference="SEPA 4711")
    assert Booking.objects.filter(kind="payout").count() == 1
    assert told("payout_paid") == 1


@pytest.mark.slow
def test_only_the_winner_claims_and_says_where_to(euros):
    payout = first(euros)
    other = Payout.objects.filter(book=euros.book).order_by("rank")[1].entry.user
    for person in (other, euros.henrik):
        with pytest.raises(NotYours):
            claim(payout=payout, user=person, pay_to="FR76")
    with pytest.raises(NoDetails):
        claim(payout=payout, user=payout.entry.user, pay_to="  ")


@pytest.mark.slow
def test_play_money_is_claimed_without_details(make_money_season):
    season = confirmed(make_money_season().begin(3).finish())
    payout = claim(payout=first(season), user=first(season).entry.user, pay_to="My bank account")
    assert (payout.state, payout.pay_to) == ("claimed", "")
    assert pay(payout=payout, by=season.ines, reference="play").state == "paid"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("who", ["organiser", "winner"])
def test_nobody_else_records_a_payment(euros, who):
    payout = first(euros)
    person = euros.organiser if who == "organiser" else payout.entry.user
    claim(payout=payout, user=payout.entry.user, pay_to="FR76")
    error = OwnPrize if who == "winner" else NotTrusted
    with pytest.raises(error):
        pay(payout=payout, by=person, reference="SEPA")
    with pytest.raises(error):
        fail(payout=payout, by=person, reason="Lost.")


@pytest.mark.slow
def test_what_was_not_confirmed_or_claimed_is_not_paid(make_money_season):
    season = make_money_season().begin(3).finish()
    payout = first(season)
    with pytest.raises(NotOwed):
        claim(payout=payout, user=payout.entry.user)
    confirmed(season)
    with pytest.raises(NotOwed):
        pay(payout=payout, by=season.henrik, reference="SEPA")
    claim(payout=payout, user=payout.entry.user)
    with pytest.raises(NoReference):
        pay(payout=payout, by=season.henrik, reference="  ")
    assert not Booking.objects.filter(kind="payout").exists()


@pytest.mark.slow
def test_online_money_is_not_paid_out_before_its_days_are_over(online):
    payout = Payout.objects.get(book=online.book, holder=online.operator)
    claim(payout=payout, user=payout.entry.user)
    with pytest.raises(TooEarly, match="is kept until"):
        pay(payout=payout, by=online.henrik, reference="SEPA")
    online.clock(payout.not_before)
    assert pay(payout=payout, by=online.henrik, reference="SEPA").state == "paid"
    assert online.balance("clearing") == FEE - payout.amount


@pytest.mark.slow
def test_payouts_wait_while_fewer_than_two_can_confirm(euros, carl):
    payout = first(euros)
    claim(payout=payout, user=payout.entry.user, pay_to="FR76")
    euros.league.memberships.filter(user=euros.ines).delete()
    with pytest.raises(TooFewTrusted):
        pay(payout=payout, by=euros.henrik, reference="SEPA")


@pytest.mark.slow
def test_a_payment_that_failed_is_told_and_claimed_anew(euros):
    payout = first(euros)
    claim(payout=payout, user=payout.entry.user, pay_to="FR76")
    with pytest.raises(NoReason):
        fail(payout=payout, by=euros.henrik, reason="")
    for _again in range(2):
        failed = fail(payout=payout, by=euros.henrik, reason="No such account.")
    assert (failed.state, failed.failure, failed.pay_to) == ("failed", "No such account.", "FR76")
    assert told("payout_failed") == 1
    with pytest.raises(NotOwed):
        pay(payout=payout, by=euros.henrik, reference="SEPA")
    claim(payout=payout, user=payout.entry.user, pay_to="FR14")
    assert pay(payout=payout, by=euros.henrik, reference="SEPA 2").state == "paid"


@pytest.mark.slow
def test_a_payment_that_comes_back_is_booked_back_and_paid_again(euros):
    payout = first(euros)
    for reference in ("SEPA 1", "SEPA 2", "SEPA 3"):
        claim(payout=payout, user=payout.entry.user, pay_to="FR76")
        assert pay(payout=payout, by=euros.henrik, reference=reference).state == "paid"
        assert euros.balance("cash") == 3 * FEE - payout.amount
        if reference != "SEPA 3":
            fail(payout=payout, by=euros.ines, reason="The bank sent it back.")
            assert euros.balance("cash") == 3 * FEE
    assert Booking.objects.filter(kind="payout").count() == 3
    assert Booking.objects.filter(kind="reversal").count() == 2


@pytest.mark.slow
def test_refunds_by_hand_are_given_once(money_season):
    entry = money_season.enter_and_pay("p1")
    money_season.withdraw(entry)
    refund = Refund.objects.get()
    with pytest.raises(NotTrusted):
        hand_refund(refund=refund, by=money_season.organiser, reference="SEPA")
    with pytest.raises(NoReference):
        hand_refund(refund=refund, by=money_season.henrik, reference="")
    for _again in range(2):
        done = hand_refund(refund=refund, by=money_season.henrik, reference="SEPA")
    assert (done.state, done.given, done.reference) == ("done", FEE, "SEPA")
    assert done.payment.state == "refunded"
    assert money_season.balance("cash") == 0
    assert told("refunded") == 1


@pytest.mark.slow
def test_a_refund_the_way_it_came_is_not_given_by_hand(money_season):
    checkout = money_season.pay_online(money_season.enter("p1"))
    money_season.withdraw(checkout.entry)
    with pytest.raises(NotOwed):
        hand_refund(refund=Refund.objects.get(), by=money_season.henrik, reference="SEPA")


@pytest.mark.slow
def test_a_winner_is_reminded_at_7_30_90_and_150_days(euros):
    payout = first(euros)
    found = []
    for day in (6, 7, 8, 29, 30, 89, 90, 149, 150, 179):
        euros.clock(payout.confirmed_at + timedelta(days=day))
        remind(euros.book, clock.now())
        found.append(told("claim_reminder") // 3)
    assert found == [0, 1, 1, 1, 2, 2, 3, 3, 4, 4]


@pytest.mark.slow
def test_after_a_long_silence_of_the_site_one_reminder_is_enough(euros):
    euros.clock.pass_(days=100)
    watch(euros.competition)
    watch(euros.competition)
    assert told("claim_reminder") == 3


@pytest.mark.slow
def test_whoever_has_claimed_is_not_reminded(euros):
    payout = first(euros)
    claim(payout=payout, user=payout.entry.user, pay_to="FR76")
    euros.clock.pass_(days=10)
    watch(euros.competition)
    assert told("claim_reminder") == 2


def all_paid(season):
    for payout in Payout.objects.filter(book=season.book):
        claim(payout=payout, user=Entry.objects.get(pk=payout.entry_id).user)
        pay(payout=payout, by=season.henrik, reference="play")


@pytest.mark.slow
def test_what_is_left_of_the_deposit_goes_back_when_all_is_paid(make_money_season):
    season = make_money_season({"guaranteed": 10000}).begin(2)
    record = season.give("guarantee", "guarantor", 9000, name="henrik")
    confirmed(season.finish())
    season.clock.pass_(days=1)
    watch(season.competition)
    assert season.refunds == []
    all_paid(season)
    assert watch(season.competition)
    assert not watch(season.competition)
    left = 9000 - (10000 - 2 * 1140)
    assert season.refunds == [(left, "due")]
    assert Refund.objects.get().key == f"record:{record.pk}"
    assert season.balance("guarantor") == 0


@pytest.mark.slow
def test_a_deposit_is_kept_while_payments_can_be_taken_back(make_money_season):
    season = make_money_season({"hold_days": 180, "guaranteed": 5000}).agree()
    season.announce()
    checkout = season.pay_online(season.enter("p1"))
    season.enter_and_pay("p2")
    season.give("guarantee", "guarantor", 5000, name="henrik")
    season.start()
    confirmed(season.finish())
    until = Payout.objects.filter(not_before__isnull=False).first().not_before
    season.clock(until)
    all_paid(season)
    season.clock(until - timedelta(seconds=1))
    assert not release_deposit(season.competition, season.book, clock.now())
    # Taken back after the payout: the deposit answers for it.
    season.provider_says(checkout, charged_back=FEE)
    season.clock(until)
    assert watch(season.competition)
    filled = 5000 - 2 * 1140
    assert season.refunds == [(5000 - filled - FEE, "due")]


@pytest.mark.slow
def test_one_lost_then_appointed_pays_out(euros, carl):
    from league.prizes.services.treasurers import agreeing, treasurers

    payout = first(euros)
    claim(payout=payout, user=payout.entry.user, pay_to="FR76")
    euros.league.memberships.filter(user=euros.ines).delete()
    grete = euros.member("grete")
    treasurers.appoint(competition=euros.competition, user=grete, by_admin=carl, reason="Ines has left.")
    agreeing.agree(competition=euros.competition, user=grete, sha256=hash_for(euros.competition, grete))
    assert pay(payout=payout, by=grete, reference="SEPA").state == "paid"
    assert Trustee.objects.filter(competition=euros.competition).count() == 3
