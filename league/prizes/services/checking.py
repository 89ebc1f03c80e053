"""Checking books and keeping what came of it: by hand, and every night."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from django.db import OperationalError, connection, transaction
from django.db.models import Exists, OuterRef

from games import clock, outbox
from games.sealing import place_of
from league.prizes.models import Book, LedgerCheck
from league.prizes.verifying import Progress, Verdict, verify

logger = logging.getLogger(__name__)

AGAIN_AFTER: Final = timedelta(hours=20)
"""A book that was checked within that time is not walked again the same night."""


def check(book: Book, progress: Progress = lambda _bookings: None) -> Verdict:
    """Check a book, and keep when that was and what came of it."""
    verdict = verify(book, progress)
    keep(book, verdict)
    return verdict


def keep(book: Book, verdict: Verdict) -> None:
    """Keep what came of a check that has just ended."""
    said = {"bookings": verdict.bookings, "sha256": verdict.sha256, "is_right": verdict.is_right}
    last = book.checks.order_by("-pk").first()
    if last is not None and all(getattr(last, name) == value for name, value in said.items()):
        last.at = clock.now()
        last.save(update_fields=["at"])
    else:
        LedgerCheck.objects.create(book=book, at=clock.now(), **said)


def check_all() -> list[str]:
    """Check every book that was not checked lately; an alarm for those that are not right.

    The codes of their competitions. Begun again after it was cut off, it goes on where it stopped: what is
    wrong with a book is told when that book is done.
    """
    lately = LedgerCheck.objects.filter(book=OuterRef("pk"), at__gt=clock.now() - AGAIN_AFTER)
    books = Book.objects.exclude(Exists(lately)).select_related("competition").order_by("pk")
    return [book.competition.code for book in books if not _is_right(book)]


def _is_right(book: Book) -> bool:
    """Whether nothing was found. A book that cannot even be read is no better than a wrong one."""
    code = book.competition.code
    try:
        verdict = verify(book)
    except Exception as error:
        if isinstance(error, OperationalError) and not connection.is_usable():
            raise
        logger.error("The book of %s could not be checked: %s", code, place_of(error))
        _alarm(code)
        return False
    if verdict.is_right:
        keep(book, verdict)
        return True
    logger.error("The book of %s is wrong, in %d places", code, len(verdict.faults) + verdict.more)
    with transaction.atomic():
        _alarm(code)
        keep(book, verdict)
    return False


def _alarm(code: str) -> None:
    outbox.put(outbox.tell("alarm", clock.now(), books=[code]))
