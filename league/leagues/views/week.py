"""*This week*: what an organiser looks after, and having players at risk reminded."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from games.common import clock
from games.gate.access import get_game_or_404
from league.leagues import services
from league.leagues.selectors.week import week_page
from league.leagues.tenancy import TenantRequest, organiser_or_404, organiser_still_or_404


@require_safe
def week(request: TenantRequest) -> HttpResponse:
    """To everyone but organisers there is nothing at this address."""
    organiser_or_404(request)
    page = week_page(request.league, request.user, clock.now())
    return render(request, "leagues/desk/week.html", {"league": request.league, "page": page})


@require_POST
def remind(request: Any, code: str) -> HttpResponse:
    """“Remind”, beside a game in danger. What it says depends on nothing that anyone has saved."""
    organiser_or_404(request)
    game = get_game_or_404(request, code).game
    with organiser_still_or_404():
        asked = services.remind_players(league=request.league, by=request.user, game=game)
    if asked:
        said = ngettext(
            "%(count)d player gets a reminder if they have saved nothing.",
            "Of %(count)d players, those who have saved nothing get a reminder.",
            asked,
        )
        messages.success(request, said % {"count": asked})
    else:
        messages.info(request, _("There is no one to remind in this game now."))
    return redirect("leagues:week", request.league.slug)
