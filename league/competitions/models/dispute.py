"""Disputed results and how they were ruled."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from league.competitions.models.competition import Competition
from league.competitions.models.entry import Entry
from league.competitions.models.pairing import Pairing

LONGEST_SAID = 2000

STANDS_BY_RULE = gettext_noop("No one ruled on it in %(days)d days, so the result stands.")
"""Why a result stands on which no one ruled; such a ruling has no reason of its own."""


class Dispute(models.Model):
    """A player's doubt about a result, the other's answer, and an arbiter's ruling. All of it is public.

    A dispute is ruled once; a later arbiter's ruling is a new row for the same result, `raised_by` none.
    Arbiters have until `rule_by`, as the season's rules say; where none has ruled at `stands_at` the result
    stands by the rule, `ruled_by` none.
    """

    class Ruling(models.TextChoices):
        STANDS = "stands", pgettext_lazy("ruling", "The result stands")
        FORFEIT = "forfeit", pgettext_lazy("ruling", "Forfeit")
        ANNULLED = "annulled", pgettext_lazy("ruling", "Void")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="disputes")
    pairing = models.ForeignKey(Pairing, models.PROTECT, related_name="disputes")
    raised_by = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    said = models.TextField(max_length=LONGEST_SAID, blank=True, default="")
    at = models.DateTimeField()
    rule_by = models.DateTimeField(
        null=True, blank=True, help_text="then the site's administrators hear that nobody has ruled"
    )
    stands_at = models.DateTimeField(
        null=True, blank=True, help_text="then the result stands if nobody has ruled"
    )
    answered_by = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    answer = models.TextField(max_length=LONGEST_SAID, blank=True, default="")
    answer_at = models.DateTimeField(null=True, blank=True)
    ruling = models.CharField(max_length=10, choices=Ruling.choices, blank=True, default="")
    forfeited_by = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.TextField(max_length=LONGEST_SAID, blank=True, default="")
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    ruled_at = models.DateTimeField(null=True, blank=True)
    admin_told_at = models.DateTimeField(
        null=True, blank=True, help_text="when the site's administrators heard that nobody had ruled"
    )

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing"], condition=Q(ruled_at=None), name="one_open_dispute_a_result"
            ),
            models.CheckConstraint(
                condition=Q(ruled_at=None, ruling="", ruled_by=None)
                | Q(ruled_at__isnull=False, ruled_by__isnull=False) & ~Q(ruling="") & ~Q(reason="")
                | Q(ruled_by=None, ruling="stands", reason="", stands_at__isnull=False)
                & Q(ruled_at__isnull=False, ruled_at__gte=F("stands_at")),
                name="a_ruling_says_who_and_why",
            ),
            models.CheckConstraint(
                condition=Q(ruled_at__isnull=False)
                | Q(rule_by__isnull=False, rule_by__gt=F("at"))
                & Q(stands_at__isnull=False, stands_at__gt=F("rule_by")),
                name="an_open_dispute_says_when_the_result_stands",
            ),
            models.CheckConstraint(
                condition=Q(ruling="forfeit", forfeited_by__isnull=False)
                | ~Q(ruling="forfeit") & Q(forfeited_by=None),
                name="a_forfeit_by_ruling_names_its_loser",
            ),
        ]
        indexes = [
            models.Index(fields=["competition", "-id"], name="disputes_of_a_competition"),
            models.Index(fields=["competition"], condition=Q(ruled_at=None), name="open_disputes"),
        ]

    def __str__(self) -> str:
        return f"dispute {self.pk}"

    @property
    def is_by_rule(self) -> bool:
        """Whether no one ruled in time."""
        return self.ruled_at is not None and self.ruled_by_id is None

    @property
    def why(self) -> str:
        """The reason of the ruling: an arbiter's as it was written, the rule's in the reader's language."""
        return gettext(STANDS_BY_RULE) % self._days if self.is_by_rule else self.reason

    @property
    def why_in_no_language(self) -> str:
        """The same as a file says it, no matter who reads."""
        return STANDS_BY_RULE % self._days if self.is_by_rule else self.reason

    @property
    def _days(self) -> dict[str, int]:
        return {"days": (self.stands_at - self.at).days if self.stands_at else 0}
