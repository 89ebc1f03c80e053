"""What the drains have done since the first one, for the site's metrics. Counts, of no game in particular."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

STEPS = (1, 2, 5, 15, 60, 300)
"""Seconds after closing; how many phases were adjudicated within each is counted."""


class Tally(models.Model):
    """One row. Counts only grow; a phase adjudicated within 2 s counts in every step from there on."""

    name = models.CharField(max_length=32, primary_key=True)
    adjudicated = models.PositiveBigIntegerField(default=0)
    failed = models.PositiveBigIntegerField(default=0, help_text="attempts that failed")
    lateness_ms = models.PositiveBigIntegerField(
        default=0, help_text="milliseconds from closing to adjudication, of all phases together"
    )
    within_1 = models.PositiveBigIntegerField(default=0)
    within_2 = models.PositiveBigIntegerField(default=0)
    within_5 = models.PositiveBigIntegerField(default=0)
    within_15 = models.PositiveBigIntegerField(default=0)
    within_60 = models.PositiveBigIntegerField(default=0)
    within_300 = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")

    def __str__(self) -> str:
        return self.name
