"""Phases and their clocks: the one thing that is changed here, by its services."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminSplitDateTime
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.adjudication.deadlines import move_deadline, resume_phase
from games.admin.of_game import OfGameAdmin
from games.common import clock
from games.common.database.read_only_admin import ReadOnlyAdmin
from games.common.errors import GameError
from games.models import ClockEntry, Heartbeat, Holiday, Phase, Tally, Turn

OVERDUE = timedelta(minutes=1)
"""The time after its closing at which a phase that is not adjudicated is shown as overdue."""


class Stage(admin.SimpleListFilter):
    """Phases by what is to become of them; each choice has an index."""

    title = _("stage")
    parameter_name = "stage"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("open")), ("overdue", _("overdue")), ("aside", _("paused by an error"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Phase]) -> QuerySet[Phase]:
        if self.value() == "open":
            return queryset.filter(adjudicated_at=None, set_aside_at=None)
        if self.value() == "overdue":
            late = clock.now() - OVERDUE
            return queryset.filter(adjudicated_at=None, set_aside_at=None, closes_at__lte=late)
        if self.value() == "aside":
            return queryset.filter(set_aside_at__isnull=False)
        return queryset


class ClockForm(forms.Form):
    """A new deadline for a phase, and why; or, for one set aside, that it is taken up again."""

    to = forms.SplitDateTimeField(label=_("New deadline"), required=False, widget=AdminSplitDateTime())
    note = forms.CharField(label=_("Reason, shown to the players"), max_length=200, required=False)


@admin.register(Phase)
class PhaseAdmin(OfGameAdmin):
    of_game = "game"
    list_display = [
        "game",
        "label",
        "clock",
        "deadline",
        "closes_at",
        "attempts",
        "set_aside_at",
        "opened_at",
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

    @admin.action(description=_("Resume phases paused by an error"), permissions=["clock"])
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
        """Who may touch a phase's clock, though no one edits its row."""
        return request.user.has_perm("games.change_phase")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.clock_view)
        return [path("<int:pk>/clock/", view, name="games_phase_clock"), *super().get_urls()]

    def clock_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for a new deadline and a reason, and have the service move it; or resume a phase set aside."""
        phase = self.get_queryset(request).select_related("game").filter(pk=pk).first()
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
            self.message_user(request, _("The phase is resumed."))
        elif asked["to"] is None:
            raise GameError(_("Give the new deadline."))
        else:
            move_deadline(phase=phase, to=asked["to"], by=request.user, note=asked["note"])
            self.message_user(request, _("The deadline has been moved."))


@admin.register(Turn)
class TurnAdmin(OfGameAdmin):
    of_game = "phase__game"
    list_display = ["phase", "created_at", "is_agreed"]
    list_select_related = ["phase"]
    search_fields = ["=phase__game__code"]
    ordering = ["-pk"]
    exclude = ["answers", "agreed", "turn", "missed", "asked", "excused"]

    @admin.display(boolean=True, description=_("ended by agreement"))
    def is_agreed(self, turn: Turn) -> bool:
        return turn.agreed is not None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return super().get_queryset(request).defer("answers", "turn", "missed", "asked", "excused")


@admin.register(ClockEntry)
class ClockEntryAdmin(OfGameAdmin):
    of_game = "phase__game"
    list_display = ["phase", "reason", "before", "after", "note", "by", "at"]
    list_filter = ["reason"]
    list_select_related = ["phase", "by"]
    search_fields = ["=phase__game__code"]
    ordering = ["-pk"]


@admin.register(Holiday)
class HolidayAdmin(ReadOnlyAdmin):
    """Holidays announced in leagues; what they moved stands in the clock ledger."""

    list_display = ["user", "league", "first", "last", "announced_at", "taken_back_at"]
    list_select_related = ["user", "league"]
    search_fields = ["=user__username", "=league__slug"]
    ordering = ["-pk"]


@admin.register(Tally)
class TallyAdmin(ReadOnlyAdmin):
    list_display = ["name", "adjudicated", "failed", "lateness_ms"]


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    list_display = ["name", "beat_at"]
