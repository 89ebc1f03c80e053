"""Every change of a deadline."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ClockEntry(models.Model):
    """One move of one deadline: who, why, from when to when. Added, never edited; players see it."""

    class Reason(models.TextChoices):
        OUTAGE = "outage", _("The site was down; the time was given back")
        ADMIN = "admin", _("Moved by the site’s team")
        MASTER = "master", _("Moved by the game master (RB-24)")
        RESUMED = "resumed", _("Resumed after an error")
        EXTENSION = "extension", _("Extended once: orders were missing (HR-2)")
        HOLIDAY = "holiday", _("Moved to the end of a holiday (HR-2)")
        BACK = "back", _("A holiday was cancelled (HR-2)")
        SETTLING = "settling", _("A full phase for a player who has taken over a seat (HR-1)")
        VOTE = "vote", _("Extended by a vote of the players (HR-12)")
        PAUSE = "pause", _("The game is paused")
        GOES_ON = "goes_on", _("The pause has ended")
        UNTIMED = "untimed", _("Played without deadlines for now (RB-24)")
        TIMED = "timed", _("Played with deadlines again (RB-24)")
        TAKEN_BACK = "taken_back", _("The game was rewound; a full phase from then on (HR-8)")
        LEAGUE = "league", _("Extended for all games of the league")
        CONTEST = "contest", _("Moved for all games of the competition (HR-10)")
        ARBITER = "arbiter", _("Moved by an arbiter (HR-10)")

    phase = models.ForeignKey("games.Phase", models.CASCADE, related_name="clock_entries")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    before = models.DateTimeField()
    after = models.DateTimeField()
    note = models.CharField(max_length=200, blank=True, default="")
    charged = models.JSONField(
        default=list, blank=True, help_text="the seats that an extension or a holiday was charged to"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("deadline change")
        verbose_name_plural = _("deadline changes")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.reason} {self.pk}"
