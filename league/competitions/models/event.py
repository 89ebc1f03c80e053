"""The log that decides a table."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from league.competitions.models.competition import Competition
from league.competitions.rules.event_kind import EventKind


class Event(models.Model):
    """One line of a competition's log. Added, never edited, whenever it becomes known.

    `at`, the place of its kind and `number` (the challenge's, else the entry's) say when it counts;
    `facts` holds the other fields that an export tells of its kind. A later row may supersede it; the one
    that nothing supersedes counts.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="events")
    at = models.DateTimeField()
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in EventKind])
    number = models.PositiveIntegerField(default=0)
    facts: Any = models.JSONField(default=dict)
    game = models.ForeignKey(
        "games.Game", models.PROTECT, null=True, blank=True, related_name="+", help_text="of a result"
    )
    entry = models.ForeignKey(
        "tournaments.Entry",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="events",
        help_text="whom it is about: who came, left, sank, or made the challenge",
    )
    supersedes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="none: the rule",
    )
    recorded_at = models.DateTimeField()

    class Meta:
        verbose_name = _("event of a competition")
        verbose_name_plural = _("events of competitions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "number"],
                condition=Q(kind="result", supersedes=None),
                name="one_result_a_challenge",
            ),
            models.UniqueConstraint(
                fields=["competition", "number"],
                condition=Q(kind="challenge", supersedes=None),
                name="one_event_a_challenge",
            ),
            models.UniqueConstraint(
                fields=["competition", "number"],
                condition=Q(kind="declined", supersedes=None),
                name="declined_once",
            ),
            models.UniqueConstraint(
                fields=["competition", "number"], condition=Q(kind="joins"), name="an_entry_joins_once"
            ),
            models.UniqueConstraint(
                fields=["competition", "number"], condition=Q(kind="leaves"), name="an_entry_leaves_once"
            ),
            models.UniqueConstraint(
                fields=["competition", "number"],
                condition=Q(kind="advances", supersedes=None),
                name="a_pairing_is_decided_once",
            ),
            models.UniqueConstraint(
                fields=["competition"],
                condition=Q(kind="seeds", supersedes=None),
                name="seeds_are_drawn_once",
            ),
            models.UniqueConstraint(
                fields=["competition"], condition=Q(kind="opens"), name="a_competition_opens_once"
            ),
            models.UniqueConstraint(
                fields=["competition", "kind", "number"],
                condition=Q(kind__in=["apart", "called", "drawn", "round"], supersedes=None),
                name="a_round_is_called_drawn_and_begun_once",
            ),
            models.CheckConstraint(condition=~Q(supersedes=F("id")), name="nothing_supersedes_itself"),
        ]
        indexes = [
            models.Index(fields=["competition", "at", "id"], name="events_in_time"),
            models.Index(fields=["competition", "recorded_at"], name="events_as_they_came"),
            models.Index(fields=["game"], condition=Q(game__isnull=False), name="event_of_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


def that_count() -> Q:
    """The condition of events that nothing supersedes.

    Asked so, PostgreSQL knows that these are nearly all, and reads the latest few by their index; for
    `superseded_by=None` it expects next to none, and sorts a whole season for them.
    """
    return Q(~Exists(Event.objects.filter(supersedes=OuterRef("pk"))))
