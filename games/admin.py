"""The desk of those who run the site: all can be found, nothing broken, nothing sealed is shown.

Letters, lots and positions are not shown: what a seat may see comes from the engine's `view` alone. Answers,
drafts of letters and read marks have no place here at all: their number and their keys would tell who has
saved something, and what he has read. Rows are changed
by services; here that is a phase's clock.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.paginator import Paginator
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import manners
from games.errors import GameError
from games.masks import is_known
from games.models import (
    Circle,
    ClockEntry,
    Game,
    Heartbeat,
    Mailing,
    MasterAct,
    Message,
    OutboxRow,
    Phase,
    Seat,
    StandIn,
    Tally,
    Tenure,
    Turn,
    Vote,
)
from games.outbox import OWN
from games.services.deadlines import move_deadline, resume_phase


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts no further than anybody would turn pages."""

    MOST = 10_000

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[: self.MOST].count())


class Shown(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to be looked at: not added, not changed, not deleted, asked only by the filters that are offered.

    Django lets staff filter by any field of the model in the address, which would be a way to guess at sealed
    texts; here only `list_filter` and `lookups` are asked.
    """

    paginator = BoundedPaginator
    show_full_result_count = False
    list_per_page = 50
    lookups: tuple[str, ...] = ()
    date_hierarchy = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        offered = {getattr(each, "parameter_name", each) for each in self.list_filter} | set(self.lookups)
        return lookup.removesuffix("__exact").removesuffix("__id") in offered


class Stage(admin.SimpleListFilter):
    """Phases by what is to become of them; each choice has an index."""

    title = _("stage")
    parameter_name = "stage"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("open")), ("aside", _("set aside"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Phase]) -> QuerySet[Phase]:
        if self.value() == "open":
            return queryset.filter(adjudicated_at=None, set_aside_at=None)
        if self.value() == "aside":
            return queryset.filter(set_aside_at__isnull=False)
        return queryset


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


@admin.register(Game)
class GameAdmin(Shown):
    list_display = ["code", "name", "league", "variant", "state", "visibility", "opened_by", "opened_at"]
    list_filter = ["state"]
    list_select_related = ["league", "opened_by"]
    search_fields = ["=code", "^name"]
    lookups = ("league",)
    exclude = ["lots_secret", "lots", "join_token"]


@admin.register(Seat)
class SeatAdmin(Shown):
    list_display = ["game", "key", "order"]
    list_select_related = ["game"]
    search_fields = ["=game__code"]
    lookups = ("game",)


@admin.register(Tenure)
class TenureAdmin(Shown):
    """Who sits where; but for seats whose holders nobody is told before the game is over (DG-1)."""

    list_display = ["game", "seat", "user", "taken_at", "left_at"]
    list_select_related = ["game", "seat", "user"]
    search_fields = ["=game__code", "=user__username"]
    lookups = ("game", "user")
    exclude = ["nonce", "ranking"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tenure]:
        return super().get_queryset(request).filter(is_known())


class ClockForm(forms.Form):
    """A new deadline for a phase, and why; or, for one set aside, that it is taken up again."""

    to = forms.SplitDateTimeField(label=_("New deadline"), required=False, widget=AdminSplitDateTime())
    note = forms.CharField(label=_("Reason, shown to the players"), max_length=200, required=False)


@admin.register(Phase)
class PhaseAdmin(Shown):
    list_display = [
        "game",
        "label",
        "opened_at",
        "deadline",
        "closes_at",
        "attempts",
        "set_aside_at",
        "clock",
    ]
    list_filter = [Stage]
    list_select_related = ["game"]
    search_fields = ["=game__code"]
    lookups = ("game",)
    ordering = ["-pk"]
    exclude = ["position", "due"]
    readonly_fields = ["clock"]
    actions = ["resume"]

    @admin.display(description=_("clock"))
    def clock(self, phase: Phase) -> SafeString | str:
        """The way to a phase's clock, while it has one."""
        if not phase.is_open:
            return ""
        words = _("Resume") if phase.set_aside_at else _("Move the deadline")
        return format_html('<a href="{}">{}</a>', reverse("admin:games_phase_clock", args=[phase.pk]), words)

    @admin.action(description=_("Resume phases that were set aside"), permissions=["clock"])
    def resume(self, request: HttpRequest, queryset: QuerySet[Phase]) -> None:
        resumed = 0
        for phase in queryset.select_related("game"):
            try:
                resume_phase(phase=phase, by=request.user)
                resumed += 1
            except GameError as error:
                self.message_user(request, f"{phase}: {error}", messages.ERROR)
        words = ngettext("%(count)d phase resumed.", "%(count)d phases resumed.", resumed)
        self.message_user(request, words % {"count": resumed})

    def has_clock_permission(self, request: HttpRequest) -> bool:
        """Who may touch a phase's clock, though nobody edits its row."""
        return request.user.has_perm("games.change_phase")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.clock_view)
        return [path("<int:pk>/clock/", view, name="games_phase_clock"), *super().get_urls()]

    def clock_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for a new deadline and a reason, and have the service move it; or resume a phase set aside."""
        phase = Phase.objects.select_related("game").filter(pk=pk).first()
        if phase is None or not self.has_clock_permission(request):
            raise Http404
        form = ClockForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                self._act(request, phase, form.cleaned_data)
            except GameError as error:
                form.add_error(None, str(error))
            else:
                return redirect("admin:games_phase_change", phase.pk)
        context = self.admin_site.each_context(request) | {
            "title": str(phase),
            "phase": phase,
            "form": form,
            "opts": self.opts,
            "entries": phase.clock_entries.select_related("by"),
        }
        return render(request, "admin/games/phase/clock.html", context)

    def _act(self, request: HttpRequest, phase: Phase, asked: dict[str, Any]) -> None:
        if phase.set_aside_at:
            resume_phase(phase=phase, by=request.user, note=asked["note"])
            self.message_user(request, _("The phase is taken up again."))
        elif asked["to"] is None:
            raise GameError(_("Give the new deadline."))
        else:
            move_deadline(phase=phase, to=asked["to"], by=request.user, note=asked["note"])
            self.message_user(request, _("The deadline has been moved."))


@admin.register(Turn)
class TurnAdmin(Shown):
    list_display = ["phase", "created_at", "is_agreed"]
    list_select_related = ["phase"]
    search_fields = ["=phase__game__code"]
    ordering = ["-pk"]
    exclude = ["answers", "agreed", "turn"]

    @admin.display(boolean=True, description=_("ended by agreement"))
    def is_agreed(self, turn: Turn) -> bool:
        return turn.agreed is not None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return super().get_queryset(request).defer("answers", "turn")


@admin.register(Circle)
class CircleAdmin(Shown):
    list_display = ["game", "key"]
    list_select_related = ["game"]
    search_fields = ["=game__code"]
    lookups = ("game",)
    ordering = ["-pk"]


@admin.register(Message)
class MessageAdmin(Shown):
    """That a letter was sent, and when; never what it says."""

    list_display = ["game", "phase", "sender", "sent_at"]
    list_select_related = ["game", "phase", "sender"]
    search_fields = ["=game__code"]
    ordering = ["-pk"]
    exclude = ["body", "key"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        return super().get_queryset(request).defer("body")


@admin.register(Vote)
class VoteAdmin(Shown):
    """Votes that are secret while their game goes on are so here too (SPY-23)."""

    list_display = ["game", "seat", "kind", "cast_at"]
    list_select_related = ["game", "seat"]
    search_fields = ["=game__code"]
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Vote]:
        secret = {"game__variant__in": manners.with_secret_votes(), "game__state": Game.State.RUNNING}
        return super().get_queryset(request).exclude(**secret)


@admin.register(ClockEntry)
class ClockEntryAdmin(Shown):
    list_display = ["phase", "reason", "before", "after", "note", "by", "at"]
    list_filter = ["reason"]
    list_select_related = ["phase", "by"]
    search_fields = ["=phase__game__code"]
    ordering = ["-pk"]


@admin.register(MasterAct)
class MasterActAdmin(Shown):
    """What changed is not shown: it may name who plays a seat that is masked (DG-1)."""

    list_display = ["game", "kind", "by", "at", "reason"]
    list_select_related = ["game", "by"]
    exclude = ["facts"]


admin.site.register(StandIn, Shown)


@admin.register(Tally)
class TallyAdmin(Shown):
    list_display = ["name", "adjudicated", "failed", "lateness_ms"]


@admin.register(Heartbeat)
class HeartbeatAdmin(Shown):
    list_display = ["name", "beat_at"]


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
class MailingAdmin(Shown):
    """What was mailed to whom. A reminder is shown when all the phases it spoke of are adjudicated.

    Before that it would tell that its reader had saved nothing; a mail about letters tells for ever that he
    had not read them, and is not shown.
    """

    list_display = ["user", "kind", "made_at", "handed_at", "attempts", "last_error"]
    list_filter = ["kind", Handed]
    list_select_related = ["user"]
    search_fields = ["=user__username", "=user__email"]
    lookups = ("user",)
    exclude = ["phases", "row"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Mailing]:
        through = Mailing.phases.through.objects
        too_early = through.filter(mailing=OuterRef("pk"), phase__adjudicated_at=None)
        mails = super().get_queryset(request).exclude(kind=Mailing.Kind.LETTERS)
        return mails.exclude(Exists(too_early), kind=Mailing.Kind.REMINDER)


@admin.register(OutboxRow)
class OutboxRowAdmin(Shown):
    """What has to leave the house; but for mails that tell what their reader has not done yet.

    To whom a mail about a game goes is not said: that tells who plays in it (DG-1). Who was mailed is told
    without the game, under the mails.
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
        return super().get_queryset(request).exclude(topic="mail", payload__about__in=OWN)

    @admin.action(description=_("Try again what was given up"), permissions=["again"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[OutboxRow]) -> None:
        rows = queryset.filter(given_up_at__isnull=False).update(given_up_at=None, attempts=0)
        self.message_user(request, ngettext("%(count)d row.", "%(count)d rows.", rows) % {"count": rows})

    def has_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_outboxrow")
