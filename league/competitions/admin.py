"""Competitions, for those who run the site: to look at. What is sealed until a draw is sealed here, too."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.common.database.read_only_admin import ReadOnlyAdmin
from league.competitions.errors import CompetitionError
from league.competitions.models import (
    Arbiter,
    Challenge,
    Circular,
    Competition,
    DateMove,
    Dispute,
    Draw,
    Entry,
    EntryInvitation,
    EntryStep,
    Event,
    Extension,
    FinalPlace,
    IdleCheck,
    IdleWeek,
    Move,
    Pairing,
    ProposedAct,
    Standing,
    Suspension,
    Suspicion,
)
from league.competitions.models.competition import LONGEST_REASON
from league.competitions.services.appointing import appoint_arbiter


class OfCompetition(ReadOnlyAdmin):
    """Rows of competitions, the newest first, asked by a competition's code."""

    ordering = ["-pk"]
    list_select_related = ["competition"]
    search_fields = ["=competition__code"]
    lookups = ("competition",)


class PersonForm(forms.Form):
    """Someone by their name, and why."""

    name = forms.CharField(label=_("Member’s name"), max_length=150, strip=True)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("Public: everyone who sees the season can read it."),
        error_messages={"required": _("Give a reason. Everyone who sees the season can read it.")},
    )


@admin.register(Competition)
class CompetitionAdmin(ReadOnlyAdmin):
    """The admin of competitions, to look at; an arbiter can be appointed where no one rules any more."""

    view_on_site = False
    ordering = ["-pk"]
    list_display = ["code", "name", "league", "kind", "state", "starts_at", "ends_at", "appoint"]
    list_select_related = ["league"]
    list_filter = ["state", "kind"]
    search_fields = ["=code", "name", "league__slug"]
    lookups = ("league",)

    @admin.display(description=_("arbiters"))
    def appoint(self, competition: Competition) -> SafeString | str:
        """The way to appoint one, while that can be done."""
        if competition.is_draft or competition.is_over:
            return ""
        address = reverse("admin:tournaments_competition_arbiter", args=[competition.pk])
        return format_html('<a href="{}">{}</a>', address, _("Appoint an arbiter"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.arbiter_view)
        return [path("<int:pk>/arbiter/", view, name="tournaments_competition_arbiter"), *super().get_urls()]

    def arbiter_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask who should rule from now on, and why, and have the service appoint them."""
        competition = Competition.objects.select_related("league").filter(pk=pk).first()
        if competition is None or not request.user.has_perm("tournaments.change_competition"):
            raise Http404
        form = PersonForm(request.POST if request.method == "POST" else None)
        if form.is_valid() and self._appoint(request, competition, form):
            return redirect("admin:tournaments_competition_changelist")
        context = self.admin_site.each_context(request) | {
            "title": str(competition),
            "asks": _(
                "They rule on this season’s results from now on: a member of the league who never entered it."
            ),
            "button": _("Appoint the arbiter"),
            "form": form,
            "opts": self.opts,
        }
        return render(request, "admin/acts/form.html", context)

    def _appoint(self, request: HttpRequest, competition: Competition, form: PersonForm) -> bool:
        given: dict[str, Any] = form.cleaned_data
        person = competition.league.member_named(given["name"])
        if person is None:
            form.add_error("name", _("No member of the league has this name."))
            return False
        if competition.arbiters.filter(user=person, left_at=None).exists():
            form.add_error("name", _("This person is already an arbiter of this season."))
            return False
        admin_user: Any = request.user
        try:
            appoint_arbiter(competition=competition, user=person, by_admin=admin_user, reason=given["reason"])
        except CompetitionError as error:
            form.add_error(None, str(error))
            return False
        self.log_change(request, competition, f"Appointed {person.pk} as an arbiter: {given['reason']}")
        self.message_user(request, _("The arbiter is appointed."))
        return True


@admin.register(Arbiter)
class ArbiterAdmin(OfCompetition):
    list_display = ["competition", "user", "named_at", "left_at", "appointed_by"]
    list_select_related = ["competition", "user", "appointed_by"]


@admin.register(Entry)
class EntryAdmin(OfCompetition):
    """The admin of entries, without the word given for the draw: pages show it once it is drawn."""

    list_display = ["competition", "number", "user", "state", "entered_at", "left_at"]
    list_select_related = ["competition", "user"]
    exclude = ["word"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).defer("word")


@admin.register(EntryStep)
class EntryStepAdmin(OfCompetition):
    list_display = ["entry", "state", "why", "by", "at"]
    list_select_related = ["entry", "by"]
    search_fields = ["=entry__competition__code"]
    lookups = ("entry",)


@admin.register(Draw)
class DrawAdmin(OfCompetition):
    """The admin of draws, without their secret: the competition's page shows it once it is drawn."""

    list_display = ["competition", "label", "commitment", "committed_at", "drawn_at"]
    exclude = ["secret"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Draw]:
        return super().get_queryset(request).defer("secret")


@admin.register(Event)
class EventAdmin(OfCompetition):
    list_display = ["competition", "at", "kind", "number", "recorded_at", "supersedes"]
    list_select_related = ["competition", "supersedes"]
    list_filter = ["kind"]


@admin.register(Challenge)
class ChallengeAdmin(OfCompetition):
    list_display = ["competition", "number", "by", "of", "state", "made_at", "pairing"]
    list_select_related = ["competition", "by", "of", "pairing"]
    list_filter = ["state"]


@admin.register(Pairing)
class PairingAdmin(OfCompetition):
    list_display = ["competition", "number", "game"]
    list_select_related = ["competition", "game"]


@admin.register(Dispute)
class DisputeAdmin(OfCompetition):
    list_display = ["competition", "pairing", "at", "ruling", "ruled_by", "ruled_at"]
    list_select_related = ["competition", "pairing", "ruled_by"]


@admin.register(Suspicion)
class SuspicionAdmin(OfCompetition):
    list_display = ["competition", "one", "other", "by", "at", "dismissed_by"]
    list_select_related = ["competition", "one", "other", "by", "dismissed_by"]


@admin.register(Suspension)
class SuspensionAdmin(OfCompetition):
    list_display = ["competition", "entry", "until"]
    list_select_related = ["competition", "entry"]


@admin.register(ProposedAct)
class ProposedActAdmin(OfCompetition):
    list_display = ["competition", "kind", "about", "by", "at", "decided_at", "is_confirmed"]
    list_select_related = ["competition", "about", "by"]


@admin.register(IdleCheck)
class IdleCheckAdmin(OfCompetition):
    list_display = ["competition", "day", "ran_at"]


@admin.register(IdleWeek)
class IdleWeekAdmin(OfCompetition):
    list_display = ["entry", "week", "in_a_row"]
    list_select_related = ["entry"]
    search_fields = ["=entry__competition__code"]
    lookups = ("entry",)


@admin.register(Extension)
class ExtensionAdmin(OfCompetition):
    list_display = ["competition", "hours", "reason", "by", "at", "moved"]


@admin.register(Circular)
class CircularAdmin(OfCompetition):
    list_display = ["competition", "by", "at", "readers"]
    list_select_related = ["competition", "by"]


@admin.register(Move)
class MoveAdmin(OfCompetition):
    list_display = ["competition", "at", "entry", "before", "after", "event"]
    list_select_related = ["competition", "entry", "event"]


@admin.register(EntryInvitation)
class EntryInvitationAdmin(OfCompetition):
    list_display = ["competition", "user", "by", "at"]
    list_select_related = ["competition", "user", "by"]


@admin.register(DateMove)
class DateMoveAdmin(OfCompetition):
    list_display = ["competition", "before", "after", "extends_registration", "reason", "by", "at"]


@admin.register(Standing)
class StandingAdmin(OfCompetition):
    list_display = ["competition", "rank", "entry", "games", "won", "drawn", "lost"]
    list_select_related = ["competition", "entry"]


@admin.register(FinalPlace)
class FinalPlaceAdmin(OfCompetition):
    list_display = ["competition", "place", "rank", "last", "entry"]
    list_select_related = ["competition", "entry"]
