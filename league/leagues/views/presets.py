"""Presets: which there are, a new one, and one less."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.forms import absence, pace
from league.leagues import services
from league.leagues.errors import LeagueError
from league.leagues.forms.presets import PresetForm
from league.leagues.tenancy import organiser_or_404, organiser_still_or_404


@require_http_methods(["GET", "HEAD", "POST"])
def presets(request: Any) -> HttpResponse:
    """The list, and the form for another; one of the same name takes its place."""
    organiser_or_404(request)
    posted = request.POST if request.method == "POST" else None
    form = PresetForm(posted, league=request.league, user=request.user)
    pace_form = pace.PaceForm(posted, initial=request.league.pace, prefix="pace")
    absence_form = absence.AbsenceForm.of_league(posted, request.league.absence, narrows=True)
    if posted is not None and all([form.is_valid(), pace_form.is_valid(), absence_form.is_valid()]):
        terms = form.terms(pace_form.pace, absence_form.absence)
        try:
            services.save_preset(
                league=request.league,
                by=request.user,
                name=form.cleaned_data["name"],
                values=terms.for_a_preset(),
                pace=terms.pace.to_json(),
                absence=terms.absence.to_json(),
            )
        except LeagueError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Saved. Members find it where they create a game."))
            return redirect("leagues:presets", request.league.slug)
    context = {
        "league": request.league,
        "form": form,
        "pace_form": pace_form,
        "absence_form": absence_form,
        "presets": request.league.presets.select_related("by").order_by("name", "pk"),
    }
    return render(request, "leagues/desk/presets.html", context)


@require_POST
def delete(request: Any, preset: int) -> HttpResponse:
    """Offer it no more."""
    organiser_or_404(request)
    with organiser_still_or_404():
        services.delete_preset(league=request.league, by=request.user, preset=preset)
    messages.success(
        request, _("The preset is deleted. Games that were created with it keep their settings.")
    )
    return redirect("leagues:presets", request.league.slug)
