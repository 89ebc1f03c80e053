"""What organisers tell their whole league."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.leagues.models.league import League


class Announcement(models.Model):
    """One announcement. Never edited: it is withdrawn, or another one replaces it.

    It is mailed, where that is wished, a batch of members after the other, in the order of their
    memberships: `mailed_upto` is the key of the last one written to.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="announcements")
    title = models.CharField(_("title"), max_length=120)
    text = models.TextField(_("text"), max_length=4000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    is_pinned = models.BooleanField(default=True, help_text="shown on the league's page")
    is_mailed = models.BooleanField(default=False, help_text="to all members who want such e-mails")
    mailed_upto = models.BigIntegerField(default=0)
    mailed_at = models.DateTimeField(null=True, blank=True, help_text="when the last batch was put out")
    replaces = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="replaced_by"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-pk"]
        indexes = [
            models.Index(
                fields=["league", "-id"],
                condition=Q(is_pinned=True, withdrawn_at=None),
                name="pinned_announcements",
            ),
            models.Index(fields=["league", "-id"], name="announcements_of_a_league"),
        ]

    def __str__(self) -> str:
        return f"announcement {self.pk}"
