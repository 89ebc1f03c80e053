"""The whole book of a season, for organisers, arbiters and those who answer for its money."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.common.forms.parameters import number
from league.prizes.forms.book import BookFilter
from league.prizes.selectors import bookings
from league.prizes.views.files import book_as
from league.prizes.views.finding import book_or_404


@require_safe
def book(request: Any, season: str) -> HttpResponse:
    """Every booking with its sides, the latest first, page by page."""
    found = book_or_404(request, season)
    form = BookFilter(request.GET, book=found.book)
    before, after = number(request, "before") or 0, number(request, "after") or 0
    context = {
        "league": request.league,
        "reader": found.reader,
        "found": found,
        "form": form,
        "part": bookings.page_of(found.book, form.asked, before=before, after=after),
    }
    return render(request, "prizes/book.html", context)


@require_safe
def book_file(request: Any, season: str, form: str) -> StreamingHttpResponse:
    """Every booking as CSV, JSON or a beancount journal, with references and who booked it. The CSV has those
    alone that the page's filters ask for; the others only check as a whole.
    """
    found = book_or_404(request, season)
    asked = BookFilter(request.GET, book=found.book).asked
    if form != "csv" or not any(asked.values()):
        return book_as(request, form, found.book, season, for_keepers=True)
    only = set(bookings.bookings_of(found.book, **asked).values_list("number", flat=True))
    return book_as(request, form, found.book, season, for_keepers=True, only=only)
