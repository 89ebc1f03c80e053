"""Game masters who are named in a running game (HR-9)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.master import LONGEST_REASON

TO_OBJECT: Final = timedelta(hours=48)
"""So long, by the clock on the wall, players may object; until then the nominee can do nothing."""


class Nomination(models.Model):
    """Someone whom an organiser wants to preside over a running game that has no master.

    It is open until the nominee takes the game on, which they may once the time to object is over, or it is
    rejected or withdrawn.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="nominations")
    nominee = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="nominations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.TextField(max_length=LONGEST_REASON)
    at = models.DateTimeField()
    rejected_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("nomination of a game master")
        verbose_name_plural = _("nominations of game masters")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(rejected_at=None, withdrawn_at=None, accepted_at=None),
                name="one_open_nomination_a_game",
            ),
            models.UniqueConstraint(
                fields=["game", "nominee"],
                condition=Q(rejected_at__isnull=False),
                name="a_person_is_rejected_once_a_game",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at=None) | Q(rejected_at=None, withdrawn_at=None),
                name="whoever_was_rejected_never_presides",
            ),
        ]

    def __str__(self) -> str:
        return f"nomination {self.pk}"

    @property
    def is_open(self) -> bool:
        return self.rejected_at is None and self.withdrawn_at is None and self.accepted_at is None

    @property
    def may_be_objected_to_until(self) -> datetime:
        return self.at + TO_OBJECT


class Objection(models.Model):
    """An objection of a seated player to the nominee."""

    nomination = models.ForeignKey(Nomination, models.CASCADE, related_name="objections")
    tenure = models.ForeignKey("games.Tenure", models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("objection to a nomination")
        verbose_name_plural = _("objections to nominations")
        constraints = [
            models.UniqueConstraint(fields=["nomination", "tenure"], name="one_objection_a_player"),
        ]

    def __str__(self) -> str:
        return f"objection {self.pk}"
