"""Who takes part in a competition, and each step of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.models.competition import LONGEST_REASON, Competition


class Entry(models.Model):
    """One person's part in one competition, by a number given in the order of entering.

    A person who enters again after leaving, or after a refusal, gets another entry. `state` is its standing
    and `payment` how its fee stands, each as the last step has it. `pay_by` is when the fee must be there: of
    an entry whose place waits for it, or of one whose payment was taken back. What was confirmed on entering
    a season with money stands beside it; no date of birth.
    """

    class State(models.TextChoices):
        APPLIED = "applied", pgettext_lazy("entry", "applied")
        WAITING = "waiting", pgettext_lazy("entry", "on the waiting list")
        ACCEPTED = "accepted", pgettext_lazy("entry", "accepted")
        REFUSED = "refused", pgettext_lazy("entry", "refused")
        PLAYING = "playing", pgettext_lazy("entry", "playing")
        WITHDRAWN = "withdrawn", pgettext_lazy("entry", "withdrawn")
        REMOVED = "removed", pgettext_lazy("entry", "removed")
        DISQUALIFIED = "disqualified", pgettext_lazy("entry", "disqualified")

    class Payment(models.TextChoices):
        NONE = "none", pgettext_lazy("entry", "no fee")
        DUE = "due", pgettext_lazy("entry", "to be paid")
        PAID = "paid", pgettext_lazy("entry", "paid")
        REFUNDED = "refunded", pgettext_lazy("entry", "refunded")
        CHARGED_BACK = "charged_back", pgettext_lazy("entry", "payment reversed by the bank")

    STANDING = (State.APPLIED, State.WAITING, State.ACCEPTED, State.PLAYING)
    """States of those who are, or may come to be, in it."""

    IN = (State.ACCEPTED, State.PLAYING)
    """States that take a place in the field."""

    CLEAR = (Payment.NONE, Payment.PAID)
    """Payments of those whose games may start."""

    OWING = (Payment.DUE, Payment.CHARGED_BACK)
    """Payments of those who have to pay, while they are in it."""

    WITHOUT_PLACE = (State.APPLIED, State.WAITING, State.REFUSED)
    """States of those who have no place, and of whom no page tells but to themselves and those who run it."""

    SENT_AWAY = (State.REMOVED, State.DISQUALIFIED)
    """States of those whose part in it someone ended."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    state = models.CharField(max_length=12, choices=State.choices, help_text="its standing")
    payment = models.CharField(max_length=12, choices=Payment.choices, default=Payment.NONE)
    word = models.CharField(
        max_length=64,
        blank=True,
        default="",
        help_text="this person's part of the draws, one line or nothing; sealed until the draw",
    )
    entered_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    pay_by = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(
        null=True, blank=True, help_text="when an e-mail reminds of the fee; none: it was sent"
    )
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_sha256 = models.CharField(
        max_length=64, blank=True, default="", help_text="the hash of the rules whose terms were accepted"
    )
    confirmed_age = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the age that this person says to have reached"
    )
    country = models.CharField(max_length=2, blank=True, default="", help_text="as this person says")

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["competition", "number"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "number"], name="entry_numbers_do_not_repeat"),
            models.UniqueConstraint(
                fields=["competition", "user"],
                condition=Q(state__in=["applied", "waiting", "accepted", "playing"]),
                name="one_standing_entry_a_person",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["applied", "waiting", "accepted", "playing"], left_at=None)
                | Q(state__in=["refused", "withdrawn", "removed", "disqualified"], left_at__isnull=False),
                name="whoever_left_a_competition_says_when",
            ),
            models.CheckConstraint(
                condition=Q(payment="due", pay_by__isnull=False)
                | Q(payment="charged_back")
                | Q(payment__in=["none", "paid", "refunded"], pay_by=None),
                name="a_fee_to_be_paid_says_until_when",
            ),
        ]
        indexes = [
            models.Index(fields=["competition", "state", "number"], name="entries_by_state"),
            models.Index(
                fields=["user", "-competition"],
                condition=Q(state__in=["applied", "waiting", "accepted", "playing"]),
                name="entries_of_a_person",
            ),
            models.Index(fields=["pay_by"], condition=Q(pay_by__isnull=False), name="entries_to_be_paid"),
            models.Index(
                fields=["remind_at"], condition=Q(remind_at__isnull=False), name="entries_to_be_reminded"
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.competition_id}"

    @property
    def rank(self) -> int:
        """Its rank in the table by now; 0: none. One query, where its standing was not selected."""
        standing = getattr(self, "standing", None)
        return standing.rank if standing else 0


class EntryStep(models.Model):
    """One step of an entry's standing or payment: who did it, when, why. Added, never edited."""

    class Why(models.TextChoices):
        ASKED = "asked", pgettext_lazy("entry", "entered")
        FIT = "fit", pgettext_lazy("entry", "all conditions are met")
        UNMET = "unmet", pgettext_lazy("entry", "conditions are not met")
        FULL = "full", pgettext_lazy("entry", "all places were taken")
        FREE = "free", pgettext_lazy("entry", "a place became free")
        BEGUN = "begun", pgettext_lazy("entry", "the season began")
        TO_PAY = "to_pay", pgettext_lazy("entry", "entered, fee due")
        PAID = "paid", pgettext_lazy("entry", "the fee was paid")
        NOT_PAID = "not_paid", pgettext_lazy("entry", "the fee was not paid in time")
        CHARGED_BACK = "charged_back", pgettext_lazy("entry", "the bank reversed the payment")
        REFUNDED = "refunded", pgettext_lazy("entry", "the fee was refunded")
        LATE = "late", pgettext_lazy("entry", "entered late")
        OWN = "own", pgettext_lazy("entry", "their own wish")
        LEFT_LEAGUE = "left_league", pgettext_lazy("entry", "left the league")
        EXPELLED = "expelled", pgettext_lazy("entry", "removed from the league")
        BANNED = "banned", pgettext_lazy("entry", "banned from the league")
        DELETED = "deleted", pgettext_lazy("entry", "deleted the account")
        RULED = "ruled", pgettext_lazy("entry", "an arbiter’s ruling")
        CLOSED = "closed", pgettext_lazy("entry", "the waiting list closed")
        CANCELLED = "cancelled", pgettext_lazy("entry", "the season was cancelled")

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="steps")
    state = models.CharField(max_length=12, choices=Entry.State.choices)
    payment = models.CharField(max_length=12, choices=Entry.Payment.choices, default=Entry.Payment.NONE)
    why = models.CharField(max_length=12, choices=Why.choices)
    reason = models.TextField(
        max_length=LONGEST_REASON, blank=True, default="", help_text="an arbiter's words"
    )
    unmet = models.JSONField(
        default=list, blank=True, help_text="of a refusal: each condition, what it asks and what they have"
    )
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
        verbose_name = _("step of an entry")
        verbose_name_plural = _("steps of entries")
        ordering = ["pk"]
        indexes = [models.Index(fields=["entry", "id"], name="steps_of_an_entry")]

    def __str__(self) -> str:
        return f"{self.state}, step {self.pk}"


class EntryInvitation(models.Model):
    """Someone who may enter a competition that is open to those invited alone."""

    competition = models.ForeignKey(Competition, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("invitation to a competition")
        verbose_name_plural = _("invitations to competitions")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "user"], name="one_invitation_to_a_competition"),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"
