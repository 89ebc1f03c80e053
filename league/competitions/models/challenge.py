"""Challenges on a ladder, the checks who could have made one, and the weeks in which someone did not."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game
from league.competitions.models.competition import Competition
from league.competitions.models.entry import Entry
from league.competitions.models.pairing import Pairing


class Challenge(models.Model):
    """One entry's challenge to another: it waits for an answer, becomes a game, and ends with it.

    `by_rank` and `of_rank` are the ranks of the two before it, as the log comes to now: kept by
    `services.table` alone once it is made. What the page showed then stands in its event. `pair` is the two
    people, whichever of them challenges and by whichever of their entries: one thing at a time is open
    between them.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("challenge", "waiting for an answer")
        PLAYING = "playing", pgettext_lazy("challenge", "being played")
        DECLINED = "declined", pgettext_lazy("challenge", "declined")
        UNANSWERED = "unanswered", pgettext_lazy("challenge", "not answered in time")
        TAKEN_BACK = "taken_back", pgettext_lazy("challenge", "withdrawn")
        DROPPED = "dropped", pgettext_lazy("challenge", "cancelled")
        SUSPENDED = "suspended", pgettext_lazy("challenge", "cancelled by a suspension")
        OVER = "over", pgettext_lazy("challenge", "played")

    OPEN = (State.WAITING, State.PLAYING)
    SETTLED = (State.PLAYING, State.OVER, State.DECLINED, State.UNANSWERED, State.DROPPED)
    """Those that were accepted, declined (by silence, too) or dropped."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="challenges")
    number = models.PositiveIntegerField()
    by = models.ForeignKey(Entry, models.PROTECT, related_name="challenges_made")
    of = models.ForeignKey(Entry, models.PROTECT, related_name="challenges_received")
    pair = models.CharField(max_length=41, editable=False, help_text="the keys of the two people, in order")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    by_rank = models.PositiveIntegerField(help_text="the challenger's rank before it, as the log has it")
    of_rank = models.PositiveIntegerField()
    by_end = models.PositiveIntegerField(
        default=0, help_text="the challenger's rank before the result, as the log has it; 0: none"
    )
    of_end = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    remind_at = models.DateTimeField(
        null=True, blank=True, help_text="when a mail says that the answer is due soon; none: it was sent"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    again_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="after a game until then the two do not meet again; after a decline or an undo its "
        "challenger alone waits; none: nobody waits",
    )
    pairing = models.OneToOneField(
        Pairing,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="challenge",
        help_text="of the two, from when it is accepted: it has its number",
    )

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ["competition", "number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="challenge_numbers_do_not_repeat"),
            models.CheckConstraint(condition=~Q(by=F("of")), name="nobody_challenges_themselves"),
            models.UniqueConstraint(
                fields=["competition", "pair"],
                condition=Q(state__in=["waiting", "playing"]),
                name="one_open_challenge_between_two_people",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["playing", "over"]) | Q(pairing__isnull=False),
                name="a_played_challenge_has_its_game",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "playing"], over_at=None)
                | ~Q(state__in=["waiting", "playing"]) & Q(over_at__isnull=False),
                name="a_challenge_that_is_over_says_when",
            ),
        ]
        indexes = [
            models.Index(
                fields=["competition"],
                condition=Q(state__in=["waiting", "playing"]),
                name="open_challenges",
            ),
            models.Index(fields=["competition", "state", "over_at"], name="challenges_by_state"),
            models.Index(
                fields=["competition", "again_at"],
                condition=Q(again_at__isnull=False),
                name="challenges_with_a_pause",
            ),
            models.Index(fields=["answer_by"], condition=Q(state="waiting"), name="challenges_to_answer"),
            models.Index(fields=["remind_at"], condition=Q(state="waiting"), name="challenges_to_remind_of"),
            models.Index(fields=["by", "-number"], name="challenges_made_by"),
            models.Index(fields=["of", "-number"], name="challenges_received_by"),
        ]

    def __str__(self) -> str:
        return f"challenge {self.number} of {self.competition_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:
            self.pair = pair_of(self.by.user_id, self.of.user_id)
        super().save(*args, **kwargs)

    @property
    def game(self) -> Game | None:
        """The game that a challenge became; loaded with the row by `pairing__game`."""
        return self.pairing.game if self.pairing is not None else None


def pair_of(one: int, other: int) -> str:
    """Two people (keys) as the database compares them: the same whichever is named first."""
    return "-".join(map(str, sorted((one, other))))


class Notice(models.Model):
    """Someone asks to be told when they can challenge someone: once, by e-mail."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="notices")
    by = models.ForeignKey(Entry, models.CASCADE, related_name="notices_asked")
    of = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice of a possible challenge")
        verbose_name_plural = _("notices of possible challenges")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["by", "of"], condition=Q(told_at=None), name="one_open_notice_of_two"
            ),
        ]
        indexes = [
            models.Index(fields=["competition", "id"], condition=Q(told_at=None), name="open_notices"),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk}"


class IdleCheck(models.Model):
    """One midnight check of a season: to which entries the ladder offered a legal challenge upwards.

    A check without a row did not run, and offered nothing.
    """

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="idle_checks")
    day = models.DateField(help_text="the day that begins with that midnight, in the season's zone")
    ran_at = models.DateTimeField()
    offered = models.JSONField(help_text="the numbers of the entries, from the top of the table")

    class Meta:
        verbose_name = _("check for inactive weeks")
        verbose_name_plural = _("checks for inactive weeks")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "day"], name="one_check_a_midnight"),
        ]

    def __str__(self) -> str:
        return f"check of {self.day} in {self.competition_id}"


class IdleWeek(models.Model):
    """A week of an entry that counts as idle, and how many it has in a row with it.

    At the season's number the week costs ranks, and counting restarts with 1.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="idle_weeks")
    week = models.PositiveSmallIntegerField(help_text="from 0, counted from the season's first day")
    in_a_row = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("inactive week")
        verbose_name_plural = _("inactive weeks")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "week"], name="one_row_a_week"),
            models.CheckConstraint(condition=Q(in_a_row__gte=1), name="an_idle_week_counts"),
        ]

    def __str__(self) -> str:
        return f"week {self.week} of entry {self.entry_id}"
