"""Dates of a competition that were moved after its rules were frozen."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.competitions.models.competition import LONGEST_REASON, Competition


class DateMove(models.Model):
    """Moments that were moved for everyone, given once a form (`key`). The rules keep the planned ones.

    `before` and `after` are moments by name, as the rules write them, of those that moved. The registration
    is extended once at most, by an organiser, where too few have entered; arbiters move the other dates.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="date_moves")
    key = models.UUIDField(unique=True)
    before = models.JSONField()
    after = models.JSONField()
    extends_registration = models.BooleanField(default=False)
    reason = models.CharField(max_length=LONGEST_REASON)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("moved dates of a competition")
        verbose_name_plural = _("moved dates of competitions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition"],
                condition=Q(extends_registration=True),
                name="registration_is_extended_once",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="moved_dates_have_a_reason"),
        ]

    def __str__(self) -> str:
        return f"moved dates {self.pk} of {self.competition_id}"
