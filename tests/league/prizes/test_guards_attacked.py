"""Ways round the guards that someone tried who may only add rows, by raw SQL: each is refused.

Where two connections took part, two do.
"""

from __future__ import annotations

import uuid

import pytest
from django.db import DatabaseError, connection

from league.prizes.book.ledger import post
from league.prizes.book.verifying import verify
from league.prizes.models import Account, Booking, LedgerCheck, Leg
from league.prizes.services import checking
from tests.league.prizes.test_guards import _stored, a_booking, a_leg, a_seal, account, booked, refused, run

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["booked"]


@pytest.fixture(autouse=True)
def as_before(booked):
    """Whatever was tried, the books are as they were."""
    yield
    assert (Booking.objects.filter(book=booked.book).count(), verify(booked.book).faults) == (2, ())


@pytest.fixture
def postgresql():
    if connection.vendor != "postgresql":
        pytest.skip("of PostgreSQL")


@pytest.fixture
def sqlite():
    if connection.vendor != "sqlite":
        pytest.skip("of SQLite")


@pytest.fixture
def shadows(postgresql):
    """Tables of the ledger's names that only this connection has, and that come first by its search path."""
    made = []

    def make(table, rows="WHERE false"):
        run((f"CREATE TEMP TABLE prizes_{table} AS SELECT * FROM public.prizes_{table} {rows}",))  # noqa: S608
        made.append(table)

    yield make
    for table in made:
        run((f"DROP TABLE pg_temp.prizes_{table}",))


def in_public(statement):
    text, *values = statement
    return (text.replace("INTO prizes_", "INTO public.prizes_"), *values)


def last(kind):
    return account(kind).legs.latest("ordinal")


class TestShadows:
    def test_a_leg_in_a_sealed_booking(self, booked, shadows):
        leg = in_public(a_leg(Booking.objects.get(number=1).pk, "pool", -777))
        shadows("seal")
        shadows("leg", f"WHERE account_id = {account('pool').pk}")
        assert "sealed" in refused(leg)

    def test_a_booking_with_one_side(self, booked, shadows):
        key, booking = a_booking(booked)
        leg, other = a_leg(key, "cash", 500), last("cash")
        shadows("leg", "WHERE amount > 0")
        balanced = (
            "INSERT INTO pg_temp.prizes_leg (id, booking_id, account_id, ordinal, amount, balance) "
            "VALUES (99, %s, %s, 9, -500, 0)",
            key,
            other.account_id,
        )
        assert "two sides" in refused(in_public(booking), in_public(leg), balanced, in_public(a_seal(key)))

    def test_a_truncated_table(self, booked, shadows):
        shadows("leg")
        assert "append-only" in refused(("TRUNCATE public.prizes_leg",))
        assert Leg.objects.count() == 0, "this connection sees its own table"

    def test_an_account_in_another_currency(self, booked, shadows):
        shadows("book")
        run(("INSERT INTO pg_temp.prizes_book SELECT * FROM public.prizes_book",))
        run(("UPDATE pg_temp.prizes_book SET currency = 'GBP'",))
        names = "book_id, kind, holder_id, currency"
        made = f"INSERT INTO public.prizes_account ({names}) VALUES (%s, %s, %s, 'GBP')"  # noqa: S608
        assert "currency" in refused((made, booked.book.pk, "refunds", booked.henrik.pk))


class TestParents:
    """What belongs to a row that is not there yet, or that no one else sees yet."""

    def test_a_leg_for_a_booking_of_another_connection_that_is_not_committed(self, booked, postgresql):
        key, booking = a_booking(booked)
        legs = [a_leg(key, "cash", 500), a_leg(key, "pool", -500)]
        late = a_leg(key, "entrants", -7)
        other = connection.copy()
        try:
            with connection.cursor() as ours:
                ours.execute("BEGIN")
                for statement, *values in (booking, *legs):
                    ours.execute(statement, values)
                with other.cursor() as theirs, pytest.raises(DatabaseError, match="needs its booking"):
                    theirs.execute(late[0], late[1:])
                ours.execute("ROLLBACK")
        finally:
            other.close()

    def test_a_leg_that_waits_until_its_booking_was_sealed_elsewhere(self, booked, postgresql):
        """The other way round: the leg first, and its commit after that of the booking."""
        key, booking = a_booking(booked)
        legs = [a_leg(key, "cash", 500), a_leg(key, "pool", -500)]
        early = a_leg(key, "entrants", -7)
        other = connection.copy()
        try:
            with other.cursor() as theirs:
                theirs.execute("BEGIN")
                with pytest.raises(DatabaseError, match="needs its booking"):
                    theirs.execute(early[0], early[1:])
                theirs.execute("COMMIT")
        finally:
            other.close()
        refused(booking, *legs, a_seal(key), early)

    def test_legs_first_and_their_booking_in_another_book(self, booked, make_shelf):
        other = make_shelf(code="other")
        key, booking = a_booking(booked, book_id=other.book.pk, number=1, previous="0" * 64)
        legs = [a_leg(key, "cash", 500), a_leg(key, "pool", -500)]
        assert "needs its booking" in refused(*legs, booking, a_seal(key))
        assert "different books" in refused(booking, *legs, a_seal(key))

    def test_a_booking_of_no_book(self, booked):
        key, booking = a_booking(booked, book_id=10**6, number=1, previous="0" * 64)
        assert "needs its book" in refused(booking, a_seal(key))

    def test_an_account_first_and_its_book_afterwards_in_another_currency(self, booked):
        holder = (
            "INSERT INTO prizes_holder (book_id, kind, name, salt, is_carried) "
            "VALUES (77, 'operator', 'x', 's', %s)"
        )
        made = (
            "INSERT INTO prizes_account (book_id, kind, holder_id, currency) VALUES (77, 'pool', %s, 'EUR')"
        )
        book = (
            "INSERT INTO prizes_book (id, competition_id, currency, opened_at) "
            "VALUES (77, %s, 'XTS', '2026-01-01 00:00:00')"
        )
        assert "needs its book" in refused((holder, False), (book, booked.season.pk))
        assert "currency" in refused((made, booked.henrik.pk), (book, booked.season.pk))

    def test_a_seal_of_no_booking(self, booked):
        assert "needs its booking" in refused(a_seal(_stored(uuid.uuid4())))

    def test_a_booking_after_one_that_is_not_sealed(self, booked):
        key, booking = a_booking(booked)
        _next, follows = a_booking(booked, number=4, previous="0" * 64)
        assert "has no seal" in refused(booking, a_leg(key, "cash", 5), a_leg(key, "pool", -5), follows)

    def test_a_correction_of_what_is_not_sealed_yet(self, booked):
        """Else legs could be added to what it has mirrored."""
        key, booking = a_booking(booked)
        _other, mirror = a_booking(
            booked, number=4, previous="0" * 64, kind="reversal", reverses_id=key, reason="Wrong"
        )
        said = refused(booking, a_leg(key, "cash", 5), a_leg(key, "pool", -5), mirror)
        assert "no seal" in said

    def test_a_first_booking_that_names_no_charter(self, booked, make_shelf):
        other = make_shelf(code="other")
        _key, booking = a_booking(booked, book_id=other.book.pk, number=1, previous="")
        assert "chain" in refused(booking)


class TestHiddenRows:
    @pytest.mark.parametrize("name", ["rowid", "oid", "_rowid_"])
    @pytest.mark.parametrize("foreign_keys", ["ON", "OFF"])
    def test_no_seal_is_replaced_by_the_number_of_its_row(self, booked, sqlite, name, foreign_keys):
        key, booking = a_booking(booked)
        legs = [a_leg(key, "cash", 500), a_leg(key, "pool", -500)]
        first = _stored(Booking.objects.get(number=1).pk)
        swap = (
            f"INSERT OR REPLACE INTO prizes_seal ({name}, booking_id) "  # noqa: S608
            "SELECT rowid, %s FROM prizes_seal WHERE booking_id = %s",
            key,
            first,
        )
        with keys_are(foreign_keys):
            assert "no replacing" in refused(booking, *legs, swap)

    @pytest.mark.parametrize("name", ["rowid", "oid", "_rowid_"])
    @pytest.mark.parametrize("foreign_keys", ["ON", "OFF"])
    def test_no_booking_is_replaced_by_the_number_of_its_row(self, booked, sqlite, name, foreign_keys):
        _key, (text, *values) = a_booking(booked)
        text = text.replace(
            "INSERT INTO prizes_booking (", f"INSERT OR REPLACE INTO prizes_booking ({name}, "
        )
        text = text.replace("VALUES (", "VALUES ((SELECT MIN(rowid) FROM prizes_booking), ")
        with keys_are(foreign_keys):
            assert "no replacing" in refused((text, *values))

    @pytest.mark.parametrize("table", ["book", "holder", "account", "leg", "ledgercheck"])
    def test_nor_any_other_row(self, booked, sqlite, table):
        copy = f"INSERT OR REPLACE INTO prizes_{table} SELECT * FROM prizes_{table}"  # noqa: S608
        with keys_are("OFF"):
            assert "no replacing" in refused((copy,))
            assert "no replacing" in refused((copy.replace("INSERT OR REPLACE", "REPLACE"),))


class keys_are:
    """SQLite with or without foreign keys, for as long."""

    def __init__(self, state):
        self.state = state

    def __enter__(self):
        run_outside(f"PRAGMA foreign_keys = {self.state}")

    def __exit__(self, *_error):
        run_outside("PRAGMA foreign_keys = ON")


def run_outside(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


class TestAmounts:
    @pytest.mark.parametrize("amount", ["500abc", 500.5, "x", 2**63 - 1, -(2**63) + 1, 10**15 + 1])
    def test_only_whole_numbers_within_bounds(self, booked, amount):
        if connection.vendor == "postgresql" and isinstance(amount, float):
            pytest.skip("PostgreSQL makes a whole number of it before anybody sees it")
        key, booking = a_booking(booked)
        number = amount if isinstance(amount, int) else 500
        leg, other = a_leg(key, "clearing", number, account=clearing(booked)), a_leg(key, "pool", -500)
        leg = (leg[0], *(amount if each == number else each for each in leg[1:]))
        said = refused(booking, leg, other, a_seal(key))
        if connection.vendor == "sqlite":
            assert "whole numbers" in said or "out of bounds" in said

    @pytest.mark.parametrize(
        ("column", "value"), [("reason", b"\x00\xff"), ("at", "some day"), ("number", 3.5)]
    )
    def test_a_booking_that_could_not_be_read(self, booked, sqlite, column, value):
        _key, booking = a_booking(booked, **{column: value})
        said = refused(booking)
        assert "texts" in said or "moment" in said or "whole numbers" in said


def clearing(shelf):
    return Account.objects.create(book=shelf.book, kind="clearing", holder=shelf.henrik, currency="EUR")


class TestChecks:
    def test_one_that_the_sites_role_inserts_is_not_believed(self, booked, make_shelf):
        names = "book_id, number, at, bookings, sha256, is_right, charter, disbelieved, previous, signature"
        lie = (
            f"INSERT INTO prizes_ledgercheck ({names}) "  # noqa: S608
            "VALUES (%s, 2, '2026-11-24 12:00:00+00:00', 9, %s, %s, %s, 0, '', %s)",
            booked.book.pk,
            "f" * 64,
            True,
            "f" * 64,
            "0" * 64,
        )
        run(lie)
        verdict = verify(booked.book)
        assert (verdict.faults, verdict.kept.disbelieved) == ((), 1)
        assert checking.check_all() == []
        checking.check(booked.book)
        assert verify(booked.book).is_right
        assert [each.disbelieved for each in verify(booked.book).kept.believed] == [1, 0]

    def test_their_numbers_follow_each_other(self, booked):
        values = {"at": booked.book.opened_at, "bookings": 2, "sha256": "", "is_right": True}
        with pytest.raises(DatabaseError, match="follow each other"):
            LedgerCheck.objects.create(book=booked.book, number=7, **values)
        with pytest.raises(DatabaseError, match="needs its book"):
            LedgerCheck.objects.create(book_id=10**6, number=1, **values)


def test_more_is_booked_afterwards_as_before(booked):
    """And the shelf is left as `as_before` expects it."""
    sums = {("cash", booked.operator): 5, ("pool", booked.operator): -5}
    with pytest.raises(InterruptedError):
        _book_and_fall(booked, sums)


def _book_and_fall(booked, sums):
    from django.db import transaction

    with transaction.atomic():
        assert post(booked.book, "gift", sums, key="three").number == 3
        raise InterruptedError
