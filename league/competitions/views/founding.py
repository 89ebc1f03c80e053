"""Organisers make a season: draft it, see what will be frozen, announce it, or cancel it with a reason."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import reswap, retarget

from games.common.forms.members import OFFERED, nobody_called
from games.common.guards import limits
from games.common.words.people import called
from league.competitions import kinds, services
from league.competitions.errors import BadRules, CompetitionError
from league.competitions.forms.acts import ExtendRegistrationForm, InviteForm, ReasonForm
from league.competitions.forms.drafting import DraftForms
from league.competitions.forms.seasons import SeasonForm
from league.competitions.models import Competition
from league.competitions.rules.common_rules import CommonRules
from league.competitions.services.founding import caution_about, dated, rules_now
from league.competitions.state import money_hooks
from league.competitions.views.finding import reader_or_404
from league.competitions.words import spans, terms
from league.leagues.tenancy import organiser_or_404

SEASONS = limits.Limit("seasons", 20, 3600)
"""Drafted by one organiser."""
INVITATIONS = limits.Limit("season-invitations", 100, 3600)
"""Made by one person; each is mailed."""


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: Any) -> HttpResponse:
    """Draft a season, of the kind that the address names."""
    organiser_or_404(request)
    kind = kinds.named(request.GET.get("kind", kinds.FIRST))
    if kind is None:
        raise Http404
    return _edit(request, None, kind)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: Any, season: str) -> HttpResponse:
    """Change a draft."""
    organiser_or_404(request)
    reader = reader_or_404(request, season)
    if not reader.season.is_draft:
        raise Http404
    return _edit(request, reader.season, reader.kind)


def _edit(request: Any, season: Competition | None, kind: kinds.Kind) -> HttpResponse:
    """The form; what its dates allow alone, where a script asks for that; or where a draft was saved, it."""
    posted = request.POST if request.method == "POST" else None
    drafted = DraftForms(posted, league=request.league, user=request.user, season=season, kind=kind)
    form, status = drafted.shown.form, 200
    if request.htmx and "check" in request.POST:
        return _checked(request, season, drafted)
    if posted is not None and not drafted.is_filled and drafted.shown.is_valid:
        rules = _computed(form, form.rules(drafted.shown.pace.pace, drafted.shown.absence.absence))
        if rules is not None and "check" not in posted:
            try:
                saved = _save(request, season, form, rules)
            except limits.TooOften as error:
                form.add_error(None, str(error))
                status = limits.TOO_MANY_REQUESTS
            except BadRules as error:
                form.refuse(error)
            except CompetitionError as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, _("Saved. Only organisers and arbiters see the draft."))
                return redirect(saved)
    context = {"league": request.league, "season": season, **_page_of(drafted)}
    return render(request, "tournaments/edit.html", context, status=status)


def _checked(request: Any, season: Competition | None, drafted: DraftForms) -> HttpResponse:
    """What the dates allow; the whole form where a card or a way out has filled it again."""
    context = {"league": request.league, "season": season, **_page_of(drafted)}
    if not drafted.is_filled:
        return render(request, "tournaments/founding/_span.html", context | {"is_swapped": True})
    response = render(request, "tournaments/founding/_form.html", context)
    return reswap(retarget(response, "#season-form"), "outerHTML")


def _page_of(drafted: DraftForms) -> dict[str, Any]:
    """What the page shows of forms, and of what their dates allow."""
    span, rules = drafted.span, drafted.rules
    found = {
        "kind": drafted.kind,
        "drafted": drafted,
        "form": drafted.shown.form,
        "pace_form": drafted.shown.pace,
        "absence_form": drafted.shown.absence,
        "span": span,
        "says": drafted.refusal,
    }
    if span is None or rules is None:
        return found
    return found | {
        "says": spans.says(span),
        "takes": spans.takes(span),
        "dates": spans.dates(span, rules.zone),
        "longest": terms.longest_in_words(dated(rules)) if span.is_possible else "",
        "caution": caution_about(rules),
        "is_enough": span.is_enough,
        "ways": [] if span.is_enough else drafted.ways_out,
    }


def _computed(form: SeasonForm, rules: CommonRules | None) -> CommonRules | None:
    """The rules with what follows from them; None, and the form says why, where no game could end."""
    if rules is None:
        return None
    try:
        return dated(rules)
    except BadRules as error:
        form.refuse(error)
        return None


def _save(request: Any, season: Competition | None, form: SeasonForm, rules: CommonRules) -> Competition:
    if season is not None:
        return services.update_season(competition=season, by=request.user, rules=rules, arbiters=form.people)
    limits.count(SEASONS, request.user.pk)
    return services.create_season(
        league=request.league, by=request.user, rules=rules, arbiters=form.people, previous=form.season_before
    )


@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: Any, season: str) -> HttpResponse:
    """Shows everything that will be frozen before it is."""
    organiser_or_404(request)
    reader = reader_or_404(request, season)
    if request.method == "POST":
        try:
            services.announce(
                competition=reader.season, by=request.user, mails_members="mail" in request.POST
            )
        except CompetitionError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("Announced. The rules are frozen."))
            return redirect(reader.season)
    if not reader.season.is_draft:
        raise Http404
    rules, problem = reader.rules, ""
    try:
        rules = rules_now(reader.season)
    except BadRules as error:
        problem = str(error)
    context = {
        "league": request.league,
        "reader": reader,
        "problem": problem,
        "parts": terms.parts_of(rules),
        "longest": terms.longest_in_words(rules),
    }
    return render(request, "tournaments/announce.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: Any, season: str) -> HttpResponse:
    """Says what cancelling does, and asks for a reason; goes to where it is proposed, if it takes two."""
    reader = reader_or_404(request, season)
    if not reader.has_say:
        raise Http404
    if reader.season.is_over:
        if request.method == "POST":
            return redirect(reader.season)  # pressed twice
        raise Http404
    if proposed_at := money_hooks.cancelling_at(reader.season):
        return redirect(proposed_at)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.cancel(competition=reader.season, by=request.user, reason=form.cleaned_data["reason"])
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The season is cancelled."))
            return redirect("tournaments:index", request.league.slug)
    context = {"league": request.league, "reader": reader, "form": form}
    return render(request, "tournaments/cancel.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def extend_registration(request: Any, season: str) -> HttpResponse:
    """More days for a season that too few have entered; its organisers decide once."""
    reader = reader_or_404(request, season)
    if not reader.is_organiser:
        raise Http404
    if reader.decided_by is None:
        if request.method == "POST":
            return redirect(reader.season)  # pressed twice
        raise Http404
    form = ExtendRegistrationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        given = {name: form.cleaned_data[name] for name in ("days", "reason", "key")}
        try:
            services.extend_registration(competition=reader.season, by=request.user, **given)
        except BadRules as error:
            form.add_error("days", str(error))
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Entries extended."))
            return redirect(reader.season)
    context = {"league": request.league, "reader": reader, "form": form}
    return render(request, "tournaments/extend_registration.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def arbiters(request: Any, season: str) -> HttpResponse:
    """Who rules in a season, and naming one more."""
    reader = reader_or_404(request, season)
    if not reader.may_name or reader.season.is_draft or reader.season.is_over:
        raise Http404
    form = InviteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        person = request.league.member_named(form.cleaned_data["name"])
        if person is None:
            form.add_error("name", nobody_called(form.cleaned_data["name"], request.league))
        else:
            try:
                services.name_arbiter(competition=reader.season, by=request.user, user=person)
            except CompetitionError as error:
                form.add_error("name", str(error))
            else:
                said = {"name": called(person.get_username())}
                messages.success(request, _("%(name)s is an arbiter now.") % said)
                return redirect("tournaments:arbiters", request.league.slug, season)
    context = {"league": request.league, "reader": reader, "form": form, "offered": _offered(request)}
    return render(request, "tournaments/arbiters.html", context)


def _offered(request: Any) -> list[str]:
    """Members whose names a field offers. One query."""
    names: list[str] = request.league.member_names(OFFERED)
    return names


@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: Any, season: str) -> HttpResponse:
    """Who may enter a season that is open to those invited alone."""
    reader = reader_or_404(request, season)
    if not reader.has_say or not reader.rules.invitation:
        raise Http404
    form = InviteForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and form.is_valid():
        person = request.league.member_named(form.cleaned_data["name"])
        if person is None:
            form.add_error("name", nobody_called(form.cleaned_data["name"], request.league))
        else:
            try:
                limits.count(INVITATIONS, request.user.pk)
                services.invite(competition=reader.season, by=request.user, user=person)
            except limits.TooOften as error:
                form.add_error(None, str(error))
                status = limits.TOO_MANY_REQUESTS
            except CompetitionError as error:
                form.add_error("name", str(error))
            else:
                said = {"name": called(person.get_username())}
                messages.success(request, _("%(name)s can enter now.") % said)
                return redirect("tournaments:invitations", request.league.slug, season)
    found = reader.season.invitations.select_related("user", "by").order_by("-pk")[:500]
    context = {
        "league": request.league,
        "reader": reader,
        "form": form,
        "invitations": found,
        "offered": _offered(request),
    }
    return render(request, "tournaments/invitations.html", context, status=status)


@require_POST
def uninvite(request: Any, season: str, guest: int) -> HttpResponse:
    """Take an invitation back."""
    reader = reader_or_404(request, season)
    if not reader.has_say:
        raise Http404
    found = reader.season.invitations.select_related("user").filter(pk=guest).first()
    if found is not None:
        try:
            services.uninvite(competition=reader.season, by=request.user, user=found.user)
        except CompetitionError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("The invitation is withdrawn."))
    return redirect("tournaments:invitations", request.league.slug, season)
