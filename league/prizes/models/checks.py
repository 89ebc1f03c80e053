"""What came of checking a book, and when: the public statement says so."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.prizes.models.ledger import Book


class LedgerCheck(models.Model):
    """One walk along a book's chain. `bookings` and `sha256` say how far it went, to the last booking's hash:
    later walks find it there again, so nobody takes the end of a chain away, or writes all of it anew.

    Where nothing was booked since and the answer is the same, the row's moment moves on instead.
    """

    book = models.ForeignKey(Book, models.PROTECT, related_name="checks")
    at = models.DateTimeField()
    bookings = models.PositiveIntegerField()
    sha256 = models.CharField(
        max_length=64, blank=True, help_text="of the last booking; empty: there is none"
    )
    is_right = models.BooleanField(help_text="nothing was wrong")

    class Meta:
        verbose_name = _("check of a book")
        verbose_name_plural = _("checks of books")
        ordering = ["pk"]
        indexes = [models.Index(fields=["book", "-at"], name="checks_of_a_book")]

    def __str__(self) -> str:
        return f"check {self.pk}"
