"""What the database itself refuses, asked by raw SQL behind everyone's back."""

from __future__ import annotations

import re
import uuid
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction

from league.prizes.book.ledger import BookingDetails, post
from league.prizes.models import Account, Booking, Leg
from league.prizes.services import checking

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TABLES = ("book", "holder", "account", "booking", "leg", "seal", "ledgercheck")
COLUMNS = {"seal": "booking_id", "booking": "reason", "leg": "amount", "book": "currency"}
"""One column of a table, where it is not that of its book."""


@pytest.fixture
def booked(shelf):
    """One payment of 12.00 with its fee, and its book, which was checked."""
    post(shelf.book, "payment", {("cash", shelf.henrik): 1200, ("entrants", shelf.henrik): -1200}, key="one")
    post(shelf.book, "fee", {("entrants", shelf.henrik): 1200, ("pool", shelf.henrik): -1200}, key="two")
    checking.check(shelf.book)
    return shelf


def run(*statements):
    """The statements in one transaction, to its commit."""
    with transaction.atomic(), connection.cursor() as cursor:
        for statement, *values in statements:
            cursor.execute(statement, values)


def refused(*statements):
    with pytest.raises(DatabaseError) as error:
        run(*statements)
    return str(error.value)


def account(kind):
    return Account.objects.get(kind=kind)


def a_booking(shelf, **changes):
    """A raw booking that follows the last one of the book, and its key."""
    last = shelf.book.bookings.order_by("-number").first()
    key = changes.pop("id", None) or uuid.uuid4()
    row = {
        "id": _stored(key),
        "book_id": shelf.book.pk,
        "number": last.number + 1,
        "kind": "gift",
        "at": "2026-11-24 12:00:00+00:00",
        "name": "",
        "reason": "",
        "reference": "",
        "key": str(key),
        "salt": "s",
        "format": 2,
        "previous": last.sha256,
        "sha256": "0" * 64,
        "seal_id": _stored(key),
    } | changes
    names = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join(["%s"] * len(row))
    return _stored(key), (f"INSERT INTO prizes_booking ({names}) VALUES ({marks})", *row.values())  # noqa: S608


def a_leg(booking, kind, amount, **changes):
    place = changes.pop("account", None) or account(kind)
    last = place.legs.order_by("-ordinal").first()
    row = {
        "booking_id": booking,
        "account_id": place.pk,
        "ordinal": last.ordinal + 1 if last else 1,
        "amount": amount,
        "balance": (last.balance if last else 0) + amount,
    } | changes
    marks = ", ".join(["%s"] * len(row))
    return (f"INSERT INTO prizes_leg ({', '.join(row)}) VALUES ({marks})", *row.values())  # noqa: S608


def a_seal(booking):
    return ("INSERT INTO prizes_seal (booking_id) VALUES (%s)", booking)


def _stored(key):
    return key if connection.vendor == "postgresql" else key.hex


@pytest.mark.slow
def test_a_balanced_and_sealed_booking_by_raw_sql_is_taken(booked):
    key, booking = a_booking(booked)
    run(booking, a_leg(key, "cash", 500), a_leg(key, "pool", -500), a_seal(key))
    assert Booking.objects.count() == 3


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("table", TABLES)
def test_no_row_is_changed_or_deleted(booked, table):
    column = COLUMNS.get(table, "book_id")
    assert "append-only" in refused((f"UPDATE prizes_{table} SET {column} = {column}",))  # noqa: S608
    assert "append-only" in refused((f"DELETE FROM prizes_{table}",))  # noqa: S608


@pytest.mark.slow
def test_tables_with_rows_are_not_truncated(booked):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite knows no TRUNCATE")
    assert "append-only" in refused(("TRUNCATE prizes_leg",))
    for table in TABLES:
        assert "append-only" in refused((f"TRUNCATE prizes_{table} CASCADE",)), table
    assert "append-only" in refused(("TRUNCATE tournaments_competition CASCADE",))
    assert "append-only" in refused(("TRUNCATE ONLY prizes_seal RESTART IDENTITY CASCADE",))
    assert Leg.objects.count() == 4


@pytest.mark.slow
def test_the_role_of_the_site_adds_to_the_ledger_and_does_nothing_else(booked):
    """`deploy/roles.sql` gives the site's role of PostgreSQL no more rights than it needs."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no roles")
    with transaction.atomic():
        with connection.cursor() as cursor:
            for statement in statements_of_the_roles():
                cursor.execute(statement)
            cursor.execute("SET LOCAL ROLE poste_site")
        post(booked.book, "gift", {("cash", booked.henrik): 5, ("pool", booked.henrik): -5}, key="three")
        assert Leg.objects.count() == 6
        for table in TABLES:
            for attempt in (
                f"UPDATE prizes_{table} SET {COLUMNS.get(table, 'book_id')} = NULL",  # noqa: S608
                f"DELETE FROM prizes_{table}",  # noqa: S608
                f"TRUNCATE prizes_{table} CASCADE",
                f"ALTER TABLE prizes_{table} DISABLE TRIGGER ALL",
                f"DROP TRIGGER prizes_{table}_no_change ON prizes_{table}",
                f"DROP TABLE prizes_{table} CASCADE",
            ):
                said = refused((attempt,))
                assert "permission denied" in said or "must be owner" in said, attempt
        said = refused(("CREATE OR REPLACE FUNCTION prizes_no_change() RETURNS trigger LANGUAGE sql AS ''",))
        assert "permission denied" in said
        assert "permission denied" in refused(("CREATE TEMP TABLE prizes_seal (booking_id uuid)",))
        checking.check(booked.book)
        assert booked.book.checks.count() == 2, "the site itself adds what it saw"
        transaction.set_rollback(True)


def statements_of_the_roles():
    """The SQL of `deploy/roles.sql`, for the test's database and its owner, after making the role."""
    text = Path(__file__).parents[3].joinpath("deploy/roles.sql").read_text()
    block = "CREATE ROLE poste_site LOGIN;" + re.sub(r"--.*", "", text)
    name, owner = connection.settings_dict["NAME"], connection.settings_dict["USER"]
    block = block.replace("DATABASE poste ", f'DATABASE "{name}" ').replace("poste_owner", f'"{owner}"')
    return [each.strip() for each in block.split(";") if each.strip()]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_replaced(booked, table):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has no INSERT OR REPLACE")
    before = Leg.objects.count()
    assert "ledger" in refused((f"INSERT OR REPLACE INTO prizes_{table} SELECT * FROM prizes_{table}",))  # noqa: S608
    assert "ledger" in refused((f"REPLACE INTO prizes_{table} SELECT * FROM prizes_{table} LIMIT 1",))  # noqa: S608
    assert Leg.objects.count() == before


@pytest.mark.slow
def test_what_does_not_balance_is_refused(booked):
    key, booking = a_booking(booked)
    assert "balances" in refused(booking, a_leg(key, "cash", 500), a_leg(key, "pool", -499), a_seal(key))


@pytest.mark.slow
def test_what_balances_but_not_with_each_holder_is_refused(booked):
    """One holder's money cannot become another's, no matter who writes it."""
    key, booking = a_booking(booked)
    post(
        booked.book, "payment", {("clearing", booked.operator): 5, ("entrants", booked.operator): -5}, key="x"
    )
    theirs = booked.book.accounts.get(kind="clearing")
    key, booking = a_booking(booked)
    legs = [a_leg(key, "cash", -5), a_leg(key, "clearing", 5, account=theirs)]
    assert "each holder" in refused(booking, *legs, a_seal(key))


@pytest.mark.slow
def test_one_side_is_refused(booked):
    key, booking = a_booking(booked)
    assert "two sides" in refused(booking, a_leg(key, "cash", 500), a_seal(key))


@pytest.mark.slow
def test_a_booking_without_a_seal_is_refused_at_the_commit(booked):
    key, booking = a_booking(booked)
    refused(booking, a_leg(key, "cash", 500), a_leg(key, "pool", -500))
    assert Booking.objects.count() == 2


@pytest.mark.slow
def test_a_booking_sealed_by_anothers_seal_is_refused(booked):
    other = Booking.objects.first()
    _key, booking = a_booking(booked, seal_id=_stored(other.pk))
    refused(booking)


def test_a_leg_that_comes_late_is_refused(booked):
    late = Booking.objects.order_by("-number").first()
    assert "late" in refused(a_leg(_stored(late.pk), "cash", 1))


@pytest.mark.slow
def test_another_books_account_is_refused_and_so_is_another_currency(booked, make_shelf):
    pounds = make_shelf(currency="GBP", code="pounds")
    post(pounds.book, "gift", {("cash", pounds.henrik): 5, ("pool", pounds.henrik): -5}, key="pounds")
    key, booking = a_booking(booked)
    theirs = pounds.book.accounts.get(kind="cash")
    assert "different books" in refused(
        booking,
        a_leg(key, "cash", 500, account=theirs),
        a_leg(key, "pool", -500, account=booked.book.accounts.get(kind="pool")),
    )
    made = "INSERT INTO prizes_account (book_id, kind, holder_id, currency) VALUES (%s, %s, %s, %s)"
    assert "currency" in refused((made, booked.book.pk, "refunds", booked.henrik.pk, "GBP"))


@pytest.mark.slow
def test_overdrawing_is_refused(booked):
    key, booking = a_booking(booked, kind="prize")
    pool = a_leg(key, "pool", 1201)
    assert "overdrawn" in refused(booking, pool, a_leg(key, "entrants", -1201), a_seal(key))
    assert "overdrawn" in refused(
        booking, a_leg(key, "cash", -1201), a_leg(key, "entrants", 1201), a_seal(key)
    )


def test_a_balance_that_is_not_the_sum_is_refused(booked):
    key, booking = a_booking(booked)
    assert "balance" in refused(booking, a_leg(key, "cash", 500, balance=9999))
    assert "follow" in refused(booking, a_leg(key, "cash", 500, ordinal=7))


@pytest.mark.slow
def test_a_broken_chain_is_refused(booked):
    _key, booking = a_booking(booked, previous="f" * 64)
    assert "chain" in refused(booking)
    _key, booking = a_booking(booked, number=9)
    assert "number" in refused(booking)


@pytest.mark.slow
def test_the_same_key_twice_is_refused(booked):
    _key, booking = a_booking(booked, key="one")
    refused(booking)


@pytest.mark.slow
def test_a_correction_that_is_not_the_exact_reverse_is_refused(booked):
    paid = Booking.objects.get(key="one")
    key, booking = a_booking(booked, kind="reversal", reverses_id=_stored(paid.pk), reason="Wrong")
    assert "exact reverse" in refused(
        booking, a_leg(key, "cash", -1100), a_leg(key, "entrants", 1100), a_seal(key)
    )
    assert "exact reverse" in refused(
        booking, a_leg(key, "cash", -1200), a_leg(key, "pool", 1200), a_seal(key)
    )
    run(booking, a_leg(key, "cash", -1200), a_leg(key, "entrants", 1200), a_seal(key))


@pytest.mark.slow
def test_a_correction_of_another_books_booking_is_refused(booked, make_shelf):
    other = make_shelf(code="other")
    theirs = post(
        other.book, "gift", {("cash", other.henrik): 5, ("pool", other.henrik): -5}, key="their gift"
    )
    _key, booking = a_booking(booked, kind="reversal", reverses_id=_stored(theirs.pk), reason="Wrong")
    assert "same book" in refused(booking)


@pytest.mark.slow
def test_what_was_refused_leaves_nothing_behind(booked):
    key, booking = a_booking(booked)
    refused(booking, a_leg(key, "cash", 500), a_leg(key, "pool", -499), a_seal(key))
    assert (Booking.objects.count(), Leg.objects.count()) == (2, 4)
    post(
        booked.book,
        "gift",
        {("cash", booked.henrik): 5, ("pool", booked.henrik): -5},
        key="on",
        about=BookingDetails(),
    )
