"""Members, games and results as files."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.common.files.downloads import FORMATS, download
from games.common.guards import limits
from league.leagues import services
from league.leagues.selectors.export import EXPORTS, written
from league.leagues.tenancy import organiser_or_404, organiser_still_or_404

EXPORTS_MADE = limits.Limit("exports", 20, 3600)
"""By one organiser. The results of 200,000 games keep one of the house's processes busy for some 15 s."""


@require_safe
def exports(request: Any) -> HttpResponse:
    """What there is to export."""
    organiser_or_404(request)
    context = {"league": request.league, "exports": list(EXPORTS), "formats": list(FORMATS)}
    return render(request, "leagues/desk/exports.html", context)


@require_POST
def export(request: Any, what: str, form: str) -> HttpResponseBase:
    """One file, sent as it is made."""
    organiser_or_404(request)
    if what not in EXPORTS or form not in FORMATS:
        raise Http404
    try:
        limits.count(EXPORTS_MADE, request.user.pk)
    except limits.TooOften as error:
        messages.error(request, str(error))
        return redirect("leagues:exports", request.league.slug)
    with organiser_still_or_404():
        services.note_export(league=request.league, by=request.user, what=what, form=form)
    lines, name = written(request.league, what, form), f"{request.league.slug}-{what}.{form}"
    return download(request, lines, FORMATS[form], name)
