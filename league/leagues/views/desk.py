"""The organisers' desk: what needs them today, and the way to everything that they can do."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.common import clock
from games.facts.overview import GAMES_A_PAGE, NEEDS, all_needing, lines_of_games, needs_in, running
from league.leagues.forms.announcing import AnnouncementForm
from league.leagues.selectors.desk import desk_page
from league.leagues.tenancy import TenantRequest, organiser_or_404


@require_safe
def games(request: TenantRequest) -> HttpResponse:
    """All running games, or those that `?need=` names, page by page."""
    organiser_or_404(request)
    asked = request.GET.get("need", "")
    need = asked if asked in ("any", *NEEDS) else ""
    league, now = request.league, clock.now()
    needs = needs_in(league, now) if need else None
    found: Any = running(league) if needs is None else all_needing(needs, need)
    page = Paginator(found, GAMES_A_PAGE).get_page(request.GET.get("page"))
    games = list(page.object_list)
    context = {
        "league": league,
        "page": page,
        "games": lines_of_games(league, request.user, games, needs or needs_in(league, now, games)),
        "need": need,
    }
    return render(request, "leagues/desk/games.html", context)


@require_safe
def desk(request: TenantRequest) -> HttpResponse:
    """The desk itself. To everyone else there is nothing at this address."""
    organiser_or_404(request)
    page = desk_page(request.league, request.user, clock.now())
    context = {"league": request.league, "page": page, "announcement": AnnouncementForm()}
    return render(request, "leagues/desk/desk.html", context)
