"""The public statement of a season's money, and its files."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.common.forms.parameters import number
from league.prizes.selectors.statement import holders_in_words, statement_of
from league.prizes.views.files import book_as
from league.prizes.views.finding import money_or_404


@require_safe
def statement(request: Any, season: str) -> HttpResponse:
    """Paid in, where it is now, prizes, entries: for everyone who may see the season."""
    found = money_or_404(request, season)
    before, after = number(request, "before") or 0, number(request, "after") or 0
    context = {
        "league": request.league,
        "reader": found.reader,
        "found": found,
        "money": found.money,
        "page": statement_of(found, before=before, after=after),
        "holders": holders_in_words(found.money),
    }
    return render(request, "prizes/statement.html", context)


@require_safe
def statement_file(request: Any, season: str, form: str) -> StreamingHttpResponse:
    """Every booking as CSV, JSON or a beancount journal, with what is public of it."""
    found = money_or_404(request, season)
    return book_as(request, form, found.book, season, is_kept=not found.may_read_book)
