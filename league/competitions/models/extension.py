"""By how much arbiters moved the deadlines of all games of a competition."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models.competition import Competition

LONGEST_WHY = 200
"""As long as what stands beside a deadline that moves."""


class Extension(models.Model):
    """The same hours for all running games of a competition (HR-10), given once a form (`key`).

    Deadlines moved on, or came earlier where the hours are negative.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="extensions")
    key = models.UUIDField(unique=True)
    hours = models.SmallIntegerField()
    reason = models.CharField(max_length=LONGEST_WHY)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    moved = models.PositiveIntegerField(help_text="in how many games a deadline moved")

    class Meta:
        verbose_name = _("extension of a competition’s games")
        verbose_name_plural = _("extensions of competitions’ games")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.hours} hours for {self.competition_id}"

    @property
    def is_earlier(self) -> bool:
        return self.hours < 0

    @property
    def length(self) -> int:
        """By how many hours deadlines moved, in whichever direction."""
        return abs(self.hours)
