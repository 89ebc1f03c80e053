"""The list of a league's competitions, and a season's own page."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.common.forms.parameters import number
from league.competitions import kinds
from league.competitions.selectors import seasons, titles
from league.competitions.selectors.page import page_of
from league.competitions.views.finding import reader_or_404


@require_safe
def index(request: Any) -> HttpResponse:
    """The competitions of a league: those that go on, then those that are over, page by page."""
    league, membership = request.league, request.membership
    person = request.user.pk if membership is not None else None
    is_organiser = membership is not None and membership.is_organiser
    page = Paginator(seasons.over(league), seasons.SEASONS_A_PAGE).get_page(request.GET.get("page"))
    over: Any = page.object_list
    context = {
        "league": league,
        "kinds": kinds.every(),
        "groups": seasons.going_on(league, person, sees_drafts=is_organiser),
        "page": page,
        "over": seasons.lines_of(league, over, person),
    }
    return render(request, "tournaments/index.html", context)


@require_safe
def hall(request: Any) -> HttpResponse:
    """Who won the seasons of a league, page by page."""
    page = Paginator(titles.hall_of(request.league), titles.HALL_A_PAGE).get_page(request.GET.get("page"))
    won: Any = page.object_list
    context = {"league": request.league, "page": page, "lines": titles.hall_lines(request.league, won)}
    return render(request, "tournaments/hall.html", context)


@require_safe
def season(request: Any, season: str) -> HttpResponse:
    """A season: what one has to know before it begins, its ladder while it is played, its end."""
    reader = reader_or_404(request, season)
    context = {
        "league": request.league,
        "reader": reader,
        "page": page_of(reader, request.GET, request.user),
    }
    return render(request, "tournaments/season.html", context)


@require_safe
def live(request: Any, season: str) -> HttpResponse:
    """The parts of an open page that follow the season; nothing (204) while the reader has the newest. A page
    of an earlier stage has other parts: it is told to load itself again.
    """
    reader = reader_or_404(request, season)
    if number(request, "version") == reader.season.version:
        return HttpResponse(status=204)
    if request.GET.get("stage", reader.season.stage) != reader.season.stage:
        return HttpResponseClientRefresh()
    page = page_of(reader, request.GET, request.user)
    context = {"league": request.league, "reader": reader, "page": page, "is_update": True}
    return render(request, "tournaments/_live.html", context)
