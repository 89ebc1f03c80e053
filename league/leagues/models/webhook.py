"""Where a league's news go besides its pages: one address elsewhere."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.leagues.models.league import League


class Webhook(models.Model):
    """The address to which a league's news are posted, in Discord's form, signed as Standard Webhooks say.

    Everyone who has the address can write there, so it is sealed (`league.users.ciphers`), as is what signs.
    """

    league = models.OneToOneField(League, models.CASCADE, related_name="webhook")
    address = models.TextField(help_text="sealed")
    secret = models.TextField(help_text="what signs, sealed")
    host = models.CharField(max_length=255, help_text="of the address, for the page")
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES)
    made_at = models.DateTimeField()
    table_at = models.DateTimeField(help_text="when the tables of running seasons are posted next")
    tried_at = models.DateTimeField(null=True, blank=True)
    said = models.CharField(
        max_length=20, blank=True, default="", help_text="what came of it: a status, or why there was none"
    )
    failing_since = models.DateTimeField(null=True, blank=True, help_text="none: the last one was taken")
    off_at = models.DateTimeField(null=True, blank=True, help_text="switched off after long failure")

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["table_at"], condition=Q(off_at=None), name="webhooks_to_post_tables"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(off_at=None) | Q(failing_since__isnull=False),
                name="what_works_is_not_switched_off",
            ),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.league_id}"
