"""An entry that was paid twice: where the counted payment falls away, another that is still there counts."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from games.common.outbox.row import OutboxRow
from league.competitions.services.locking import lock
from league.prizes.book.books import refunds_to_make
from league.prizes.book.comparing import differences
from league.prizes.book.ledger import BookingDetails
from league.prizes.book.verifying import verify
from league.prizes.errors import NotOwed
from league.prizes.models import Booking, Payment, Refund
from league.prizes.outbox.post import money_mails
from league.prizes.services.incoming import manual_entries
from league.prizes.services.incoming.receiving import book_refund
from league.prizes.services.payouts import paying_out
from league.prizes.services.refunds import refunding
from tests.league.prizes.money_seasons import FEE
from tests.league.prizes.online import begin_and_pay, run_tasks

pytestmark = pytest.mark.django_db

POOL = 1140


@pytest.fixture
def entry(money_season):
    return money_season.enter("p1")


def states(entry):
    return list(Payment.objects.filter(entry=entry).order_by("pk").values_list("amount", "state"))


def refunds(season):
    rows = Refund.objects.filter(book=season.book).order_by("pk")
    return list(rows.values_list("amount", "given", "state"))


def sums(season, *kinds):
    assert verify(season.book).is_right
    return tuple(season.balance(kind) for kind in kinds)


def paid_twice(season, entry):
    """Online, and by hand: the second is to go back."""
    checkout = season.pay_online(entry)
    season.pay_by_hand(season.fresh(entry))
    assert states(entry) == [(FEE, "fee"), (FEE, "to_refund")]
    return checkout


@pytest.mark.parametrize("taken", [FEE, 500])
def test_where_a_bank_takes_the_counted_one_the_other_becomes_the_fee(money_season, entry, taken):
    checkout = paid_twice(money_season, entry)
    money_season.provider_says(checkout, charged_back=taken)
    now = money_season.fresh(entry)
    assert (now.state, now.payment, now.pay_by) == ("accepted", "paid", None)
    rest = "taken_back" if taken == FEE else "to_refund"
    assert states(entry) == [(FEE, rest), (FEE, "fee")]
    assert refunds(money_season) == [(FEE, 0, "withdrawn")] + [(700, 0, "due")] * (taken == 500)
    assert sums(money_season, "pool", "entrants", "cash") == (-POOL, 0, FEE)
    assert money_season.balance("refunds") == taken - FEE
    # What the bank returns then goes back.
    money_season.provider_says(checkout)
    assert sums(money_season, "pool", "refunds", "entrants") == (-POOL, -FEE, 0)


def test_the_same_while_the_season_runs(make_money_season):
    season = make_money_season()
    checkout = season.begin_with_one_online(people=3)
    season.pay_by_hand(season.fresh(checkout.entry))
    season.provider_says(checkout, charged_back=FEE)
    now = season.fresh(checkout.entry)
    assert (now.state, now.payment, now.pay_by) == ("playing", "paid", None)
    assert sums(season, "pool", "refunds") == (-3 * POOL, 0)


def test_where_the_counted_record_is_corrected_the_other_becomes_the_fee(money_season, entry):
    by_hand = money_season.pay_by_hand(entry)
    checkout = money_season.pay_online(money_season.fresh(entry))
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert states(entry) == [(FEE, "reversed"), (FEE, "fee")]
    assert money_season.fresh(entry).payment == "paid"
    assert sums(money_season, "pool", "cash", "refunds") == (-POOL, 0, 0)
    assert refunds(money_season) == [(FEE, 0, "withdrawn")]
    assert refunding.send_due() == 0, "nothing goes back of what counts"
    # A refund that was withdrawn can be owed again.
    money_season.withdraw(money_season.fresh(entry))
    assert refunds(money_season) == [(FEE, 0, "due")]
    assert sums(money_season, "pool", "refunds") == (0, -FEE)
    assert Payment.objects.get(checkout=checkout).state == "to_refund"


def test_the_earliest_of_those_that_came_whole_counts_and_never_a_part(money_season, entry):
    checkout = money_season.pay_online(entry)
    money_season.pay_by_hand(money_season.fresh(entry), 500)
    money_season.clock.pass_(hours=1)
    first = money_season.pay_by_hand(money_season.fresh(entry))
    money_season.clock.pass_(hours=1)
    second = money_season.pay_by_hand(money_season.fresh(entry))
    money_season.provider_says(checkout, charged_back=1)
    found = dict(Payment.objects.filter(entry=entry).values_list("pk", "state"))
    assert (found[first.pk], found[second.pk]) == ("fee", "to_refund")
    assert sorted(found.values()) == ["fee", "to_refund", "to_refund", "to_refund"]
    assert sums(money_season, "pool", "refunds") == (-POOL, 1 - 500 - FEE - FEE)


def test_one_that_is_too_much_counts_and_the_surplus_goes_back(money_season, entry):
    checkout = money_season.pay_online(entry)
    money_season.pay_by_hand(money_season.fresh(entry), FEE + 300)
    money_season.provider_says(checkout, charged_back=FEE)
    assert refunds(money_season) == [(FEE + 300, 0, "withdrawn"), (300, 0, "due")]
    assert sums(money_season, "pool", "refunds", "cash") == (-POOL, -300, FEE + 300)


def test_one_that_was_given_back_or_asked_for_does_not_count(money_season, entry):
    checkout = paid_twice(money_season, entry)
    refund = Refund.objects.select_related("book", "holder", "payment", "entry__user").get(state="due")
    book_refund(lock(money_season.competition), refund, 1, money_season.clock.now, BookingDetails())
    money_season.provider_says(checkout, charged_back=FEE)
    assert money_season.fresh(entry).payment == "charged_back"
    assert states(entry) == [(FEE, "taken_back"), (FEE, "to_refund")]


def test_one_whose_refund_the_provider_was_asked_for_does_not_count(money_season, entry):
    by_hand = money_season.pay_by_hand(entry)
    money_season.pay_online(money_season.fresh(entry))
    Refund.objects.update(asked=FEE, asked_as="refund:1")
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert money_season.fresh(entry).payment == "charged_back"


def test_a_refund_that_was_withdrawn_is_neither_made_nor_mailed(money_season, entry):
    checkout = paid_twice(money_season, entry)
    rows = list(OutboxRow.objects.filter(topic="prize_mail", payload__occasion="refund_due"))
    assert len(rows) == 1 and money_mails.parcels(rows)
    money_season.provider_says(checkout, charged_back=FEE)
    assert not money_mails.parcels(rows)
    refund = Refund.objects.get()
    with pytest.raises(NotOwed):
        paying_out.hand_refund(refund=refund, by=money_season.ines, reference="transfer")
    with pytest.raises(NotOwed):
        paying_out.send_to(refund=refund, user=entry.user, pay_to="FR76")
    with pytest.raises(IntegrityError), transaction.atomic():
        Refund.objects.filter(pk=refund.pk).update(given=1)


def test_a_payment_that_was_corrected_leaves_nothing_paid_or_given(money_season, entry):
    """Someone leaves whose fee was then recorded by mistake, or was, and paid it a second time."""
    by_hand = money_season.pay_by_hand(entry)
    money_season.withdraw(money_season.fresh(entry))
    assert money_season.fresh(entry).payment == "paid"
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert refunds(money_season) == [(FEE, 0, "withdrawn")]
    assert money_season.fresh(entry).payment == "none"
    assert sums(money_season, "cash", "refunds", "entrants") == (0, 0, 0)


def test_what_was_given_of_another_payment_is_still_said(money_season, entry):
    made = begin_and_pay(entry)
    run_tasks()
    by_hand = money_season.pay_by_hand(money_season.fresh(entry))
    money_season.withdraw(money_season.fresh(entry))
    run_tasks()
    assert Payment.objects.get(checkout=made).state == "refunded"
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert money_season.fresh(entry).payment == "refunded"


def test_refunds_of_corrected_payments_of_earlier_books_are_withdrawn(money_season, entry):
    by_hand = money_season.pay_by_hand(entry)
    money_season.withdraw(money_season.fresh(entry))
    other = money_season.enter("p2")
    money_season.pay_by_hand(other)
    money_season.withdraw(money_season.fresh(other))
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert Booking.objects.filter(key__startswith="reversal:refund_due:").count() == 1
    Refund.objects.update(state="done", given=FEE)
    import_module("league.prizes.migrations.0021_withdrawn_refunds").withdraw(apps, None)
    assert refunds(money_season) == [(FEE, 0, "withdrawn"), (FEE, FEE, "done")]


def test_a_refund_that_was_withdrawn_differs_in_nothing(money_season, entry):
    by_hand = money_season.pay_by_hand(entry)
    money_season.pay_online(money_season.fresh(entry))
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert refunds(money_season) == [(FEE, 0, "withdrawn")]
    assert differences(money_season.book) == []
    refund = Refund.objects.get()
    Refund.objects.update(state="due")
    assert differences(money_season.book) == [f"refund {refund.pk} is due, and is not owed any more"]
    Refund.objects.update(state="withdrawn")
    # It is owed again, by another booking.
    money_season.withdraw(money_season.fresh(entry))
    assert differences(money_season.book) == []
    Refund.objects.update(state="withdrawn")
    assert f"refund {refund.pk} is withdrawn, and is owed" in differences(money_season.book)
    Refund.objects.update(state="due", amount=5)
    assert f"refund {refund.pk} is 5, its booking {FEE} with that holder" in differences(money_season.book)


def test_a_refund_that_was_withdrawn_is_nobodys_to_make(money_season, entry):
    by_hand = money_season.pay_by_hand(entry)
    money_season.withdraw(money_season.fresh(entry))
    assert refunds_to_make(money_season.cash).count() == 1
    manual_entries.correct(record=by_hand.record, by=money_season.ines, reason="Never came.")
    assert refunds(money_season) == [(FEE, 0, "withdrawn")]
    assert not refunds_to_make(money_season.cash).exists()
