"""A player's notebook: what they guess of the board in a game in fog. No one else ever reads it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LONGEST_NOTE = 200
MOST_PINS = 60
"""Pins in one notebook."""


class Notebook(models.Model):
    """One tenure's notebook. Guesses are the person's: who takes a seat over begins with an empty one."""

    tenure = models.OneToOneField("games.Tenure", models.CASCADE, related_name="notebook")
    is_drawn = models.BooleanField(default=True, help_text="whether its pins are drawn on his own map")

    class Meta:
        verbose_name = _("notebook")
        verbose_name_plural = _("notebooks")

    def __str__(self) -> str:
        return f"notebook {self.pk}"


class Pin(models.Model):
    """One guess: whose unit or spy stands in a province, and a few words. As sealed as an answer."""

    class Kind(models.TextChoices):
        ARMY = "A", pgettext_lazy("a unit", "army")
        FLEET = "F", pgettext_lazy("a unit", "fleet")
        SPY = "E", pgettext_lazy("a unit", "spy")

    notebook = models.ForeignKey(Notebook, models.CASCADE, related_name="pins")
    place = models.CharField(max_length=3, help_text="a province's code: MUN")
    power = models.CharField(max_length=12)
    kind = models.CharField(max_length=1, choices=Kind.choices)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="")
    label = models.CharField(max_length=8, help_text="the phase in which it was pinned: S1901M")

    class Meta:
        verbose_name = _("pin")
        verbose_name_plural = _("pins")
        ordering = ["place", "power", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["notebook", "place", "power", "kind"], name="pins_do_not_repeat"),
            models.CheckConstraint(condition=models.Q(kind__in=["A", "F", "E"]), name="pin_kind_is_known"),
        ]

    def __str__(self) -> str:
        return f"pin {self.pk}"
