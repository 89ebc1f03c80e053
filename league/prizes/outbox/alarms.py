"""Alarms about money, mailed to `ADMINS`: what only the operator can put right."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import mail_admins

from games.common.outbox.registry import Failures, delivers
from games.common.outbox.row import OutboxRow
from league.money import exact
from league.prizes.models import Payout, Refund


@delivers("alarm")
def tell_operator(rows: Sequence[OutboxRow]) -> Failures:
    """One mail for payments on which a provider and the ledger differ, one for refunds to make by hand, one
    for prizes that are claimed, one for books that a check found wrong, one for rows of money that differ
    from them.
    """
    _of_payments(sorted({line for row in rows for line in row.payload.get("payments", ())}))
    _of_books(sorted({code for row in rows for code in row.payload.get("books", ())}))
    _of_rows(sorted({line for row in rows for line in row.payload.get("rows", ())}))
    _of_refunds([key for row in rows for key in row.payload.get("refunds", ())])
    _of_claims([key for row in rows for key in row.payload.get("claims", ())])
    return {}


def _of_payments(lines: Sequence[str]) -> None:
    if lines:
        mail_admins(
            "Payments differ between the provider and the ledger",
            "Compare each with the provider's own pages. Nothing was booked because of it.\n\n"
            + "\n".join(lines),
        )


def _of_refunds(keys: Sequence[int]) -> None:
    refunds = Refund.objects.filter(pk__in=keys, way=Refund.Way.HAND, state__in=Refund.OPEN)
    lines = [
        f"Refund {each.pk}, season {each.book.competition.code}: "
        f"{exact(each.amount - each.given, each.book.currency)} {each.book.currency}. "
        f"The provider says: {each.refused}"
        for each in refunds.select_related("book__competition").order_by("pk")
    ]
    if lines:
        mail_admins(
            "Refunds that the provider does not make",
            "Give the money back by bank transfer or in cash, then record it on the season's money desk.\n\n"
            + "\n".join(lines),
        )


def _of_claims(keys: Sequence[int]) -> None:
    """Without where they are to be sent, which is for those who pay them out alone."""
    payouts = Payout.objects.filter(pk__in=keys, state=Payout.State.CLAIMED)
    lines = [
        f"Payout {each.pk}, season {each.book.competition.code}: "
        f"{exact(each.amount, each.book.currency)} {each.book.currency}."
        for each in payouts.select_related("book__competition").order_by("pk")
    ]
    if lines:
        mail_admins(
            "Prizes to pay out of what was paid online",
            "Their winners have claimed them. The season's money desk says where they go, and when.\n\n"
            + "\n".join(lines),
        )


def _of_books(codes: Sequence[str]) -> None:
    """The alarm's words about books: the codes of their competitions alone."""
    if codes:
        mail_admins(
            "The ledger of prize money is not right",
            "The books of these competitions are wrong; `manage.py verify_ledger CODE` says where.\n"
            "Let no one pay out from them until you know why, and keep a copy of the database. It refuses\n"
            "most of what a fault of the site could do, so somebody may have written past it.\n\n"
            + "\n".join(codes),
        )


def _of_rows(lines: Sequence[str]) -> None:
    if lines:
        mail_admins(
            "Rows of prize money differ from the ledger",
            "Payments, refunds, prizes, records or rules are not what the books of their seasons say.\n"
            "Let no one pay anything out because of them until you know why. Nothing was changed.\n\n"
            + "\n".join(lines),
        )
