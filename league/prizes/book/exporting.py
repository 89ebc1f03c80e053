"""A season's book as files: CSV for spreadsheets, JSON by which anyone can check it, a beancount journal.

Each comes in two kinds. The public one names people as the season's rules have it (by name, or by the number
of their entry) and holds a hash in the place of who booked what with which reference. The other is for those
who keep the book, and holds that, too. All are made a part at a time, of what was booked when they began.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from django.db.models import Min, Sum

from games.common.files import spreadsheets
from league.competitions.models import Entry
from league.competitions.rules.canonical import canonical, sha256_of, written
from league.competitions.rules.common_rules import Names
from league.money import EXPONENT, exact
from league.prizes.book import cursor, ledger
from league.prizes.book.charter import charter_of, sha256_of_charter
from league.prizes.book.cursor import Step
from league.prizes.models import Account, Book, Booking, Leg, Payout

FORMAT: Final = 2
"""Files of 1 say nothing of the charter."""

PUBLIC: Final = (
    "number",
    "at",
    "kind",
    "entry",
    "name",
    "sponsor",
    "account",
    "holder",
    "amount",
    "balance",
    "currency",
    "reason",
    "corrects",
    "sha256",
    "charter",
)
PRIVATE: Final = ("reference", "by", "key")

PLACES: Final = {
    Account.Kind.CLEARING: "Assets:Provider",
    Account.Kind.CASH: "Assets:Cash",
    Account.Kind.OWED_BACK: "Assets:OwedBack",
    Account.Kind.ENTRANTS: "Liabilities:Entrants",
    Account.Kind.SPONSORS: "Liabilities:Sponsors",
    Account.Kind.POOL: "Liabilities:Pool",
    Account.Kind.ORGANISER_FEE: "Liabilities:LeagueCosts",
    Account.Kind.PLATFORM_FEE: "Liabilities:SiteFee",
    Account.Kind.CHARGES: "Expenses:Charges",
    Account.Kind.PAYOUTS: "Liabilities:Payouts",
    Account.Kind.REFUNDS: "Liabilities:Refunds",
    Account.Kind.GUARANTOR: "Liabilities:Guarantor",
}
"""Where each kind of account is in a beancount journal, whose signs are ours."""


@dataclass(frozen=True, slots=True)
class _Export:
    """A book as its file shows it, up to the booking that was its last when the file was begun."""

    book: Book
    for_keepers: bool
    upto: int
    tells_names: bool

    @classmethod
    def of(cls, book: Book, for_keepers: bool) -> _Export:
        tells_names = for_keepers or book.competition.terms.names is Names.PEOPLE
        return cls(book, for_keepers, cursor.last_number(book), tells_names)

    def steps(self) -> Iterator[Step]:
        return cursor.steps(self.book, self.upto)

    def person(self, entry: Entry | None) -> str:
        """Whom a booking is about, by the same name in every file; empty: no one who entered."""
        if entry is None:
            return ""
        return entry.user.get_username() if self.tells_names else f"#{entry.number}"

    def private(self, booking: Booking) -> tuple[str, str, str]:
        """PRIVATE of a booking."""
        by = booking.by.get_username() if booking.by else ""
        return booking.reference, by, booking.key

    def written(self, amount: int) -> str:
        return exact(amount, self.book.currency)


def csv_rows(
    book: Book, *, for_keepers: bool = False, only: Container[int] | None = None
) -> Iterator[tuple[Any, ...]]:
    """The head, then a row for each side of each booking, or of those with the numbers in `only`. Sums are
    numbers; text that a spreadsheet would take for a formula is escaped. The charter's hash stands beside the
    first booking.
    """
    shown = _Export.of(book, for_keepers)
    yield (*PUBLIC, *PRIVATE) if for_keepers else PUBLIC
    for step in shown.steps():
        booking = step.booking
        if only is not None and booking.number not in only:
            continue
        is_first = booking.number == 1
        charter = (booking.previous or sha256_of_charter(book)) if is_first else ""
        for leg in step.legs:
            row: tuple[Any, ...] = (
                booking.number,
                written(booking.at),
                booking.kind,
                booking.entry.number if booking.entry else "",
                shown.person(booking.entry),
                booking.name,
                leg.account.kind,
                leg.account.holder.name,
                Decimal(shown.written(leg.amount)),
                Decimal(shown.written(leg.balance)),
                book.currency,
                booking.reason,
                booking.reverses.number if booking.reverses else "",
                booking.sha256,
                charter,
            )
            yield (*row, *(shown.private(booking) if for_keepers else ()))


def csv_lines(book: Book, *, for_keepers: bool = False, only: Container[int] | None = None) -> Iterator[str]:
    """The lines of the export as CSV."""
    return spreadsheets.csv_lines(csv_rows(book, for_keepers=for_keepers, only=only))


def json_bytes(book: Book, *, for_keepers: bool = False) -> Iterator[bytes]:
    """One JSON object by which anyone can check the book: `content` of each booking is what its `sha256` is
    over, in the canonical form; `previous` in it is the hash of the booking before. Keepers also see what is
    behind each `private`, itself a hash over that. Before the first booking stands the hash of the charter.
    """
    yield from (part.encode() for part in _json(_Export.of(book, for_keepers)))


def _json(shown: _Export) -> Iterator[str]:
    book, season = shown.book, shown.book.competition
    first = list(book.holders.order_by("pk"))
    charter = charter_of(book, first)
    head = {
        "format": FORMAT,
        "league": season.league.slug,
        "season": season.code,
        "name": season.name,
        "rules_sha256": season.rules_sha256,
        "book": book.pk,
        "opened_at": written(book.opened_at),
        "currency": book.currency,
        "digits": EXPONENT[book.currency],
        "charter": charter,
        "charter_sha256": sha256_of(charter),
    }
    yield canonical(head)[:-1] + ',"bookings":['
    entries: dict[int, str] = {}
    balances: dict[int, int] = {}
    last = ""
    for step in shown.steps():
        booking = step.booking
        if booking.entry:
            entries[booking.entry.number] = shown.person(booking.entry)
        balances |= {leg.account_id: leg.balance for leg in step.legs}
        yield (",\n" if last else "\n") + canonical(_booking(shown, step))
        last = booking.sha256
    accounts = cursor.accounts_of(book)
    holders = {each.pk: each for each in first if not each.is_carried}
    holders |= {accounts[key].holder_id: accounts[key].holder for key in balances}
    tail = {
        "last": last,
        "entries": [{"entry": number, "name": name} for number, name in sorted(entries.items())],
        "holders": [
            {"holder": each.pk, "kind": each.kind, "name": each.name}
            for _key, each in sorted(holders.items())
        ],
        "balances": [
            {
                "account": accounts[key].kind,
                "holder": accounts[key].holder_id,
                "balance": balance,
                "sum": shown.written(balance),
            }
            for key, balance in sorted(balances.items())
        ],
        "prizes": _prizes(book),
    }
    yield "\n]," + canonical(tail)[1:] + "\n"


def _prizes(book: Book) -> list[dict[str, Any]]:
    """What was confirmed, by prize rank: counted among those who can win, so it may be another than the final
    rank. A sponsor's own prize names the sponsor; one that two holders pay is one. One query.
    """
    confirmed = book.payouts.exclude(state__in=[Payout.State.PROPOSED, Payout.State.WITHDRAWN])
    rows = confirmed.order_by("sponsor", "rank", "entry__number").values_list(
        "sponsor", "rank", "entry__number"
    )
    return [
        {"prize_rank": rank, "entry": entry, "amount": amount} | ({"sponsor": sponsor} if sponsor else {})
        for sponsor, rank, entry, amount in rows.annotate(Sum("amount"))
        if entry is not None
    ]


def _booking(shown: _Export, step: Step) -> dict[str, Any]:
    booking = step.booking
    legs = [(leg.account.kind, leg.account.holder_id, leg.amount) for leg in step.legs]
    told = {
        "content": ledger.content(booking, legs, (leg.account.holder for leg in step.legs)),
        "sha256": booking.sha256,
        "sums": [shown.written(amount) for _kind, _holder, amount in legs],
    }
    if shown.for_keepers:
        told |= {"private": ledger.private(booking), "by": shown.private(booking)[1]}
    return told


def beancount(book: Book, *, for_keepers: bool = False) -> Iterator[str]:
    """The book as a journal of beancount, in lines: accounts, bookings by day (UTC), and what each account
    must come to in the end, to the last cent.
    """
    return _Journal(_Export.of(book, for_keepers)).lines()


@dataclass(slots=True)
class _Journal:
    shown: _Export
    names: dict[int, str] = field(default_factory=dict)
    """By key of an account: what the journal calls it."""
    balances: dict[int, int] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        book = self.shown.book
        yield f'option "title" {_quoted(book.competition.name)}\n'
        yield f'option "operating_currency" "{book.currency}"\n'
        yield from self._accounts()
        last = date.min
        for step in self.shown.steps():
            last = max(_day(step.booking.at), last)
            yield from self._booking(step)
        for key, balance in sorted(self.balances.items()):
            day = last + timedelta(days=1)  # what is asserted is what a day begins with
            yield f"{day} balance {self.names[key]}  {self.shown.written(balance)} ~ 0 {book.currency}\n"

    def _accounts(self) -> Iterator[str]:
        """All of them opened, no later than the first booking."""
        book = self.shown.book
        first = book.bookings.filter(number__lte=self.shown.upto).aggregate(at=Min("at"))["at"]
        day = _day(min(first or book.opened_at, book.opened_at))
        opening = list(book.holders.order_by("pk"))
        yield f"; charter {sha256_of(charter_of(book, opening))}\n\n"
        accounts = cursor.accounts_of(book)
        holders = {each.pk for each in opening} | {each.holder_id for each in accounts.values()}
        numbers = {key: number for number, key in enumerate(sorted(holders), 1)}
        for key, account in accounts.items():
            self.names[key] = f"{PLACES[Account.Kind(account.kind)]}:Holder{numbers[account.holder_id]}"
            yield f"{day} open {self.names[key]} {book.currency}\n"
            yield f"  holder: {_quoted(account.holder.name)}\n"

    def _booking(self, step: Step) -> Iterator[str]:
        booking, shown = step.booking, self.shown
        who = shown.person(booking.entry) or booking.name
        kind = booking.kind.replace("_", " ")
        words = f"{kind}: {booking.reason}" if booking.reason else kind
        yield f"\n{_day(booking.at)} * {_quoted(who) + ' ' if who else ''}{_quoted(words)}\n"
        facts = {
            "at": written(booking.at),
            "entry": f"#{booking.entry.number}" if booking.entry else "",
            "corrects": str(booking.reverses.number) if booking.reverses else "",
            "sha256": booking.sha256,
        }
        if shown.for_keepers:
            facts |= dict(zip(PRIVATE, shown.private(booking), strict=True))
        yield f"  number: {booking.number}\n"
        yield from (f"  {name}: {_quoted(fact)}\n" for name, fact in facts.items() if fact)
        yield from (self._leg(leg) for leg in step.legs)

    def _leg(self, leg: Leg) -> str:
        self.balances[leg.account_id] = leg.balance
        sum_ = self.shown.written(leg.amount)
        return f"  {self.names[leg.account_id]}  {sum_} {self.shown.book.currency}\n"


def _day(moment: datetime) -> date:
    return moment.astimezone(UTC).date()


def _quoted(text: str) -> str:
    """`text` as a string of beancount, on one line."""
    line = (
        "".join(each if each.isprintable() else " " for each in text)
        .replace("\\", "\\\\")
        .replace('"', '\\"')
    )
    return f'"{line}"'
