"""Votes to end a game by agreement."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Vote(models.Model):
    """A seat's standing wish to end the game; taken back by deleting it (RB-12, ID-18, ID-19)."""

    class Kind(models.TextChoices):
        DRAW = "draw", _("draw")
        STALEMATE = "stalemate", _("stalemate")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="votes")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    cast_at = models.DateTimeField()

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints = [
            models.UniqueConstraint(fields=["seat", "kind"], name="one_vote_a_seat_and_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} vote {self.pk}"
