"""Holidays that people announce in a league: deadlines inside one move to its end (HR-2)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Holiday(models.Model):
    """One absence of one person in one league, from its first day to its last, by the clocks of `zone`.

    Its days count once, however many holidays have them. A row that was taken back counts for nothing.
    """

    league = models.ForeignKey("leagues.League", models.CASCADE, related_name="holidays")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="holidays")
    first = models.DateField()
    last = models.DateField()
    zone = models.CharField(max_length=64, help_text="whose days they are")
    begins_at = models.DateTimeField(help_text="when its first day begins")
    ends_at = models.DateTimeField(help_text="on its last day: deadlines inside move to this moment")
    announced_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("holiday")
        verbose_name_plural = _("holidays")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(first__lte=F("last")), name="a_holiday_has_a_day"),
            models.CheckConstraint(condition=Q(begins_at__lt=F("ends_at")), name="a_holiday_ends_later"),
            models.CheckConstraint(
                condition=Q(taken_back_at=None) | Q(taken_back_at__lt=F("begins_at")),
                name="no_holiday_is_taken_back_once_begun",
            ),
        ]
        indexes = [
            models.Index(
                fields=["user", "league", "last"],
                condition=Q(taken_back_at=None),
                name="holidays_of_a_person",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"
