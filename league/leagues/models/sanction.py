"""What organisers decide about a person in their league, and what they note down about them."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.leagues.models.league import League

LONGEST_REASON = 500


class Sanction(models.Model):
    """A warning, a suspension or a ban of one person in one league: who, why, from when to when.

    Never edited; the organiser who ends one early is noted in it, and a new one ends the one of its kind
    before it.
    """

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        SUSPENSION = "suspension", _("suspension")
        BAN = "ban", _("ban")

    league = models.ForeignKey(League, models.CASCADE, related_name="sanctions")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    reason = models.TextField(max_length=LONGEST_REASON)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True, help_text="none: a warning, or a ban without an end")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    read_at = models.DateTimeField(null=True, blank=True, help_text="when the person said so")

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "person", "kind"],
                condition=Q(lifted_at=None, kind__in=["suspension", "ban"]),
                name="one_suspension_and_one_ban_at_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(kind="suspension") | Q(until__isnull=False), name="a_suspension_has_an_end"
            ),
            models.CheckConstraint(condition=~Q(kind="warning") | Q(until=None), name="a_warning_has_no_end"),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gt=F("at")), name="a_sanction_ends_after_it_begins"
            ),
        ]
        indexes = [models.Index(fields=["league", "person", "-id"], name="sanctions_of_a_person")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def holds(self, now: datetime) -> bool:
        return self.lifted_at is None and (self.until is None or now < self.until)


class PrivateNote(models.Model):
    """What an organiser noted down about a person, for the organisers alone."""

    league = models.ForeignKey(League, models.CASCADE, related_name="notes")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField(max_length=1000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        ordering = ["pk"]
        indexes = [models.Index(fields=["league", "person", "-id"], name="notes_about_a_person")]

    def __str__(self) -> str:
        return f"note {self.pk}"
