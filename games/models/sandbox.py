"""Sandboxes: positions on which someone tries orders for every power. None is a game, and none has words."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH: Final = 13
"""The length of a sandbox's code: with an alphabet of 32 that is 65 bits, so that no one guesses it."""


def new_sandbox_code() -> str:
    """What the link to a sandbox carries."""
    return get_random_string(LENGTH, LETTERS)


class Sandbox(models.Model):
    """One person's sandbox: a tree of steps from one position.

    `game` is the one whose position it began with, none for the opening; what of it was hidden from its
    maker is nowhere in here. It goes when its game or its maker goes, or a year after anyone read it.
    """

    code = models.CharField(max_length=LENGTH, unique=True, default=new_sandbox_code)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sandboxes")
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+")
    rules = models.JSONField(default=dict, help_text="the game's choices among readings of the rulebook")
    is_partial = models.BooleanField(default=False, help_text="its maker saw but a part of the board")
    began_at = models.DateTimeField()
    read_at = models.DateTimeField()

    class Meta:
        verbose_name = _("sandbox")
        verbose_name_plural = _("sandboxes")
        indexes = [
            models.Index(fields=["owner", "-began_at"], name="sandboxes_of_a_person"),
            models.Index(fields=["read_at"], name="sandboxes_to_forget"),
        ]

    def __str__(self) -> str:
        return f"sandbox {self.pk}"


class SandboxStep(models.Model):
    """One position of a sandbox, and the orders that led to it from its parent's; the first has neither."""

    sandbox = models.ForeignKey(Sandbox, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField(help_text="0 for the position that it began with")
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="children")
    orders = models.JSONField(default=list, help_text="canonical lines, as the engine read them")
    position = models.JSONField(help_text="as the engine writes it, of the standard game")
    label = models.CharField(max_length=8, help_text="the phase it is in, as the rules write it: S1901M")

    class Meta:
        verbose_name = _("step of a sandbox")
        verbose_name_plural = _("steps of sandboxes")
        constraints = [
            models.UniqueConstraint(fields=["sandbox", "number"], name="sandbox_steps_do_not_repeat"),
            models.CheckConstraint(
                condition=Q(number=0, parent=None) | Q(number__gt=0, parent__isnull=False),
                name="only_the_first_sandbox_step_has_no_parent",
            ),
        ]

    def __str__(self) -> str:
        return f"step {self.number} of sandbox {self.sandbox_id}"
