"""What was recorded by hand, what waits for the second person, and whose fees could be recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.common.words.people import at_start, called
from league.competitions.models import Entry
from league.money import money
from league.prizes.models import Book, HandRecord, Payment
from league.prizes.selectors.page_ranges import Stretch, stretch
from league.prizes.selectors.paying import reference_of
from league.prizes.services.book_access import MoneyReader
from league.prizes.services.incoming.manual_entries import Together, is_own_money, needs_another, sums_of

RECORDS_A_PAGE: Final = 50
TO_PAY_SHOWN: Final = 50

Kind, State = HandRecord.Kind, HandRecord.State


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One record. `who` is the entrant or the sponsor, `payer` who paid if that was not the entrant, `how`
    what became of a payment that was not just the fee; `second` who confirmed or refused it. What the reader
    may do with it: `may_decide` as the second person, `may_match` where it is not known whose fee it is,
    `may_correct`.
    """

    key: int
    kind: str
    entry: int
    who: str
    payer: str
    how: str
    holder: str
    amount: int
    received_on: date
    reference: str
    by: str
    at: datetime
    state: str
    label: str
    second: str
    reason: str
    may_decide: bool
    may_match: bool
    may_correct: bool

    @property
    def tone(self) -> str:
        """How its tag looks: soft when it does not count any more, care while it waits for someone."""
        if self.state in (State.REFUSED, State.REVERSED, State.SENT_BACK):
            return "soft"
        return "care" if self.state in (State.WAITING, State.UNKNOWN) else "done"


@dataclass(frozen=True, slots=True)
class ToPay:
    """An entry whose fee has not come: what its person writes on a transfer, and until when it is kept; None
    once the place was given away.
    """

    number: int
    name: str
    reference: str
    pay_by: datetime | None


def records_of(book: Book, **asked: Any) -> Any:
    """The records of a book that answer what is asked: `kind`, `state`. What is empty asks for nothing."""
    return book.hand_records.filter(**{name: value for name, value in asked.items() if value})


def page_of(found: MoneyReader, asked: dict[str, str], *, before: int = 0, after: int = 0) -> Stretch:
    """A page of records, the latest first. Two queries at most."""
    rows = _whole(records_of(found.book, **asked))
    part = stretch(rows, size=RECORDS_A_PAGE, before=before, after=after, newest_first=True, field="pk")
    return Stretch(lines_of(found, part.rows), part.previous, part.next)


def waiting(found: MoneyReader) -> Sequence[RecordLine]:
    """What waits for the second person, the oldest first. Two queries at most."""
    rows = _whole(found.book.hand_records.filter(state=State.WAITING))
    return lines_of(found, rows.order_by("pk"))


def lines_of(found: MoneyReader, rows: Iterable[HandRecord]) -> list[RecordLine]:
    """Records of the book as the reader sees them. In real money one query, for treasurers, over what counts
    together.
    """
    rows, sums = list(rows), None
    if rows and found.is_trustee and not found.money.is_play and found.money.second_above:
        sums = sums_of(found.book.hand_records.all(), rows)
    return [line_of(found, row, sums) for row in rows]


def line_of(found: MoneyReader, row: HandRecord, sums: Mapping[Together, int] | None = None) -> RecordLine:
    """One of them; `sums` as for `is_above`."""
    reader = found.reader
    is_own, may = row.by_id == reader.person, found.is_trustee
    paid_it = is_own_money(row, found.money, reader.person, reader.name)
    is_booked = row.state in (State.BOOKED, State.UNKNOWN) and row.kind != Kind.PAID_BACK
    may_self = may and is_own and is_booked and not needs_another(reader.season, row, reader.now, sums)
    return RecordLine(
        key=row.pk,
        kind=str(Kind(row.kind).label),
        entry=row.entry.number if row.entry else 0,
        who=_called(row.entry.user) if row.entry else called(row.name),
        payer=row.payer,
        how=_how(found, row),
        holder=row.holder.name,
        amount=row.amount,
        received_on=row.received_on,
        reference=row.reference,
        by=_called(row.by),
        at=row.at,
        state=row.state,
        label=str(State(row.state).label),
        second=_called(row.second_by) if row.second_by else "",
        reason=row.reason,
        may_decide=may and row.state == State.WAITING and not is_own and not paid_it,
        may_match=may and row.state == State.UNKNOWN and not paid_it,
        may_correct=may and (may_self or (is_booked if not is_own else row.state == State.WAITING)),
    )


def unknown(found: MoneyReader) -> Sequence[RecordLine]:
    """The payments of which it is not known whose fee they are, the oldest first. Two queries at most."""
    rows = _whole(found.book.hand_records.filter(state=State.UNKNOWN))
    return lines_of(found, rows.order_by("pk"))


def _how(found: MoneyReader, row: HandRecord) -> str:
    """What became of a payment, where it was not just the fee. `row` comes with its payment."""
    payment = getattr(row, "payment", None)
    if payment is None or payment.state == Payment.State.REVERSED:
        return ""
    if payment.state == Payment.State.HELD:
        return _("held until payment opens")
    if payment.surplus:
        return _("too much: %(sum)s goes back") % {"sum": money(payment.surplus, found.book.currency)}
    return "" if payment.state == Payment.State.FEE else str(payment.get_state_display())


def to_pay(found: MoneyReader) -> Any:
    """The entries whose fee could come by hand: those to be paid first, then those that gave up their place
    or wait for one. Entries whose fee counts, or waits for the second person, are left out.
    """
    paid = Payment.objects.filter(entry=OuterRef("pk"), state__in=[Payment.State.FEE, Payment.State.HELD])
    recorded = HandRecord.objects.filter(entry=OuterRef("pk"), kind=Kind.PAYMENT, state=State.WAITING)
    is_free = Q(state__in=Entry.IN, payment__in=Entry.CLEAR) | Q(state=Entry.State.REFUSED)
    rows = found.reader.season.entries.filter(~Exists(paid), ~Exists(recorded)).exclude(is_free)
    return rows.select_related("user").order_by("left_at", "pay_by", "number")


def to_pay_lines(found: MoneyReader) -> Sequence[ToPay]:
    """The first of those who have a place and have not paid, as those who record payments see them. One
    query.
    """
    rows = to_pay(found).filter(state__in=Entry.IN)[:TO_PAY_SHOWN]
    return [to_pay_line(found, row) for row in rows]


def to_pay_line(found: MoneyReader, row: Entry) -> ToPay:
    row.competition = found.reader.season
    return ToPay(row.number, _called(row.user), reference_of(row), row.pay_by)


def _whole(rows: Any) -> Any:
    return rows.select_related("entry__user", "holder", "by", "second_by", "payment")


def _called(person: Any) -> str:
    return at_start(called(person.get_username()))
