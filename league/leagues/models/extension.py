"""More time for all running games of a league at once."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.leagues.models.league import League

MOST_HOURS = 14 * 24


class LeagueExtension(models.Model):
    """That each running game of a league gets so many hours more, once, for one reason.

    A background step gives them to a batch of games after the other, in the order of their keys: `upto` is
    the last one it came to. `key` comes with the form: sent twice, it is one extension.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="extensions")
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    hours = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    total = models.PositiveIntegerField(help_text="running games when it began")
    upto = models.BigIntegerField(default=0)
    seen = models.PositiveIntegerField(default=0, help_text="games it came to")
    moved = models.PositiveIntegerField(default=0, help_text="deadlines that it moved")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("extension of all games")
        verbose_name_plural = _("extensions of all games")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league"], condition=Q(finished_at=None), name="one_extension_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(hours__gte=1, hours__lte=MOST_HOURS), name="an_extension_is_hours_to_two_weeks"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="an_extension_has_a_reason"),
        ]
        indexes = [models.Index(fields=["league", "-id"], name="extensions_of_a_league")]

    def __str__(self) -> str:
        return f"extension {self.pk}"
