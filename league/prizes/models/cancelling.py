"""Proposals to cancel a season with real money, which takes two people."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.models import Competition
from league.prizes.models.ledger import LONGEST_REASON


class CancelProposal(models.Model):
    """One proposal to cancel a season. A treasurer answers by `treasurers_until`, the site's team after that
    and by `team_until`; `answered_by` is who did, no one where the rule ended it.
    """

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("proposal to cancel", "waits for an answer")
        AGREED = "agreed", pgettext_lazy("proposal to cancel", "cancelled")
        REFUSED = "refused", pgettext_lazy("proposal to cancel", "refused")
        LAPSED = "lapsed", pgettext_lazy("proposal to cancel", "lapsed without an answer")
        VOID = "void", pgettext_lazy("proposal to cancel", "void: the season was over first")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="cancel_proposals")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(max_length=LONGEST_REASON)
    treasurers_until = models.DateTimeField()
    team_until = models.DateTimeField()
    team_asked_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    answer = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("proposal to cancel")
        verbose_name_plural = _("proposals to cancel")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition"], condition=Q(state="open"), name="one_open_proposal_to_cancel"
            ),
            models.CheckConstraint(
                condition=Q(state="open", ended_at=None) | ~Q(state="open") & Q(ended_at__isnull=False),
                name="an_ended_proposal_to_cancel_says_when",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["agreed", "refused"], answered_by__isnull=False)
                & ~Q(answered_by=F("by"))
                | Q(state__in=["open", "lapsed", "void"], answered_by=None),
                name="another_person_answers_a_proposal_to_cancel",
            ),
        ]

    def __str__(self) -> str:
        return f"proposal {self.pk} to cancel {self.competition_id}"
