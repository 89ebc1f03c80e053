"""People who owe money, or are owed some, cannot delete their accounts; those who only confirm may."""

from __future__ import annotations

import pytest

from league.competitions import services
from league.leagues.models import Membership
from league.prizes.models import Payout, Proposal, Refund
from league.prizes.services.balances import BalanceKind, owed_to
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.payouts.paying_out import claim, hand_refund, pay
from league.prizes.services.payouts.rulings_after import Taking, propose_ruling
from league.prizes.services.watching import watch
from league.users.deletion import CannotDelete, consequences_of, delete_account
from tests.conftest import make_user
from tests.league.prizes.money_seasons import FEE

pytestmark = pytest.mark.django_db


def both_confirm(season) -> None:
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)


@pytest.mark.slow
def test_a_winner_stays_until_the_prize_is_paid_out(make_money_season):
    season = make_money_season().begin(2).finish()
    first = Payout.objects.filter(book=season.book).order_by("rank")[0]
    winner = first.entry.user
    for step in (lambda: None, lambda: both_confirm(season), lambda: claim(payout=first, user=winner)):
        step()
        with pytest.raises(CannotDelete, match="prize"):
            delete_account(user=winner)
    pay(payout=first, by=season.henrik, reference="play")
    delete_account(user=winner)


@pytest.mark.slow
def test_where_a_prize_was_sent_goes_with_the_account(make_money_season, settings):
    settings.PRIZES_REAL_MONEY, settings.PRIZES_OPERATOR = True, "Relais Jeux"
    season = make_money_season({"currency": "EUR", "online": False, "guarantor": ""}).begin(3).finish()
    both_confirm(season)
    first, second = Payout.objects.filter(book=season.book).order_by("rank")[:2]
    for payout in (first, second):
        claim(payout=payout, user=payout.entry.user, pay_to="FR76")
        pay(payout=payout, by=season.henrik, reference="SEPA")
    delete_account(user=first.entry.user)
    assert [Payout.objects.get(pk=each.pk).pay_to for each in (first, second)] == ["", "FR76"]


@pytest.mark.slow
def test_somebody_stays_whose_money_has_to_be_given_back(money_season):
    entry = money_season.enter_and_pay("p1")
    money_season.withdraw(entry)
    with pytest.raises(CannotDelete, match="given back to you"):
        delete_account(user=entry.user)
    hand_refund(refund=Refund.objects.get(), by=money_season.henrik, reference="SEPA")
    delete_account(user=entry.user)


@pytest.mark.slow
def test_somebody_stays_who_has_to_pay_a_prize_back(make_money_season):
    season = make_money_season().begin(3).finish()
    both_confirm(season)
    prizes = list(Payout.objects.filter(book=season.book).order_by("rank"))
    for payout in prizes:
        claim(payout=payout, user=payout.entry.user)
        pay(payout=payout, by=season.henrik, reference="play")
    prizes[0].refresh_from_db()
    taking = Taking(prizes[0], 100, prizes[1].entry)
    propose_ruling(
        competition=season.competition, by=season.henrik, reason="The first had help.", takings=[taking]
    )
    with pytest.raises(CannotDelete, match="prize of yours"):
        delete_account(user=prizes[1].entry.user)
    both_confirm(season)
    with pytest.raises(CannotDelete, match="pay a prize back"):
        delete_account(user=prizes[0].entry.user)
    delete_account(user=prizes[2].entry.user)


@pytest.mark.slow
def test_somebody_stays_whose_bank_took_the_fee_back(make_money_season):
    season = make_money_season().agree()
    season.announce()
    early = season.enter("p1")
    checkout = season.pay_online(early)
    season.provider_says(checkout, charged_back=FEE)
    with pytest.raises(CannotDelete, match="bank reversed the payment of an entry fee"):
        delete_account(user=early.user)
    season.pay_by_hand(season.fresh(early))
    playing = season.enter("p2")
    checkout = season.pay_online(playing)
    season.start()
    season.provider_says(checkout, charged_back=FEE)
    with pytest.raises(CannotDelete, match="bank reversed the payment of an entry fee"):
        delete_account(user=playing.user)


def test_a_place_that_was_never_paid_keeps_nobody(money_season):
    entry = money_season.enter("p1")
    delete_account(user=entry.user)


@pytest.mark.slow
def test_whoever_holds_money_stays_until_it_is_gone(money_season):
    entry = money_season.enter_and_pay("p1")
    with pytest.raises(CannotDelete, match="hold money"):
        delete_account(user=money_season.henrik)
    money_season.withdraw(entry)
    hand_refund(refund=Refund.objects.get(), by=money_season.ines, reference="SEPA")
    with pytest.raises(CannotDelete, match="until it is settled"):
        delete_account(user=money_season.henrik)  # the season goes on, and entrants are told to pay henrik
    money_season.cancel()
    delete_account(user=money_season.henrik)


@pytest.fixture
def grete(calais):
    """A member who guarantees a season's prizes."""
    person = make_user("grete")
    Membership.objects.create(league=calais, user=person)
    return person


@pytest.mark.slow
def test_a_guarantor_stays_until_the_deposit_is_back(make_money_season, grete):
    season = make_money_season({"guarantor": "GRETE"})
    season.agree().announce()
    for name in ("p1", "p2"):
        season.enter_and_pay(name)
    season.give("guarantee", "guarantor", 5000, name="GRETE")
    season.start()
    season.finish()
    with pytest.raises(CannotDelete, match="guarantee"):
        delete_account(user=grete)
    both_confirm(season)
    for payout in Payout.objects.filter(book=season.book):
        claim(payout=payout, user=payout.entry.user)
        pay(payout=payout, by=season.henrik, reference="play")
    watch(season.competition)
    with pytest.raises(CannotDelete, match="given back to you"):
        delete_account(user=grete)
    hand_refund(refund=Refund.objects.get(), by=season.henrik, reference="SEPA")
    delete_account(user=grete)


@pytest.mark.slow
def test_a_guarantor_who_carries_a_chargeback_stays(make_money_season, grete):
    season = make_money_season({"guarantor": "grete", "hold_days": 0})
    checkout = season.begin_with_one_online(people=2)
    season.finish()
    both_confirm(season)
    assert season.balance("guarantor") == 0
    season.provider_says(checkout, charged_back=FEE)
    with pytest.raises(CannotDelete, match="guarantee"):
        delete_account(user=grete)


def test_whoever_confirms_may_go_and_is_told_what_follows(money_season):
    assert "1 season" in " ".join(consequences_of(money_season.ines).endings)
    delete_account(user=money_season.ines)
    watch(money_season.competition)
    assert money_season.competition.trustees.get(user=money_season.ines).lost_why == "deleted"


@pytest.mark.slow
def test_a_season_that_is_all_over_is_not_spoken_of(make_money_season):
    season = make_money_season().begin(2).finish()
    assert "1 season" in " ".join(consequences_of(season.ines).endings)
    both_confirm(season)
    for payout in Payout.objects.filter(book=season.book):
        claim(payout=payout, user=payout.entry.user)
        pay(payout=payout, by=season.henrik, reference="play")
    assert "payouts" not in " ".join(consequences_of(season.ines).endings)


@pytest.mark.slow
def test_who_asks_learns_season_by_season_what_is_owed_or_disputed(make_money_season):
    season = make_money_season().begin(3)
    one, two = season.entry(1), season.entry(2)
    assert [(due.kind, due.amount) for due in owed_to(one.user)] == [
        (BalanceKind.FEE_THAT_WOULD_COME_BACK, FEE),
    ]
    season.finish()
    both_confirm(season)
    prizes = {each.entry_id: each for each in Payout.objects.filter(book=season.book)}
    said = [(due.season, due.kind, due.amount, due.currency, due.is_disputed) for due in owed_to(one.user)]
    assert said == [(season.competition, BalanceKind.PRIZE, prizes[one.pk].amount, "XTS", False)]
    assert [(due.kind, due.amount) for due in owed_to(season.henrik)] == [(BalanceKind.HELD, -3 * FEE)]
    claim(payout=prizes[one.pk], user=one.user)
    pay(payout=prizes[one.pk], by=season.henrik, reference="play")
    prizes[one.pk].refresh_from_db()
    taking = Taking(prizes[one.pk], 100, two)
    propose_ruling(competition=season.competition, by=season.henrik, reason="Had help.", takings=[taking])
    assert [(due.kind, due.amount, due.is_disputed) for due in owed_to(two.user)] == [
        (BalanceKind.PRIZE, prizes[two.pk].amount, False),
        (BalanceKind.PRIZE, 100, True),
    ]
    both_confirm(season)
    assert [(due.kind, due.amount) for due in owed_to(one.user)] == [(BalanceKind.PRIZE_TO_PAY_BACK, -100)]


@pytest.mark.slow
def test_what_is_owed_in_a_season_with_a_disputed_result_of_theirs_is_disputed(make_money_season):
    season = make_money_season(dispute_days=3).begin(4)
    upper, lower, other = season.entry(1), season.entry(2), season.entry(3)
    game = season.play(lower, upper)
    for entry in (upper, other):
        season.pay_by_hand(entry)  # once too often
    services.dispute(pairing=game.pairing, user=upper.user, said="The clock stood still.")
    assert [(due.kind, due.amount, due.is_disputed) for due in owed_to(upper.user)] == [
        (BalanceKind.REFUND, FEE, True)
    ]
    assert (BalanceKind.REFUND, FEE, False) in [
        (due.kind, due.amount, due.is_disputed) for due in owed_to(other.user)
    ]


def test_the_refusal_names_seasons_and_sums(money_season):
    entry = money_season.enter_and_pay("p1")
    with pytest.raises(CannotDelete, match=f"{money_season.competition.name}: 12.00 tokens"):
        delete_account(user=entry.user)
