"""Writing the ledger: `post` is the only way in. What is wrong the database refuses (migration 0020)."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError, connection, transaction
from django.db.models import OuterRef, Subquery

from games.common import clock
from league.competitions.models import Entry
from league.competitions.rules.canonical import sha256_of, written
from league.prizes.book.charter import named, sha256_of_charter
from league.prizes.errors import KeyReused, Overdrawn
from league.prizes.models import Account, Book, Booking, Holder, Leg, Seal
from league.prizes.models.ledger import new_salt
from league.users.models import User

Place = tuple[str, Holder]
"""An account as callers name it: its kind, and with whom."""

FORMAT: Final = 2
"""Of a booking's content. That of 1 names no holders, nor, in its private part, whose entry it is about."""


@dataclass(frozen=True, slots=True)
class BookingDetails:
    """What a booking is about, besides its sums: all of it is written once and never changed."""

    by: User | None = None
    entry: Entry | None = None
    name: str = ""
    reason: str = ""
    reference: str = ""
    reverses: Booking | None = None


NOTHING: Final = BookingDetails()


@transaction.atomic
def post(
    book: Book, kind: str, sums: Mapping[Place, int], *, key: str, about: BookingDetails = NOTHING
) -> Booking:
    """Book `sums`: what each account gets, in minor units, debits positive; those of 0 are left out.

    Holds the book's row until the transaction ends, so bookings of one season come one after the other and
    those of different seasons do not wait. With a `key` that booked the same before nothing happens and the
    earlier booking is returned; `KeyReused` where it booked anything else. Raises `Overdrawn` where an
    account would be, and whatever else the database refuses (IntegrityError): sums that do not balance, all
    together and with each holder, are a fault of ours.
    """
    legs = {place: amount for place, amount in sums.items() if amount}
    lock(book)
    end = _end_of(book, key)
    if end.has_key:
        return _same(Booking.objects.get(key=key), book, kind, legs)
    _check_holders(legs)
    lines = _lines(book, legs, end)
    booking = Booking(
        id=uuid.uuid4(),
        book=book,
        number=end.number + 1,
        kind=kind,
        at=clock.now(),
        by=about.by,
        entry=about.entry,
        name=about.name,
        reason=about.reason,
        reference=about.reference,
        key=key,
        reverses=about.reverses,
        salt=new_salt(),
        format=FORMAT,
        previous=end.sha256 if end.number else sha256_of_charter(book),
    )
    booking.seal_id = booking.pk
    # In the order of the accounts: two transactions that touch the same ones never wait for each other.
    ordered = sorted(legs.items(), key=lambda each: lines[_name(each[0])].account)
    booking.sha256 = sha256_of(
        content(
            booking,
            ((place[0], place[1].pk, amount) for place, amount in ordered),
            (holder for (_kind, holder), _amount in ordered),
        )
    )
    try:
        booking.save(force_insert=True)
        Leg.objects.bulk_create(_leg(booking, lines[_name(place)], amount) for place, amount in ordered)
        Seal(booking=booking).save(force_insert=True)
    except IntegrityError as error:
        if "overdrawn" in str(error):
            raise Overdrawn from error
        raise
    return booking


def reverse(booking: Booking, *, key: str, about: BookingDetails) -> Booking:
    """Take a booking back by its exact reverse, for `about.reason`."""
    sums = {
        (leg.account.kind, leg.account.holder): -leg.amount
        for leg in booking.legs.select_related("account__holder")
    }
    about = BookingDetails(about.by, booking.entry, booking.name, about.reason, about.reference, booking)
    return post(booking.book, Booking.Kind.REVERSAL, sums, key=key, about=about)


def content(
    booking: Booking, legs: Iterable[tuple[str, int, int]], holders: Iterable[Holder]
) -> dict[str, Any]:
    """What a booking's hash is over, in plain values: what is public as it is, the rest as a salted hash.

    `legs` are kinds of account, holders' keys and amounts, in the order of the accounts; `holders` those same
    holders. A sum that is carried over names who came to hold money by it.
    """
    found = {
        "format": booking.format,
        "book": booking.book_id,
        "number": booking.number,
        "kind": str(booking.kind),
        "at": written(booking.at),
        "entry": booking.entry.number if booking.entry else None,
        "name": booking.name,
        "reason": booking.reason,
        "reverses": booking.reverses.number if booking.reverses else None,
        "legs": [[kind, holder, amount] for kind, holder, amount in legs],
        "private": sha256_of(private(booking)),
        "previous": booking.previous,
    }
    if booking.format > 1 and booking.kind == Booking.Kind.CARRIED:
        added = {each.pk: named(each) for each in holders if each.is_carried}
        found["holders"] = [each for _key, each in sorted(added.items())]
    return found


def private(booking: Booking) -> dict[str, Any]:
    """The part of a booking that is not public, of which `content` holds the hash."""
    found = {
        "by": booking.by_id,
        "key": booking.key,
        "reference": booking.reference,
        "salt": booking.salt,
    }
    if booking.format > 1:
        found["user"] = booking.entry.user_id if booking.entry else None
    return found


def balance(book: Book, kind: str, holder: Holder | None = None) -> int:
    """What an account of one holder, or of all of them together, comes to. One query."""
    accounts = book.accounts.filter(kind=kind)
    if holder is not None:
        accounts = accounts.filter(holder=holder)
    return sum(each or 0 for each in with_balance(accounts).values_list("balance", flat=True))


def balances(book: Book) -> dict[tuple[str, int], int]:
    """Every account's balance, by kind and holder (key). One query."""
    rows = with_balance(book.accounts.all()).values_list("kind", "holder", "balance")
    return {(kind, holder): amount or 0 for kind, holder, amount in rows}


def with_balance(accounts: Any) -> Any:
    """The accounts, each with its `balance`: that of its last leg, None before the first."""
    last = Leg.objects.filter(account=OuterRef("pk")).order_by("-ordinal")
    return accounts.annotate(balance=Subquery(last.values("balance")[:1])).order_by("pk")


@dataclass(frozen=True, slots=True)
class _Line:
    """How far an account has come: its key, the number of its last leg, its balance."""

    account: int
    ordinal: int
    balance: int


@dataclass(frozen=True, slots=True)
class _End:
    """How far a book has come: its last booking, its accounts, and whether a key has booked already."""

    number: int
    sha256: str
    has_key: bool
    lines: Mapping[tuple[str, int], _Line]


_END: Final = """
    SELECT
        (SELECT number FROM prizes_booking WHERE book_id = %s ORDER BY number DESC LIMIT 1),
        (SELECT sha256 FROM prizes_booking WHERE book_id = %s ORDER BY number DESC LIMIT 1),
        EXISTS (SELECT 1 FROM prizes_booking WHERE key = %s),
        account.id, account.kind, account.holder_id,
        (SELECT ordinal FROM prizes_leg WHERE account_id = account.id ORDER BY ordinal DESC LIMIT 1),
        (SELECT balance FROM prizes_leg WHERE account_id = account.id ORDER BY ordinal DESC LIMIT 1)
    FROM prizes_book book LEFT JOIN prizes_account account ON account.book_id = book.id
    WHERE book.id = %s"""
"""One statement, in plain SQL: most of what a posting costs is asking."""


def lock(book: Book) -> None:
    """Hold the book's row. SQLite has one writer, and a transaction that writes is it from its beginning.

    A statement of its own: what is read with a lock may be older than the lock.
    """
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM prizes_book WHERE id = %s FOR UPDATE", [book.pk])


def _end_of(book: Book, key: str) -> _End:
    with connection.cursor() as cursor:
        cursor.execute(_END, [book.pk, book.pk, key, book.pk])
        rows = cursor.fetchall()
    if not rows:
        raise Book.DoesNotExist(f"there is no book {book.pk}")
    number, sha256, has_key = rows[0][:3]
    lines = {
        (kind, holder): _Line(account, ordinal or 0, balance or 0)
        for _number, _sha256, _has_key, account, kind, holder, ordinal, balance in rows
        if account is not None
    }
    return _End(number or 0, sha256 or "", bool(has_key), lines)


def _lines(book: Book, places: Iterable[Place], end: _End) -> Mapping[tuple[str, int], _Line]:
    """The book's accounts, those at `places` among them: made where there is none."""
    missing = {_name(place) for place in places} - end.lines.keys()
    if not missing:
        return end.lines
    made = Account.objects.bulk_create(
        Account(book=book, kind=kind, holder_id=holder, currency=book.currency)
        for kind, holder in sorted(missing)
    )
    return {**end.lines, **{(each.kind, each.holder_id): _Line(each.pk, 0, 0) for each in made}}


def _check_holders(legs: Mapping[Place, int]) -> None:
    """Raise IntegrityError where the legs with one holder do not balance: no one's money goes over to
    someone else by a booking alone.
    """
    totals: dict[int, int] = {}
    for (_kind, holder), amount in legs.items():
        totals[holder.pk] = totals.get(holder.pk, 0) + amount
    if any(totals.values()):
        raise IntegrityError("ledger: a booking balances with each holder")


def _leg(booking: Booking, line: _Line, amount: int) -> Leg:
    return Leg(
        booking=booking,
        account_id=line.account,
        ordinal=line.ordinal + 1,
        amount=amount,
        balance=line.balance + amount,
    )


def _same(before: Booking, book: Book, kind: str, legs: Mapping[Place, int]) -> Booking:
    booked = {
        (leg.account.kind, leg.account.holder_id): leg.amount for leg in before.legs.select_related("account")
    }
    wanted = {_name(place): amount for place, amount in legs.items()}
    if (before.book_id, before.kind, booked) != (book.pk, str(kind), wanted):
        raise KeyReused
    return before


def _name(place: Place) -> tuple[str, int]:
    kind, holder = place
    return str(kind), holder.pk
