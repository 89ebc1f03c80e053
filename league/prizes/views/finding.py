"""The season's money that an address names, as its reader knows it."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from league.prizes.reading import MoneyReader, money_reader
from league.tournaments.views.finding import reader_or_404


def money_or_404(request: Any, season: str) -> MoneyReader:
    """How the reader stands to the money of this season; 404 where it has none, or they may not know of it.
    Five queries.
    """
    found = money_reader(reader_or_404(request, season), request.user)
    if found is None:
        raise Http404
    return found


def book_or_404(request: Any, season: str) -> MoneyReader:
    """The same, for those who may read every booking."""
    found = money_or_404(request, season)
    if not found.may_read_book:
        raise Http404
    return found


def trustee_or_404(request: Any, season: str) -> MoneyReader:
    """The same, for those who answer for the money."""
    found = money_or_404(request, season)
    if not found.is_trustee:
        raise Http404
    return found
