"""A book from its first booking to its last, a part at a time, as checks and exports read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import Max

from league.prizes.models import Account, Book, Booking, Leg

AT_ONCE: Final = 500
"""Bookings that are held in memory together."""


@dataclass(frozen=True, slots=True)
class Step:
    """A booking and its legs in the order of their accounts."""

    booking: Booking
    legs: tuple[Leg, ...]


def last_number(book: Book) -> int:
    """The number of the book's last booking; 0: it has none."""
    return book.bookings.aggregate(last=Max("number"))["last"] or 0


def parts(book: Book, upto: int) -> Iterator[list[Step]]:
    """The book's bookings by number, up to that number: whatever is booked meanwhile is left out. Two queries
    a part. `booking.entry`, its user, `booking.by`, `booking.reverses`, and `leg.account` are at hand.
    """
    accounts = accounts_of(book)
    done = -1
    rows = book.bookings.select_related("entry__user", "by", "reverses").order_by("number", "pk")
    while found := list(rows.filter(number__gt=done, number__lte=upto)[:AT_ONCE]):
        done = found[-1].number
        legs = defaultdict(list)
        for leg in Leg.objects.filter(booking__in=[each.pk for each in found]).order_by("account_id", "pk"):
            if leg.account_id in accounts:
                leg.account = accounts[leg.account_id]
            legs[leg.booking_id].append(leg)
        yield [Step(booking, tuple(legs[booking.pk])) for booking in found]


def steps(book: Book, upto: int) -> Iterator[Step]:
    """Walk through the steps one by one."""
    for part in parts(book, upto):
        yield from part


def accounts_of(book: Book) -> dict[int, Account]:
    """The book's accounts by key, each with its holder. One query."""
    return {each.pk: each for each in book.accounts.select_related("holder").order_by("pk")}
