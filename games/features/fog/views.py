"""Pages of games in fog: what one's own spies have reported, and the full report when the game is over."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import adjudicator
from adjudicator.board import standard
from games.features.fog.full_report import contents_of, places_named, year_report
from games.features.fog.reports import reports_of
from games.gate.access import Access, get_game_or_404, get_own_game_or_404
from games.gate.tenancy import LeagueRequest
from games.pages.gathering import titled_page
from games.pages.past_players import past_players
from games.pages.sightings import has_full_report


@require_safe
def reports(request: LeagueRequest, code: str) -> HttpResponse:
    """All that the reader's own spies have reported, the newest first; `?place=MUN`: of one province."""
    access = get_own_game_or_404(request, code)
    if access.game.started_at is None or not adjudicator.is_in_fog(access.game.variant, access.game.settings):
        raise Http404
    board = standard()
    codes = [*board.provinces, *board.impassable]
    asked = request.GET.get("place", "").upper()
    context = {
        "page": titled_page(access, _("Reports of your spies")),
        "found": reports_of(access, asked if asked in codes else "", request.GET.get("page")),
        "places": places_named(codes),
    }
    return render(request, "games/reports.html", context)


@require_safe
def full_report(request: LeagueRequest, code: str) -> HttpResponse:
    """The contents of the full report: the years, and how everyone stood at their ends."""
    access = _with_full_report_or_404(request, code)
    context = {"page": titled_page(access, _("Full report")), "contents": contents_of(access)}
    return render(request, "games/full_report.html", context)


@require_safe
def full_report_year(request: LeagueRequest, code: str, label: str) -> HttpResponse:
    """One year of it (`label`), to be read or printed: every phase with its map, all orders, spies and
    reports.
    """
    access = _with_full_report_or_404(request, code)
    if not (label.isascii() and label.isdigit() and len(label) < 7):
        raise Http404
    page = titled_page(access, _("Full report: %(year)s") % {"year": label})
    report = year_report(access, int(label), past_players(access.game, page.places))
    if report is None:
        raise Http404
    return render(request, "games/full_report_year.html", {"page": page, "report": report})


def _with_full_report_or_404(request: LeagueRequest, code: str) -> Access:
    access = get_game_or_404(request, code)
    if not has_full_report(access.game):
        raise Http404
    return access
