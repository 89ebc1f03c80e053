"""What the page of withdrawing says is what it does: one's own case, and the sum that comes back."""

from __future__ import annotations

import pytest

from league.competitions.selectors.withdrawing import withdrawal_of
from league.competitions.state.season_access import reader_of
from league.prizes.models import Refund
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.pages import text_of

pytestmark = pytest.mark.django_db

SUM = "12.00 tokens"


def page(client_of, season, entry):
    return text_of(client_of(entry.user).get(f"{season.competition.get_absolute_url()}withdraw/"))


def said(season, entry):
    season.refresh()
    member = season.league.memberships.get(user=entry.user)
    reader = reader_of(season.league, season.competition.code, entry.user, member, season.clock.now)
    return withdrawal_of(reader, reader.entry)


def owed(season):
    return sum(row.amount for row in Refund.objects.filter(book=season.book, state__in=Refund.OPEN))


def unpaid(season):
    return (
        season.agree().announce().enter("p1"),
        0,
        "You can enter again while entries are open. No fee is due any more.",
    )


def in_part(season):
    season.agree().announce()
    entry = season.enter("p1")
    season.pay_by_hand(entry, 700)
    return entry, 700, "You get 7.00 tokens back."


def paid(season):
    return season.agree().announce().enter_and_pay("p1"), FEE, f"You get {SUM} back."


def on_the_ladder(season):
    return season.begin().entry(3), FEE, f"You have no game running. You leave rank 3. You get {SUM} back."


def after_a_game(season):
    season.begin()
    entry = season.entry(2)
    season.play(season.entry(1), entry)
    return season.fresh(entry), 0, "Your fee is not refunded: your first game has begun."


def too_much(season):
    season.agree().announce()
    entry = season.enter("p1")
    season.pay_by_hand(entry, FEE + 300)
    return season.fresh(entry), FEE, f"You get {SUM} back."


def back_again(season):
    """The bank took it and returned it: as if it had not been."""
    season.agree().announce()
    checkout = season.pay_online(season.enter("p1"))
    season.provider_says(checkout, charged_back=500)
    return season.fresh(checkout.entry), FEE - 500, "You get 7.00 tokens back."


@pytest.mark.parametrize("case", [unpaid, in_part, paid, on_the_ladder, after_a_game, too_much, back_again])
def test_the_page_says_what_comes_back_and_that_comes_back(make_money_season, client_of, case):
    season = make_money_season()
    entry, amount, words = case(season)
    text, before = page(client_of, season, entry), owed(season)
    assert words in text
    button = f"Withdraw and get {amount / 100:.2f} tokens back"
    assert (button in text) == (amount > 0)
    season.withdraw(entry)
    assert owed(season) - before == amount


def test_a_place_goes_to_who_waits(make_money_season):
    season = make_money_season(largest=2)
    season.agree().announce()
    entries = [season.enter(f"p{number}") for number in (1, 2)]
    assert "waiting list" not in said(season, entries[0]).follows
    waiting = season.enter("p3")
    follows = said(season, entries[0]).follows
    assert follows.startswith("Your place goes to the first person on the waiting list.")
    assert said(season, waiting).follows == "You leave the waiting list. No fee is due any more."
