"""Prizes on their way out: what is proposed, who confirms it, what became of each payout."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.models import Entry
from league.prizes.models.ledger import LONGEST_REASON, Book, Holder


class Proposal(models.Model):
    """Payouts, a ruling after payout, or to which other season real money goes that no one has, that two
    people have to confirm. Its content does not change: where
    something else is right, it is withdrawn and another made.
    """

    class Kind(models.TextChoices):
        PAYOUTS = "payouts", pgettext_lazy("proposal", "prizes")
        RULING = "ruling", pgettext_lazy("proposal", "ruling after payout")
        CARRYING = "carrying", pgettext_lazy("proposal", "given to another season")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("proposal", "waits to be confirmed")
        CONFIRMED = "confirmed", pgettext_lazy("proposal", "confirmed")
        WITHDRAWN = "withdrawn", pgettext_lazy("proposal", "withdrawn")

    book = models.ForeignKey(Book, models.PROTECT, related_name="proposals")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PAYOUTS)
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    content = models.JSONField(default=dict, help_text="how it was computed, public")
    sha256 = models.CharField(max_length=64)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="", help_text="of a ruling")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="none: the rule",
    )
    at = models.DateTimeField()
    asked_at = models.DateTimeField(help_text="from when its people have 14 days to answer")
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("proposal to pay out")
        verbose_name_plural = _("proposals to pay out")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["book"], condition=Q(state="open"), name="one_open_proposal_a_book"
            ),
        ]

    def __str__(self) -> str:
        return f"proposal {self.pk}"


class Confirmation(models.Model):
    """One person's word that a proposal is right."""

    proposal = models.ForeignKey(Proposal, models.PROTECT, related_name="confirmations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "by"], name="a_person_confirms_once"),
        ]

    def __str__(self) -> str:
        return f"confirmation {self.pk}"


class Payout(models.Model):
    """One sum to one winner from one holder. A prize drawn from two holders is two payouts.

    `pay_to` is what the winner wrote about where the money should go: theirs and the two people's alone,
    emptied 90 days after it was paid (`payouts/pay_details.py`). `entry` none: a rest that no one won, for
    another season of the league.

    `key` names its bookings, so that neither another proposal nor a ruling owes or pays the same prize line
    twice. It says nothing of the place, which a ruling changes.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", pgettext_lazy("payout", "waits to be confirmed")
        WITHDRAWN = "withdrawn", pgettext_lazy("payout", "withdrawn")
        CONFIRMED = "confirmed", pgettext_lazy("payout", "not claimed yet")
        CLAIMED = "claimed", pgettext_lazy("payout", "to be paid out")
        FAILED = "failed", pgettext_lazy("payout", "payment failed")
        PAID = "paid", pgettext_lazy("payout", "paid out")
        CARRIED = "carried", pgettext_lazy("payout", "given to another season")
        RETURNED = "returned", pgettext_lazy("payout", "returned to those who paid")

    OWED = (State.CONFIRMED, State.CLAIMED, State.FAILED)
    """States in which the money is owed and has not gone."""

    book = models.ForeignKey(Book, models.PROTECT, related_name="payouts")
    proposal = models.ForeignKey(Proposal, models.PROTECT, related_name="payouts")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="payouts")
    line = models.CharField(
        max_length=40, help_text="which prize of the rules: pool, extra1, rest, ruling7:3"
    )
    key = models.CharField(
        max_length=80, help_text="season, entry, prize line and holder: its bookings are named after it"
    )
    rank = models.PositiveIntegerField(default=0, help_text="final rank; 0: none")
    sponsor = models.CharField(max_length=80, blank=True, default="", help_text="of a sponsor's own prize")
    holder = models.ForeignKey(Holder, models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    pay_to = models.TextField(max_length=500, blank=True, default="")
    not_before = models.DateTimeField(
        null=True, blank=True, help_text="online fees are kept so long against chargebacks"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    closed_at = models.DateTimeField(null=True, blank=True, help_text="paid, carried or returned")
    paid_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    reference = models.CharField(max_length=200, blank=True, default="")
    reminded = models.PositiveSmallIntegerField(default=0, help_text="how often the winner was reminded")

    class Meta:
        verbose_name = _("payout")
        verbose_name_plural = _("payouts")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_payout_is_of_money"),
            models.UniqueConstraint(
                fields=["key"],
                condition=~Q(state__in=["proposed", "withdrawn"]),
                name="a_prize_line_is_owed_once",
            ),
            models.CheckConstraint(condition=~Q(key="") & ~Q(line=""), name="a_payout_is_of_a_prize_line"),
            models.CheckConstraint(
                condition=~Q(state="paid") | Q(closed_at__isnull=False) & ~Q(reference=""),
                name="a_paid_prize_has_a_reference",
            ),
        ]
        indexes = [
            models.Index(fields=["book", "state"], name="payouts_by_state"),
            models.Index(
                fields=["confirmed_at"],
                condition=Q(state__in=["confirmed", "claimed", "failed"]),
                name="payouts_owed",
            ),
        ]

    def __str__(self) -> str:
        return f"payout {self.pk}"

    @property
    def unclaimed_since(self) -> datetime:
        """From when it waits for its winner: confirmed, or failed. Of one that was confirmed."""
        since = self.failed_at if self.state == self.State.FAILED else self.confirmed_at
        if since is None:
            raise ValueError(f"{self} was never confirmed")
        return since


class Owed(models.Model):
    """What a ruling after payout says that someone has to pay back. It moves no money by itself."""

    proposal = models.ForeignKey(Proposal, models.PROTECT, related_name="owed")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="owed")
    holder = models.ForeignKey(Holder, models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    paid_back = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("prize to be paid back")
        verbose_name_plural = _("prizes to be paid back")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="what_is_owed_is_money"),
            models.CheckConstraint(
                condition=Q(paid_back__gte=0) & Q(paid_back__lte=models.F("amount")),
                name="no_more_is_paid_back_than_owed",
            ),
        ]

    def __str__(self) -> str:
        return f"owed {self.pk}"
