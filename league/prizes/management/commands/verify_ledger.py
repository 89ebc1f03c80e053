"""`manage.py verify_ledger [CODE …]`: walk along the chain of each book."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from league.prizes.models import Book
from league.prizes.services.checking import Unreadable, check, differences, without_book

EVERY: Final = 5000
"""Bookings after which it says how far it has come."""


class Command(BaseCommand):
    help = (
        "Check the books of prize money: charter, hashes, seals, sums, balances, earlier checks, and the "
        "rows of money that bookings are named after. One line a book: its competition, how many bookings, "
        "the last one's hash, ok or what is wrong. Exit status 1 if anything is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="*", help="codes of competitions; none: all that have a book")

    def handle(self, *args: Any, code: list[str], **options: Any) -> None:
        books = Book.objects.select_related("competition").order_by("pk")
        if code:
            books = books.filter(competition__code__in=code)
            if unknown := set(code) - set(books.values_list("competition__code", flat=True)):
                raise CommandError(f"No competition with a book has the code {', '.join(sorted(unknown))}.")
        wrong = [book.competition.code for book in books.iterator(chunk_size=100) if not self._is_right(book)]
        for gone in [] if code else without_book():
            self.stdout.write(f"{gone}: has prize money, and its book is gone")
            wrong.append(gone)
        if wrong:
            raise CommandError(f"{len(wrong)} books are not right: {', '.join(wrong)}.")

    def _is_right(self, book: Book) -> bool:
        code = book.competition.code
        told = 0

        def progress(bookings: int) -> None:
            nonlocal told
            if bookings - told >= EVERY:
                told = bookings
                self.stderr.write(f"{code}: {bookings} bookings so far")

        try:
            verdict = check(book, progress)
        except Unreadable as error:
            self.stdout.write(f"{code}: cannot be read, {error}")
            return False
        rows = differences(book)
        said = "ok" if verdict.is_right and not rows else f"{verdict.count + len(rows)} faults"
        self.stdout.write(f"{code}: {verdict.bookings} bookings, {verdict.sha256 or 'no hash yet'}, {said}")
        for fault in verdict.faults:
            self.stdout.write(f"  {fault}")
        if verdict.more:
            self.stdout.write(f"  and {verdict.more} more")
        for difference in rows:
            self.stdout.write(f"  {difference}")
        if count := verdict.kept.disbelieved:
            self.stdout.write(f"  ({count} earlier checks bear no signature of this site: not believed)")
        return verdict.is_right and not rows
