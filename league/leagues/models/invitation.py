"""Links that let people into a league."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.leagues.models.league import League


def new_token() -> str:
    """A secret that fits in an address: 24 characters, 144 bits."""
    return secrets.token_urlsafe(18)


class Invitation(models.Model):
    """A link that lets its holder join a league until it expires or is withdrawn."""

    league = models.ForeignKey(League, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    uses = models.PositiveIntegerField(default=0)
    mailed_to = models.EmailField(
        blank=True, default="", help_text="the address it was mailed to: it then lets in one person"
    )
    language = models.CharField(max_length=5, blank=True, default="", help_text="of that e-mail")

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["league"], condition=Q(withdrawn_at=None), name="live_invitations"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.league_id}"

    @property
    def link_path(self) -> str:
        """The path that lets its holder in. Not `get_absolute_url`: Django's generic pages hand that out."""
        return reverse("leagues:invited", args=[self.league.slug, self.token])

    def is_valid(self, now: datetime) -> bool:
        is_used = bool(self.mailed_to) and self.uses > 0
        return self.withdrawn_at is None and now < self.expires_at and not is_used
