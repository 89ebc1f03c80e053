"""What a player reports to the organisers of a league."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.leagues.models.league import League

LONGEST = 1000
"""Characters of a reason, and of a note."""


class Report(models.Model):
    """Someone reports a person, or messages of a game, to the organisers of a league.

    `quotes` are the messages that the reporter chose, by key, of those they can read; organisers see no
    others. `about` is none where the quoted messages are of several people.
    """

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("a report", "open")
        HANDLED = "handled", _("handled")
        DISMISSED = "dismissed", _("dismissed")

    league = models.ForeignKey(League, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports")
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, blank=True, related_name="+")
    quotes = models.JSONField(default=list, blank=True)
    reason = models.TextField(max_length=LONGEST)
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    note = models.TextField(max_length=LONGEST, blank=True, default="", help_text="the reporter reads it")

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["league", "-id"], condition=Q(state="open"), name="open_reports"),
            models.Index(fields=["league", "reporter", "-id"], name="reports_of_a_person"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="open", decided_at=None)
                | Q(state__in=["handled", "dismissed"], decided_at__isnull=False),
                name="a_closed_report_was_decided",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN
