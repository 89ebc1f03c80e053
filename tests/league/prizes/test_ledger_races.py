"""Many who book at once: real threads, real transactions, on whichever database the tests run."""

from __future__ import annotations

import threading

import pytest
from django.db import IntegrityError, connection

from league.prizes.book import ledger
from league.prizes.book.ledger import BookingDetails, post, reverse
from league.prizes.book.verifying import verify
from league.prizes.errors import PrizeError
from league.prizes.models import Account, Booking, LedgerCheck
from league.prizes.services import checking
from tests.games.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

THREADS = {"postgresql": 32, "sqlite": 12}


@pytest.fixture(params=sorted(THREADS))
def crowd(request):
    """How many book at once: on SQLite they all wait for its one writer."""
    if connection.vendor != request.param:
        pytest.skip(f"these tests do not run on {request.param} now")
    return range(THREADS[request.param])


def all_at_once(crowd, act):
    """What became of `act` for each of a crowd: its booking, or the name of what refused it."""

    def outcome(number):
        try:
            return act(number)
        except (PrizeError, IntegrityError) as error:
            return type(error).__name__

    return at_once(*(lambda number=number: outcome(number) for number in crowd))


def booked(results):
    return sum(isinstance(each, Booking) for each in results)


def pay(shelf, key, amount=12):
    sums = {("cash", shelf.henrik): amount, ("entrants", shelf.henrik): -amount}
    return post(shelf.book, "payment", sums, key=key)


def give(shelf, key, amount):
    return post(
        shelf.book, "gift", {("cash", shelf.henrik): amount, ("pool", shelf.henrik): -amount}, key=key
    )


def take(shelf, key, amount):
    sums = {("pool", shelf.henrik): amount, ("payouts", shelf.henrik): -amount}
    return post(shelf.book, "prize", sums, key=key)


def assert_sound(*shelves):
    """Numbers without gaps, a chain that holds, balances that come to what their legs come to."""
    for shelf in shelves:
        numbers = list(shelf.book.bookings.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        assert verify(shelf.book).faults == ()
        assert sum(ledger.balances(shelf.book).values()) == 0


@pytest.mark.slow
def test_of_many_who_take_30_from_100_three_get_it(shelf, crowd):
    give(shelf, "gift", 100)
    results = all_at_once(crowd, lambda number: take(shelf, f"prize:{number}", 30))
    assert booked(results) == 3
    assert results.count("Overdrawn") == len(crowd) - 3
    assert ledger.balance(shelf.book, "pool") == -10
    assert ledger.balance(shelf.book, "payouts") == -90
    assert_sound(shelf)


@pytest.mark.slow
def test_the_same_key_from_many_books_once(shelf, crowd):
    results = all_at_once(crowd, lambda _number: pay(shelf, "payment:1"))
    assert booked(results) == len(crowd)
    assert len({each.pk for each in results}) == 1
    assert Booking.objects.count() == 1
    assert ledger.balance(shelf.book, "cash") == 12
    assert_sound(shelf)


@pytest.mark.slow
def test_the_same_key_with_other_sums_books_one_of_them(shelf, crowd):
    results = all_at_once(crowd, lambda number: pay(shelf, "payment:1", 12 + number))
    assert booked(results) == 1
    assert results.count("KeyReused") == len(crowd) - 1
    assert_sound(shelf)


@pytest.mark.slow
def test_many_payments_of_two_books_at_once_are_numbered_without_gaps(shelf, make_shelf, crowd):
    """The accounts of the ledger are made by the first to book, and once."""
    shelves = (shelf, make_shelf(code="other", currency="XTS"))

    def enter(number):
        own = shelves[number % 2]
        pay(own, f"payment:{number}")
        sums = {("entrants", own.henrik): 12, ("pool", own.henrik): -10, ("organiser_fee", own.henrik): -2}
        return post(own.book, "fee", sums, key=f"fee:{number}")

    assert booked(all_at_once(crowd, enter)) == len(crowd)
    for own in shelves:
        assert own.book.bookings.count() == len(crowd)
        assert ledger.balance(own.book, "pool") == -10 * len(crowd) // 2
        assert ledger.balance(own.book, "entrants") == 0
        assert Account.objects.filter(book=own.book).count() == 4
    assert_sound(*shelves)


@pytest.mark.slow
def test_of_many_corrections_of_a_booking_one_is_made(shelf, crowd):
    booking = pay(shelf, "payment:1")

    about = BookingDetails(reason="Typed twice")
    results = all_at_once(crowd, lambda number: reverse(booking, key=f"back:{number}", about=about))
    assert booked(results) == 1
    assert ledger.balance(shelf.book, "cash") == 0
    assert_sound(shelf)


@pytest.mark.slow
def test_the_data_base_holds_the_ledger_straight_for_those_who_take_no_lock(shelf, crowd, monkeypatch):
    """Writing past the book's lock may fail, and never makes anything wrong."""
    give(shelf, "gift", 100)
    monkeypatch.setattr(ledger, "lock", lambda book: None)

    results = all_at_once(crowd, lambda number: take(shelf, f"prize:{number}", 30))
    assert 1 <= booked(results) <= 3
    assert ledger.balance(shelf.book, "pool") == -100 + 30 * booked(results)
    assert_sound(shelf)


@pytest.mark.slow
def test_a_book_is_checked_while_it_is_written(shelf, crowd):
    is_over = threading.Event()
    verdicts = []

    def write():
        for number in crowd:
            pay(shelf, f"payment:{number}")
        is_over.set()

    def watch():
        while not is_over.is_set():
            verdicts.append(checking.check(shelf.book))

    at_once(write, watch)
    assert {each.faults for each in verdicts} <= {()}
    assert checking.check(shelf.book).bookings == len(crowd)
    assert not LedgerCheck.objects.filter(is_right=False).exists()
    assert_sound(shelf)
