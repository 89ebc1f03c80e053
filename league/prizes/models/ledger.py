"""The ledger: books, accounts, bookings and their legs. Rows are added, never changed or deleted.

Amounts are whole minor units of the book's currency, debits positive: what a holder has is positive, what is
owed to someone is negative. The database's own triggers (migration 0020) refuse a booking that does
not balance, with each holder too, has one side, touches another book, comes late, overdraws, or breaks the
chain; raw SQL included.
"""

from __future__ import annotations

import secrets
import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.models import Competition, Entry
from league.money import CURRENCIES

LONGEST_REASON: Final = 500


def new_salt() -> str:
    """What keeps a hash over little from being guessed."""
    return secrets.token_hex(16)


class Book(models.Model):
    """The money of one competition, in one currency."""

    competition = models.OneToOneField(Competition, models.PROTECT, related_name="book")
    currency = models.CharField(max_length=3)
    opened_at = models.DateTimeField()

    class Meta:
        verbose_name = _("ledger")
        verbose_name_plural = _("ledgers")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(currency__in=CURRENCIES), name="currency_of_a_book_is_known"),
        ]

    def __str__(self) -> str:
        return f"book of {self.competition_id}"


class Holder(models.Model):
    """Who holds money: the operator of the site what is paid online, a person what comes by hand.

    Those who hold it when a book is opened stand in its charter; who comes with a sum that is carried over
    (`is_carried`) in the booking of that (`prizes.charter`).
    """

    class Kind(models.TextChoices):
        OPERATOR = "operator", pgettext_lazy("holder", "operator of the site")
        PERSON = "person", pgettext_lazy("holder", "person")

    book = models.ForeignKey(Book, models.PROTECT, related_name="holders")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    name = models.CharField(max_length=80, help_text="as the season's rules name them")
    salt = models.CharField(max_length=32, default=new_salt)
    is_carried = models.BooleanField(
        default=False, help_text="added by a booking that names them, not by the charter"
    )

    class Meta:
        verbose_name = _("holder")
        verbose_name_plural = _("holders")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["book"], condition=Q(kind="operator"), name="one_operator_holds_a_books_money"
            ),
            models.UniqueConstraint(fields=["book", "user"], name="a_person_holds_a_books_money_once"),
            models.CheckConstraint(
                condition=Q(kind="operator", user=None) | Q(kind="person", user__isnull=False),
                name="a_holder_is_the_operator_or_a_person",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_operator(self) -> bool:
        return self.kind == self.Kind.OPERATOR


class Guarantor(models.Model):
    """Who guarantees a season's prizes: the person whom its rules name, whatever they are called later."""

    book = models.OneToOneField(Book, models.PROTECT, related_name="guarantor")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    name = models.CharField(max_length=150, help_text="as the season's rules name them")

    class Meta:
        verbose_name = _("guarantor")
        verbose_name_plural = _("guarantors")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Account(models.Model):
    """Where money is, or whose it is, with one holder. Its balance is that of its last leg."""

    class Kind(models.TextChoices):
        CLEARING = "clearing", pgettext_lazy("account", "with the payment provider")
        CASH = "cash", pgettext_lazy("account", "held offline")
        ENTRANTS = "entrants", pgettext_lazy("account", "entrants")
        SPONSORS = "sponsors", pgettext_lazy("account", "sponsors")
        POOL = "pool", pgettext_lazy("account", "prize pool")
        ORGANISER_FEE = "organiser_fee", pgettext_lazy("account", "league’s costs")
        PLATFORM_FEE = "platform_fee", pgettext_lazy("account", "site’s fee")
        CHARGES = "charges", pgettext_lazy("account", "provider’s charges")
        PAYOUTS = "payouts", pgettext_lazy("account", "payouts pending")
        REFUNDS = "refunds", pgettext_lazy("account", "refunds pending")
        GUARANTOR = "guarantor", pgettext_lazy("account", "guarantor")
        OWED_BACK = "owed_back", pgettext_lazy("account", "prizes to be paid back")

    NOT_OVERDRAWN = (Kind.POOL, Kind.PAYOUTS, Kind.REFUNDS, Kind.SPONSORS)
    """Owed to people: never more is taken from them than is in them."""

    NOT_NEGATIVE = (Kind.CASH, Kind.OWED_BACK)
    """No one hands out more than they hold."""

    book = models.ForeignKey(Book, models.PROTECT, related_name="accounts")
    kind = models.CharField(max_length=14, choices=Kind.choices)
    holder = models.ForeignKey(Holder, models.PROTECT, related_name="accounts")
    currency = models.CharField(max_length=3)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["book", "kind", "holder"], name="one_account_of_a_kind_a_holder"),
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "clearing",
                        "cash",
                        "entrants",
                        "sponsors",
                        "pool",
                        "organiser_fee",
                        "platform_fee",
                        "charges",
                        "payouts",
                        "refunds",
                        "guarantor",
                        "owed_back",
                    ]
                ),
                name="account_kind_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Booking(models.Model):
    """One balanced movement of money. Numbered within its book; its hash covers the one before it.

    `key` makes it idempotent: the same key never books twice. `by` is who did it, none: the rule. `reference`
    (a bank's, the provider's) is for the two people who keep the book; `reason` is public. The hash before
    the first booking is that of the book's charter; books of earlier releases have none there.
    """

    class Kind(models.TextChoices):
        PAYMENT = "payment", pgettext_lazy("booking", "payment received")
        FEE = "fee", pgettext_lazy("booking", "entry fee")
        GIFT = "gift", pgettext_lazy("booking", "gift")
        GUARANTEE = "guarantee", pgettext_lazy("booking", "guarantor’s deposit")
        TOP_UP = "top_up", pgettext_lazy("booking", "pool filled up by the guarantor")
        FEE_BACK = "fee_back", pgettext_lazy("booking", "entry fee given back")
        REFUND_DUE = "refund_due", pgettext_lazy("booking", "refund due")
        REFUND = "refund", pgettext_lazy("booking", "refund")
        CHARGES = "charges", pgettext_lazy("booking", "provider’s charges")
        CHARGEBACK = "chargeback", pgettext_lazy("booking", "chargeback")
        GUARANTOR_OWES = "guarantor_owes", pgettext_lazy("booking", "carried by the guarantor")
        PRIZE = "prize", pgettext_lazy("booking", "prize confirmed")
        PAYOUT = "payout", pgettext_lazy("booking", "prize paid out")
        COSTS = "costs", pgettext_lazy("booking", "costs paid out")
        SITE_SHARE = "site_share", pgettext_lazy("booking", "site’s share handed over")
        CARRIED = "carried", pgettext_lazy("booking", "carried to another season")
        OWED_BACK = "owed_back", pgettext_lazy("booking", "prize to be paid back")
        PAID_BACK = "paid_back", pgettext_lazy("booking", "prize paid back")
        NOT_KEPT = "not_kept", pgettext_lazy("booking", "no fee kept of a cancelled season")
        REVERSAL = "reversal", pgettext_lazy("booking", "correction")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="bookings")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=14, choices=Kind.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="bookings")
    name = models.CharField(max_length=80, blank=True, default="", help_text="a sponsor's, public")
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    reference = models.CharField(max_length=200, blank=True, default="")
    key = models.CharField(max_length=120, unique=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    salt = models.CharField(max_length=32)
    format = models.PositiveSmallIntegerField(default=1, help_text="of its content")
    previous = models.CharField(max_length=64, blank=True, help_text="the hash of the booking before")
    sha256 = models.CharField(max_length=64)
    seal = models.ForeignKey("Seal", models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("ledger line")
        verbose_name_plural = _("ledger lines")
        ordering = ["book", "number"]
        constraints = [
            models.UniqueConstraint(fields=["book", "number"], name="bookings_are_numbered_in_their_book"),
            models.CheckConstraint(condition=Q(seal=F("id")), name="a_booking_is_sealed_by_its_own_seal"),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False) & ~Q(reason="")
                | ~Q(kind="reversal") & Q(reverses=None),
                name="a_correction_reverses_a_booking_for_a_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["entry", "number"], name="bookings_of_an_entry"),
            models.Index(fields=["book", "kind", "number"], name="bookings_by_kind"),
        ]

    def __str__(self) -> str:
        return f"booking {self.number} of {self.book_id}"


class Leg(models.Model):
    """One side of a booking: what it adds to one account, and what that comes to then."""

    booking = models.ForeignKey(Booking, models.PROTECT, related_name="legs")
    account = models.ForeignKey(Account, models.PROTECT, related_name="legs")
    ordinal = models.PositiveIntegerField(help_text="its number in the account, from 1")
    amount = models.BigIntegerField()
    balance = models.BigIntegerField(help_text="of the account, with this leg")

    class Meta:
        verbose_name = _("part of a ledger line")
        verbose_name_plural = _("parts of ledger lines")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["account", "ordinal"], name="legs_follow_in_their_account"),
            models.UniqueConstraint(fields=["booking", "account"], name="a_booking_touches_an_account_once"),
            models.CheckConstraint(condition=~Q(amount=0), name="a_leg_moves_something"),
        ]

    def __str__(self) -> str:
        return f"leg {self.pk}"


class Seal(models.Model):
    """Closes a booking: from here on nothing is added to it. A booking without one cannot be committed."""

    booking = models.OneToOneField(Booking, models.PROTECT, primary_key=True, related_name="own_seal")

    class Meta:
        verbose_name = _("fingerprint")
        verbose_name_plural = _("fingerprints")

    def __str__(self) -> str:
        return f"seal of {self.booking_id}"
