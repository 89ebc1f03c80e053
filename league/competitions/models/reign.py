"""Who has been at the top of a ladder, and for how long: kept for reading, made from its moves."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.competitions.models.competition import Competition
from league.competitions.models.entry import Entry


class Reign(models.Model):
    """One entry's time at the top of one season, from `since` to `until`; none: it goes on.

    Made again once an hour, by `services.reigns` alone, while the season's table can change.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="reigns")
    number = models.PositiveIntegerField(help_text="from 1, in the order of time")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=40, help_text="a kind of game, as ratings have them")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("reign")
        verbose_name_plural = _("reigns")
        ordering = ["competition", "number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="reigns_follow_each_other"),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gt=F("since")), name="a_reign_takes_time"
            ),
        ]
        indexes = [models.Index(fields=["kind", "competition"], name="reigns_by_kind")]

    def __str__(self) -> str:
        return f"{self.entry_id} from {self.since} in {self.competition_id}"
