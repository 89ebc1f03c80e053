"""Seats of a game, and who has sat in them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Seat(models.Model):
    """A side of one game, as the engine names it (`1`, `FRANCE`)."""

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="seats")
    key = models.CharField(max_length=12)
    order = models.PositiveSmallIntegerField(help_text="the engine's order of seats, from 0")

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "order"]
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="seats_do_not_repeat"),
            models.UniqueConstraint(fields=["game", "order"], name="seats_stand_in_a_row"),
        ]

    def __str__(self) -> str:
        return f"seat {self.key} of {self.game_id}"


class Tenure(models.Model):
    """One person in one seat, from taking it until leaving it. A player who takes over gets a new row."""

    class Leaving(models.TextChoices):
        BEFORE = "before", _("gave the seat back before the start")
        CANCELLED = "cancelled", _("the game was cancelled")
        MOVED = "moved", _("took over another seat after losing this one")
        REPLACED = "replaced", _("was replaced")
        RESIGNED = "resigned", _("resigned")
        REMOVED = "removed", _("was removed")
        LOST = "lost", _("left, having lost everything")

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="tenures")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tenures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tenures")
    place = models.PositiveSmallIntegerField(
        help_text="the order of the seat he took, from 0: that of the nonces, whatever the lots dealt him"
    )
    nonce = models.CharField(max_length=64, help_text="the player's part of the lots (ENGINE, Lots)")
    ranking = models.JSONField(
        default=list,
        blank=True,
        help_text="seats as he wishes for them, the dearest first; sealed until dealt",
    )
    results_seen = models.PositiveIntegerField(
        default=0, help_text="how many phases of the game this person has seen the result of, from the first"
    )
    rules_read_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when this person dismissed that rules of absence hold, if they came later",
    )
    taken_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    left_how = models.CharField(max_length=10, choices=Leaving.choices, blank=True, default="")

    class Meta:
        verbose_name = _("tenure")
        verbose_name_plural = _("tenures")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["seat"], condition=Q(left_at=None), name="one_player_a_seat"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(left_at=None), name="one_seat_a_player"
            ),
            models.CheckConstraint(
                condition=Q(left_at=None, left_how="") | Q(left_at__isnull=False) & ~Q(left_how=""),
                name="whoever_leaves_says_how",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-game"], condition=Q(left_at=None), name="seats_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.seat}"
