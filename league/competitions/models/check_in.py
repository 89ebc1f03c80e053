"""Who plays a round: said by each player before it is drawn."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.competitions.models.entry import Entry


class CheckIn(models.Model):
    """That an entry plays the round of this number, said at the moment `at` while check-in was open.

    `twice`: a second seat is welcome, where it makes one more table. `ranking`: the powers that are wanted,
    the dearest first, where rankings decide; sealed until the round is drawn.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="check_ins")
    round = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    twice = models.BooleanField(default=False)
    ranking: Any = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("check-in")
        verbose_name_plural = _("check-ins")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round"], name="an_entry_checks_in_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} for round {self.round}"
