"""Seats of running games that someone else may take over."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Vacancy(models.Model):
    """A seat that is offered to others, until one of them takes it; then the row goes.

    No one holds the seat, but where its player asked for a replacement and plays on until there is one. Seats
    that lost all they had and were left for another (RB-14) are not offered, and have none.
    """

    class Cause(models.TextChoices):
        WANTED = "wanted", _("its player looks for a replacement")
        RESIGNED = "resigned", _("its player resigned (HR-4)")
        SILENT = "silent", _("its player missed too many phases (HR-2)")
        REMOVED = "removed", _("its player was removed")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="vacancies")
    seat = models.OneToOneField("games.Seat", models.CASCADE, related_name="vacancy")
    tenure = models.ForeignKey(
        "games.Tenure", models.CASCADE, related_name="+", help_text="who held the seat, or still does"
    )
    cause = models.CharField(max_length=10, choices=Cause.choices)
    since = models.DateTimeField()
    opened_at = models.DateTimeField(
        null=True, blank=True, help_text="from when it is offered; none: at the end of the game year (HR-3)"
    )

    class Meta:
        verbose_name = _("open seat")
        verbose_name_plural = _("open seats")
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["game", "seat"], condition=~Q(opened_at=None), name="seats_to_take_over"),
        ]

    def __str__(self) -> str:
        return f"vacancy {self.pk}"
