"""What those who run a season have written to everyone in it."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models.competition import Competition

LONGEST_CIRCULAR: Final = 2000


class Circular(models.Model):
    """One e-mail to all entrants, sent once a form (`key`). Added, never edited."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="circulars")
    key = models.UUIDField(unique=True)
    text = models.TextField(max_length=LONGEST_CIRCULAR)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    readers = models.PositiveIntegerField(help_text="how many people it went to")

    class Meta:
        verbose_name = _("e-mail to all entrants")
        verbose_name_plural = _("e-mails to all entrants")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"e-mail to {self.readers} people of {self.competition_id}"
