"""Checking a book against itself: charter, hashes, numbers, seals, sums, balances, and earlier checks.

It reads and changes nothing, needs no lock (what is booked meanwhile is left for the next time), and holds a
part of the book in memory at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Sum

from league.competitions.rules.canonical import sha256_of
from league.prizes import signing
from league.prizes.book import cursor, ledger
from league.prizes.book.charter import charter_of
from league.prizes.book.cursor import Step
from league.prizes.models import Account, Book, Booking, BookWalk, Holder, Leg, Seal

MOST_FAULTS: Final = 20
"""So many are told of a book; of more, only how many they are."""

_CHARTER: Final = "the charter (season, currency, opening, rules, holders)"

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: how many bookings the book has, the hash of its last one (empty: none), that of its
    charter, and what is wrong with it, in English sentences, of which `faults` holds the first. `kept` are
    its earlier checks; one that is not believed says nothing about the book.
    """

    bookings: int
    sha256: str
    charter: str = ""
    faults: tuple[str, ...] = ()
    more: int = 0
    kept: signing.Kept = signing.NOTHING

    @property
    def is_right(self) -> bool:
        return not self.faults

    @property
    def count(self) -> int:
        """How many faults were found."""
        return len(self.faults) + self.more


def verify(book: Book, progress: Progress = lambda _bookings: None) -> Verdict:
    """Walk along the book from its first booking to what is now its last. `progress` is told, a part at a
    time, how many bookings are done.
    """
    holders = list(book.holders.order_by("pk"))  # asked first: the bookings that added them are there by then
    upto = cursor.last_number(book)  # and before its accounts: all that its bookings touch are there by then
    walk = _Walk(book, holders)
    for part in cursor.parts(book, upto):
        walk.take_part(part)
        progress(walk.bookings)
    walk.end(upto)
    return Verdict(walk.bookings, walk.sha256, walk.charter, tuple(walk.faults), walk.more, walk.kept)


@dataclass(slots=True)
class _Line:
    """How an account stands so far: the number of its last leg, what it says of its balance, the true sum."""

    account: Account
    legs: int = 0
    said: int = 0
    total: int = 0


@dataclass(slots=True)
class _Walk:
    """What is known of a book up to the booking that was taken last."""

    book: Book
    holders: list[Holder]
    charter: str = ""
    bookings: int = 0
    number: int = 0
    sha256: str = ""
    faults: list[str] = field(default_factory=list)
    more: int = 0
    lines: dict[int, _Line] = field(default_factory=dict)
    checked: dict[int, str] = field(default_factory=dict)
    """By number of a booking: the hash that it had when the book was checked and was right."""
    kept: signing.Kept = signing.NOTHING
    named: set[int] = field(default_factory=set)
    """The holders (keys) that bookings have added."""

    def __post_init__(self) -> None:
        self.lines = {key: _Line(account) for key, account in cursor.accounts_of(self.book).items()}
        self.charter = sha256_of(charter_of(self.book, self.holders))
        self.kept = signing.sort(self.book.checks.order_by("-number"))
        right = [each for each in self.kept.believed if each.is_right]
        self.checked = {each.bookings: each.sha256 for each in reversed(right) if each.bookings}
        for each in right:
            if each.charter and each.charter != self.charter:
                self._note(f"{_CHARTER} is not what it was when the book was checked on {each.at:%Y-%m-%d}")
                break
        if self.kept.has_gap:
            self._note("an earlier check that a later one names is gone, or was changed")
        has_none = not self.kept.believed and not self.kept.disbelieved
        if has_none and BookWalk.objects.filter(book=self.book).exists():
            self._note("it was checked before, and no check of it is kept")

    def take_part(self, part: list[Step]) -> None:
        keys = [step.booking.pk for step in part]
        sealed = set(Seal.objects.filter(pk__in=keys).values_list("pk", flat=True))
        reversed_ = _legs_of([each.booking.reverses_id for each in part if each.booking.reverses_id])
        for step in part:
            for fault in self._faults_of(step, sealed, reversed_):
                self._note(f"booking {step.booking.number}: {fault}")
            self.bookings += 1
            self.number, self.sha256 = step.booking.number, step.booking.sha256

    def end(self, upto: int) -> None:
        """What can only be said of the whole, which ends with the booking number `upto`."""
        for holder in self.holders:
            if holder.is_carried and holder.pk not in self.named:
                self._note(f"{holder.name}: stands in no charter, and no booking has added them")
        for number, sha256 in sorted(self.checked.items()):
            if sha256:
                self._note(f"booking {number}: was there when the book was checked before, and is gone")
        self._compare_accounts(upto)
        if total := sum(line.total for line in self.lines.values()):
            self._note(f"all balances come to {total}, not to 0")

    def _note(self, fault: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)
        else:
            self.more += 1

    def _faults_of(self, step: Step, sealed: set[Any], reversed_: Mapping[Any, Any]) -> Iterator[str]:
        booking, legs = step.booking, step.legs
        if booking.number != self.number + 1:
            yield f"follows number {self.number}"
        if booking.number == 1 and booking.previous and booking.previous != self.charter:
            yield f"does not follow {_CHARTER}"
        if booking.number > 1 and booking.previous != self.sha256:
            yield "does not name the hash of the booking before it"
        if _hash_of(step) != booking.sha256:
            yield "its content has another hash"
        if self.checked.pop(booking.number, booking.sha256) != booking.sha256:
            yield "had another hash when the book was checked before"
        if booking.pk not in sealed or booking.seal_id != booking.pk:
            yield "has no seal of its own"
        if booking.format > 1 and booking.kind == Booking.Kind.CARRIED:
            self.named |= {leg.account.holder_id for leg in legs}
        yield from _faults_of_sums(legs)
        if booking.reverses_id and booking.reverses is not None:
            if booking.reverses.book_id != self.book.pk:
                yield "corrects a booking of another book"
            mirrored = sorted((leg.account_id, -leg.amount) for leg in legs)
            if mirrored != sorted(reversed_.get(booking.reverses_id, ())):
                yield f"is not the exact reverse of booking {booking.reverses.number}"
        for leg in legs:
            yield from self._faults_of_leg(leg)

    def _faults_of_leg(self, leg: Leg) -> Iterator[str]:
        line = self.lines.get(leg.account_id)
        if line is None:
            yield "has a side in another book"
            return
        name = _name(line.account)
        if leg.ordinal != line.legs + 1:
            yield f"{name}: side {leg.ordinal} follows side {line.legs}"
        line.total += leg.amount
        if leg.balance != line.said + leg.amount:
            yield f"{name}: balance {leg.balance}, where {line.said} and {leg.amount} were expected"
        line.legs, line.said = leg.ordinal, leg.balance
        if _is_overdrawn(line.account, line.total):
            yield f"{name}: overdrawn, {line.total}"

    def _compare_accounts(self, upto: int) -> None:
        """Each account with all of its legs, whichever booking they say they belong to."""
        ours = Booking.objects.filter(pk=OuterRef("booking"), book=self.book)
        legs = Leg.objects.filter(account__book=self.book)
        if strays := legs.filter(~Exists(ours)).count():
            self._note(f"{strays} sides belong to no booking of this book")
        counted = legs.filter(Exists(ours.filter(number__lte=upto))).order_by().values("account")
        sums = {
            row["account"]: (row["legs"], row["total"])
            for row in counted.annotate(legs=Count("pk"), total=Sum("amount"))
        }
        for key, line in self.lines.items():
            account, name = line.account, _name(line.account)
            if sums.get(key, (0, 0)) != (line.legs, line.said):
                said, found = (line.legs, line.said), sums.get(key, (0, 0))
                self._note(
                    f"{name}: {said[0]} sides, balance {said[1]}; there are {found[0]}, sum {found[1]}"
                )
            if account.currency != self.book.currency:
                self._note(f"{name}: is in {account.currency}, the book in {self.book.currency}")
            if account.holder.book_id != self.book.pk:
                self._note(f"{name}: its holder belongs to another book")


def _hash_of(step: Step) -> str:
    legs = ((leg.account.kind, leg.account.holder_id, leg.amount) for leg in step.legs)
    return sha256_of(ledger.content(step.booking, legs, (leg.account.holder for leg in step.legs)))


def _faults_of_sums(legs: tuple[Leg, ...]) -> Iterator[str]:
    if len(legs) < 2:
        yield f"has {len(legs)} sides"
    if total := sum(leg.amount for leg in legs):
        yield f"does not balance, by {total}"
    by_holder: Counter[int] = Counter()
    for leg in legs:
        by_holder[leg.account.holder_id] += leg.amount
    if not total and any(by_holder.values()):
        yield "balances, but not for each holder"


def _is_overdrawn(account: Account, total: int) -> bool:
    return (total > 0 and account.kind in Account.NOT_OVERDRAWN) or (
        total < 0 and account.kind in Account.NOT_NEGATIVE
    )


def _legs_of(bookings: list[Any]) -> dict[Any, list[tuple[int, int]]]:
    """By booking: its accounts' keys and amounts. One query, none for no bookings."""
    found: dict[Any, list[tuple[int, int]]] = {key: [] for key in bookings}
    if bookings:
        rows = Leg.objects.filter(booking__in=bookings).values_list("booking", "account", "amount")
        for booking, account, amount in rows:
            found[booking].append((account, amount))
    return found


def _name(account: Account) -> str:
    return f"{account.kind} with {account.holder.name}"
