"""Payments of which the payer's bank takes back a part, takes more, and returns what it took."""

from __future__ import annotations

from importlib import import_module
from random import Random

import pytest
from django.apps import apps

from games.common import clock
from league.competitions.ladder.challenges import Why
from league.competitions.ladder.services.challenging import CannotChallenge
from league.competitions.services.locking import lock
from league.prizes.book.ledger import BookingDetails
from league.prizes.book.verifying import verify
from league.prizes.models import Booking, Payment, Payout, Proposal, Refund
from league.prizes.providers.port import ProviderRefuses, Refunded, Status
from league.prizes.selectors.movements import movements_of
from league.prizes.services.balances import BalanceKind, owed_as
from league.prizes.services.incoming import manual_entries, reconciling
from league.prizes.services.incoming.receiving import book_refund, sent_of
from league.prizes.services.payouts.confirming import confirm
from league.prizes.services.payouts.proposing import eligible
from league.prizes.services.refunds import refunding
from tests.league.prizes.money_seasons import FEE, MoneySeason
from tests.league.prizes.pages import at, text_of

pytestmark = pytest.mark.django_db

PART = 500
REST = FEE - PART
POOL = 1140


@pytest.fixture
def entry(money_season):
    return money_season.enter("p1")


@pytest.fixture
def checkout(money_season, entry):
    return money_season.pay_online(entry)


def states(entry):
    rows = Payment.objects.filter(entry=entry).order_by("pk")
    return list(rows.values_list("amount", "taken", "state"))


def refunds(season):
    rows = Refund.objects.filter(book=season.book).order_by("pk")
    return list(rows.values_list("amount", "given", "way", "state"))


def sums(season, *kinds):
    """What these accounts come to, once the book is known to be right."""
    assert verify(season.book).is_right
    return tuple(season.balance(kind) for kind in kinds)


def give(season, amount=None):
    """Give the refund that is due back, or a part of it."""
    refund = Refund.objects.select_related("book", "holder", "payment", "entry__user").get(state="due")
    given = refund.amount if amount is None else amount
    book_refund(lock(season.competition), refund, given, clock.now(), BookingDetails(entry=refund.entry))


@pytest.mark.slow
def test_a_part_that_is_taken_back_is_owed_again_and_the_rest_is_held(money_season, entry, checkout):
    for _again in range(2):
        money_season.provider_says(checkout, charged_back=PART)
    assert states(entry) == [(FEE, PART, "part")]
    assert (money_season.fresh(entry).state, money_season.fresh(entry).payment) == (
        "accepted",
        "charged_back",
    )
    assert sums(money_season, "clearing", "entrants", "pool") == (REST, -REST, 0)
    assert Booking.objects.filter(kind="chargeback").count() == 1
    assert [due.amount for due in owed_as(BalanceKind.FEE_TAKEN_BACK, entry.user)] == [-PART]


@pytest.mark.slow
def test_the_page_and_the_receipt_say_what_is_missing(client_of, money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    client = client_of(entry.user)
    answer = client.get(at("pay", money_season))
    assert "Your bank reversed your payment." in text_of(answer)
    assert (answer.context["page"].received, answer.context["page"].missing) == (REST, PART)
    assert [each.payment.taken for each in answer.context["page"].receipts] == [PART]
    money_season.pay_by_hand(money_season.fresh(entry), PART)
    answer = client.get(at("pay", money_season))
    text = text_of(answer)
    assert "Reversed by the bank</dt><dd>5.00 tokens" in text
    assert text.count("Receipt no. ") == 2
    # One line an account, though both holders have a part of the pool.
    parts = [(name.casefold(), amount) for name, amount in answer.context["page"].receipt.parts]
    assert sorted(parts) == [("league’s costs", 60), ("prize pool", POOL)]


@pytest.mark.slow
def test_what_is_missing_completes_the_fee_each_holder_with_their_own(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    money_season.pay_by_hand(money_season.fresh(entry), PART)
    assert states(entry) == [(FEE, PART, "in_fee"), (PART, 0, "fee")]
    assert money_season.fresh(entry).payment == "paid"
    assert sums(money_season, "entrants", "pool", "organiser_fee", "clearing", "cash") == (
        0,
        -POOL,
        -60,
        REST,
        PART,
    )
    assert money_season.balance("pool", money_season.cash) == -PART
    assert money_season.balance("pool", money_season.operator) == -(POOL - PART)


@pytest.mark.slow
def test_paying_the_whole_fee_online_instead_gives_the_rest_back(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    money_season.pay_online(money_season.fresh(entry))
    assert states(entry) == [(FEE, PART, "to_refund"), (FEE, 0, "fee")]
    assert refunds(money_season) == [(REST, 0, "provider", "due")]
    assert sums(money_season, "pool", "entrants") == (-POOL, 0)


def playing(make_money_season):
    """A season of three that is played; p1 paid online."""
    season = make_money_season()
    return season, season.begin_with_one_online(people=3)


@pytest.mark.slow
def test_no_game_begins_while_a_part_is_owed_and_after_seven_days_it_is_forfeited(make_money_season):
    season, checkout = playing(make_money_season)
    entry = season.fresh(checkout.entry)
    others = [season.entry(rank) for rank in (1, 2, 3)]
    other = next(each for each in others if each.pk != entry.pk)
    upper, lower = sorted((entry, other), key=lambda each: season.table.index(each.number))
    season.begin_game(lower, upper)
    season.provider_says(checkout, charged_back=PART)
    third = next(each for each in others if each.pk not in (entry.pk, other.pk))
    upper, lower = sorted((entry, third), key=lambda each: season.table.index(each.number))
    with pytest.raises(CannotChallenge) as refused:
        season.challenge(season.fresh(lower), season.fresh(upper))
    assert refused.value.refusal.why in (Why.OWING, Why.THEY_ARE_OWING)
    season.turn(days=7, seconds=1)
    assert (season.fresh(entry).state, season.fresh(entry).payment) == ("removed", "charged_back")
    # Their first game had started: what is left of the fee stays, split as a fee is.
    assert states(entry) == [(FEE, PART, "fee")]
    assert refunds(season) == []
    assert sums(season, "pool", "organiser_fee", "entrants") == (-2 * POOL - 665, -2 * 60 - 35, 0)


def leave_disqualified(season, entry):
    season.disqualify(season.fresh(entry))


def leave_after_a_game(season, entry):
    other = next(season.entry(rank) for rank in (1, 2, 3) if season.entry(rank).pk != entry.pk)
    season.play(other, season.fresh(entry))
    season.withdraw(season.fresh(entry))


def finish(season, _entry):
    season.finish()


STAYING = [leave_disqualified, leave_after_a_game, finish]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("end", STAYING)
def test_a_cent_that_is_taken_back_brings_nobody_the_rest_whose_fee_stays(make_money_season, end):
    season, checkout = playing(make_money_season)
    end(season, checkout.entry)
    for taken in (1, PART):
        for _again in range(2):
            season.provider_says(checkout, charged_back=taken)
            assert states(checkout.entry) == [(FEE, taken, "fee")]
            assert refunds(season) == []
    assert season.fresh(checkout.entry).payment == "charged_back"
    assert sums(season, "pool", "organiser_fee", "entrants") == (-2 * POOL - 665, -2 * 60 - 35, 0)
    season.provider_says(checkout, charged_back=1)
    assert states(checkout.entry) == [(FEE, 1, "fee")]
    assert sums(season, "pool", "organiser_fee", "entrants") == (-3 * POOL + 1, -3 * 60, 0)
    season.provider_says(checkout)
    assert (states(checkout.entry), refunds(season)) == ([(FEE, 0, "fee")], [])
    assert season.fresh(checkout.entry).payment == "paid"
    assert sums(season, "pool", "organiser_fee", "entrants") == (-3 * POOL, -3 * 60, 0)


@pytest.mark.slow
def test_a_fee_that_the_bank_took_whole_and_returns_stays_where_it_would_not_go_back(make_money_season):
    season, checkout = playing(make_money_season)
    leave_disqualified(season, checkout.entry)
    season.provider_says(checkout, charged_back=FEE)
    assert states(checkout.entry) == [(FEE, FEE, "taken_back")]
    season.provider_says(checkout)
    assert (states(checkout.entry), refunds(season)) == ([(FEE, 0, "fee")], [])


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("when", ["before", "after"])
def test_what_is_left_of_a_fee_of_a_season_that_is_cancelled_goes_back(make_money_season, when):
    season, checkout = playing(make_money_season)
    leave_after_a_game(season, checkout.entry)
    if when == "before":
        season.provider_says(checkout, charged_back=PART)
    season.cancel()
    season.provider_says(checkout, charged_back=PART)
    assert states(checkout.entry) == [(FEE, PART, "to_refund")]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize(
    ("end", "state"), [(MoneySeason.withdraw, "to_refund"), (MoneySeason.disqualify, "fee")]
)
def test_who_leaves_owing_before_a_game_gets_what_is_left_but_for_the_disqualified(
    money_season, entry, checkout, end, state
):
    money_season.provider_says(checkout, charged_back=1)
    end(money_season, money_season.fresh(entry))
    assert states(entry) == [(FEE, 1, state)]


@pytest.mark.slow
def test_a_fee_of_which_the_bank_has_a_part_wins_nothing(make_money_season):
    season, checkout = playing(make_money_season)
    season.finish()
    season.provider_says(checkout, charged_back=1)
    assert [checkout.entry.number] not in eligible(season.competition)


@pytest.mark.slow
def test_what_is_left_of_a_fee_is_counted_once_and_no_fee_that_was_paid(client_of, make_money_season):
    season, checkout = playing(make_money_season)
    leave_disqualified(season, checkout.entry)
    season.provider_says(checkout, charged_back=1)
    moves = movements_of(season.book, FEE)
    assert (moves.fees_counted, moves.fees_sum) == (3, 3 * FEE - 1)
    answer = client_of(checkout.entry.user).get(at("pay", season))
    assert answer.context["page"].how == "out"


@pytest.mark.slow
def test_an_account_owes_only_what_is_missing_of_a_smaller_fee(make_money_season):
    season, checkout = playing(make_money_season)
    season.finish()
    season.provider_says(checkout, charged_back=PART)
    assert [due.amount for due in owed_as(BalanceKind.FEE_TAKEN_BACK, checkout.entry.user)] == [-PART]


@pytest.mark.slow
def test_once_prizes_are_confirmed_what_the_bank_returns_of_a_smaller_fee_goes_to_its_payer(
    make_money_season,
):
    season, checkout = playing(make_money_season)
    leave_disqualified(season, checkout.entry)
    season.provider_says(checkout, charged_back=PART)
    season.finish()
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    season.provider_says(checkout)
    assert refunds(season) == [(PART, 0, "provider", "due")]
    assert sums(season, "pool", "entrants", "clearing") == (0, 0, FEE)


# What the bank returns of it -------------------------------------------------------------------------------


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("left", [200, 100])
def test_parts_that_come_to_the_whole_fee_again_count_at_once(money_season, entry, checkout, left):
    money_season.provider_says(checkout, charged_back=300)
    money_season.pay_by_hand(money_season.fresh(entry), 200)
    money_season.provider_says(checkout, charged_back=500)
    money_season.provider_says(checkout, charged_back=left)
    assert states(entry) == [(FEE, left, "fee"), (200, 0, "in_fee")]
    assert (money_season.fresh(entry).payment, money_season.fresh(entry).pay_by) == ("paid", None)
    # What is more than the fee goes back the way it came.
    assert refunds(money_season) == [(100, 0, "provider", "due")] * (left == 100)
    assert sums(money_season, "pool", "organiser_fee", "entrants") == (-POOL, -60, 0)
    money_season.withdraw(money_season.fresh(entry))
    assert sums(money_season, "pool", "entrants", "refunds") == (0, 0, -(FEE - left) - 200)


@pytest.mark.slow
def test_a_wrong_record_uncounts_a_fee_of_which_the_bank_returned_too_much(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=300)
    by_hand = money_season.pay_by_hand(money_season.fresh(entry), 200)
    money_season.provider_says(checkout, charged_back=100)
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert states(entry) == [(FEE, 100, "part"), (200, 0, "reversed")]
    assert refunds(money_season) == [(100, 0, "provider", "due")]


def test_a_bank_that_returns_some_of_what_was_paid_anew_leaves_the_fee_counted(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    money_season.pay_by_hand(money_season.fresh(entry), PART)
    money_season.provider_says(checkout, charged_back=200)
    assert states(entry) == [(FEE, 200, "in_fee"), (PART, 0, "fee")]
    assert refunds(money_season) == [(300, 0, "provider", "due")]
    assert sums(money_season, "clearing", "entrants", "pool") == (FEE - 200, 0, -POOL)


def test_a_second_dispute_that_is_won_again_completes_the_fee_again(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    money_season.pay_by_hand(money_season.fresh(entry), PART)
    money_season.provider_says(checkout)
    give(money_season)
    money_season.provider_says(checkout, charged_back=PART)
    assert states(entry) == [(FEE, PART, "part"), (PART, 0, "part")]
    money_season.provider_says(checkout)
    assert states(entry) == [(FEE, 0, "fee"), (PART, 0, "in_fee")]
    assert money_season.fresh(entry).payment == "paid"
    assert sums(money_season, "clearing", "entrants", "pool", "refunds") == (REST, 0, -POOL, 0)


@pytest.mark.slow
def test_more_that_is_taken_back_later_is_booked_by_itself(money_season, entry, checkout):
    for taken in (PART, PART, 900, FEE, FEE):
        money_season.provider_says(checkout, charged_back=taken)
    assert states(entry) == [(FEE, FEE, "taken_back")]
    assert sums(money_season, "clearing", "entrants", "pool") == (0, 0, 0)
    taken = Booking.objects.filter(kind="chargeback").order_by("number")
    assert [-row.legs.get(account__kind="clearing").amount for row in taken] == [PART, 400, 300]
    money_season.provider_says(checkout)
    assert states(entry) == [(FEE, 0, "fee")]
    assert sums(money_season, "clearing", "entrants", "pool") == (FEE, 0, -POOL)


@pytest.mark.slow
def test_what_the_bank_returns_counts_again_and_can_be_taken_again(money_season, entry, checkout):
    for _round in range(2):
        money_season.provider_says(checkout, charged_back=PART)
        assert sums(money_season, "clearing", "pool") == (REST, 0)
        money_season.provider_says(checkout)
        assert (money_season.fresh(entry).payment, states(entry)) == ("paid", [(FEE, 0, "fee")])
        assert sums(money_season, "clearing", "entrants", "pool") == (FEE, 0, -POOL)


def test_a_bank_that_returns_a_part_of_what_it_took_keeps_the_rest(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=FEE)
    money_season.provider_says(checkout, charged_back=PART)
    assert states(entry) == [(FEE, PART, "part")]
    assert money_season.fresh(entry).payment == "charged_back"
    assert sums(money_season, "clearing", "entrants", "pool") == (REST, -REST, 0)


def test_what_was_paid_anew_goes_back_once_the_bank_returns_it(money_season, entry, checkout):
    for _round in range(2):
        money_season.provider_says(checkout, charged_back=PART)
        if not _round:
            money_season.pay_by_hand(money_season.fresh(entry), PART)
            money_season.provider_says(checkout)
            assert states(entry) == [(FEE, 0, "in_fee"), (PART, 0, "fee")]
            assert refunds(money_season) == [(PART, 0, "provider", "due")]
            give(money_season)
    # They have it back from us, and now from the bank too: of the fee a part is missing.
    assert states(entry) == [(FEE, PART, "part"), (PART, 0, "part")]
    assert sums(money_season, "clearing", "entrants", "refunds") == (FEE - 2 * PART, -(FEE - PART), 0)


def test_each_holder_gives_their_own_part_back(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    money_season.pay_by_hand(money_season.fresh(entry), PART)
    money_season.withdraw(money_season.fresh(entry))
    assert sorted(refunds(money_season)) == [(PART, 0, "hand", "due"), (REST, 0, "provider", "due")]
    assert sums(money_season, "pool", "organiser_fee", "entrants", "refunds") == (0, 0, 0, -FEE)


def test_a_part_that_the_bank_returned_in_part_goes_back_with_the_fee(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    money_season.pay_by_hand(money_season.fresh(entry), PART)
    money_season.provider_says(checkout)
    money_season.withdraw(money_season.fresh(entry))
    assert states(entry) == [(FEE, 0, "to_refund"), (PART, 0, "to_refund")]
    assert sorted(refunds(money_season)) == [
        (PART, 0, "hand", "due"),
        (PART, 0, "provider", "due"),
        (REST, 0, "provider", "due"),
    ]
    assert sums(money_season, "pool", "entrants", "refunds") == (0, 0, -FEE - PART)


def test_a_wrong_record_leaves_a_part_held_that_the_bank_returned_in_part(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    by_hand = money_season.pay_by_hand(money_season.fresh(entry), PART)
    money_season.provider_says(checkout)
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert states(entry) == [(FEE, 0, "part"), (PART, 0, "reversed")]
    money_season.provider_says(checkout, charged_back=PART)
    assert states(entry) == [(FEE, PART, "part"), (PART, 0, "reversed")]
    assert sums(money_season, "entrants", "pool", "cash") == (PART - REST, 0, 0)


def test_a_fee_that_two_holders_have_is_counted_once(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    money_season.pay_by_hand(money_season.fresh(entry), PART)
    moves = movements_of(money_season.book, FEE)
    assert (moves.fees_counted, moves.fees_sum) == (1, FEE)


def test_a_record_that_was_wrong_leaves_the_rest_held(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=PART)
    by_hand = money_season.pay_by_hand(money_season.fresh(entry), PART)
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert states(entry) == [(FEE, PART, "part"), (PART, 0, "reversed")]
    assert sums(money_season, "entrants", "pool", "cash") == (-REST, 0, 0)


# Once it was given back, or paid out -----------------------------------------------------------------------


def test_after_a_completed_refund_the_guarantor_carries_the_part(money_season, entry, checkout):
    money_season.withdraw(entry)
    give(money_season)
    for _again in range(2):
        money_season.provider_says(checkout, refunded=FEE, charged_back=PART)
    assert states(entry) == [(FEE, PART, "taken_back")]
    assert sums(money_season, "guarantor", "clearing", "refunds", "pool") == (PART, -PART, 0, 0)
    assert refunds(money_season) == [(FEE, FEE, "provider", "done")]
    money_season.provider_says(checkout, refunded=FEE, charged_back=FEE)
    assert sums(money_season, "guarantor", "clearing") == (FEE, -FEE)
    money_season.provider_says(checkout, refunded=FEE)
    assert states(entry) == [(FEE, 0, "refunded")]
    assert sums(money_season, "guarantor", "clearing", "refunds") == (0, 0, 0)
    assert refunds(money_season) == [(FEE, FEE, "provider", "done")]


def test_what_the_bank_gave_the_payer_need_not_be_refunded(money_season, entry, checkout):
    money_season.withdraw(entry)
    money_season.provider_says(checkout, charged_back=PART)
    assert refunds(money_season) == [(FEE, PART, "provider", "due")]
    assert states(entry) == [(FEE, PART, "to_refund")]
    assert sums(money_season, "clearing", "refunds", "guarantor") == (REST, -REST, 0)
    money_season.provider_says(checkout)
    assert refunds(money_season) == [(FEE, 0, "provider", "due")]
    assert sums(money_season, "clearing", "refunds") == (FEE, -FEE)


class Bank:
    """A provider that gives back what it is asked for, each key once; `refused` from the next time on."""

    def __init__(self):
        self.given, self.taken, self.refused = {}, 0, False

    def refund(self, _name, amount, key):
        if self.refused:
            raise ProviderRefuses("over")
        return Refunded(key, self.given.setdefault(key, amount))

    def status(self, name):
        given = sum(self.given.values())
        return Status(
            "paid", amount=FEE, currency="XTS", charge_id=name, refunded=given, charged_back=self.taken
        )


@pytest.fixture
def bank(monkeypatch):
    made = Bank()
    monkeypatch.setattr(refunding, "by_key", lambda _key: made)
    return made


def send():
    """Send the refund that is due through its provider."""
    refund = Refund.objects.select_related("payment__checkout", "book__competition").get(state="due")
    refunding.send(refund)


@pytest.mark.parametrize("taken", [PART, FEE // 2])
def test_what_is_sent_after_the_bank_returned_a_part_is_sent_and_booked(
    money_season, entry, checkout, bank, taken
):
    money_season.withdraw(entry)
    money_season.provider_says(checkout, charged_back=taken)
    send()
    assert refunds(money_season) == [(FEE, FEE, "provider", "done")]
    money_season.provider_says(checkout, refunded=FEE - taken)
    assert refunds(money_season) == [(FEE, FEE - taken, "provider", "due")]
    send()
    assert refunds(money_season) == [(FEE, FEE, "provider", "done")]
    assert sum(bank.given.values()) == FEE
    assert sums(money_season, "clearing", "refunds") == (0, 0)


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("before", [0, 300])
@pytest.mark.parametrize("taken", [PART, FEE - 300])
def test_what_the_bank_takes_while_a_refund_is_sent_is_booked_after_it(
    money_season, entry, checkout, bank, monkeypatch, before, taken
):
    if before:
        money_season.provider_says(checkout, charged_back=before)
    money_season.withdraw(money_season.fresh(entry))
    send_it = bank.refund

    def refund(*asked):
        answer = send_it(*asked)
        money_season.provider_says(checkout, refunded=answer.given, charged_back=before + taken)
        return answer

    monkeypatch.setattr(bank, "refund", refund)
    send()
    due = FEE - before
    assert refunds(money_season) == [(due, due, "provider", "done")]
    assert states(entry) == [(FEE, before + taken, "taken_back")]
    assert sums(money_season, "clearing", "guarantor", "refunds", "entrants") == (-taken, taken, 0, 0)
    assert reconciling._unequal([entry.pk]) == []
    money_season.provider_says(checkout, refunded=due, charged_back=before)
    assert sums(money_season, "clearing", "guarantor", "refunds") == (0, 0, 0)
    assert refunds(money_season) == [(due, due, "provider", "done")]


def test_what_went_back_by_another_road_is_told_from_what_the_bank_gave(money_season, entry, checkout, bank):
    money_season.withdraw(entry)
    money_season.provider_says(checkout, charged_back=PART)
    bank.given["by somebody at the provider’s"], bank.taken, bank.refused = REST, PART, True
    send()
    assert refunds(money_season) == [(FEE, FEE, "provider", "done")]
    assert sums(money_season, "clearing", "refunds") == (0, 0)


@pytest.mark.slow
def test_after_the_payout_the_guarantor_carries_the_part_and_prizes_stay(make_money_season):
    season, checkout = playing(make_money_season)
    season.finish()
    proposal = Proposal.objects.get(book=season.book, state="open")
    for person in (season.henrik, season.ines):
        confirm(proposal=proposal, by=person, sha256=proposal.sha256)
    prizes = list(Payout.objects.order_by("pk").values_list("amount", "state"))
    for _round in range(2):
        for taken in (PART, 900):
            season.provider_says(checkout, charged_back=taken)
            assert sums(season, "guarantor", "pool") == (taken, 0)
            assert states(checkout.entry) == [(FEE, taken, "taken_back")]
        season.provider_says(checkout)
        assert sums(season, "guarantor", "pool", "clearing") == (0, 0, FEE)
        assert states(checkout.entry) == [(FEE, 0, "fee")]
    assert list(Payout.objects.order_by("pk").values_list("amount", "state")) == prizes


# Whatever comes --------------------------------------------------------------------------------------------


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("seed", range(8))
def test_whatever_bank_and_payer_do_the_book_is_right_and_says_what_the_provider_says(
    make_money_season, monkeypatch, seed
):
    random = Random(seed)
    season = make_money_season().agree()
    season.announce()
    entry = season.enter("p1")
    checkout = season.pay_online(entry)
    monkeypatch.setattr(reconciling, "_ask_now", lambda _checkout: False)
    for _step in range(12):
        fresh = season.fresh(entry)
        act = random.choice(("bank", "bank", "pay", "refund", "withdraw"))
        if act == "bank":
            back = Refund.objects.filter(payment__checkout=checkout, way="provider")
            given = sum(row.given for row in back) - _by_bank(checkout)
            season.provider_says(checkout, refunded=given, charged_back=random.choice((0, 300, PART, FEE)))
            assert season.balance("clearing", season.operator) == FEE - given - _taken(checkout)
            assert reconciling._unequal([entry.pk]) == []
        elif act == "pay" and fresh.payment == "charged_back" and fresh.pay_by:
            held = sum(row.rest for row in Payment.objects.filter(entry=entry, state="part"))
            season.pay_by_hand(fresh, FEE - held)
        elif act == "refund" and Refund.objects.filter(state="due").count() == 1:
            give(season)
        elif act == "withdraw" and _step > 8 and fresh.state == "accepted":
            season.withdraw(fresh)
        assert verify(season.book).is_right
        counted = Payment.objects.filter(entry=entry, state="fee").count()
        assert sum(season.balance(kind) for kind in ("pool", "organiser_fee")) == -FEE * counted


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("seed", range(8))
def test_however_parts_come_and_go_every_cent_is_held_counted_or_owed_once(make_money_season, seed):
    random = Random(seed)
    season, checkout = playing(make_money_season)
    entry = checkout.entry
    end = random.choice((*STAYING, MoneySeason.withdraw, None))
    begins = random.randrange(2, 9)
    for step in range(12):
        fresh = season.fresh(entry)
        if step == begins and end is not None and fresh.state == "playing":
            if end is not leave_after_a_game or fresh.payment == "paid":
                end(season, fresh)
        elif random.random() < 0.6:
            sent = sum(sent_of(row) for row in Refund.objects.filter(way="provider"))
            season.provider_says(checkout, refunded=sent, charged_back=random.choice((0, 1, 300, PART, FEE)))
            assert season.balance("clearing", season.operator) == FEE - sent - _taken(checkout)
        elif fresh.payment == "charged_back" and fresh.pay_by:
            held = sum(row.rest for row in Payment.objects.filter(entry=entry, state="part"))
            season.pay_by_hand(fresh, random.choice((1, FEE - held)))
        elif Refund.objects.filter(state="due").count() == 1:
            give(season)
        assert verify(season.book).is_right
        rows = Payment.objects.filter(book=season.book)
        counted = sum(row.rest for row in rows.filter(state__in=["fee", "in_fee"]))
        assert season.balance("pool") + season.balance("organiser_fee") == -counted
        assert season.balance("entrants") == -sum(row.rest for row in rows.filter(state="part"))
        due = sum(row.amount - row.given for row in Refund.objects.filter(book=season.book))
        assert season.balance("refunds") == -due
        assert rows.filter(entry=entry, state="fee").exists() or not rows.filter(state="in_fee").exists()


def _taken(checkout):
    return Payment.objects.get(checkout=checkout).taken


def _by_bank(checkout):
    """What of refunds was given by the bank."""
    legs = Booking.objects.filter(
        key__startswith=f"chargeback:{checkout.payment.pk}:", reversed_by=None, legs__account__kind="refunds"
    )
    return sum(legs.values_list("legs__amount", flat=True))


def test_payments_that_were_taken_back_before_say_how_much(money_season, entry, checkout):
    money_season.provider_says(checkout, charged_back=FEE)
    money_season.pay_by_hand(money_season.fresh(entry))
    Payment.objects.update(taken=0)
    import_module("league.prizes.migrations.0016_taken_back_in_part").fill(apps, None)
    assert states(entry) == [(FEE, FEE, "taken_back"), (FEE, 0, "fee")]
