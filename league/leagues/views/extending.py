"""The same extra time for all running games of the league."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.services.masters.league_extension import contest_games, live_games, running_games
from league.leagues import services
from league.leagues.errors import LeagueError
from league.leagues.forms.announcing import ExtensionForm
from league.leagues.selectors import announcements
from league.leagues.tenancy import organiser_or_404


@require_http_methods(["GET", "HEAD", "POST"])
def extend(request: Any) -> HttpResponse:
    """Hours, a reason and a box to tick; below, how far the last ones came."""
    organiser_or_404(request)
    form = ExtensionForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        given = {name: form.cleaned_data[name] for name in ("hours", "reason", "key")}
        try:
            services.extend_all(league=request.league, by=request.user, **given)
        except LeagueError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The extension is on its way to all running games."))
            return redirect("leagues:extend", request.league.slug)
    context = {
        "league": request.league,
        "form": form,
        "running": running_games(request.league.pk),
        "live": live_games(request.league.pk),
        "contests": contest_games(request.league.pk),
        "extensions": announcements.extensions(request.league),
    }
    return render(request, "leagues/desk/extend.html", context)
