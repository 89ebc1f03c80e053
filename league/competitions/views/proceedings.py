"""What a season keeps: an entrant's history, its rules, log, results and entries, and its table as a file."""

from __future__ import annotations

from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.common.files.cached_files import cached_file
from games.common.files.downloads import FORMATS, download
from league.competitions.log.exporting import export_pieces
from league.competitions.rules.canonical import canonical
from league.competitions.rules.leaving_table import differences
from league.competitions.selectors import draws, entries, exports, log, log_page
from league.competitions.selectors import entrant as entrant_page
from league.competitions.views.finding import reader_or_404
from league.competitions.words import terms

LOGS: Final = ("ladder", "entries", "rulings", "season")
"""Parts of the log: what happened on the ladder, who came and left, what was ruled, and the season's own."""


@require_safe
def entrant(request: Any, season: str, entry: int) -> HttpResponse:
    """One entrant's season."""
    reader = reader_or_404(request, season)
    found = entrant_page.history_of(reader, entry)
    if found is None:
        raise Http404
    context = {"league": request.league, "reader": reader, "history": found}
    return render(request, "tournaments/entrant.html", context)


@require_safe
def rules(request: Any, season: str) -> HttpResponse:
    """The rules in words, what leaving does at each stage, how the table is made, how to check a draw."""
    reader = reader_or_404(request, season)
    context = {
        "league": request.league,
        "reader": reader,
        "brief": reader.kind.brief(reader.dated_rules),
        "parts": terms.parts_of(reader.rules),
        "longest": terms.longest_in_words(reader.dated_rules),
        "moved": log_page.moved_dates(reader.season),
        "stages": differences(reader.kind.leaving, has_fee=bool(reader.season.fee)),
        "draws": draws.draws_of(reader.season, request.GET.get("page")),
        "label": reader.kind.draws(reader.rules)[0],
    }
    return render(request, "tournaments/rules.html", context)


@require_safe
def rules_file(request: Any, season: str) -> HttpResponse:
    """The rules as canonical JSON: the bytes whose SHA-256 is shown."""
    reader = reader_or_404(request, season)
    rules = HttpResponse(canonical(reader.season.rules), content_type="application/json")
    rules["Content-Disposition"] = f'attachment; filename="{season}-rules.json"'
    return rules


@require_safe
def export_file(request: Any, season: str) -> StreamingHttpResponse:
    """The whole season as anyone can check it (docs/season-export.md)."""
    reader = reader_or_404(request, season)
    if reader.season.is_hidden:
        raise Http404
    key = f"season-export-{reader.season.pk}-{reader.season.version}"
    # Folding a large season takes seconds, and what is provisional changes with time alone.
    pieces = cached_file(key, lambda: (piece.encode() for piece in export_pieces(reader.season, reader.now)))
    return download(request, pieces, FORMATS["json"], f"{season}.json")


@require_safe
def table_file(request: Any, season: str, form: str) -> StreamingHttpResponse:
    """The ladder as CSV or JSON."""
    reader = reader_or_404(request, season)
    if form not in FORMATS:
        raise Http404
    lines = exports.csv_of(reader.season) if form == "csv" else exports.json_of(reader.season)
    return download(request, lines, FORMATS[form], f"{season}.{form}")


@require_safe
def season_log(request: Any, season: str) -> HttpResponse:
    """The log, one of its parts at a time, the latest first."""
    reader = reader_or_404(request, season)
    part = request.GET.get("part", "")
    part = part if part in LOGS else LOGS[0]
    if part == "entries":
        page = _page(request, log.steps_of(reader.season))
        lines = log.lines_of_steps(reader, page.object_list)
    elif part == "rulings":
        page = _page(request, log.rulings_of(reader.season))
        lines = log.lines_of_rulings(reader, page.object_list)
    elif part == "season":
        page = _page(request, log_page.lines_of_season(reader))
        lines = list(page.object_list)
    else:
        page = _page(request, log.events_of(reader.season))
        lines = log.lines_of(reader, page.object_list)
    context = {"league": request.league, "reader": reader, "page": page, "lines": lines, "part": part}
    return render(request, "tournaments/log.html", context)


@require_safe
def results(request: Any, season: str) -> HttpResponse:
    """Every result that counts, the latest first."""
    reader = reader_or_404(request, season)
    page = _page(request, log.results_of(reader.season))
    lines = log.lines_of(reader, page.object_list)
    context = {"league": request.league, "reader": reader, "page": page, "lines": lines}
    return render(request, "tournaments/results.html", context)


@require_safe
def all_entries(request: Any, season: str) -> HttpResponse:
    """Everyone who entered, by number, and the waiting list."""
    reader = reader_or_404(request, season)
    page = Paginator(entries.all_of(reader.season), entries.ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "league": request.league,
        "reader": reader,
        "page": page,
        "entries": entries.lines_of(reader, page.object_list),
        "waiting": entries.waiting_list(reader),
    }
    return render(request, "tournaments/entries.html", context)


def _page(request: Any, rows: Any) -> Page[Any]:
    return Paginator(rows, log.LINES_A_PAGE).get_page(request.GET.get("page"))
