"""Draws that anyone can check."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.common.guards.codes import new_secret
from league.competitions.models.competition import Competition


class Draw(models.Model):
    """One draw of one competition: committed to when it is announced, drawn and opened when it is needed; one
    that never was is opened undrawn when the competition is over (`opened_at`).

    `secret` is shown to no one before; its SHA-256, `commitment`, from the beginning. Of several draws the
    first keeps the `words`, for all of them.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="draws")
    label = models.CharField(max_length=16, help_text="as the season's file names it: initial, ties")
    commitment = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, default=new_secret)
    words = models.JSONField(default=list, blank=True)
    over = models.JSONField(default=list, blank=True, help_text="the numbers of the entries drawn over")
    order = models.JSONField(default=list, blank=True)
    committed_at = models.DateTimeField()
    drawn_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(
        null=True, blank=True, help_text="when the secret of a draw was shown that was never needed"
    )

    class Meta:
        verbose_name = _("random draw")
        verbose_name_plural = _("random draws")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "label"], name="one_draw_a_label"),
            models.CheckConstraint(
                condition=Q(drawn_at__isnull=False) | Q(words=[], over=[], order=[]),
                name="nothing_is_drawn_before_the_draw",
            ),
            models.CheckConstraint(
                condition=Q(opened_at=None) | Q(drawn_at=None), name="no_draw_is_made_once_its_secret_is_open"
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.label} of {self.competition_id}"

    @property
    def is_open(self) -> bool:
        """Whether anyone may know its secret."""
        return self.drawn_at is not None or self.opened_at is not None
