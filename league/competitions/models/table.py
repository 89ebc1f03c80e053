"""The table, kept for reading: a cache of what the log comes to, and the final places, which are decided."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.competitions.models.competition import Competition
from league.competitions.models.entry import Entry
from league.competitions.models.event import Event


class Standing(models.Model):
    """Where an entry stands now and how its games went. Made from the log by `services.table` alone.

    `rank` 0: it has left the table, or never stood in it. `since`: when it came to that rank; none: it has
    stood there since the table began. `best` and `worst` are the ranks between which it has stood so far.
    `counted` are the games that count towards the least number for a final rank.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="standings")
    entry = models.OneToOneField(Entry, models.CASCADE, related_name="standing")
    rank = models.PositiveIntegerField()
    since = models.DateTimeField(null=True, blank=True)
    best = models.PositiveIntegerField(default=0)
    worst = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    counted = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        ordering = ["competition", "rank"]
        indexes = [models.Index(fields=["competition", "rank"], name="standings_by_rank")]

    def __str__(self) -> str:
        return f"rank {self.rank} in {self.competition_id}"


class Move(models.Model):
    """What one event did to the table: its entry came from rank `before` to `after`, and those between moved
    by one. 0: it was, or is, not in the table. Made from the log, as standings are.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="moves")
    event = models.OneToOneField(Event, models.CASCADE, related_name="move")
    place = models.PositiveIntegerField(help_text="from 0, in the order in which events count")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="moves")
    before = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("move on a ladder")
        verbose_name_plural = _("moves on ladders")
        ordering = ["competition", "place"]
        indexes = [
            models.Index(fields=["competition", "place"], name="moves_in_order"),
            models.Index(fields=["competition", "at"], name="moves_in_time"),
        ]

    def __str__(self) -> str:
        return f"{self.before} to {self.after}"


class FinalPlace(models.Model):
    """An entry's place when the season was over. Written once, when it finishes; prizes hang on it.

    `rank` counts those alone who have played enough to be ranked; none: too few games. Who are equal share
    place, rank or both, and the next rank counts them all: 1, 2, 3, 3, 5. On a ladder no one is.

    `last` where ranks are places with prizes of their own: who has it shares the prizes of the places `rank`
    to `last`, and there may be places that no one has. None: prizes are counted among those who may win.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="final_places")
    entry = models.OneToOneField(Entry, models.PROTECT, related_name="final_place")
    place = models.PositiveIntegerField(help_text="in the table, from 1")
    rank = models.PositiveIntegerField(null=True, blank=True)
    last = models.PositiveIntegerField(null=True, blank=True, help_text="of the places that it shares")

    class Meta:
        verbose_name = _("final place")
        verbose_name_plural = _("final places")
        ordering = ["competition", "place"]
        constraints = [
            models.CheckConstraint(condition=Q(place__gte=1), name="final_places_begin_at_1"),
            models.CheckConstraint(condition=Q(rank=None) | Q(rank__gte=1), name="final_ranks_begin_at_1"),
            models.CheckConstraint(
                condition=Q(last=None) | Q(rank__isnull=False, last__gte=F("rank")),
                name="final_places_end_after_they_begin",
            ),
        ]
        indexes = [
            models.Index(fields=["competition", "place"], name="final_places_in_order"),
            models.Index(fields=["competition", "rank"], name="final_places_by_rank"),
        ]

    def __str__(self) -> str:
        return f"place {self.place} in {self.competition_id}"
