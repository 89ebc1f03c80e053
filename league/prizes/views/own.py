"""Everyone's own money, in all leagues."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.common.files.downloads import CSV, download
from league.prizes.selectors import own as selectors
from league.prizes.selectors import yearly

YEARS: Final = range(2000, 2200)


@login_required
@require_safe
def own(request: Any) -> HttpResponse:
    """What the reader paid, was given back, has won and owes, season by season."""
    entries = selectors.entries_with_money(request.user)
    page = Paginator(entries, selectors.SEASONS_A_PAGE).get_page(request.GET.get("page"))
    rows: Any = page.object_list
    context = {
        "page": page,
        "seasons": selectors.seasons_of(request.user, rows),
        "years": yearly.years_of(request.user),
    }
    return render(request, "prizes/own.html", context)


@login_required
@require_safe
def year(request: Any, year: int) -> StreamingHttpResponse:
    """What the reader paid and what came to them in one year, as CSV."""
    if year not in YEARS:
        raise Http404
    return download(request, [yearly.csv_of(request.user, year)], CSV, f"money-{year}.csv")
