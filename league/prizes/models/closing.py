"""Changes of how a season is paid offline, and when paying was closed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.models import Competition
from league.prizes.models.ledger import LONGEST_REASON


class BankDetailsChange(models.Model):
    """New bank details of a season, without the details: those are in `PurseSetting` alone.

    The last row waits for a treasurer as long as it has no `confirmed_at`; an earlier one without it was
    replaced by the next. `confirmed_by` is no one where no second person was needed.
    """

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="bank_details_changes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    fingerprint = models.CharField(max_length=64, blank=True, help_text="an HMAC; empty: no details")
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("change of bank details")
        verbose_name_plural = _("changes of bank details")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(confirmed_by=None)
                | Q(confirmed_at__isnull=False) & ~Q(confirmed_by=models.F("by")),
                name="another_person_confirms_bank_details",
            ),
        ]

    def __str__(self) -> str:
        return f"change {self.pk} of {self.competition_id}"


class PaymentClosing(models.Model):
    """A time in which a season took no payments, for one reason; several may overlap.

    The times to pay of its entries move on when the last one that is open ends: `moved_by` is by how much,
    0 where another one was still open then.
    """

    class Why(models.TextChoices):
        DETAILS = "details", pgettext_lazy("closing", "new bank details wait to be confirmed")
        HOLDER = "holder", pgettext_lazy("closing", "closed by the cash holder")
        PROPOSAL = "proposal", pgettext_lazy("closing", "a proposal to cancel the season waits")

    class Ways(models.TextChoices):
        BY_HAND = "hand", pgettext_lazy("closing", "bank transfers and cash")
        ALL = "all", pgettext_lazy("closing", "all payments")

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="payment_closings")
    why = models.CharField(max_length=10, choices=Why.choices)
    ways = models.CharField(max_length=4, choices=Ways.choices)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    closed_at = models.DateTimeField()
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    opened_at = models.DateTimeField(null=True, blank=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    moved_by = models.DurationField(null=True, blank=True)

    class Meta:
        verbose_name = _("closed payment")
        verbose_name_plural = _("closed payments")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["competition", "why"],
                condition=Q(opened_at=None),
                name="payment_closed_once_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(opened_at=None, opened_by=None, moved_by=None)
                | Q(opened_at__isnull=False, moved_by__isnull=False),
                name="opened_payment_says_how_long",
            ),
        ]

    def __str__(self) -> str:
        return f"closing {self.pk} of {self.competition_id}"
