"""What one holder has to pay by hand, as a file for a bank: prizes that are claimed, and refunds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from games.common.files.spreadsheets import table_lines
from league.money import exact
from league.prizes.models import Book, Holder, Payout, Refund
from league.prizes.services.payouts.rulings_after import lacking, ruled_on

COLUMNS: Final = ("kind", "number", "name", "pay_to", "amount", "currency", "reference")
"""`number` is the payout's or the refund's, `reference` what to write on the transfer."""

BATCH: Final = 500


def transfers(book: Book, holder: Holder, now: datetime) -> Iterator[str]:
    """The lines of the file, its header first. No cell is taken for a formula."""
    return table_lines(COLUMNS, _rows(book, holder, now))


def _rows(book: Book, holder: Holder, now: datetime) -> Iterator[dict[str, Any]]:
    code = book.competition.code
    stopped = ruled_on(book) | set(lacking(book))
    claimed = Payout.objects.filter(book=book, holder=holder, state=Payout.State.CLAIMED)
    for payout in claimed.select_related("entry__user").order_by("rank", "pk").iterator(BATCH):
        is_kept = payout.not_before is not None and now < payout.not_before
        if not is_kept and payout.pk not in stopped and payout.entry is not None:
            yield {
                "kind": "prize",
                "number": payout.pk,
                "name": payout.entry.user.get_username(),
                "pay_to": _one_line(payout.pay_to),
                "amount": exact(payout.amount, book.currency),
                "currency": book.currency,
                "reference": f"{code} prize {payout.pk}",
            }
    due = Refund.objects.filter(book=book, holder=holder, way=Refund.Way.HAND, state__in=Refund.OPEN)
    for refund in due.select_related("entry__user").order_by("pk").iterator(BATCH):
        yield {
            "kind": "refund",
            "number": refund.pk,
            "name": refund.payer or (refund.entry.user.get_username() if refund.entry else refund.name),
            "pay_to": _one_line(refund.pay_to),
            "amount": exact(refund.amount - refund.given, book.currency),
            "currency": book.currency,
            "reference": f"{code} refund {refund.pk}",
        }


def _one_line(text: str) -> str:
    return ", ".join(line.strip() for line in text.splitlines() if line.strip())
