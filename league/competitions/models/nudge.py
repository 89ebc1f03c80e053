"""That an organiser nudged an entrant of whom a season had not heard for a while."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models.entry import Entry


class Nudge(models.Model):
    """One notice to one entrant. Whom they can challenge is looked for when it is written; by whose wish it
    was sent stands in the league's log alone. It belongs to the entry, which goes by a neutral name once the
    account is deleted.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="nudges")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("nudge of an entrant")
        verbose_name_plural = _("nudges of entrants")
        ordering = ["pk"]
        indexes = [models.Index(fields=["entry", "-at"], name="nudges_of_an_entry")]

    def __str__(self) -> str:
        return f"nudge {self.pk}"
