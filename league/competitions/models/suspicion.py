"""What entrants tell the arbiters in confidence: that two names may be one person's."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.competitions.models.competition import Competition
from league.competitions.models.entry import Entry

LONGEST_SUSPICION = 1000


class Suspicion(models.Model):
    """An entrant suspects that the entries `one` and `other` are one person's, and says why. Arbiters alone
    read it. It is open until one of them dismisses it, or one of the two entries has ended.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="suspicions")
    by = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    one = models.ForeignKey(Entry, models.PROTECT, related_name="+", help_text="who entered first")
    other = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    said = models.TextField(max_length=LONGEST_SUSPICION)
    at = models.DateTimeField()
    dismissed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    dismissed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("suspicion of two names")
        verbose_name_plural = _("suspicions of two names")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["by", "one", "other"],
                condition=Q(dismissed_at=None),
                name="one_open_suspicion_a_pair",
            ),
            models.CheckConstraint(
                condition=~Q(one=F("other")) & ~Q(by=F("one")) & ~Q(by=F("other")),
                name="a_suspicion_is_of_two_others",
            ),
            models.CheckConstraint(
                condition=Q(dismissed_at=None, dismissed_by=None)
                | Q(dismissed_at__isnull=False, dismissed_by__isnull=False),
                name="a_dismissed_suspicion_says_by_whom",
            ),
        ]
        indexes = [
            models.Index(
                fields=["competition"], condition=Q(dismissed_at=None), name="suspicions_not_dismissed"
            ),
        ]

    def __str__(self) -> str:
        return f"suspicion {self.pk}"

    @property
    def entries(self) -> tuple[Entry, Entry]:
        return self.one, self.other


def open_suspicions(competition: Competition) -> models.QuerySet[Suspicion]:
    """Those that an arbiter has to look at: not dismissed, and both entries still there."""
    return all_open_suspicions().filter(competition=competition)


def all_open_suspicions() -> models.QuerySet[Suspicion]:
    """The same of all competitions."""
    return Suspicion.objects.filter(
        dismissed_at=None,
        one__state__in=Entry.STANDING,
        other__state__in=Entry.STANDING,
    )
