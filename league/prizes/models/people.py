"""Who agreed to a season's money and confirms its payouts, and which leagues may collect online."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.models import Competition
from league.leagues.models import League
from league.prizes.models.ledger import LONGEST_REASON


class Trustee(models.Model):
    """A treasurer of an announced season: someone who does not enter and confirms its payouts.

    `agreed_sha256` is the hash of what they agreed to, kept and never compared with anything again; empty:
    named after the announcement and not agreed yet. Who is lost confirms nothing any more. `reminded_at` is
    when a lone treasurer of play money was last reminded of an open proposal.
    """

    class Lost(models.TextChoices):
        LEFT = "left", pgettext_lazy("trustee", "left the league")
        DELETED = "deleted", pgettext_lazy("trustee", "deleted the account")
        SILENT = "silent", pgettext_lazy("trustee", "did not answer in 14 days")
        REPLACED = "replaced", pgettext_lazy("trustee", "replaced by the site’s team")
        TOOK_BACK = "took_back", pgettext_lazy("trustee", "withdrew the agreement")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="trustees")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    agreed_at = models.DateTimeField(null=True, blank=True)
    agreed_sha256 = models.CharField(max_length=64, blank=True, default="")
    appointed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    refused_at = models.DateTimeField(
        null=True, blank=True, help_text="refused to confirm; the site's administrator decides"
    )
    reminded_at = models.DateTimeField(null=True, blank=True)
    lost_at = models.DateTimeField(null=True, blank=True)
    lost_why = models.CharField(max_length=10, choices=Lost.choices, blank=True, default="")

    class Meta:
        verbose_name = _("treasurer")
        verbose_name_plural = _("treasurers")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "user"], condition=Q(lost_at=None), name="one_trustee_a_person"
            ),
            models.CheckConstraint(
                condition=Q(lost_at=None, lost_why="") | Q(lost_at__isnull=False) & ~Q(lost_why=""),
                name="a_lost_trustee_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"trustee {self.user_id} of {self.competition_id}"


class Agreement(models.Model):
    """What one person was asked for of a season's money, and what they said. One a person and season.

    `roles` are those asked for, or agreed to. `agreed_to` is the content agreed to (`agreeing.content_of`)
    and `agreed_sha256` its hash, which counts while it is that of the draft as it is. The announcement sets
    `frozen_at` where someone had agreed; from then on the row does not change.
    """

    class Role(models.TextChoices):
        ARBITER = "arbiter", pgettext_lazy("role", "arbiter")
        TREASURER = "treasurer", pgettext_lazy("role", "treasurer")
        HOLDER = "holder", pgettext_lazy("role", "cash holder")
        GUARANTOR = "guarantor", pgettext_lazy("role", "guarantor")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="agreements")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    roles = models.JSONField(default=list, help_text="of `Role`, in its order")
    asked_at = models.DateTimeField(null=True, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    mailed_at = models.DateTimeField(null=True, blank=True)
    agreed_at = models.DateTimeField(null=True, blank=True)
    agreed_sha256 = models.CharField(max_length=64, blank=True, default="")
    agreed_to = models.JSONField(default=dict, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    declined_why = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    frozen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("agreement")
        verbose_name_plural = _("agreements")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "user"], name="one_agreement_a_person"),
            models.CheckConstraint(
                condition=Q(agreed_at=None, agreed_sha256="")
                | Q(agreed_at__isnull=False, declined_at=None) & ~Q(agreed_sha256=""),
                name="one_agrees_to_something_or_declines",
            ),
            models.CheckConstraint(
                condition=Q(frozen_at=None) | Q(agreed_at__isnull=False),
                name="what_was_agreed_is_frozen",
            ),
        ]
        indexes = [models.Index(fields=["user"], condition=Q(frozen_at=None), name="open_agreements")]

    def __str__(self) -> str:
        return f"agreement of {self.user_id} in {self.competition_id}"


class TrustStep(models.Model):
    """One step of those who answer for a season's money: public, added, never edited."""

    class Kind(models.TextChoices):
        AGREED = "agreed", pgettext_lazy("trust", "agreed to the money rules")
        TOOK_BACK = "took_back", pgettext_lazy("trust", "withdrew the agreement")
        CARRIES = "carries", pgettext_lazy("trust", "wants the unclaimed money to go to another season")
        CONFIRMED = "confirmed", pgettext_lazy("trust", "confirmed")
        REFUSED = "refused", pgettext_lazy("trust", "refused to confirm")
        ASKED_AGAIN = "asked_again", pgettext_lazy("trust", "was asked again by the site’s team")
        LOST = "lost", pgettext_lazy("trust", "confirms nothing any more")
        APPOINTED = "appointed", pgettext_lazy("trust", "was appointed by the site’s team")
        NAMED = "named", pgettext_lazy("trust", "was named treasurer by an organiser")
        DETAILS = "details", pgettext_lazy("trust", "changed the bank details")
        DETAILS_OK = "details_ok", pgettext_lazy("trust", "confirmed the bank details")
        CLOSED = "closed", pgettext_lazy("trust", "closed offline payment")
        OPENED = "opened", pgettext_lazy("trust", "opened offline payment again")
        CANCEL = "cancel", pgettext_lazy("trust", "proposed to cancel the season")
        CANCEL_YES = "cancel_yes", pgettext_lazy("trust", "agreed to cancel the season")
        CANCEL_NO = "cancel_no", pgettext_lazy("trust", "said no to cancelling the season")
        CANCEL_GONE = "cancel_gone", pgettext_lazy("trust", "got no answer; the season goes on")
        CANCEL_VOID = "cancel_void", pgettext_lazy("trust", "proposed to cancel; the season was over first")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="trust_steps")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="none: the rule",
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("step of treasurers")
        verbose_name_plural = _("steps of treasurers")
        ordering = ["pk"]
        indexes = [models.Index(fields=["competition", "id"], name="trust_steps_of_a_season")]

    def __str__(self) -> str:
        return f"{self.kind}, step {self.pk}"


class OnlineApproval(models.Model):
    """The operator lets a league collect fees online. Ended, never deleted."""

    league = models.ForeignKey(League, models.PROTECT, related_name="online_approvals")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(max_length=LONGEST_REASON)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_why = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        verbose_name = _("approval to collect online")
        verbose_name_plural = _("approvals to collect online")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league"], condition=Q(ended_at=None), name="one_online_approval_a_league"
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by=None, ended_why="")
                | Q(ended_at__isnull=False, ended_by__isnull=False) & ~Q(ended_why=""),
                name="an_ended_approval_says_who_and_why",
            ),
        ]

    def __str__(self) -> str:
        return f"approval of {self.league_id}"


class PurseSetting(models.Model):
    """What belongs to a season's money and is not frozen: how to pay offline.

    `bank_details` are in force; `next_details` were typed later and wait for a treasurer. Who reads them:
    `selectors/bank_details.py`. Both are emptied once no one owes or is owed anything.
    """

    competition = models.OneToOneField(Competition, models.CASCADE, related_name="purse_setting")
    bank_details = models.TextField(max_length=1000, blank=True, default="")
    next_details = models.TextField(max_length=1000, blank=True, default="")

    class Meta:
        verbose_name = _("bank details")
        verbose_name_plural = _("bank details")

    def __str__(self) -> str:
        return f"of {self.competition_id}"
