"""What came of checking a book, and when: the public statement says so."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.prizes.models.ledger import Book


class LedgerCheck(models.Model):
    """What was seen on a walk along a book: `bookings` and `sha256` say how far its chain went, `charter` is
    the hash of what it was opened with, `disbelieved` how many of its checks bear no signature of the site.

    Rows are added, where the answer is another than before, and never changed: later walks find it again, so
    no one takes the end of a chain away, or writes all of it again. `signature` is by a key that is not in
    the database, over everything else; `previous` is the hash of the believed check before
    (`prizes.signing`).
    """

    book = models.ForeignKey(Book, models.PROTECT, related_name="checks")
    number = models.PositiveIntegerField(help_text="in its book, from 1")
    at = models.DateTimeField()
    bookings = models.PositiveIntegerField()
    sha256 = models.CharField(
        max_length=64, blank=True, help_text="of the last booking; empty: there is none"
    )
    is_right = models.BooleanField(help_text="nothing was wrong")
    charter = models.CharField(
        max_length=64, blank=True, default="", help_text="the hash of the book's charter"
    )
    disbelieved = models.PositiveIntegerField(
        default=0, help_text="checks of the book that bear no signature of ours"
    )
    previous = models.CharField(
        max_length=64, blank=True, default="", help_text="the hash of the check before that is believed"
    )
    signature = models.CharField(max_length=64, blank=True, default="", help_text="HMAC by a key of the site")

    class Meta:
        verbose_name = _("check of a ledger")
        verbose_name_plural = _("checks of ledgers")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["book", "number"], name="checks_are_numbered_in_their_book"),
        ]
        indexes = [models.Index(fields=["book", "-at"], name="checks_of_a_book")]

    def __str__(self) -> str:
        return f"check {self.pk}"


class BookWalk(models.Model):
    """When a book was last walked along. It changes every night, and proves nothing."""

    book = models.OneToOneField(Book, models.PROTECT, primary_key=True, related_name="walk")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("last walk along a book")
        verbose_name_plural = _("last walks along books")

    def __str__(self) -> str:
        return f"walk along {self.book_id}"
