"""Named settings with which members begin to create a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.leagues.models.league import League

LONGEST_NAME = 60


class Preset(models.Model):
    """What the form for a new game is filled in with when a member picks it. It binds no one."""

    league = models.ForeignKey(League, models.CASCADE, related_name="presets")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    values = models.JSONField(default=dict, help_text="fields of the form for a new game, without its name")
    pace = models.JSONField(default=dict, help_text="as Pace.to_json writes it")
    absence = models.JSONField(default=dict, blank=True, help_text="an Absence as JSON")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("preset")
        verbose_name_plural = _("presets")
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["league", "name"], name="presets_differ_by_name")]

    def __str__(self) -> str:
        return self.name
