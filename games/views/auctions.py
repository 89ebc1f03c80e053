"""The history of a game's auctions."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import get_game_or_404
from games.selectors.chart import chart_of
from games.selectors.gathering import auctions_page
from games.tenancy import LeagueRequest


@require_safe
def history(request: LeagueRequest, code: str) -> HttpResponse:
    """Every auction so far: both lists of bids, who got what at which price, treasuries, who was bust (ID-9).

    A game without auctions has no such page.
    """
    access = get_game_or_404(request, code)
    page = auctions_page(access)
    if page is None:
        raise Http404
    chart = chart_of(page.auctions) if page.auctions else None
    context = {"page": page, "auctions": page.auctions, "chart": chart}
    return render(request, "games/auctions.html", context)
