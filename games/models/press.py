"""Letters between the players of a game."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Message(models.Model):
    """A letter from one seat to others of its game. Read by those seats alone."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="messages")
    phase = models.ForeignKey("games.Phase", models.CASCADE, related_name="messages")
    sender = models.ForeignKey("games.Seat", models.CASCADE, related_name="sent")
    recipients = models.ManyToManyField("games.Seat", related_name="received")
    body = models.TextField(max_length=4000)
    sent_at = models.DateTimeField()
    key = models.CharField(max_length=36, help_text="made with the form: a letter sent twice arrives once")

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sender", "key"], name="letters_are_sent_once"),
        ]
        indexes = [models.Index(fields=["game", "-id"], name="letters_of_a_game")]

    def __str__(self) -> str:
        return f"letter {self.pk}"
