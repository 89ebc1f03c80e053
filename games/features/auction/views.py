"""The history of a game's auctions, as a page and as a file."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games.common.files.downloads import CSV, download
from games.common.files.spreadsheets import csv_lines
from games.common.words import local
from games.features.auction.history import csv_rows, form_for, history_of
from games.gate.access import Access, get_game_or_404
from games.gate.tenancy import LeagueRequest
from games.pages.auctions import has_auctions, opened_auctions
from games.pages.gathering import auctions_page
from games.pages.past_players import past_players
from games.pages.seats import places_of


@require_safe
def history(request: LeagueRequest, code: str) -> HttpResponse:
    """Every auction so far: both lists of bids, who got what at which price, treasuries, who was bust (ID-9).

    A game without auctions has no such page.
    """
    access = _game_with_auctions_or_404(request, code)
    page = auctions_page(access)
    context = {
        "page": page,
        "history": history_of(access, past_players(access.game, page.places), request.GET),
    }
    is_part = request.htmx and not request.htmx.history_restore_request
    response = render(request, "games/_history.html" if is_part else "games/auctions.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def history_csv(request: LeagueRequest, code: str) -> HttpResponseBase:
    """The same as a table for spreadsheets, with the same filters: UTF-8, a row a year and power."""
    access = _game_with_auctions_or_404(request, code)
    past = past_players(access.game, places_of(access.game, access.seat, in_file=True), in_file=True)
    years = list(opened_auctions(access.game))
    if not years:
        raise Http404
    form = form_for(access, past.all_names(), request.GET, years)
    if not form.is_valid():
        raise BadRequest
    lines = csv_lines(csv_rows(access, past, form.wanted, local.language()))
    return download(request, lines, CSV, f"auctions-{access.game.code}.csv")


def _game_with_auctions_or_404(request: LeagueRequest, code: str) -> Access:
    access = get_game_or_404(request, code)
    if not has_auctions(access.game):
        raise Http404
    return access
