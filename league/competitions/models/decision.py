"""What organisers of the league decide about entrants: suspensions, and what an arbiter confirms first."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.models.competition import Competition
from league.competitions.models.entry import Entry
from league.leagues.models import OrganiserAct


class Suspension(models.Model):
    """An entrant was suspended in the league: by whom, until when, and which challenges it cancelled."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="suspensions")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="suspensions")
    act = models.ForeignKey(OrganiserAct, models.CASCADE, related_name="+")
    until = models.DateTimeField()
    dropped = models.JSONField(default=list, help_text="the numbers of the challenges that it cancelled")

    class Meta:
        verbose_name = _("suspension of an entrant")
        verbose_name_plural = _("suspensions of entrants")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "act"], name="a_suspension_counts_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"suspension of entry {self.entry_id}"


class ProposedAct(models.Model):
    """What an organiser who plays in a season would decide about a person, where no other organiser is
    outside it: an arbiter confirms it, and only then it is done. `key` is the same for all seasons that the
    two share: an arbiter of each has to confirm, and one refusal ends it.
    """

    class Kind(models.TextChoices):
        SUSPENDED = OrganiserAct.Kind.SUSPENDED.value, pgettext_lazy("proposed", "suspend")
        REMOVED = OrganiserAct.Kind.REMOVED.value, pgettext_lazy("proposed", "remove from the league")
        BANNED = OrganiserAct.Kind.BANNED.value, pgettext_lazy("proposed", "ban")
        ROLE = OrganiserAct.Kind.ROLE.value, pgettext_lazy("proposed", "make a member again")

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="proposed_acts")
    key = models.UUIDField()
    kind = models.CharField(max_length=12, choices=Kind.choices)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.TextField(max_length=500, blank=True, default="")
    until = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    is_confirmed = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("act to be confirmed")
        verbose_name_plural = _("acts to be confirmed")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "kind", "about"],
                condition=Q(decided_at=None),
                name="one_act_to_be_confirmed_a_person",
            ),
            models.CheckConstraint(
                condition=Q(decided_at=None, decided_by=None, is_confirmed=False)
                | Q(decided_at__isnull=False, decided_by__isnull=False),
                name="a_decided_act_says_by_whom",
            ),
        ]
        indexes = [
            models.Index(fields=["competition"], condition=Q(decided_at=None), name="acts_to_be_confirmed"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def may_be_decided_by(self, person: int | None) -> bool:
        """Whether an arbiter with this key may: neither of the two, while there is something to decide."""
        return self.decided_at is None and person not in (None, self.by_id, self.about_id)


def open_acts(competition: Competition) -> models.QuerySet[ProposedAct]:
    """Those that wait for an arbiter."""
    return ProposedAct.objects.filter(competition=competition, decided_at=None)
