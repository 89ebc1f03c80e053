"""Fees that a bank took back before prizes were confirmed, and returns afterwards: their payers get them."""

from __future__ import annotations

from random import Random

import pytest

from league.prizes.book.verifying import verify
from league.prizes.models import Payment, Payout, Proposal, Refund
from league.prizes.services.balances import BalanceKind, owed_as
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.refunds import refunding
from tests.league.prizes.money_seasons import FEE, MoneySeason
from tests.league.prizes.test_charging_back import leave_after_a_game, leave_disqualified

pytestmark = pytest.mark.django_db

POOL = 1140


def stay(_season, _entry):
    """They play to the end."""


def removed(season, _entry):
    """They do not pay again in time."""
    season.turn(days=7, seconds=1)


def confirmed(season) -> list[tuple[int, str]]:
    """Finish it and confirm its prizes; these."""
    season.finish()
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    return list(Payout.objects.order_by("pk").values_list("amount", "state"))


def due(season) -> int:
    rows = Refund.objects.filter(book=season.book, state__in=Refund.OPEN)
    assert verify(season.book).is_right
    assert season.balance("refunds") == -sum(row.amount - row.given for row in rows)
    return -season.balance("refunds")


def begun(make_money_season):
    season = make_money_season()
    return season, season.begin_with_one_online(people=3)


LEAVING = {
    "played to the end": (stay, False),
    "taken at the end": (stay, True),
    "removed, owing": (removed, False),
    "withdrawn before a game": (MoneySeason.withdraw, False),
    "withdrawn after a game": (leave_after_a_game, True),
    "disqualified": (leave_disqualified, False),
    "disqualified first": (leave_disqualified, True),
}
"""How someone leaves, and whether that is before the bank takes the fee."""


@pytest.mark.parametrize("steps", [(0,), (700, 0), (1, 0), (FEE - 1, 500, 0)], ids=str)
@pytest.mark.parametrize("how", LEAVING)
def test_it_is_owed_to_who_paid_it_whole_or_in_parts(make_money_season, how, steps):
    season, checkout = begun(make_money_season)
    leave, is_first = LEAVING[how]
    if is_first:
        leave(season, season.fresh(checkout.entry))
    if how == "taken at the end":
        season.finish()
    season.provider_says(checkout, charged_back=FEE)
    if not is_first:
        leave(season, season.fresh(checkout.entry))
    prizes = confirmed(season)
    assert season.balance("pool") == 0
    for left in steps:
        for _again in range(2):
            season.provider_says(checkout, charged_back=left)
        assert due(season) == FEE - left
        assert season.balance("pool") == season.balance("entrants") == season.balance("guarantor") == 0
    assert list(Payout.objects.order_by("pk").values_list("amount", "state")) == prizes
    assert not Payment.objects.filter(checkout=checkout, state__in=["fee", "in_fee", "part"]).exists()
    assert owed_as(BalanceKind.FEE_TAKEN_BACK, checkout.entry.user) == []
    assert season.fresh(checkout.entry).payment == "paid"


def test_once_it_is_given_back_the_entry_says_so(make_money_season, monkeypatch):
    season, checkout = begun(make_money_season)
    season.provider_says(checkout, charged_back=FEE)
    confirmed(season)
    season.provider_says(checkout)
    monkeypatch.setattr(refunding, "by_key", lambda _key: Pays())
    assert refunding.send_due() == 1
    assert season.fresh(checkout.entry).payment == "refunded"
    assert (season.balance("clearing"), season.balance("refunds")) == (0, 0)


class Pays:
    def refund(self, _name, amount, key):
        from league.prizes.providers.port import Refunded

        return Refunded(key, amount)


def test_one_that_the_guarantor_carried_clears_that_debt_and_counts(make_money_season):
    season, checkout = begun(make_money_season)
    confirmed(season)
    season.provider_says(checkout, charged_back=FEE)
    assert season.balance("guarantor") == FEE
    season.provider_says(checkout)
    assert (season.balance("guarantor"), due(season)) == (0, 0)
    assert Payment.objects.get(checkout=checkout).state == "fee"
    assert season.fresh(checkout.entry).payment == "paid"


def test_what_the_bank_takes_again_need_not_be_given_back(make_money_season):
    season, checkout = begun(make_money_season)
    season.provider_says(checkout, charged_back=FEE)
    confirmed(season)
    season.provider_says(checkout)
    season.provider_says(checkout, charged_back=500)
    assert (due(season), season.balance("guarantor")) == (FEE - 500, 0)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_whenever_prizes_are_confirmed_nothing_stays_in_the_pool(make_money_season, seed):
    random = Random(seed)
    season, checkout = begun(make_money_season)
    leave = random.choice([stay, leave_disqualified, leave_after_a_game, MoneySeason.withdraw])
    acts = ["bank"] * 3 + ["leave"] + ["bank"] * random.randrange(3) + ["end"] + ["bank"] * 5
    is_over = False
    for act in acts:
        entry = season.fresh(checkout.entry)
        if act == "end":
            confirmed(season)
            is_over = True
        elif act == "bank":
            sent = random.choice((0, 1, 500, 700, FEE, FEE))
            season.provider_says(checkout, charged_back=sent)
            assert season.balance("clearing", season.operator) == FEE - sent
        elif entry.state == "playing" and (leave is not leave_after_a_game or entry.payment == "paid"):
            leave(season, entry)
        assert verify(season.book).is_right
        due(season)
        if is_over:
            assert season.balance("pool") == season.balance("entrants") == 0
            assert season.balance("guarantor") >= 0
    season.provider_says(checkout)
    payment = Payment.objects.get(checkout=checkout)
    fee = payment.rest if payment.state == "fee" else 0
    assert (season.balance("guarantor"), due(season)) == (0, FEE - fee)
