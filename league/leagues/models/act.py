"""The log of all acts at the organisers' desk."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.leagues.models.league import League


class OrganiserAct(models.Model):
    """One thing that an organiser did, or that the rule did for want of one. Added, never edited.

    Organisers see all of them, the person it is `about` those of theirs that are no private notes.
    """

    class Kind(models.TextChoices):
        WARNED = "warned", _("warned")
        SUSPENDED = "suspended", _("suspended")
        LIFTED = "lifted", _("lifted a sanction")
        REMOVED = "removed", _("removed")
        BANNED = "banned", _("banned")
        ROLE = "role", _("changed a role")
        SUCCESSION = "succession", _("became organiser automatically")
        NOTED = "noted", _("noted something down")
        LINK = "link", _("made an invitation link")
        MAILED = "mailed", _("invited by e-mail")
        WITHDRAWN = "withdrawn", _("withdrew an invitation")
        ANNOUNCED = "announced", _("announced something")
        UNSAID = "unsaid", _("withdrew an announcement")
        EXTENDED = "extended", _("extended all games")
        SETTINGS = "settings", _("changed the settings")
        PRESET = "preset", _("saved a preset")
        PRESET_GONE = "preset_gone", _("deleted a preset")
        EXPORTED = "exported", _("exported data")
        REPORT = "report", _("decided about a report")
        REMINDED = "reminded", _("had a deadline reminded of")
        NUDGED = "nudged", _("nudged an entrant")
        WEBHOOK = "webhook", _("named a webhook")
        WEBHOOK_SECRET = "hook_secret", _("changed a webhook’s secret")
        WEBHOOK_GONE = "hook_gone", _("removed a webhook")

    league = models.ForeignKey(League, models.CASCADE, related_name="acts")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    facts = models.JSONField(default=dict, blank=True, help_text="what changed, by kind")
    reason = models.TextField(max_length=500, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="none: by the rule",
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("organiser’s act")
        verbose_name_plural = _("organisers' acts")
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["league", "-id"], name="acts_in_a_league"),
            models.Index(
                fields=["league", "about", "-id"], condition=~Q(about=None), name="acts_about_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
