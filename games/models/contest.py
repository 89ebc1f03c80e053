"""Games of a competition: what they were told of it when they were created, and who has power over them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Contest(models.Model):
    """What a game of a competition knows of it (HR-10). Written when the game is created, and never changed.

    All running games of one league with one `key` are extended alike; `number` tells them apart.
    """

    game = models.OneToOneField("games.Game", models.CASCADE, primary_key=True, related_name="contest")
    league = models.ForeignKey("leagues.League", models.PROTECT, related_name="+")
    key = models.CharField(max_length=12, help_text="the competition's, in its league")
    kind = models.CharField(max_length=12, help_text="the competition's, such as ladder")
    title = models.CharField(max_length=80)
    address = models.CharField(max_length=200, help_text="the path of the competition's page")
    number = models.PositiveIntegerField(help_text="the game's in the competition: that of its challenge")
    rules = models.JSONField(help_text="the competition's rules as they were frozen")
    rules_sha256 = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("game of a competition")
        verbose_name_plural = _("games of competitions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "key", "number"], name="numbers_of_a_contest_do_not_repeat"
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.title}"


class GameArbiter(models.Model):
    """Someone who has power over a game of a competition and does not play in it (HR-10)."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="arbiters")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    named_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("arbiter of a game")
        verbose_name_plural = _("arbiters of games")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(left_at=None), name="one_arbiter_a_person_and_game"
            ),
        ]
        indexes = [
            models.Index(fields=["user"], condition=Q(left_at=None), name="games_of_an_arbiter"),
        ]

    def __str__(self) -> str:
        return f"arbiter {self.user_id} of {self.game_id}"
