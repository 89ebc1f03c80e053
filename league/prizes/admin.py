"""Prize money, for those who run the site: to look at. The ledger and what leads to it is written by the
site's own services alone.

Not shown to anyone here: where people want their money (`pay_to`), what providers sent
(`WebhookEvent.raw`), where people pay (`Checkout.address`; the sandbox's name of a checkout is its address),
how to pay by hand (`PurseSetting`), what makes hashes unguessable (`Booking.salt`, `Holder.salt`), and what
signs checks.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin
from django.db.models import Case, CharField, F, Model, QuerySet, Value, When
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.common.database.read_only_admin import ReadOnlyAdmin
from league.money import exact
from league.prizes.models import (
    Account,
    Book,
    Booking,
    Checkout,
    Guarantor,
    HandRecord,
    Holder,
    LedgerCheck,
    Leg,
    Payment,
    Payout,
    Proposal,
    Refund,
    WebhookEvent,
)
from league.prizes.providers.sandbox import Sandbox
from league.prizes.views import admin_acts  # noqa: F401  (what the operator decides)

SEASON: Final = "book__competition"


class Sealed(ReadOnlyAdmin):
    """Rows of which some columns are not even read."""

    ordering = ["-pk"]
    sealed: tuple[str, ...] = ()

    def get_exclude(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return self.sealed

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*self.sealed)


class OfBook(Sealed):
    """Rows of books, the newest first, asked by a season's code."""

    list_select_related = [SEASON]
    search_fields = [f"={SEASON}__code"]
    lookups = ("book",)

    @admin.display(description=_("season"), ordering="book")
    def season(self, row: Any) -> str:
        return str(row.book.competition.code)

    @admin.display(description=_("amount"), ordering="amount")
    def total(self, row: Any) -> str:
        return _written(row.amount, row.book.currency)


class OfProvider(Sealed):
    """Rows that a provider has a name for. The sandbox's is an address at which anyone pays, declines and
    charges back, and is not shown.
    """

    of_provider = "provider_id"
    readonly_fields = ("named",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        secret = When(provider=Sandbox.key, then=Value(""))
        named = Case(secret, default=F(self.of_provider), output_field=CharField())
        rows: QuerySet[Any] = super().get_queryset(request).annotate(named=named)
        return rows

    @admin.display(description=_("provider’s name for it"))
    def named(self, row: Any) -> str:
        return str(row.named)


def _written(amount: int, currency: str) -> str:
    return f"{exact(amount, currency)} {currency}"


class LegsOfBooking(admin.TabularInline):  # type: ignore[type-arg]
    """What a booking added to which accounts."""

    model = Leg
    fields = ("place", "holder", "ordinal", "moved", "left")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Leg]:
        return super().get_queryset(request).select_related("account__holder").order_by("account")

    @admin.display(description=_("account"))
    def place(self, leg: Leg) -> str:
        return leg.account.get_kind_display()

    @admin.display(description=_("holder"))
    def holder(self, leg: Leg) -> str:
        return leg.account.holder.name

    @admin.display(description=_("amount"))
    def moved(self, leg: Leg) -> str:
        return _written(leg.amount, leg.account.currency)

    @admin.display(description=_("balance"))
    def left(self, leg: Leg) -> str:
        return _written(leg.balance, leg.account.currency)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Book)
class BookAdmin(Sealed):
    list_display = ["competition", "currency", "opened_at"]
    list_select_related = ["competition"]
    list_filter = ["currency"]
    search_fields = ["=competition__code", "competition__league__slug"]
    lookups = ("competition",)


@admin.register(LedgerCheck)
class LedgerCheckAdmin(OfBook):
    list_display = ["season", "number", "at", "bookings", "sha256", "charter", "is_right", "disbelieved"]
    sealed = ("signature",)
    list_filter = ["is_right"]


@admin.register(Holder)
class HolderAdmin(OfBook):
    list_display = ["name", "season", "kind", "user"]
    sealed = ("salt",)
    list_select_related = [SEASON, "user"]
    list_filter = ["kind"]


@admin.register(Guarantor)
class GuarantorAdmin(OfBook):
    list_display = ["name", "season", "user"]
    list_select_related = [SEASON, "user"]


@admin.register(Account)
class AccountAdmin(OfBook):
    list_display = ["season", "kind", "holder", "currency"]
    list_select_related = [SEASON, "holder"]
    list_filter = ["kind"]


@admin.register(Booking)
class BookingAdmin(OfBook):
    ordering = ["-book", "-number"]
    list_display = ["season", "number", "kind", "at", "entry", "name", "by", "reason"]
    list_select_related = [SEASON, "entry", "by"]
    list_filter = ["kind"]
    search_fields = [f"={SEASON}__code", "=key", "=sha256"]
    sealed = ("salt",)
    inlines = [LegsOfBooking]


@admin.register(Checkout)
class CheckoutAdmin(OfProvider, OfBook):
    ordering = ["-created_at", "-pk"]
    list_display = ["season", "entry", "provider", "named", "total", "state", "created_at", "asked_at"]
    list_select_related = [SEASON, "entry"]
    list_filter = ["state", "provider"]
    search_fields = [f"={SEASON}__code", "=provider_id", "=charge_id"]
    sealed = ("address", "provider_id")


@admin.register(HandRecord)
class HandRecordAdmin(OfBook):
    list_display = ["season", "kind", "entry", "name", "total", "received_on", "by", "second_by", "state"]
    list_select_related = [SEASON, "entry", "by", "second_by"]
    list_filter = ["state", "kind"]


@admin.register(Payment)
class PaymentAdmin(OfBook):
    list_display = ["season", "entry", "holder", "total", "at", "state"]
    list_select_related = [SEASON, "entry", "holder"]
    list_filter = ["state"]


@admin.register(Refund)
class RefundAdmin(OfBook):
    list_display = ["season", "entry", "name", "total", "given", "way", "state", "attempts", "at"]
    list_select_related = [SEASON, "entry"]
    list_filter = ["state", "way"]
    sealed = ("pay_to",)


@admin.register(Proposal)
class ProposalAdmin(OfBook):
    list_display = ["season", "kind", "state", "at", "asked_at", "closed_at", "by"]
    list_select_related = [SEASON, "by"]
    list_filter = ["state", "kind"]


@admin.register(Payout)
class PayoutAdmin(OfBook):
    list_display = ["season", "entry", "rank", "sponsor", "holder", "total", "state", "reminded", "closed_at"]
    list_select_related = [SEASON, "entry", "holder"]
    list_filter = ["state"]
    sealed = ("pay_to",)


@admin.register(WebhookEvent)
class WebhookEventAdmin(OfProvider, Sealed):
    list_display = ["provider", "event_id", "named", "received_at", "processed_at", "attempts"]
    list_filter = ["provider"]
    search_fields = ["=event_id", "=checkout_id"]
    sealed = ("raw", "checkout_id")
    of_provider = "checkout_id"
