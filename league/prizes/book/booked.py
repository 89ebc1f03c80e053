"""What the bookings of a book say, by their keys, for those who compare other rows with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from league.prizes.models import Account, Book, Booking, Leg

Of = Account.Kind
CASH = (Of.CASH, Of.CLEARING)
"""Where money comes in and goes out."""


@dataclass(slots=True)
class Booked:
    """One booking: the entry (a key) and the name it is about, its sums by account and holder (a key), and
    whether it was taken back.
    """

    entry: int | None
    name: str
    is_reversed: bool
    sums: dict[tuple[str, int], int] = field(default_factory=dict)

    def on(self, *kinds: str) -> int:
        """The sum that a booking adds to accounts of these kinds, with all holders."""
        return sum(amount for (kind, _holder), amount in self.sums.items() if kind in kinds)


class Bookings:
    """All bookings of a book by key. Two queries; all of them are held in memory, in plain values."""

    def __init__(self, book: Book) -> None:
        rows = Booking.objects.filter(book=book).order_by("number")
        self.by_key = {
            key: Booked(entry, name, reversed_by is not None)
            for key, entry, name, reversed_by in rows.values_list("key", "entry", "name", "reversed_by")
        }
        legs = Leg.objects.filter(booking__book=book).order_by()
        rows_of_legs = legs.values_list("booking__key", "account__kind", "account__holder", "amount")
        for key, kind, holder, amount in rows_of_legs.iterator():
            if key in self.by_key:
                self.by_key[key].sums[kind, holder] = amount
        self._all_below: dict[str, list[Booked]] = defaultdict(list)
        for key, booked in self.by_key.items():
            self._all_below[key.rpartition(":")[0]].append(booked)

    def get(self, key: str) -> Booked | None:
        return self.by_key.get(key)

    def standing(self, key: str) -> Booked | None:
        """The booking of a key, unless it was taken back."""
        found = self.by_key.get(key)
        return None if found is None or found.is_reversed else found

    def last(self, key: str) -> Booked | None:
        """The last booking whose key is this one or this one and a number, taken back or not: what was taken
        back is booked again by the next number.
        """
        again = self._all_below.get(key, ())
        return again[-1] if again else self.by_key.get(key)

    def below(self, *begins: str) -> list[Booked]:
        """The bookings that stand whose keys are one of these and one more word."""
        return [each for begin in begins for each in self._all_below.get(begin, ()) if not each.is_reversed]

    def ids(self, word: str) -> Iterator[int]:
        """The numbers that follow a word in keys of these two parts."""
        for key in self.by_key:
            begin, _colon, number = key.partition(":")
            if begin == word and number.isdecimal():
                yield int(number)
