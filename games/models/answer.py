"""Sealed answers: what a seat wants to do, readable by that seat alone until the phase is adjudicated."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Answer(models.Model):
    """One seat's draft for one phase. What is saved when the phase closes is the answer, ready or not.

    Opening the form makes no row; saving an empty text does (an empty answer is no silence, RB-14).
    Nothing but `players.answers`, `adjudication.processing` and the seat's own selector reads it.
    """

    phase = models.ForeignKey("games.Phase", models.CASCADE, related_name="drafts")
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="drafts")
    text = models.TextField(blank=True, default="", help_text="everything as it was typed")
    answer = models.JSONField(null=True, help_text="what adjudicator.read made of it")
    version = models.PositiveIntegerField(
        default=1, help_text="two tabs cannot overwrite each other silently"
    )
    saved_at = models.DateTimeField()
    ready_at = models.DateTimeField(null=True, blank=True, help_text="ready to go on; revocable")

    class Meta:
        verbose_name = _("hidden answer")
        verbose_name_plural = _("hidden answers")
        constraints = [
            models.UniqueConstraint(fields=["phase", "seat"], name="one_draft_a_seat_and_phase"),
        ]

    def __str__(self) -> str:
        return f"sealed answer {self.pk}"


LONGEST_TEXT = 8000
"""Characters in one answer: ten times the longest orders that real games hold."""
