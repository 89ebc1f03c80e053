"""What leaves the house: the outbox, and the log of mails."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import BigIntegerField, Exists, OuterRef, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.admin.of_game import played_by
from games.common.database.read_only_admin import ReadOnlyAdmin
from games.common.outbox import OWN
from games.common.outbox.row import OutboxRow
from games.engine import hidden_players, hosting_rules, sight
from games.models import Game, Mailing, Phase

NOT_SHOWN = [Mailing.Kind.LETTERS, Mailing.Kind.MISSED, Mailing.Kind.INVITED]
"""Kinds of mails that the log shows to no one."""

KEYS = ("game", "phase")
"""What the payload of a row says of what it is about."""


class Delivery(admin.SimpleListFilter):
    """Outbox rows by how far they have come; each choice has an index."""

    title = _("delivery")
    parameter_name = "delivery"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("waiting", _("waiting")), ("given-up", _("given up")), ("sent", _("sent"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[OutboxRow]) -> QuerySet[OutboxRow]:
        if self.value() == "waiting":
            return queryset.filter(sent_at=None, given_up_at=None)
        if self.value() == "given-up":
            return queryset.filter(given_up_at__isnull=False)
        if self.value() == "sent":
            return queryset.filter(sent_at__isnull=False)
        return queryset


@admin.register(OutboxRow)
class OutboxRowAdmin(ReadOnlyAdmin):
    """What has to leave the house; but for mails that tell what their reader has not done yet.

    To whom a mail about a game goes is not said: that tells who plays in it (DG-1). Who was mailed is told
    without the game, under the mails, where that may be known.
    """

    list_display = [
        "topic",
        "about",
        "created_at",
        "due_at",
        "attempts",
        "last_error",
        "sent_at",
        "given_up_at",
    ]
    list_filter = [Delivery]
    ordering = ["-pk"]
    actions = ["try_again"]
    exclude = ["payload", "person"]
    readonly_fields = ["about"]

    @admin.display(description=_("about"))
    def about(self, row: OutboxRow) -> str:
        """The keys that the row carries, but for its reader's."""
        return ", ".join(f"{name} {value}" for name, value in row.payload.items() if name != "user")

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutboxRow]:
        rows: QuerySet[OutboxRow] = super().get_queryset(request)
        rows = rows.exclude(topic="mail", payload__about__in=OWN)
        keys = {f"of_{name}": Cast(KeyTextTransform(name, "payload"), BigIntegerField()) for name in KEYS}
        own = Phase.every.filter(pk=OuterRef("of_phase")).filter(Exists(played_by(request, "game")))
        apart = rows.annotate(**keys).exclude(Exists(played_by(request, "of_game"))).exclude(Exists(own))
        return rows.filter(pk__in=apart.values("pk"))

    @admin.action(description=_("Try again what was given up"), permissions=["again"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[OutboxRow]) -> None:
        rows = queryset.filter(given_up_at__isnull=False).update(given_up_at=None, attempts=0)
        self.message_user(request, ngettext("%(count)d row.", "%(count)d rows.", rows) % {"count": rows})

    def has_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_outboxrow")


class Handed(admin.SimpleListFilter):
    """Mails by whether the mail server took them."""

    title = _("handed over")
    parameter_name = "handed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("handed over")), ("no", _("not, or not yet"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Mailing]) -> QuerySet[Mailing]:
        if self.value() in ("yes", "no"):
            return queryset.filter(handed_at__isnull=self.value() == "no")
        return queryset


@admin.register(Mailing)
class MailingAdmin(ReadOnlyAdmin):
    """What was mailed to whom. A reminder is shown when all the phases it spoke of are adjudicated.

    Before that it would tell that its reader had saved nothing. Where it is secret who owes anything, it is
    shown when the game's record is open: only who owes something is reminded. What was mailed about a game
    that hides who plays in it (DG-1) is shown when it is over: all who play are mailed at the same moment.
    Mails about messages and missed phases tell for ever what their reader had not done, and are not shown;
    nor are invitations, which concern no one but host and guest.
    """

    list_display = ["user", "kind", "made_at", "handed_at", "attempts", "last_error"]
    list_filter = ["kind", Handed]
    list_select_related = ["user"]
    search_fields = ["=user__username", "=user__email"]
    lookups = ("user",)
    exclude = ["phases", "row"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mailing]:
        through = Mailing.phases.through.objects
        is_secret = sight.closed("phase__game__") & Q(
            phase__game__variant__in=hosting_rules.with_secret_dues()
        )
        too_early = through.filter(Q(phase__adjudicated_at=None) | is_secret, mailing=OuterRef("pk"))
        masked = Q(
            phase__game__variant__in=hidden_players.masking_variants(), phase__game__state=Game.State.RUNNING
        )
        mails = super().get_queryset(request).exclude(kind__in=NOT_SHOWN)
        mails = mails.exclude(Exists(too_early), kind=Mailing.Kind.REMINDER)
        own = through.filter(Exists(played_by(request, "phase__game")), mailing=OuterRef("pk"))
        return mails.exclude(Exists(through.filter(masked, mailing=OuterRef("pk")))).exclude(Exists(own))
