"""The course of a finished game, computed once and kept: curves, turning points, what decided it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Course(models.Model):
    """What `games.engine.turning` makes of a game's public record, in no language and of no person.

    It stands only for the game that ended with phase `last`, by this `edition` of the facts: after a game was
    taken back, or when facts are computed otherwise, it is made again. It goes with the game.
    """

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="course")
    edition = models.PositiveSmallIntegerField(help_text="of the facts: an older one is made again")
    last = models.PositiveBigIntegerField(help_text="the key of the phase that the game ended with")
    facts = models.JSONField()
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("course of a game")
        verbose_name_plural = _("courses of games")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"course of {self.pk}"
