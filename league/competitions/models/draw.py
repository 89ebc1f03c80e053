"""Draws that anybody can check."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import new_secret
from league.competitions.models.competition import Competition


class Draw(models.Model):
    """One draw of one competition: committed to when it is announced, drawn and opened when it is needed.

    `secret` is shown to nobody before `drawn_at`; its SHA-256, `commitment`, from the beginning.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="draws")
    label = models.CharField(max_length=16, help_text="as SEASON names it: initial, ties")
    commitment = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, default=new_secret)
    words = models.JSONField(default=list, blank=True)
    over = models.JSONField(default=list, blank=True, help_text="the numbers of the entries drawn over")
    order = models.JSONField(default=list, blank=True)
    committed_at = models.DateTimeField()
    drawn_at = models.DateTimeField(null=True, blank=True)

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
        ]

    def __str__(self) -> str:
        return f"draw {self.label} of {self.competition_id}"
