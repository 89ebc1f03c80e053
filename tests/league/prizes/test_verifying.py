"""Walking along a book: nothing is found where nothing is wrong, and what was written past the guards is."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction

from games.common.outbox import delivery
from games.common.outbox.row import OutboxRow
from league.prizes import tasks
from league.prizes.book import cursor, guards
from league.prizes.book.ledger import BookingDetails, post, reverse
from league.prizes.book.verifying import MOST_FAULTS, verify
from league.prizes.models import Booking, BookWalk, LedgerCheck, Seal
from league.prizes.services import checking
from tests.league.prizes import tampering

pytestmark = pytest.mark.django_db


def pay(shelf, number, amount=1200):
    sums = {("cash", shelf.henrik): amount, ("entrants", shelf.henrik): -amount}
    return post(shelf.book, "payment", sums, key=f"payment:{shelf.book.pk}:{number}")


@pytest.fixture
def booked(shelf):
    """Three payments, one of them taken back, and a gift to the operator's pool."""
    bookings = [pay(shelf, number) for number in range(3)]
    reverse(bookings[1], key="back", about=BookingDetails(reason="Typed twice"))
    sums = {("cash", shelf.operator): 5000, ("pool", shelf.operator): -5000}
    post(shelf.book, "gift", sums, key="gift", about=BookingDetails(name="A bakery"))
    return shelf


def booking(number):
    return Booking.objects.get(number=number)


def faults(shelf):
    return " / ".join(verify(shelf.book).faults)


def test_a_right_book_is_right(booked):
    verdict = verify(booked.book)
    assert verdict.is_right
    assert (verdict.bookings, verdict.sha256) == (5, booking(5).sha256)


def test_an_empty_book_is_right(shelf):
    verdict = verify(shelf.book)
    assert (verdict.is_right, verdict.bookings, verdict.sha256) == (True, 0, "")


def test_a_book_is_read_in_parts_with_as_many_queries_for_more_in_each(
    booked, monkeypatch, django_assert_num_queries
):
    with django_assert_num_queries(13):
        assert verify(booked.book).is_right
    monkeypatch.setattr(cursor, "AT_ONCE", 2)
    told = []
    assert verify(booked.book, told.append).bookings == 5
    assert told == [2, 4, 5]
    for number in range(10, 20):
        pay(booked, number)
    monkeypatch.setattr(cursor, "AT_ONCE", 500)
    with django_assert_num_queries(13):
        assert verify(booked.book).is_right


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("number", [1, 3, 5])
@pytest.mark.parametrize(
    ("act", "said"),
    [
        (tampering.change_amount, "another hash"),
        (tampering.change_amount, "does not balance"),
        (tampering.change_hash, "another hash"),
        (tampering.change_words, "another hash"),
        (tampering.change_reference, "another hash"),
        (tampering.take_leg, "has 1 sides"),
    ],
)
def test_what_was_changed_is_found(booked, act, said, number):
    act(booking(number))
    assert said in faults(booked)
    assert f"booking {number}: " in faults(booked)


@pytest.mark.slow
def test_a_booking_that_was_taken_away_is_found(booked):
    tampering.take_away(booking(3))
    assert "booking 4: follows number 2" in faults(booked)
    assert "does not name the hash of the booking before it" in faults(booked)
    assert "cash with henrik: side 4 follows side 2" in faults(booked)


def test_bookings_in_another_order_are_found(booked):
    tampering.swap(booking(2), booking(3))
    assert "booking 2: does not name the hash" in faults(booked)


@pytest.mark.slow
def test_a_seal_that_is_gone_is_found(booked):
    """Seen within the transaction: no database commits a booking without its seal."""
    try:
        with transaction.atomic():
            tampering.run(*guards.lifting(connection))
            Seal.objects.filter(booking__number=2)._raw_delete("default")
            assert faults(booked) == "booking 2: has no seal of its own"
            raise InterruptedError
    except InterruptedError:
        assert verify(booked.book).is_right


def test_the_end_of_a_chain_that_is_gone_is_found_once_it_was_checked(booked):
    tampering.take_away(booking(5))
    assert verify(booked.book).is_right, "a chain does not know what should come next"
    pay(booked, 9)
    assert checking.check(booked.book).is_right
    tampering.take_away(booking(5))
    assert "booking 5: was there when the book was checked before, and is gone" in faults(booked)


def test_a_chain_that_was_written_anew_is_found_once_it_was_checked(booked):
    assert checking.check(booked.book).is_right
    tampering.take_away(booking(5))
    pay(booked, 9)
    assert faults(booked) == "booking 5: had another hash when the book was checked before"


@pytest.mark.slow
def test_a_leg_that_is_of_no_booking_of_the_book_is_found(booked, make_shelf):
    other = make_shelf(code="other")
    pay(other, 1)
    with tampering.unguarded():
        cash = booked.book.accounts.get(kind="cash", holder=booked.henrik)
        legs = other.book.bookings.get().legs.filter(account__kind="cash")
        legs.update(account=cash, ordinal=99)
    assert "1 sides belong to no booking of this book" in faults(booked)
    assert "has a side in another book" in faults(other)


def test_an_overdrawn_pool_is_found_although_all_hashes_are_right(booked):
    with tampering.unguarded():
        sums = {("pool", booked.operator): 5001, ("cash", booked.operator): -5001}
        post(booked.book, "payout", sums, key="too much")
    assert faults(booked) == (
        "booking 6: cash with Relais Jeux: overdrawn, -1 / booking 6: pool with Relais Jeux: overdrawn, 1"
    )


def test_a_reversal_that_is_not_the_exact_reverse_is_found(booked):
    with tampering.unguarded():
        post(
            booked.book,
            "reversal",
            {("cash", booked.henrik): -1, ("entrants", booked.henrik): 1},
            key="not exact",
            about=BookingDetails(reason="Wrong", reverses=booking(1)),
        )
    assert faults(booked) == "booking 6: is not the exact reverse of booking 1"


@pytest.mark.slow
def test_many_faults_are_counted_and_some_are_told(booked):
    for number in range(10, 60):
        pay(booked, number)
    with tampering.unguarded():
        Booking.objects.update(salt="another")
    verdict = verify(booked.book)
    assert (len(verdict.faults), verdict.more) == (MOST_FAULTS, 55 - MOST_FAULTS)


def run(*codes):
    out, err = StringIO(), StringIO()
    try:
        call_command("verify_ledger", *codes, stdout=out, stderr=err)
        return out.getvalue(), err.getvalue(), ""
    except CommandError as error:
        return out.getvalue(), err.getvalue(), str(error)


@pytest.mark.slow
def test_the_command_says_a_line_a_book(booked, make_shelf):
    make_shelf(code="empty")
    out, _err, failed = run()
    code = booked.season.code
    assert out.splitlines() == [
        f"{code}: 5 bookings, {booking(5).sha256}, ok",
        "empty: 0 bookings, no hash yet, ok",
    ]
    assert not failed
    assert run("empty")[0].splitlines() == ["empty: 0 bookings, no hash yet, ok"]


def test_the_command_fails_where_something_is_wrong_and_says_what(booked):
    tampering.change_words(booking(2))
    out, _err, failed = run()
    assert "1 faults\n  booking 2: its content has another hash\n" in out
    assert failed == f"1 books are not right: {booked.season.code}."


def test_the_command_knows_codes_of_books_alone(booked):
    assert run("nowhere")[2] == "No competition with a book has the code nowhere."


def test_the_command_says_how_far_it_is(booked, monkeypatch):
    monkeypatch.setattr(cursor, "AT_ONCE", 2)
    monkeypatch.setattr("league.prizes.management.commands.verify_ledger.EVERY", 4)
    assert run()[1] == f"{booked.season.code}: 4 bookings so far\n"


def test_what_came_of_a_check_is_kept_once_until_something_changes(booked, set_clock):
    checking.check(booked.book)
    set_clock.pass_(hours=24)
    checking.check(booked.book)
    kept = LedgerCheck.objects.get()
    assert (kept.bookings, kept.sha256, kept.is_right) == (5, booking(5).sha256, True)
    assert (BookWalk.objects.get().at, kept.at) == (set_clock.now, set_clock.now - timedelta(hours=24))
    pay(booked, 9)
    checking.check(booked.book)
    assert list(booked.book.checks.values_list("bookings", flat=True)) == [5, 6]


@pytest.mark.slow
def test_every_book_is_checked_once_a_day(booked, make_shelf, set_clock):
    empty = make_shelf(code="empty").book
    tasks.verify_ledger()
    tasks.verify_ledger()
    first = set_clock.now
    set_clock.pass_(hours=23)
    tasks.verify_ledger()
    assert {each.at for each in BookWalk.objects.all()} == {first}
    set_clock.pass_(hours=2)
    tasks.verify_ledger()
    assert {each.at for each in BookWalk.objects.all()} == {set_clock.now}
    assert empty.checks.count() == 1
    assert not OutboxRow.objects.filter(topic="alarm").exists()


@pytest.mark.slow
def test_those_who_run_the_site_are_told_of_a_wrong_book(booked, make_shelf, set_clock, settings):
    settings.ADMINS = [("Root", "root@example.org")]
    make_shelf(code="empty")
    tampering.change_words(booking(2))
    tasks.verify_ledger()
    alarm = OutboxRow.objects.get(topic="alarm")
    assert alarm.payload == {"books": [booked.season.code]}
    assert list(LedgerCheck.objects.order_by("book").values_list("is_right", flat=True)) == [False, True]
    delivery.deliver()
    (told,) = mail.outbox
    assert told.subject.endswith("The ledger of prize money is not right")
    assert told.body.endswith(f"\n\n{booked.season.code}")


def test_a_night_that_was_cut_off_goes_on_where_it_stopped(booked, make_shelf, set_clock, monkeypatch):
    other = make_shelf(code="other")
    verify_one = checking.verify

    def dies(book, *rest):
        if book == other.book:
            raise OperationalError("gone")
        return verify_one(book, *rest)

    monkeypatch.setattr(checking, "verify", dies)
    monkeypatch.setattr(checking.connection, "is_usable", lambda: False)
    with pytest.raises(OperationalError):
        tasks.verify_ledger()
    seen = []
    monkeypatch.setattr(checking, "verify", lambda book, *_rest: seen.append(book) or verify_one(book))
    set_clock.pass_(minutes=1)
    tasks.verify_ledger()
    assert seen == [other.book]


def test_a_book_that_cannot_be_read_is_told_of_and_stops_no_other(booked, make_shelf, set_clock, monkeypatch):
    other = make_shelf(code="other")
    verify_one = checking.verify

    def fails(book, *rest):
        if book == booked.book:
            raise ValueError("no such thing")
        return verify_one(book, *rest)

    monkeypatch.setattr(checking, "verify", fails)
    assert checking.check_all() == [booked.season.code]
    assert OutboxRow.objects.get(topic="alarm").payload == {"books": [booked.season.code]}
    assert other.book.checks.get().is_right
