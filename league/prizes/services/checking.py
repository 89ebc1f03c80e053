"""Checking books and keeping what came of it: by hand, and every night."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import Exists, OuterRef

from games.common import clock, outbox
from games.common.guards.sealing import place_of
from league.competitions.models import Competition
from league.prizes import signing
from league.prizes.book import comparing, ledger
from league.prizes.book.verifying import Progress, Verdict, verify
from league.prizes.models import Book, BookWalk, LedgerCheck

logger = logging.getLogger(__name__)

AGAIN_AFTER: Final = timedelta(hours=20)
"""A book that was checked within that time is not walked again the same night."""


class Unreadable(Exception):
    """A book that cannot even be read; `str` says where it failed."""


def check(book: Book, progress: Progress = lambda _bookings: None) -> Verdict:
    """Check a book, and keep when that was and what came of it. Raises `Unreadable`."""
    verdict = _verified(book, progress)
    keep(book, verdict)
    return verdict


@transaction.atomic
def keep(book: Book, verdict: Verdict) -> None:
    """Keep what came of a check that has just ended: when it was, and, where it is another than before, what
    it saw, signed. What is signed by a key that goes is said again by the one that comes.
    """
    ledger.lock(book)
    kept = signing.sort(book.checks.order_by("-number"))
    made = LedgerCheck(
        book=book,
        number=(book.checks.order_by("-number").values_list("number", flat=True).first() or 0) + 1,
        at=clock.now(),
        bookings=verdict.bookings,
        sha256=verdict.sha256,
        is_right=verdict.is_right,
        charter=verdict.charter,
        disbelieved=kept.disbelieved,
        previous=signing.hash_of(kept.last) if kept.last else "",
    )
    if not kept.is_by_todays_key or _said(made) != (_said(kept.last) if kept.last else None):
        signing.sign(made)
        made.save(force_insert=True)
    BookWalk.objects.update_or_create(book=book, defaults={"at": made.at})


def _said(check: LedgerCheck) -> tuple[object, ...]:
    return check.bookings, check.sha256, check.is_right, check.charter, check.disbelieved


def check_all() -> list[str]:
    """Check every book that was not checked lately, and compare the rows of money with it; an alarm for those
    that are not right.

    The codes of their competitions. Begun again after it was cut off, it goes on where it stopped: what is
    wrong with a book is told when that book is done.
    """
    lately = BookWalk.objects.filter(book=OuterRef("pk"), at__gt=clock.now() - AGAIN_AFTER)
    books = Book.objects.exclude(Exists(lately)).select_related("competition").order_by("pk")
    wrong = [book.competition.code for book in books if not _is_right(book)]
    gone = without_book()
    _alarm(rows=[f"season {code}: has prize money, and its book is gone" for code in gone])
    return [*wrong, *gone]


def without_book() -> list[str]:
    """The codes of announced seasons with prize money that have no book."""
    found = Competition.objects.exclude(state=Competition.State.DRAFT).filter(
        book=None, rules__has_key="money"
    )
    return list(found.order_by("pk").values_list("code", flat=True))


def _is_right(book: Book) -> bool:
    """Whether nothing was found. A book that cannot even be read is no better than a wrong one."""
    code = book.competition.code
    found = [f"season {code}: {each}" for each in differences(book)]
    try:
        verdict = _verified(book)
    except Unreadable as error:
        logger.error("The book of %s could not be checked: %s", code, error)
        _alarm(books=[code], rows=found)
        return False
    last = verdict.kept.last
    if (news := verdict.kept.disbelieved - (last.disbelieved if last else 0)) > 0:
        found.append(f"season {code}: {news} checks of its book bear no signature of this site")
    if not verdict.is_right or found:
        logger.error("The book of %s: %d faults, %d rows differ", code, verdict.count, len(found))
    with transaction.atomic():
        keep(book, verdict)
        _alarm(books=[] if verdict.is_right else [code], rows=found)
    return verdict.is_right and not found


def differences(book: Book) -> list[str]:
    """Where the rows of money differ from the book; that they cannot be read is one."""
    try:
        return comparing.differences(book)
    except Exception as error:
        if isinstance(error, DatabaseError) and not connection.is_usable():
            raise
        return [f"its rows of money could not be compared: {place_of(error)}"]


def _verified(book: Book, progress: Progress = lambda _bookings: None) -> Verdict:
    try:
        return verify(book, progress)
    except Exception as error:
        if isinstance(error, OperationalError) and not connection.is_usable():
            raise
        raise Unreadable(place_of(error)) from error


def _alarm(**told: list[str]) -> None:
    lines = {name: list(each) for name, each in told.items() if each}
    if lines:
        outbox.put(outbox.tell("alarm", clock.now(), **lines))
