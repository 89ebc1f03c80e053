"""Votes of the players about their game's clock: to pause, to go on, to extend a phase (HR-12)."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ClockProposal(models.Model):
    """What someone proposed in one phase: open until it is carried out or overtaken, or lapses."""

    class Kind(models.TextChoices):
        PAUSE = "pause", _("pause")
        GOES_ON = "goes_on", _("go on")
        EXTENSION = "extension", _("extend the phase")

    phase = models.ForeignKey("games.Phase", models.CASCADE, related_name="clock_proposals")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seconds = models.PositiveIntegerField(default=0, help_text="by how much to extend the phase")
    until = models.DateTimeField(null=True, blank=True, help_text="when the pause ends that is proposed")
    by = models.ForeignKey("games.Tenure", models.CASCADE, related_name="+")
    at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True, help_text="carried out or overtaken")

    class Meta:
        verbose_name = _("proposal about deadlines")
        verbose_name_plural = _("proposals about deadlines")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["phase"], condition=Q(closed_at=None), name="one_proposal_about_the_clock_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(kind="pause", until__isnull=False) | ~Q(kind="pause") & Q(until=None),
                name="a_proposed_pause_has_its_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} proposal {self.pk}"

    @property
    def lapses_at(self) -> datetime:
        """The end of the phase, or what comes before it: that of the pause which it is about."""
        ends = (
            self.phase.paused_until if self.kind == self.Kind.GOES_ON else self.until,
            self.phase.deadline,
        )
        return min(end for end in ends if end is not None)

    def is_open(self, now: datetime) -> bool:
        return self.closed_at is None and now < self.lapses_at


class ClockVote(models.Model):
    """A player's vote for a proposal about the clock. It counts while they hold their seat."""

    proposal = models.ForeignKey(ClockProposal, models.CASCADE, related_name="votes")
    tenure = models.ForeignKey("games.Tenure", models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("vote on a pause or more time")
        verbose_name_plural = _("votes on a pause or more time")
        constraints = [
            models.UniqueConstraint(fields=["proposal", "tenure"], name="one_vote_about_the_clock_a_player"),
        ]

    def __str__(self) -> str:
        return f"vote about the clock {self.pk}"
