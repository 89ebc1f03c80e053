"""Phases, the row the deadline hangs on, and what adjudicating one gave."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class MainLine(models.Manager["Phase"]):
    """The phases that count: all but those of turns that were taken back (HR-8)."""

    def get_queryset(self) -> models.QuerySet[Phase]:
        return super().get_queryset().filter(branch=None)


class Phase(models.Model):
    """One phase of one game, from opening until it is adjudicated.

    A game that was taken back (HR-8) has phases that do not count: they belong to a `branch`, and what asks
    `objects`, or a game for its `phases`, is not told of them. Rows that point to them stay. Joins that begin
    elsewhere (`phase__game`) find both and have to say which they want.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="phases")
    ordinal = models.PositiveIntegerField(help_text="0 for the opening phase")
    label = models.CharField(max_length=8, help_text="as the rules write it: S1901M")
    position = models.JSONField(help_text="as the engine writes it")
    due = models.JSONField(default=dict, help_text="what each seat owes, as adjudicator.due says")
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField()
    closes_at = models.DateTimeField(help_text="the deadline, or earlier once all who owe are ready")
    adjudicated_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="committed before the work begins")
    next_attempt_at = models.DateTimeField(
        null=True, blank=True, help_text="not before: moved on by each attempt, further after a failure"
    )
    last_error = models.TextField(
        blank=True, default="", help_text="where the last attempt failed; no answers"
    )
    set_aside_at = models.DateTimeField(null=True, blank=True, help_text="given up after several attempts")
    paused_until = models.DateTimeField(
        null=True, blank=True, help_text="nothing closes before; then the clock goes on with what it had left"
    )
    remind_at = models.DateTimeField(
        null=True, blank=True, help_text="when those who owe are reminded; none: never, or done already"
    )
    branch = models.ForeignKey(
        "games.Branch",
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="phases",
        db_index=False,
        help_text="none: it counts; else the game was taken back to before it (HR-8)",
    )

    objects = MainLine()
    every: models.Manager[Phase] = models.Manager()

    class Meta:
        verbose_name = _("phase")
        verbose_name_plural = _("phases")
        ordering = ["game", "ordinal"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "ordinal"], condition=Q(branch=None), name="phase_ordinals_do_not_repeat"
            ),
            models.UniqueConstraint(
                fields=["game", "label"], condition=Q(branch=None), name="phase_labels_do_not_repeat"
            ),
            models.UniqueConstraint(
                fields=["branch", "ordinal"],
                condition=Q(branch__isnull=False),
                name="ordinals_do_not_repeat_in_a_branch",
            ),
            models.UniqueConstraint(
                fields=["game"], condition=Q(adjudicated_at=None, branch=None), name="one_open_phase"
            ),
            models.CheckConstraint(
                condition=Q(closes_at__lte=F("deadline")), name="never_closes_after_its_deadline"
            ),
            models.CheckConstraint(
                condition=Q(paused_until=None) | Q(closes_at__gte=F("paused_until")),
                name="nothing_closes_in_a_pause",
            ),
        ]
        indexes = [
            # All that the drain asks when it looks for work stands in this index.
            models.Index(
                fields=["closes_at", "next_attempt_at", "attempts", "game"],
                condition=Q(adjudicated_at=None, set_aside_at=None, branch=None),
                name="phases_to_adjudicate",
            ),
            models.Index(fields=["set_aside_at"], condition=~Q(set_aside_at=None), name="phases_set_aside"),
            models.Index(
                fields=["remind_at", "id"], condition=~Q(remind_at=None), name="phases_to_remind_of"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label} of {self.game_id}"

    @property
    def kind(self) -> str:
        """The phase's letter: H, B, M, R or A (rules, Phase codes)."""
        return self.label[-1]

    @property
    def lasted_no_time(self) -> bool:
        """Whether everything for it had been given ahead, so that it was due when it opened (SPY-22)."""
        return self.deadline <= self.opened_at

    @property
    def lasted(self) -> timedelta:
        """How long there was to answer, from its opening to its deadline."""
        return self.deadline - self.opened_at

    def is_paused(self, now: datetime) -> bool:
        return self.paused_until is not None and now < self.paused_until

    def may_close_at(self, now: datetime) -> datetime:
        """When it closes if all who owe are ready now: at once, but in a pause when that ends."""
        return max(now, self.paused_until or now)

    @property
    def is_open(self) -> bool:
        """Whether it is being played: not adjudicated, and not taken back while it was open."""
        return self.adjudicated_at is None and self.branch_id is None


class TurnsThatCount(models.Manager["Turn"]):
    """The turns of phases that count (HR-8)."""

    def get_queryset(self) -> models.QuerySet[Turn]:
        return super().get_queryset().filter(phase__branch=None)


class Turn(models.Model):
    """What adjudicating a phase gave. At most one a phase: the unique key behind exactly-once."""

    phase = models.OneToOneField(Phase, models.CASCADE, primary_key=True, related_name="turn")
    answers = models.JSONField(
        null=True, help_text="what each seat had sent, frozen; a silent seat is absent"
    )
    agreed = models.JSONField(null=True, help_text="an agreed ending, in place of answers")
    turn = models.JSONField(
        help_text="position, results, news, outcome: as the engine gave it, without sentences"
    )
    missed = models.JSONField(
        default=dict, blank=True, help_text="the seats that missed the phase (HR-1), each with true"
    )
    asked = models.JSONField(
        default=dict, blank=True, help_text="the seats that could have missed the phase, each with true"
    )
    excused = models.JSONField(
        default=dict,
        blank=True,
        help_text="the seats that saved nothing and for which it does not count, each with why (HR-1)",
    )
    created_at = models.DateTimeField()

    objects = TurnsThatCount()
    every: models.Manager[Turn] = models.Manager()

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        indexes = [
            # Few of them, and asked for among all turns there are: games in which no one answers.
            models.Index(
                fields=["phase"], condition=Q(missed=F("asked")) & ~Q(asked={}), name="turns_of_silence"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(answers__isnull=False, agreed__isnull=True)
                | Q(answers__isnull=True, agreed__isnull=False),
                name="a_turn_has_answers_or_an_agreement",
            ),
        ]

    def __str__(self) -> str:
        return f"turn of {self.phase_id}"
