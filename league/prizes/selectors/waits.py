"""What of the money waits for somebody, for the desks of a season and of its league.

Those who may read a season's book are told of records and fees, late or only due, those who answer for its
money of payouts and refunds as well; nobody is told of what their link would not show them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Max, Min, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from league.leagues.models import League
from league.prizes.books import money_of
from league.prizes.models import Book, HandRecord, Payout, Proposal, Refund
from league.prizes.reading import MoneyReader
from league.prizes.services.opening import NEEDED
from league.prizes.services.owing import OVER
from league.prizes.services.trusting import all_fit
from league.tournaments.models import Arbiter, Competition, Entry

WAITING, UNKNOWN, LATE, TO_PAY, TO_REFUND = "waiting", "unknown", "late", "to_pay", "to_refund"
DUE = "due"
RECORDS, DESK, ENTRIES = "prizes:records", "prizes:desk", "tournaments:entries"

PLACES: Final[Mapping[str, tuple[str, str]]] = {
    WAITING: (RECORDS, "#waiting"),
    UNKNOWN: (RECORDS, "#unknown"),
    LATE: (ENTRIES, ""),
    TO_PAY: (DESK, "#to-pay-out"),
    TO_REFUND: (DESK, "#refunds"),
    DUE: (ENTRIES, ""),
}
"""Where each is dealt with, in the order in which they are told: the page and the place on it. The desk is
for those who answer for the money alone.
"""


@dataclass(frozen=True, slots=True)
class Wait:
    """One thing that waits: in which season, what and how much of it, what it takes, and where. `first` and
    `last` are set of fees that can still be paid: until when the first and the last of them can; they wait
    for their entrants, not for the reader.
    """

    season: str
    says: str
    more: str
    address: str
    first: datetime | None = None
    last: datetime | None = None

    @property
    def is_for_reader(self) -> bool:
        return self.first is None


@dataclass(frozen=True, slots=True)
class Waits:
    """`own` waits for the readers of a desk, `due` are fees that entrants can still pay."""

    own: Sequence[Wait] = ()
    due: Sequence[Wait] = ()


@dataclass(slots=True)
class _Pending:
    """What waits in one season: how many of each, the open proposal with how many have confirmed it, and
    between which moments the time to pay ends of the fees that are due.
    """

    counts: Counter[str] = field(default_factory=Counter)
    proposals: list[tuple[Proposal, int]] = field(default_factory=list)
    due: tuple[datetime, datetime] | None = None


def waits_of(found: MoneyReader) -> Waits:
    """What waits in one season, as its reader may know it. Seven queries."""
    season = found.reader.season
    if not found.may_read_book:
        return Waits()
    pending = _pending(Book.objects.filter(pk=found.book.pk), found.reader.now)
    return _parted(_lines(season, pending.get(season.pk, _Pending()), is_trustee=found.is_trustee))


def waits_in(league: League, user: Any) -> Waits:
    """What waits in all seasons of a league, the oldest first, as one of its organisers may know it. Eleven
    queries, however many seasons there are.
    """
    pending = _pending(Book.objects.filter(competition__league=league), clock.shown())
    seasons = list(Competition.objects.filter(pk__in=pending).order_by("pk")) if pending else []
    if not seasons:
        return Waits()
    here: dict[str, Any] = {"competition__in": seasons, "user": user}
    arbiters = set(Arbiter.objects.filter(**here, left_at=None).values_list("competition", flat=True))
    entered = set(
        Entry.objects.filter(**here, state__in=Entry.STANDING).values_list("competition", flat=True)
    )
    agreed = dict(all_fit().filter(**here).values_list("competition", "agreed_sha256"))
    lines: list[Wait] = []
    for season in seasons:
        season.league = league
        is_trustee = season.pk in agreed and agreed[season.pk] == money_of(season).agreed_sha256
        if is_trustee or season.pk in arbiters or season.pk not in entered:
            lines += _lines(season, pending[season.pk], is_trustee=is_trustee)
    return _parted(lines)


def _parted(lines: Iterable[Wait]) -> Waits:
    lines = list(lines)
    own = [line for line in lines if line.is_for_reader]
    return Waits(own, [line for line in lines if not line.is_for_reader])


def _pending(books: QuerySet[Book], now: datetime) -> Mapping[int, _Pending]:
    """What waits, by season; nothing of those in which nothing does. Seven queries."""
    found: dict[int, _Pending] = defaultdict(_Pending)
    for kind, rows, season in _countable(books, now):
        for key, count in rows.order_by().values_list(season).annotate(count=Count("pk")):
            found[key].counts[kind] += count
    proposals = Proposal.objects.filter(book__in=books, state=Proposal.State.OPEN).select_related("book")
    for row in proposals.annotate(confirmed=Count("confirmations")):
        found[row.book.competition_id].proposals.append((row, row.confirmed))
    due = _owing(books).filter(pay_by__gt=now).order_by().values_list("competition")
    for key, count, first, last in due.annotate(Count("pk"), Min("pay_by"), Max("pay_by")):
        found[key].counts[DUE], found[key].due = count, (first, last)
    return found


def _owing(books: QuerySet[Book]) -> QuerySet[Entry]:
    """The entries that have a time to pay, in seasons that go on."""
    owing = Entry.objects.filter(competition__book__in=books, state__in=Entry.IN, pay_by__isnull=False)
    return owing.exclude(competition__state__in=OVER)


def _countable(books: QuerySet[Book], now: datetime) -> Sequence[tuple[str, Any, str]]:
    """What is only counted: its name, its rows, and how they lead to their season."""
    records = HandRecord.objects.filter(book__in=books)
    is_free = Q(not_before=None) | Q(not_before__lte=now)
    refunds = Refund.objects.filter(book__in=books, way=Refund.Way.HAND)
    return (
        (WAITING, records.filter(state=HandRecord.State.WAITING), "book__competition"),
        (UNKNOWN, records.filter(state=HandRecord.State.UNKNOWN), "book__competition"),
        (LATE, _owing(books).filter(pay_by__lte=now), "competition"),
        (
            TO_PAY,
            Payout.objects.filter(is_free, book__in=books, state=Payout.State.CLAIMED),
            "book__competition",
        ),
        (TO_REFUND, refunds.exclude(state=Refund.State.DONE), "book__competition"),
    )


def _lines(season: Competition, pending: _Pending, *, is_trustee: bool) -> Iterator[Wait]:
    """What waits, in words: what has to be confirmed first."""
    if is_trustee:
        for proposal, confirmed in pending.proposals:
            yield _proposal(season, proposal, confirmed)
    for kind, (page, anchor) in PLACES.items():
        count = pending.counts[kind]
        if count and (is_trustee or page != DESK):
            says, more = _in_words(kind, count)
            until = pending.due if kind == DUE and pending.due else (None, None)
            yield Wait(
                season.name, says % {"count": count}, more, f"{_address(season, page)}{anchor}", *until
            )


def _proposal(season: Competition, proposal: Proposal, confirmed: int) -> Wait:
    is_ruling = proposal.kind == Proposal.Kind.RULING
    says = _("A ruling on prizes waits to be confirmed") if is_ruling else _("Prizes wait to be confirmed")
    more = _("%(count)d of %(needed)d confirmations") % {"count": confirmed, "needed": NEEDED}
    return Wait(season.name, says, more, _address(season, "prizes:proposal", proposal.pk))


def _in_words(kind: str, count: int) -> tuple[str, str]:
    if kind == WAITING:
        return (
            ngettext("%(count)d record to confirm", "%(count)d records to confirm", count),
            _("A second person has to confirm what came or went offline."),
        )
    if kind == UNKNOWN:
        return (
            ngettext("%(count)d payment to match", "%(count)d payments to match", count),
            _("It is not known whose fee it is."),
        )
    if kind == LATE:
        return (
            ngettext("%(count)d fee is late", "%(count)d fees are late", count),
            _("The time to pay is over."),
        )
    if kind == DUE:
        return ngettext("%(count)d fee is due", "%(count)d fees are due", count), ""
    if kind == TO_PAY:
        return (
            ngettext("%(count)d prize to pay out", "%(count)d prizes to pay out", count),
            _("Claimed, and confirmed by two people."),
        )
    return (
        ngettext("%(count)d offline refund to make", "%(count)d offline refunds to make", count),
        _("Send the money, then record it."),
    )


def _address(season: Competition, page: str, *args: int) -> str:
    return reverse(page, args=[season.league.slug, season.code, *args])
