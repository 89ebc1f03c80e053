"""Games that were taken back: which of their turns do not count any more, and why (HR-8)."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Branch(models.Model):
    """The phases of a game that were played and do not count, since it was taken back to an earlier one.

    The phases themselves name their branch (`Phase.branch`); those that count have none. Branches are
    numbered from 1 in the order in which they were cut off: each begins in place of phase `at` of the game as
    it was then.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="branches")
    number = models.PositiveSmallIntegerField(help_text="1 for the first time that the game was taken back")
    at = models.PositiveIntegerField(help_text="the ordinal of the phase that was opened again")
    until = models.PositiveIntegerField(help_text="the ordinal of the phase that was open then, and closed")
    version = models.PositiveIntegerField(help_text="the game's version from then on; older pages are stale")
    act = models.OneToOneField(
        "games.MasterAct", models.CASCADE, related_name="branch", help_text="who took it back, when and why"
    )

    class Meta:
        verbose_name = _("branch that does not count")
        verbose_name_plural = _("branches that do not count")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="branches_do_not_repeat"),
            models.CheckConstraint(condition=Q(at__lt=F("until")), name="a_game_is_taken_back_to_the_past"),
        ]

    def __str__(self) -> str:
        return f"branch {self.number} of {self.game_id}"
