"""Bookings in words: each with its sides, as the book of a season and its public statement list them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.words.people import at_start, called
from league.prizes.models import Account, Book, Booking, Leg
from league.prizes.selectors.movements import ASSETS
from league.prizes.selectors.page_ranges import Stretch, stretch
from league.prizes.services.book_access import MoneyReader

Kind = Booking.Kind

BOOKINGS_A_PAGE: Final = 50
ENTRIES_A_PAGE: Final = 50

OF_ENTRIES: Final = (Kind.PAYMENT, Kind.REFUND, Kind.CHARGEBACK, Kind.GUARANTOR_OWES)
"""Movements of money that entrants have with a season, besides prizes."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a booking: the account, with whom, and what it adds to it."""

    account: str
    holder: str
    amount: int


@dataclass(frozen=True, slots=True)
class BookingLine:
    """One booking. `entry` is a number, 0 for none; `who` whom it is about, a person or a sponsor; `by` is
    empty where the rule did it.
    """

    number: int
    at: datetime
    kind: str
    entry: int
    who: str
    by: str
    reason: str
    reference: str
    reverses: int
    sides: Sequence[Side]
    sha256: str

    @property
    def amount(self) -> int:
        """How much it moved."""
        return sum(side.amount for side in self.sides if side.amount > 0)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """What an entrant paid, or was given back. `way` says how; `amount` has its sign."""

    number: int
    at: datetime
    entry: int
    name: str
    way: str
    amount: int
    is_me: bool


def bookings_of(book: Book, **asked: Any) -> QuerySet[Booking]:
    """The bookings of a book that answer what is asked: `kind`, `holder` (a key), `entry` (a number), `since`
    and `until` (moments). What is empty asks for nothing.
    """
    names: Mapping[str, str] = {
        "kind": "kind",
        "entry": "entry__number",
        "since": "at__gte",
        "until": "at__lt",
    }
    given = {field: asked[name] for name, field in names.items() if asked.get(name)}
    found = book.bookings.filter(**given)
    if holder := asked.get("holder"):
        # Asked apart: joined, a booking would come once for each of its sides.
        found = found.filter(pk__in=Leg.objects.filter(account__holder=holder).values("booking"))
    return found


def with_sides(rows: QuerySet[Booking]) -> QuerySet[Booking]:
    """The same with all that a line shows. Two queries, with those of the sides."""
    legs = Leg.objects.select_related("account__holder").order_by("account_id")
    rows = rows.select_related("entry__user", "by", "reverses")
    return rows.prefetch_related(Prefetch("legs", queryset=legs))


def page_of(book: Book, asked: Mapping[str, Any], *, before: int = 0, after: int = 0) -> Stretch:
    """A page of the book, the latest first. Two queries."""
    found = with_sides(bookings_of(book, **asked))
    part = stretch(found, size=BOOKINGS_A_PAGE, before=before, after=after, newest_first=True)
    return Stretch([line_of(row) for row in part.rows], part.previous, part.next)


def line_of(row: Booking) -> BookingLine:
    """A booking as its line. No query, of one from `with_sides`."""
    return BookingLine(
        number=row.number,
        at=row.at,
        kind=kind_of(row),
        entry=row.entry.number if row.entry else 0,
        who=at_start(called(row.entry.user.get_username())) if row.entry else row.name,
        by=at_start(called(row.by.get_username())) if row.by else "",
        reason=row.reason,
        reference=row.reference,
        reverses=row.reverses.number if row.reverses else 0,
        sides=[
            Side(str(Account.Kind(leg.account.kind).label), leg.account.holder.name, leg.amount)
            for leg in row.legs.all()
        ],
        sha256=row.sha256,
    )


def kind_of(row: Booking) -> str:
    """What kind of booking it is; of a correction, what it corrects."""
    if row.reverses is None:
        return str(Kind(row.kind).label)
    said = {"what": Kind(row.reverses.kind).label, "number": row.reverses.number}
    return _("correction of no. %(number)d: %(what)s") % said


def of_entries(found: MoneyReader, *, before: int = 0, after: int = 0) -> Stretch:
    """A page of what entrants paid and were given back, the earliest first. Two queries."""
    rows = found.book.bookings.filter(entry__isnull=False)
    rows = rows.filter(Q(kind__in=OF_ENTRIES) | Q(reverses__kind__in=OF_ENTRIES))
    legs = Leg.objects.filter(account__kind__in=ASSETS).select_related("account")
    rows = rows.select_related("entry__user", "reverses").prefetch_related(Prefetch("legs", queryset=legs))
    part = stretch(rows, size=ENTRIES_A_PAGE, before=before, after=after)
    return Stretch([_entry_line(found, row) for row in part.rows], part.previous, part.next)


def _entry_line(found: MoneyReader, row: Any) -> EntryLine:
    person = row.entry.user
    legs = row.legs.all()
    is_me = found.reader.person is not None and person.pk == found.reader.person
    return EntryLine(
        number=row.number,
        at=row.at,
        entry=row.entry.number,
        name=at_start(called(person.get_username())) if found.shows_names or is_me else "",
        way=_way(row, legs[0].account.kind if legs else ""),
        amount=sum(leg.amount for leg in legs),
        is_me=is_me,
    )


def _way(row: Booking, account: str) -> str:
    if row.reverses is not None:
        if row.reverses.kind == Kind.PAYMENT:
            return pgettext("a payment", "logged by mistake")
        return pgettext("a payment", "given back by the bank")
    if row.kind == Kind.PAYMENT:
        is_online = account == Account.Kind.CLEARING
        return (
            pgettext("a payment", "online") if is_online else pgettext("a payment", "bank transfer or cash")
        )
    if row.kind == Kind.REFUND:
        return pgettext("a payment", "refund")
    return pgettext("a payment", "reversed by the bank")
