"""Bookings as services make them: balanced, chained, once a key, never overdrawn."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from league.competitions.rules.canonical import sha256_of
from league.prizes.book import ledger
from league.prizes.book.charter import sha256_of_charter
from league.prizes.book.ledger import BookingDetails, post, reverse
from league.prizes.errors import KeyReused, Overdrawn
from league.prizes.models import Account, Book, Booking, Leg

pytestmark = pytest.mark.django_db

CASH, POOL, ENTRANTS, PAYOUTS = "cash", "pool", "entrants", "payouts"


def pay(shelf, amount=1200, key="paid 1"):
    sums = {(CASH, shelf.henrik): amount, (ENTRANTS, shelf.henrik): -amount}
    return post(shelf.book, "payment", sums, key=key)


def fee(shelf, amount=1200, key="fee 1"):
    sums = {(ENTRANTS, shelf.henrik): amount, (POOL, shelf.henrik): -amount}
    return post(shelf.book, "fee", sums, key=key)


def test_a_booking_moves_money_between_accounts(shelf):
    pay(shelf)
    fee(shelf)
    assert ledger.balances(shelf.book) == {
        (CASH, shelf.henrik.pk): 1200,
        (ENTRANTS, shelf.henrik.pk): 0,
        (POOL, shelf.henrik.pk): -1200,
    }
    assert ledger.balance(shelf.book, POOL) == -1200
    assert ledger.balance(shelf.book, POOL, shelf.operator) == 0


def test_bookings_are_numbered_and_each_hash_covers_the_one_before(shelf):
    one, two = pay(shelf), fee(shelf)
    assert (one.number, two.number) == (1, 2)
    assert (one.previous, two.previous) == (sha256_of_charter(shelf.book), one.sha256)
    legs = [(leg.account.kind, leg.account.holder_id, leg.amount) for leg in two.legs.order_by("account")]
    assert sha256_of(ledger.content(Booking.objects.get(pk=two.pk), legs, [])) == two.sha256


def test_the_same_key_books_once(shelf):
    assert pay(shelf) == pay(shelf)
    assert Booking.objects.count() == 1
    assert Leg.objects.count() == 2


def test_the_same_key_with_other_sums_is_refused(shelf):
    pay(shelf)
    with pytest.raises(KeyReused):
        pay(shelf, amount=1300)


def test_a_pool_is_never_overdrawn(shelf):
    pay(shelf)
    fee(shelf)
    with pytest.raises(Overdrawn):
        post(shelf.book, "prize", {(POOL, shelf.henrik): 1201, (PAYOUTS, shelf.henrik): -1201}, key="prize")
    assert ledger.balance(shelf.book, POOL) == -1200
    assert Booking.objects.count() == 2


def test_nobody_hands_out_more_than_they_hold(shelf):
    with pytest.raises(Overdrawn):
        post(shelf.book, "costs", {(CASH, shelf.henrik): -1, ("organiser_fee", shelf.henrik): 1}, key="costs")


def test_a_pool_of_one_holder_does_not_pay_for_anothers(shelf):
    pay(shelf)
    fee(shelf)
    with pytest.raises(Overdrawn):
        post(shelf.book, "prize", {(POOL, shelf.operator): 1, (PAYOUTS, shelf.operator): -1}, key="prize")


def test_a_booking_is_taken_back_by_its_exact_reverse_once_for_a_reason(shelf):
    booking = pay(shelf)
    back = reverse(booking, key="back", about=BookingDetails(reason="Typed twice"))
    assert back.reverses == booking
    assert ledger.balance(shelf.book, CASH) == 0
    with pytest.raises(IntegrityError), transaction.atomic():
        reverse(booking, key="back again", about=BookingDetails(reason="Once more"))
    with pytest.raises(IntegrityError), transaction.atomic():
        reverse(back, key="without a reason", about=BookingDetails())


@pytest.mark.parametrize("sums", [{CASH: 100, POOL: -99}, {CASH: 100}, {CASH: 100, POOL: 100}, {}], ids=str)
def test_what_does_not_balance_is_refused(shelf, sums):
    with pytest.raises((IntegrityError, Overdrawn)), transaction.atomic():
        post(shelf.book, "gift", {(kind, shelf.henrik): sum_ for kind, sum_ in sums.items()}, key="bad")
    assert not Booking.objects.exists()


def test_what_balances_but_not_with_each_holder_is_refused(shelf):
    """Else a booking alone would hand one holder's money to another."""
    with pytest.raises(IntegrityError, match="each holder"), transaction.atomic():
        post(shelf.book, "transfer", {(CASH, shelf.henrik): 5, (POOL, shelf.operator): -5}, key="bad")
    sums = {(CASH, shelf.henrik): 5, (POOL, shelf.henrik): -5}
    post(shelf.book, "transfer", sums | {(CASH, shelf.operator): 7, (POOL, shelf.operator): -7}, key="good")


def test_a_book_that_is_not_there_is_refused(shelf):
    sums = {(CASH, shelf.henrik): 5, (POOL, shelf.henrik): -5}
    with pytest.raises(Book.DoesNotExist), transaction.atomic():
        post(Book(pk=shelf.book.pk + 1, currency="EUR"), "gift", sums, key="bad")


def test_another_books_holder_is_refused(shelf, make_shelf):
    other = make_shelf(code="other")
    with pytest.raises(IntegrityError), transaction.atomic():
        post(shelf.book, "gift", {(CASH, other.henrik): 1, (POOL, other.henrik): -1}, key="bad")


def test_accounts_are_made_once(shelf):
    for number in range(3):
        pay(shelf, key=f"paid {number}")
    assert Account.objects.count() == 2
    assert list(Leg.objects.filter(account__kind=CASH).values_list("ordinal", "balance")) == [
        (1, 1200),
        (2, 2400),
        (3, 3600),
    ]


def test_posting_takes_a_fixed_number_of_queries(shelf, django_assert_max_num_queries):
    pay(shelf)
    for number in range(20):
        with django_assert_max_num_queries(8):
            pay(shelf, key=f"again {number}")
