"""Money on its way in and back: checkouts, what was recorded by hand, payments, refunds, webhooks."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.models import Entry
from league.prizes.models.ledger import LONGEST_REASON, Book, Holder


class Checkout(models.Model):
    """One attempt to pay a fee online. `provider_id` is the provider's name for it; `seen` is the last that
    the provider said when asked (`providers.port.Status`). Credited by webhook or reconciliation alone.
    """

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("checkout", "open")
        PAID = "paid", pgettext_lazy("checkout", "paid")
        FAILED = "failed", pgettext_lazy("checkout", "declined")
        EXPIRED = "expired", pgettext_lazy("checkout", "expired")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="checkouts")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="checkouts")
    provider = models.CharField(max_length=10)
    provider_id = models.CharField(max_length=120, blank=True, default="", help_text="none: being made")
    charge_id = models.CharField(max_length=120, blank=True, default="")
    amount = models.BigIntegerField()
    address = models.URLField(max_length=2000, blank=True, default="", help_text="where one pays")
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    seen = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()
    asked_at = models.DateTimeField(null=True, blank=True, help_text="when the provider was last asked")
    answered_at = models.DateTimeField(null=True, blank=True, help_text="when it last answered")
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("checkout")
        verbose_name_plural = _("checkouts")
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["provider", "provider_id"],
                condition=~Q(provider_id=""),
                name="one_checkout_a_session",
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(state="open"), name="one_open_checkout_an_entry"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_checkout_asks_for_money"),
        ]
        indexes = [
            models.Index(fields=["asked_at"], condition=Q(state="open"), name="open_checkouts"),
            models.Index(
                fields=["charge_id", "provider"], condition=~Q(charge_id=""), name="checkouts_by_charge"
            ),
            models.Index(fields=["entry", "-created_at"], name="checkouts_of_an_entry"),
        ]

    def __str__(self) -> str:
        return f"checkout {self.pk}"


class HandRecord(models.Model):
    """Money that came, or went, by hand, as one of the two people recorded it. Above the season's limit it
    counts once the second person has confirmed it. A payment without an entry is held until it is matched
    with one or sent back.
    """

    class Kind(models.TextChoices):
        PAYMENT = "payment", pgettext_lazy("record", "entry fee")
        GIFT = "gift", pgettext_lazy("record", "sponsor’s gift to the pool")
        EXTRA = "extra", pgettext_lazy("record", "sponsor’s prize")
        GUARANTEE = "guarantee", pgettext_lazy("record", "guarantor’s deposit")
        COSTS = "costs", pgettext_lazy("record", "league’s costs paid")
        SITE_SHARE = "site_share", pgettext_lazy("record", "site’s share handed over")
        PAID_BACK = "paid_back", pgettext_lazy("record", "prize paid back")

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("record", "waits for the second treasurer")
        BOOKED = "booked", pgettext_lazy("record", "in the ledger")
        UNKNOWN = "unknown", pgettext_lazy("record", "held: not matched yet")
        SENT_BACK = "returned", pgettext_lazy("record", "goes back to the payer")
        REFUSED = "refused", pgettext_lazy("record", "refused by the second treasurer")
        REVERSED = "reversed", pgettext_lazy("record", "corrected")

    book = models.ForeignKey(Book, models.PROTECT, related_name="hand_records")
    holder = models.ForeignKey(Holder, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="hand_records")
    name = models.CharField(max_length=80, blank=True, default="", help_text="a sponsor's, public")
    payer = models.CharField(
        max_length=80, blank=True, default="", help_text="of a fee, not public; none: the entrant"
    )
    promise = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="of a sponsor's own prize: its place in the rules, from 0"
    )
    amount = models.BigIntegerField()
    received_on = models.DateField()
    reference = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices)
    second_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    second_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    key = models.UUIDField(unique=True, help_text="the form's: the same form is recorded once")

    class Meta:
        verbose_name = _("offline payment")
        verbose_name_plural = _("offline payments")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_record_is_of_money"),
            models.CheckConstraint(
                condition=~Q(kind="payment", entry=None) | ~Q(payer=""), name="a_payment_names_who_paid"
            ),
            models.CheckConstraint(
                condition=Q(kind="extra", promise__isnull=False) | ~Q(kind="extra") & Q(promise=None),
                name="a_sponsors_own_prize_was_promised",
            ),
            models.UniqueConstraint(
                fields=["book", "promise"],
                condition=Q(state__in=["waiting", "booked"]),
                name="a_promise_is_kept_once",
            ),
            models.CheckConstraint(condition=~Q(second_by=F("by")), name="the_second_person_is_another"),
        ]
        indexes = [models.Index(fields=["book", "state"], name="records_by_state")]

    def __str__(self) -> str:
        return f"record {self.pk}"


class Payment(models.Model):
    """An entry fee that came in, or a part of one, whichever way, and what has become of it. A fee that came
    in parts is counted with the last of them; `surplus` is what of a payment was too much, `taken` what of it
    the payer's bank has taken back.

    `state` follows from the bookings named after it (`payment:7`, `fee:7` …) and is written with them.
    """

    class State(models.TextChoices):
        HELD = "held", pgettext_lazy("payment", "received")
        PART = "part", pgettext_lazy("payment", "part of the entry fee, held until the rest comes")
        IN_FEE = "in_fee", pgettext_lazy("payment", "counted as part of the entry fee")
        FEE = "fee", pgettext_lazy("payment", "counted as entry fee")
        TO_REFUND = "to_refund", pgettext_lazy("payment", "to be refunded")
        REFUNDED = "refunded", pgettext_lazy("payment", "refunded")
        TAKEN_BACK = "taken_back", pgettext_lazy("payment", "reversed by the bank")
        REVERSED = "reversed", pgettext_lazy("payment", "logged by mistake")

    book = models.ForeignKey(Book, models.PROTECT, related_name="payments")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="payments")
    holder = models.ForeignKey(Holder, models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    surplus = models.BigIntegerField(default=0)
    taken = models.BigIntegerField(default=0)
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.HELD)
    checkout = models.OneToOneField(Checkout, models.PROTECT, null=True, blank=True, related_name="payment")
    record = models.OneToOneField(HandRecord, models.PROTECT, null=True, blank=True, related_name="payment")

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(checkout__isnull=False, record=None) | Q(checkout=None, record__isnull=False),
                name="a_payment_came_one_way",
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(state="fee"), name="an_entry_pays_its_fee_once"
            ),
            models.CheckConstraint(
                condition=Q(surplus__gte=0, surplus__lt=F("amount")),
                name="a_payment_is_more_than_its_surplus",
            ),
            models.CheckConstraint(
                condition=Q(taken__gte=0, taken__lte=F("amount")),
                name="no_more_of_a_payment_is_taken_back_than_came",
            ),
        ]
        indexes = [models.Index(fields=["book", "state"], name="payments_by_state")]

    def __str__(self) -> str:
        return f"payment {self.pk}"

    @property
    def rest(self) -> int:
        """What of it is the fee's, or a part of the fee."""
        return max(0, self.amount - self.surplus - self.taken)


class Refund(models.Model):
    """Money to give back: the way it came (`provider`), or by hand. Its booking `refund_due` is made with it.

    `given` is what has been given back so far; each part of it is a booking. One is withdrawn, before any of
    it was given, where its payment never came, or counts as a fee after all.
    """

    class Way(models.TextChoices):
        PROVIDER = "provider", pgettext_lazy("refund", "the way it came")
        HAND = "hand", pgettext_lazy("refund", "bank transfer or cash")

    class State(models.TextChoices):
        DUE = "due", pgettext_lazy("refund", "due")
        SENT = "sent", pgettext_lazy("refund", "on its way")
        DONE = "done", pgettext_lazy("refund", "given back")
        WITHDRAWN = "withdrawn", pgettext_lazy("refund", "no longer owed")

    OPEN = (State.DUE, State.SENT)
    """States in which something is still to be given back."""

    book = models.ForeignKey(Book, models.PROTECT, related_name="refunds")
    payment = models.ForeignKey(Payment, models.PROTECT, null=True, blank=True, related_name="refunds")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="refunds")
    name = models.CharField(max_length=80, blank=True, default="", help_text="a sponsor or the guarantor")
    payer = models.CharField(
        max_length=80, blank=True, default="", help_text="who paid for somebody else, and gets it back"
    )
    holder = models.ForeignKey(Holder, models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    given = models.BigIntegerField(default=0)
    way = models.CharField(max_length=8, choices=Way.choices)
    state = models.CharField(max_length=9, choices=State.choices, default=State.DUE)
    provider_id = models.CharField(max_length=120, blank=True, default="")
    attempts = models.PositiveSmallIntegerField(default=0)
    asked = models.BigIntegerField(default=0, help_text="of the provider, which has not answered yet")
    asked_as = models.CharField(max_length=80, blank=True, default="", help_text="by which key")
    refused = models.CharField(
        max_length=200, blank=True, default="", help_text="why the provider would not, in English"
    )
    reference = models.CharField(max_length=200, blank=True, default="")
    pay_to = models.TextField(
        max_length=500, blank=True, default="", help_text="of one by hand: theirs and the two people's alone"
    )
    at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    key = models.CharField(max_length=120, unique=True, help_text="what it is for: one refund each")

    class Meta:
        verbose_name = _("refund")
        verbose_name_plural = _("refunds")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_refund_is_of_money"),
            models.CheckConstraint(
                condition=Q(given__gte=0, given__lte=F("amount")), name="a_refund_gives_back_no_more"
            ),
            models.CheckConstraint(
                condition=~Q(state="done") | Q(given=F("amount")), name="a_refund_is_done_when_all_is_back"
            ),
            models.CheckConstraint(
                condition=~Q(state="withdrawn") | Q(given=0), name="a_refund_that_is_withdrawn_gave_nothing"
            ),
        ]
        indexes = [
            models.Index(fields=["book", "state"], name="refunds_by_state"),
            models.Index(fields=["way", "state"], condition=~Q(state="done"), name="refunds_to_be_made"),
        ]

    def __str__(self) -> str:
        return f"refund {self.pk}"


class WebhookEvent(models.Model):
    """What a provider sent, as it came: stored and answered first, looked into afterwards."""

    provider = models.CharField(max_length=10)
    event_id = models.CharField(max_length=120)
    checkout_id = models.CharField(max_length=120, blank=True, default="", help_text="the provider's name")
    raw = models.TextField()
    received_at = models.DateTimeField()
    processed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["provider", "event_id"], name="a_webhook_is_stored_once"),
        ]
        indexes = [
            models.Index(
                fields=["received_at"], condition=Q(processed_at=None), name="webhooks_to_look_into"
            ),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk}"
