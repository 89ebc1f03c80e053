"""What a book is opened with: its season, currency, opening and rules, and who holds its money.

The hash of the charter stands before the first booking, as that of each booking stands before the next, so
changing any of it would change the whole chain. Books of earlier releases begin with nothing;
their charter's hash is kept by the nightly check, from the first night on (`models.LedgerCheck`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from league.competitions.rules.canonical import sha256_of, written
from league.prizes.models import Book, Holder

FORMAT: Final = 1


def charter_of(book: Book, holders: Iterable[Holder]) -> dict[str, Any]:
    """The charter of a book in plain values. Of its `holders` those are left out whom a booking added."""
    season = book.competition
    return {
        "format": FORMAT,
        "book": book.pk,
        "season": season.code,
        "currency": book.currency,
        "opened_at": written(book.opened_at),
        "rules_sha256": season.rules_sha256,
        "holders": [named(each) for each in sorted(holders, key=_key) if not each.is_carried],
    }


def sha256_of_charter(book: Book) -> str:
    """The hash of a book's charter. One query, two where its competition is not at hand."""
    return sha256_of(charter_of(book, book.holders.all()))


def named(holder: Holder) -> dict[str, Any]:
    """A holder as charters and bookings name them; which account of the site it is, as a salted hash."""
    person = sha256_of({"salt": holder.salt, "user": holder.user_id}) if holder.user_id else ""
    return {"holder": holder.pk, "kind": str(holder.kind), "name": holder.name, "person": person}


def _key(holder: Holder) -> int:
    return holder.pk
