"""Practice games: played to learn, against the house's own bot, by anyone."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _


def new_practice_key() -> str:
    """What a visitor's cookie carries. No one guesses it."""
    return secrets.token_urlsafe(18)


def new_lots() -> str:
    """The chance of one practice game, in hex: the bot's moods, and lots where the rules draw them."""
    return secrets.token_hex(32)


class Practice(models.Model):
    """One practice game. It belongs to no league, no account and no one's record: who has its key plays it.

    Nothing closes a phase here but the player, so a practice game has no clock and no drafts that could be
    found out by anyone: the bot answers when the player has sent.
    """

    key = models.CharField(max_length=32, unique=True, default=new_practice_key)
    lots = models.CharField(max_length=64, default=new_lots)
    position = models.JSONField(help_text="as the engine writes it")
    ordinal = models.PositiveIntegerField(default=0, help_text="how many phases have been played")
    version = models.PositiveIntegerField(default=1, help_text="two tabs cannot play over each other")
    text = models.TextField(blank=True, default="", help_text="the sheet as it was typed last")
    is_reading = models.BooleanField(default=False, help_text="the results of the last phase are being read")
    has_hints = models.BooleanField(default=True)
    began_at = models.DateTimeField()
    used_at = models.DateTimeField()

    class Meta:
        verbose_name = _("practice game")
        verbose_name_plural = _("practice games")
        indexes = [models.Index(fields=["used_at"], name="practices_to_forget")]

    def __str__(self) -> str:
        return f"practice {self.pk}"

    @property
    def is_over(self) -> bool:
        return self.position["outcome"] is not None

    @property
    def label(self) -> str:
        """The phase it is in, as the rules write it: S1901M."""
        return str(self.position["phase"])


class PracticeTurn(models.Model):
    """One phase that has been played: what it began with, what the player had typed, what came of it."""

    practice = models.ForeignKey(Practice, models.CASCADE, related_name="turns")
    ordinal = models.PositiveIntegerField(help_text="0 for the opening phase")
    label = models.CharField(max_length=8, help_text="as the rules write it: S1901M")
    position = models.JSONField(help_text="before the turn")
    text = models.TextField(blank=True, default="")
    turn = models.JSONField(help_text="position, results, news, outcome: as the engine gave it")

    class Meta:
        verbose_name = _("practice turn")
        verbose_name_plural = _("practice turns")
        constraints = [
            models.UniqueConstraint(fields=["practice", "ordinal"], name="practice_turns_do_not_repeat"),
        ]

    def __str__(self) -> str:
        return f"turn {self.ordinal} of practice {self.practice_id}"
