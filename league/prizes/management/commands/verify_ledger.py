"""`manage.py verify_ledger [CODE …]`: walk along the chain of each book."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from league.prizes.models import Book
from league.prizes.services.checking import check

EVERY: Final = 5000
"""Bookings after which it says how far it has come."""


class Command(BaseCommand):
    help = (
        "Check the books of prize money: hashes, seals, sums, balances. One line a book: its competition, "
        "how many bookings, the last one's hash, ok or what is wrong. Exit status 1 if any is."
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

        verdict = check(book, progress)
        count = len(verdict.faults) + verdict.more
        said = "ok" if verdict.is_right else f"{count} faults"
        self.stdout.write(f"{code}: {verdict.bookings} bookings, {verdict.sha256 or 'no hash yet'}, {said}")
        for fault in verdict.faults:
            self.stdout.write(f"  {fault}")
        if verdict.more:
            self.stdout.write(f"  and {verdict.more} more")
        return verdict.is_right
