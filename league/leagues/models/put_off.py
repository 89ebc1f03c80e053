"""What someone does not want suggested for now."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class PutOff(models.Model):
    """That the first page suggests one thing to someone no more until a moment; it goes with the account."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="put_off")
    what = models.CharField(max_length=40, help_text="the key of a suggestion")
    until = models.DateTimeField()

    class Meta:
        verbose_name = _("suggestion put off")
        verbose_name_plural = _("suggestions put off")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "what"], name="a_suggestion_is_put_off_once"),
        ]

    def __str__(self) -> str:
        return f"suggestion put off {self.pk}"
