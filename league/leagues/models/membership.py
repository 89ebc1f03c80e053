"""Memberships: who belongs to a league."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.leagues.models.league import League


class Membership(models.Model):
    """One person in one league."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("Organiser")
        MEMBER = "member", _("Member")

    league = models.ForeignKey(League, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)
    suspended_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="until then the person joins and creates no games here; their running games go on",
    )
    week_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when an organiser's next mail of the week goes out"
    )

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_membership_a_person_and_league"),
        ]
        indexes = [
            models.Index(fields=["league", "-role", "id"], name="members_of_a_league"),
            models.Index(
                fields=["week_at", "user"], condition=Q(role="organiser"), name="organisers_by_their_monday"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.league_id}"

    def is_suspended(self, now: datetime) -> bool:
        return self.suspended_until is not None and now < self.suspended_until

    @property
    def is_organiser(self) -> bool:
        return self.role == self.Role.ORGANISER
