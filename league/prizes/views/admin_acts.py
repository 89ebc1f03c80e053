"""What the operator of the site decides about prize money, each for a reason: which leagues collect online,
who confirms payouts where someone is lost, and how it goes on where someone refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.common.database.read_only_admin import ReadOnlyAdmin
from league.competitions.errors import CompetitionError
from league.competitions.models import Competition
from league.leagues.models import League
from league.prizes.models import (
    Agreement,
    BankDetailsChange,
    CancelProposal,
    OnlineApproval,
    PaymentClosing,
    Trustee,
    TrustStep,
)
from league.prizes.models.ledger import LONGEST_REASON
from league.prizes.services.treasurers import cancelling
from league.prizes.services.treasurers.approving import approve, end_approval
from league.prizes.services.treasurers.treasurers import appoint, ask_again


class WhyForm(forms.Form):
    """A reason."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)


class ApproveForm(WhyForm):
    """A league that may collect online."""

    league = forms.ModelChoiceField(
        label=_("League"), queryset=League.objects.order_by("name"), to_field_name="slug"
    )

    field_order = ("league", "reason")


class AppointForm(WhyForm):
    """Someone who may confirm a season's payouts, and in whose place."""

    season = forms.CharField(
        label=_("Season"), max_length=12, strip=True, help_text=_("Its code, as in its address.")
    )
    name = forms.CharField(
        label=_("Member’s name"),
        max_length=150,
        strip=True,
        help_text=_("A member of the league who has never entered this season."),
    )
    instead_of = forms.CharField(
        label=_("In place of"),
        max_length=150,
        strip=True,
        required=False,
        help_text=_("A treasurer who loses this role. Empty: no one."),
    )

    field_order = ("season", "name", "instead_of", "reason")

    def cleaned(self) -> Mapping[str, Any] | None:
        """The rows that it names; None, with errors, where there are none."""
        given = self.cleaned_data
        season = Competition.objects.filter(code=given["season"]).select_related("league").first()
        if season is None:
            self.add_error("season", _("No season has this code."))
            return None
        person, replaced = season.league.member_named(given["name"]), None
        if person is None:
            self.add_error("name", _("No member of the league has this name."))
        if given["instead_of"]:
            named = Trustee.objects.filter(competition=season, lost_at=None).select_related("user")
            replaced = named.filter(user__username__iexact=given["instead_of"]).first()
            if replaced is None:
                self.add_error("instead_of", _("This season has no treasurer with this name."))
        if self.errors:
            return None
        return {"competition": season, "user": person, "instead_of": replaced, "reason": given["reason"]}


class DecideForm(WhyForm):
    """Whether a season is cancelled as it was proposed, and why."""

    agrees = forms.ChoiceField(
        label=_("Your answer"),
        choices=[("yes", _("Yes, cancel the season")), ("no", _("No, it goes on"))],
        widget=forms.RadioSelect,
    )

    field_order = ("agrees", "reason")


class Acts(ReadOnlyAdmin):
    """Rows to be looked at, and acts about them: each asks for its reason, and is logged."""

    def act(
        self,
        request: HttpRequest,
        form: forms.Form,
        do: Callable[[], Model | None],
        words: Mapping[str, Any],
    ) -> HttpResponse:
        """Show `form`; when it comes back filled in, `do` it. `words` are the page's `title`, what it `asks`,
        its `button`, and what is `done` then.
        """
        if form.is_bound and form.is_valid():
            try:
                row = do()
            except CompetitionError as error:
                form.add_error(None, str(error))
            else:
                if row is not None:
                    self.log_change(request, row, f"{words['button']}: {form.cleaned_data['reason']}")
                    self.message_user(request, words["done"])
                    return redirect(f"admin:prizes_{self.opts.model_name}_changelist")
        context = self.admin_site.each_context(request) | {**words, "form": form, "opts": self.opts}
        return render(request, "admin/acts/form.html", context)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(f"prizes.add_{self.opts.model_name}"))

    def has_act_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(f"prizes.change_{self.opts.model_name}"))


@admin.register(OnlineApproval)
class OnlineApprovalAdmin(Acts):
    list_display = ["league", "by", "at", "reason", "ended_by", "ended_at", "ended_why", "end"]
    list_select_related = ["league", "by", "ended_by"]
    search_fields = ["=league__slug"]
    lookups = ("league",)
    ordering = ["-pk"]

    @admin.display(description=_("end"))
    def end(self, approval: OnlineApproval) -> SafeString | str:
        """The way to end it."""
        if approval.ended_at is not None:
            return ""
        address = reverse("admin:prizes_onlineapproval_end", args=[approval.pk])
        return format_html('<a href="{}">{}</a>', address, _("End it"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.end_view)
        return [path("<int:pk>/end/", view, name="prizes_onlineapproval_end"), *super().get_urls()]

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Ask which league may collect online, and why."""
        if not self.has_add_permission(request):
            raise Http404
        form = ApproveForm(request.POST if request.method == "POST" else None)
        by: Any = request.user

        def do() -> Model:
            return approve(league=form.cleaned_data["league"], by=by, reason=form.cleaned_data["reason"])

        words = {
            "title": _("Approve a league to collect online"),
            "asks": _("Its new seasons can then be paid on the site, to the operator."),
            "button": _("Approve the league"),
            "done": _("The league can collect online."),
        }
        return self.act(request, form, do, words)

    def end_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask why no more seasons of a league should be paid online."""
        approval = OnlineApproval.objects.filter(pk=pk, ended_at=None).select_related("league").first()
        if approval is None or not self.has_act_permission(request):
            raise Http404
        form = WhyForm(request.POST if request.method == "POST" else None)
        by: Any = request.user

        def do() -> Model:
            return end_approval(approval=approval, by=by, reason=form.cleaned_data["reason"])

        words = {
            "title": approval.league.name,
            "asks": _("It can announce no more seasons that are paid online. Those announced go on."),
            "button": _("End the approval"),
            "done": _("The approval has ended."),
        }
        return self.act(request, form, do, words)


@admin.register(Trustee)
class TrusteeAdmin(Acts):
    list_display = [
        "competition",
        "user",
        "agreed_at",
        "appointed_by",
        "refused_at",
        "again",
        "lost_at",
        "lost_why",
    ]
    list_select_related = ["competition", "user", "appointed_by"]
    list_filter = ["lost_why"]
    search_fields = ["=competition__code"]
    lookups = ("competition",)
    ordering = ["-pk"]

    @admin.display(description=_("ask again"))
    def again(self, trustee: Trustee) -> SafeString | str:
        """The way to ask someone again who refused."""
        if trustee.refused_at is None or trustee.lost_at is not None:
            return ""
        address = reverse("admin:prizes_trustee_ask_again", args=[trustee.pk])
        return format_html('<a href="{}">{}</a>', address, _("Ask again"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.ask_again_view)
        return [path("<int:pk>/ask-again/", view, name="prizes_trustee_ask_again"), *super().get_urls()]

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Ask who should confirm a season's payouts, in whose place, and why."""
        if not self.has_add_permission(request):
            raise Http404
        initial = {"season": request.GET.get("season", "")}
        form = AppointForm(request.POST if request.method == "POST" else None, initial=initial)
        by: Any = request.user

        def do() -> Model | None:
            given = form.cleaned()
            return appoint(by_admin=by, **given) if given is not None else None

        words = {
            "title": _("Appoint a treasurer"),
            "asks": _("They become an arbiter, agree to the money rules and then confirm or refuse payouts."),
            "button": _("Appoint them"),
            "done": _("They are appointed and have been told."),
        }
        return self.act(request, form, do, words)

    def ask_again_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask why someone who refused should confirm after all, and put it to them."""
        rows = Trustee.objects.filter(pk=pk, lost_at=None, refused_at__isnull=False)
        trustee = rows.select_related("competition", "user").first()
        if trustee is None or not self.has_act_permission(request):
            raise Http404
        form = WhyForm(request.POST if request.method == "POST" else None)
        by: Any = request.user

        def do() -> Model:
            return ask_again(trustee=trustee, by_admin=by, reason=form.cleaned_data["reason"])

        words = {
            "title": str(trustee.user),
            "asks": _("They have another 14 days to confirm or refuse. Everyone can read your reason."),
            "button": _("Ask them again"),
            "done": _("They are asked again."),
        }
        return self.act(request, form, do, words)


@admin.register(CancelProposal)
class CancelProposalAdmin(Acts):
    list_display = [
        "competition",
        "by",
        "at",
        "reason",
        "treasurers_until",
        "team_until",
        "state",
        "answered_by",
        "answer",
        "decide",
    ]
    list_select_related = ["competition", "by", "answered_by"]
    list_filter = ["state"]
    search_fields = ["=competition__code"]
    lookups = ("competition",)
    ordering = ["-pk"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description=_("decide"))
    def decide(self, proposal: CancelProposal) -> SafeString | str:
        """The way to answer one that the treasurers have not."""
        if proposal.state != CancelProposal.State.OPEN:
            return ""
        address = reverse("admin:prizes_cancelproposal_decide", args=[proposal.pk])
        return format_html('<a href="{}">{}</a>', address, _("Decide"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.decide_view)
        return [path("<int:pk>/decide/", view, name="prizes_cancelproposal_decide"), *super().get_urls()]

    def decide_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask whether a season is cancelled as it was proposed, and why."""
        rows = CancelProposal.objects.filter(pk=pk, state=CancelProposal.State.OPEN)
        proposal = rows.select_related("competition", "by").first()
        if proposal is None or not self.has_act_permission(request):
            raise Http404
        form = DecideForm(request.POST if request.method == "POST" else None)
        by: Any = request.user

        def do() -> Model:
            given = form.cleaned_data
            return cancelling.decide(
                proposal=proposal, by_admin=by, agrees=given["agrees"] == "yes", reason=given["reason"]
            )

        words = {
            "title": proposal.competition.name,
            "asks": _("%(name)s proposes to cancel the season: %(reason)s")
            % {"name": proposal.by, "reason": proposal.reason},
            "button": _("Answer"),
            "done": _("Answered. Everyone concerned has been told."),
        }
        return self.act(request, form, do, words)


@admin.register(TrustStep)
class TrustStepAdmin(ReadOnlyAdmin):
    list_display = ["competition", "user", "kind", "reason", "by", "at"]
    list_select_related = ["competition", "user", "by"]
    list_filter = ["kind"]
    search_fields = ["=competition__code"]
    lookups = ("competition",)
    ordering = ["-pk"]


@admin.register(Agreement)
class AgreementAdmin(ReadOnlyAdmin):
    list_display = ["competition", "user", "roles", "asked_at", "agreed_at", "declined_at", "frozen_at"]
    list_select_related = ["competition", "user"]
    search_fields = ["=competition__code"]
    lookups = ("competition",)
    ordering = ["-pk"]


@admin.register(BankDetailsChange)
class BankDetailsChangeAdmin(ReadOnlyAdmin):
    list_display = ["competition", "by", "at", "confirmed_by", "confirmed_at"]
    list_select_related = ["competition", "by", "confirmed_by"]
    search_fields = ["=competition__code"]
    lookups = ("competition",)
    ordering = ["-pk"]


@admin.register(PaymentClosing)
class PaymentClosingAdmin(ReadOnlyAdmin):
    list_display = ["competition", "why", "ways", "reason", "closed_at", "opened_at", "moved_by"]
    list_select_related = ["competition"]
    list_filter = ["why"]
    search_fields = ["=competition__code"]
    lookups = ("competition",)
    ordering = ["-pk"]
