"""Reporting someone to the organisers, what became of it, and the organisers' pages about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games.common.forms import parameters
from games.common.guards import limits
from games.common.words import people
from games.models import Game
from games.pages import correspondence, quoting
from league.leagues.errors import LeagueError
from league.leagues.forms.reporting import DecisionForm, ReportForm
from league.leagues.selectors import reports as selected
from league.leagues.services import reports as services
from league.leagues.tenancy import organiser_or_404

REPORTS = limits.Limit("reports", 10, 24 * 3600)
"""Made by one person."""


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: Any) -> HttpResponse:
    """`?game=…&thread=…`: messages that the reader can read; `?person=…`: a member. Asks for a reason."""
    game, letters, person = _what(request)
    form = ReportForm(
        request.POST if request.method == "POST" else None, quotable=[letter.key for letter in letters]
    )
    has_reader = selected.has_reader(request.league, request.user, person)
    status = 200
    if form.is_valid():
        try:
            limits.count(REPORTS, request.user.pk)
            services.report(
                league=request.league,
                user=request.user,
                reason=form.cleaned_data["reason"],
                about=person,
                game=game,
                quotes=form.cleaned_data.get("quotes", ()),
            )
        except (LeagueError, limits.TooOften) as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS if isinstance(error, limits.TooOften) else status
        else:
            messages.success(request, _said(has_reader))
            return redirect("leagues:own-reports", request.league.slug)
    context = {
        "league": request.league,
        "form": form,
        "game": game,
        "letters": letters,
        "person": person,
        "ticked": form.ticked,
        "has_reader": has_reader,
    }
    return render(request, "leagues/report.html", context, status=status)


def _said(has_reader: bool) -> str:
    if has_reader:
        return _("Report sent to the organisers. Their answer will appear here.")
    return _("Report sent to the site’s team. Their answer will appear here.")


def _what(request: Any) -> tuple[Game | None, Sequence[correspondence.ReadLetter], Any]:
    """The game and its messages, or the person, that the query names; 404 for what is not the reader's."""
    code, thread = parameters.code(request, "game"), request.GET.get("thread", "")
    if code:
        game = quoting.game_of_correspondent(request.league, code, request.user)
        letters = quoting.quotable(game, request.user, thread) if game else []
        if game is None or not letters:
            raise Http404
        return game, letters, None
    person = people.named(request.GET.get("person", ""))
    is_member = person is not None and request.league.memberships.filter(user=person).exists()
    if request.membership is None or not is_member or person == request.user:
        raise Http404
    return None, [], person


@login_required
@require_safe
def mine(request: Any) -> HttpResponse:
    """What the reader has reported, and what became of it."""
    own = selected.reports_by(request.league, request.user)
    if request.membership is None and not own:
        raise Http404
    return render(request, "leagues/own_reports.html", {"league": request.league, "reports": own})


@require_safe
def reports(request: Any) -> HttpResponse:
    """The reports that this organiser may see, the open ones first."""
    organiser_or_404(request)
    found = selected.list_of(request.league, request.user)
    page = Paginator(found, selected.REPORTS).get_page(request.GET.get("page"))
    return render(request, "leagues/reports.html", {"league": request.league, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def one(request: Any, report_id: int) -> HttpResponse:
    """One report with the messages that it quotes, and the form to decide about it."""
    organiser_or_404(request)
    found = get_object_or_404(selected.list_of(request.league, request.user), pk=report_id)
    form = DecisionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            services.decide_report(league=request.league, by=request.user, key=report_id, **form.cleaned_data)
        except LeagueError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Decided. The person who reported it reads your note."))
            return redirect("leagues:reports", request.league.slug)
    context = {"league": request.league, "shown": selected.shown(found), "form": form}
    return render(request, "leagues/decide_report.html", context)
