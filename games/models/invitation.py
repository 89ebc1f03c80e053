"""Members of a league whom someone asks by name to take a seat in a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class GameInvitation(models.Model):
    """An invitation from one member to another to play in a game that waits for players.

    It lets its guest see a private game and take a seat there. It reserves no seat: the first to sit down
    has it, but in a rematch, for some days (`Game.seats_kept_until`). It lapses when the game starts or
    is cancelled, and when its guest leaves the league or sits down (`gate.invitations`). The row stays when
    it is withdrawn or declined, so that no one is asked again and again. No one but the two learns of it.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", help_text="the guest"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation to a game")
        verbose_name_plural = _("invitations to games")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_invitation_a_person_and_game"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to game {self.game_id}"
