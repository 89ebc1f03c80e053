"""People whose messages someone does not want to read, and the messages kept from them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """One person does not want to read another's messages. No one else learns of it, staff included."""

    blocker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_of_a_person"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"block {self.pk}"


class Withheld(models.Model):
    """A message that one reader is not shown: they had blocked its writer when it was sent.

    It belongs to a tenure: who takes the seat over has blocked no one.
    """

    message = models.ForeignKey("games.Message", models.CASCADE, related_name="withheld")
    tenure = models.ForeignKey("games.Tenure", models.CASCADE, related_name="+")
    folds = models.BooleanField(help_text="it went to others too: shown folded, to be opened")

    class Meta:
        verbose_name = _("withheld message")
        verbose_name_plural = _("withheld messages")
        constraints = [
            models.UniqueConstraint(fields=["message", "tenure"], name="withheld_once_from_a_reader"),
        ]

    def __str__(self) -> str:
        return f"withheld message {self.pk}"
