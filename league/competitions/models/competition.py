"""Competitions, their frozen rules, and who rules in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.guards.codes import new_code
from league.competitions.rules.common_rules import MOMENTS, CommonRules, rules_of
from league.leagues.models import League

LONGEST_REASON = 500


class Competition(models.Model):
    """One competition of one league: a season of the ladder, later a cup.

    A draft's rules may be edited. When it is announced they are frozen: `rules` is the canonical JSON's
    object and `rules_sha256` its hash, and neither changes again. Moments stand in the rules and, for
    queries, in columns of their own. Everything that happens in it is written under its row's lock.
    """

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("competition", "draft")
        ANNOUNCED = "announced", pgettext_lazy("competition", "open for entries")
        RUNNING = "running", pgettext_lazy("competition", "running")
        CLOSING = "closing", pgettext_lazy("competition", "last games")
        FINISHED = "finished", pgettext_lazy("competition", "finished")
        CANCELLED = "cancelled", pgettext_lazy("competition", "cancelled")

    league = models.ForeignKey(League, models.PROTECT, related_name="competitions")
    code = models.CharField(max_length=12, unique=True, default=new_code)
    kind = models.CharField(max_length=12, default="ladder", help_text="as league.competitions.kinds has it")
    name = models.CharField(_("name"), max_length=80)
    variant = models.CharField(_("variant"), max_length=32)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    rules = models.JSONField(default=dict, help_text="the rules of its kind as JSON")
    rules_sha256 = models.CharField(max_length=64, blank=True, default="", help_text="none: a draft")
    previous = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="next_seasons",
        help_text="the season before",
    )
    older_ratings = models.ForeignKey(
        "tournaments.RatingList",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seasons",
        help_text="the ratings that count, if it was announced before their formula changed; none: today's",
    )
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    announced_at = models.DateTimeField(null=True, blank=True)
    enters_from = models.DateTimeField(help_text="registration opens")
    enters_until = models.DateTimeField(help_text="registration closes")
    starts_at = models.DateTimeField()
    told_upto = models.BigIntegerField(
        default=0, editable=False, help_text="the last membership whose person was told that it takes entries"
    )
    challenges_until = models.DateTimeField(
        null=True,
        blank=True,
        help_text="no challenge from here on: its game might not end in time; none: nobody challenges in it",
    )
    ends_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True, help_text="finished or cancelled")
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    cancel_reason = models.TextField(max_length=LONGEST_REASON, blank=True, default="")
    version = models.PositiveIntegerField(default=0, help_text="grows whenever anything anybody sees changes")
    entries_given = models.PositiveIntegerField(default=0, help_text="the last number of an entry")
    few_told_at = models.DateTimeField(
        null=True, blank=True, help_text="when its organisers were told that too few had entered"
    )
    challenges_given = models.PositiveIntegerField(default=0, help_text="the last number of a challenge")

    class Meta:
        verbose_name = _("competition")
        verbose_name_plural = _("competitions")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["league", "state", "-id"], name="competitions_of_a_league"),
            models.Index(fields=["state", "id"], name="competitions_by_state"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["draft", "announced", "running", "closing", "finished", "cancelled"]),
                name="competition_state_is_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "cancelled"])
                | ~Q(rules_sha256="") & Q(announced_at__isnull=False),
                name="an_announced_competition_has_frozen_rules",
            ),
            models.CheckConstraint(
                condition=Q(enters_from__lt=F("enters_until"))
                & Q(enters_until__lte=F("starts_at"))
                & Q(starts_at__lt=F("ends_at"))
                & (
                    Q(challenges_until=None)
                    | Q(starts_at__lt=F("challenges_until"), challenges_until__lte=F("ends_at"))
                ),
                name="moments_of_a_competition_follow",
            ),
            models.CheckConstraint(
                condition=~Q(state="cancelled") | ~Q(cancel_reason=""), name="a_cancelled_one_says_why"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    def get_absolute_url(self) -> str:
        return f"/l/{self.league.slug}/competitions/{self.code}/"

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT

    @property
    def is_hidden(self) -> bool:
        """Whether organisers and its arbiters alone know of it: a draft, also one that was cancelled."""
        return self.announced_at is None

    @property
    def is_live(self) -> bool:
        """Whether its table can still change."""
        return self.state in (self.State.RUNNING, self.State.CLOSING)

    @property
    def has_old_rules(self) -> bool:
        """Whether it was announced with rules of the old format, whose meaning it keeps."""
        return int(self.rules.get("format", 1)) == 1 and not self.is_draft

    @property
    def is_renewed(self) -> bool:
        """Whether it is a draft by today's rules of what was saved, or played, by those of before."""
        before = self.previous.rules if self.previous else {}
        return self.is_draft and 1 in (self.rules.get("format"), before.get("format"))

    @property
    def has_money(self) -> bool:
        """Whether its rules speak of a fee or prizes."""
        return bool(self.rules.get("money"))

    @property
    def fee(self) -> int:
        """What entering costs, in minor units of its currency; 0: nothing."""
        money = self.rules.get("money") or {}
        return int(money.get("fee", 0))

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.CANCELLED)

    @property
    def stage(self) -> str:
        """Which of its pages a season has now: `before` it begins, `live`, or its end's own."""
        if self.is_over:
            return self.state
        return "live" if self.is_live else "before"

    def takes_entries(self, now: datetime) -> bool:
        """Whether people may enter now: while registration is open, and late while challenges may be made.
        Where there is a fee no one enters late.
        """
        if self.state == self.State.ANNOUNCED:
            return self.enters_from <= now < self.enters_until
        return self.state == self.State.RUNNING and not self.fee and self.takes_late(now)

    def takes_late(self, now: datetime) -> bool:
        """Whether players who enter late can still begin a game."""
        return self.challenges_until is not None and now < self.challenges_until

    @property
    def dated_terms(self) -> CommonRules:
        """Its rules with the dates as they have been moved; the rules themselves keep the planned ones."""
        return replace(self.terms, **{name: getattr(self, name) for name in MOMENTS})

    @property
    def terms(self) -> CommonRules:
        """Its rules as a value; those of a draft as it would be announced today, whatever it was saved as."""
        rules = rules_of(self.rules)
        return rules.renewed() if self.is_draft else rules


class Arbiter(models.Model):
    """Someone who rules in a competition and has not entered it (HR-10)."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="arbiters")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    named_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    appointed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="the site's administrator, who gave the reason",
    )
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        verbose_name = _("arbiter")
        verbose_name_plural = _("arbiters")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "user"], condition=Q(left_at=None), name="one_arbiter_a_person"
            ),
            models.CheckConstraint(
                condition=Q(appointed_by=None, reason="") | Q(appointed_by__isnull=False) & ~Q(reason=""),
                name="an_appointed_arbiter_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"arbiter {self.user_id} of {self.competition_id}"


MOVABLE: Final[Mapping[str, tuple[str, ...]]] = {
    Competition.State.ANNOUNCED: ("starts_at", "ends_at"),
    Competition.State.RUNNING: ("ends_at",),
}
"""By the season's state, the moments that arbiters may move."""
