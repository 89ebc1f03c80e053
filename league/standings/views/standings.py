"""A league's standings, as a page and as files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.common.files.downloads import FORMATS, download
from games.common.files.spreadsheets import table_lines
from league.leagues.tenancy import TenantRequest
from league.standings.columns import SCORINGS
from league.standings.selectors import standings as selected
from league.standings.selectors.choosing import Choice, chosen, counted_in, year_instead
from league.standings.selectors.spread import Spread, spread_of


@require_safe
def standings(request: TenantRequest) -> HttpResponse:
    """Who has won most, by game, year and scoring; `?player=` leads to the page on which someone stands."""
    league = request.league
    counted = counted_in(league)
    if year := year_instead(counted, request.GET):
        said = request.GET.copy()
        said["year"] = str(year)
        return HttpResponseRedirect(f"{request.path}?{said.urlencode()}")
    choice = chosen(counted, request.GET)
    context: dict[str, Any] = {"league": league, "counted": counted, "scorings": list(SCORINGS.values())}
    if choice is None:
        return render(request, "tournaments/standings.html", context)
    name = request.GET.get("player", "").strip()[:150].replace("\0", "")
    if name and (found := selected.found_by_name(league, choice, name)):
        return HttpResponseRedirect(_address(league, choice, found))
    spread = spread_of(league, choice, counted)
    page = Paginator(range(spread.people), selected.ROWS_A_PAGE).get_page(request.GET.get("page"))
    first = (page.number - 1) * selected.ROWS_A_PAGE
    rows = selected.rows_between(league, choice, spread, first, first + selected.ROWS_A_PAGE)
    own, is_here = _own(request, choice, spread, rows)
    context |= {
        "choice": choice,
        "page": page,
        "rows": rows,
        "games": counted.games[choice.kind].get(choice.year, 0),
        "own": own,
        "own_is_here": is_here,
        "is_known": own is not None or request.membership is not None,
        "sought": name,
    }
    return render(request, "tournaments/standings.html", context)


@require_safe
def standings_file(request: TenantRequest, form: str) -> HttpResponseBase:
    """The whole table, sent as it is made."""
    choice = chosen(counted_in(request.league), request.GET)
    if form not in FORMATS or choice is None:
        raise Http404
    rows = selected.file_rows(request.league, choice)
    lines = table_lines(selected.COLUMNS, rows) if form == "csv" else _as_json(rows, choice)
    name = f"{request.league.slug}-{choice.kind}-{choice.year_in_query}-{choice.scoring.key}.{form}"
    return download(request, lines, FORMATS[form], name)


def _own(
    request: TenantRequest, choice: Choice, spread: Spread, rows: Sequence[selected.StandingsRow]
) -> tuple[selected.Place | None, bool]:
    """Where the reader stands, and whether that is on this page; else they are looked for where there are
    more lines.
    """
    if not request.user.is_authenticated:
        return None, False
    reader = request.user.pk
    found = selected.place_among(rows, reader)
    if found is not None or len(rows) == spread.people:
        return found, True
    return selected.place_of(request.league, choice, spread, reader), False


def _address(league: Any, choice: Choice, found: selected.Found) -> str:
    address = reverse("tournaments:standings", args=[league.slug])
    return f"{address}?{choice.query}&page={found.page}#player-{quote(found.username)}"


def _as_json(rows: Iterable[dict[str, Any]], choice: Choice) -> Iterator[str]:
    told: dict[str, Any] = {"game": choice.kind, "year": choice.year or None, "scoring": choice.scoring.key}
    told["sort"] = choice.sort
    yield json.dumps(told)[:-1] + ', "rows": ['
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + json.dumps(row, ensure_ascii=False)
    yield "\n]}\n"
