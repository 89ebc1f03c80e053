"""One person's own money of a year, in all leagues, as CSV: what they paid, and what came to them."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from itertools import chain
from typing import Any, Final

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from games.common.files.spreadsheets import csv_lines
from league.money import exact
from league.prizes.models import Booking, Leg
from league.prizes.selectors.movements import ASSETS
from league.users.models import User

Kind = Booking.Kind

COLUMNS: Final = (
    "day",
    "league",
    "season",
    "code",
    "entry",
    "kind",
    "corrects",
    "amount",
    "currency",
    "reason",
    "booking",
    "sha256",
)

MOVES: Final = (
    Kind.PAYMENT,
    Kind.REFUND,
    Kind.CHARGEBACK,
    Kind.GUARANTOR_OWES,
    Kind.PAYOUT,
    Kind.PAID_BACK,
)
"""Bookings by which an entrant's money comes or goes."""


def csv_of(user: User, year: int) -> str:
    """The statement of one year by the reader's clock, the earliest movement first. `amount` is above 0
    where money came to the person; days are the reader's. Text that a spreadsheet would take for a formula is
    escaped. Two queries.
    """
    return "".join(csv_lines(chain([COLUMNS], _rows(user, year))))


def years_of(user: User) -> list[int]:
    """The years in which money of `user` moved, the latest first. One query."""
    return [moment.year for moment in _moves_of(user).datetimes("at", "year", order="DESC")]


def _rows(user: User, year: int) -> Iterator[tuple[Any, ...]]:
    zone = zoneinfo.ZoneInfo(timezone.get_current_timezone_name())
    begin, end = (datetime(each, 1, 1, tzinfo=zone).astimezone(UTC) for each in (year, year + 1))
    legs = Leg.objects.filter(account__kind__in=ASSETS)
    moves = _moves_of(user).filter(at__gte=begin, at__lt=end).order_by("at", "book", "number")
    moves = moves.select_related("book__competition__league", "entry", "reverses")
    for row in moves.prefetch_related(Prefetch("legs", queryset=legs)):
        season, amount = row.book.competition, -sum(leg.amount for leg in row.legs.all())
        yield (
            row.at.astimezone(zone).date().isoformat(),
            season.league.name,
            season.name,
            season.code,
            row.entry.number if row.entry else "",
            row.kind,
            row.reverses.kind if row.reverses else "",
            Decimal(exact(amount, row.book.currency)),
            row.book.currency,
            row.reason,
            row.number,
            row.sha256,
        )


def _moves_of(user: User) -> QuerySet[Booking]:
    return Booking.objects.filter(
        Q(kind__in=MOVES) | Q(kind=Kind.REVERSAL, reverses__kind__in=MOVES), entry__user=user
    )
