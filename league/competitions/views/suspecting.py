"""Telling the arbiters that two names may be one person's. To who has not entered there is nothing here."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.common.guards import limits
from league.competitions import services
from league.competitions.errors import CompetitionError
from league.competitions.forms.acts import SuspicionForm
from league.competitions.models import Entry, Suspicion
from league.competitions.views.desk import arbiter_or_404
from league.competitions.views.finding import reader_or_404

SUSPICIONS = limits.Limit("suspicions", 10, 86400)
"""Told by one person in a day."""


@require_http_methods(["GET", "HEAD", "POST"])
def suspect(request: Any, season: str, entry: int) -> HttpResponse:
    """Asks for the other name, and for what makes the reader think so."""
    reader = reader_or_404(request, season)
    found = reader.season.entries.filter(number=entry, state__in=Entry.IN).select_related("user").first()
    if reader.entry is None or reader.season.is_over or found is None or found == reader.entry:
        raise Http404
    form = SuspicionForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            limits.count(SUSPICIONS, request.user.pk)
            services.suspect(competition=reader.season, user=request.user, number=entry, **form.cleaned_data)
        except limits.TooOften as error:
            form.add_error(None, str(error))
            status = limits.TOO_MANY_REQUESTS
        except CompetitionError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The arbiters have been told."))
            return redirect("tournaments:entrant", request.league.slug, season, entry)
    context = {"league": request.league, "reader": reader, "entry": found, "form": form}
    return render(request, "tournaments/suspect.html", context, status=status)


@require_POST
def dismiss(request: Any, season: str, suspicion: int) -> HttpResponse:
    """Put a suspicion away."""
    reader = arbiter_or_404(request, season)
    found = get_object_or_404(Suspicion, competition=reader.season, pk=suspicion)
    services.dismiss(suspicion=found, by=request.user)
    messages.success(request, _("Dismissed."))
    return redirect("tournaments:desk", request.league.slug, season)
