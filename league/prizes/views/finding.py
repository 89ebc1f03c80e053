"""The season's money that an address names, as its reader knows it."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from games.common import clock
from league.competitions.state.season_access import Reader, reader_of
from league.competitions.views.finding import reader_or_404
from league.prizes.models import Agreement, Guarantor, Holder
from league.prizes.services.book_access import MoneyReader, money_reader


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


def sender_or_404(request: Any, season: str) -> MoneyReader:
    """The same, for those who answer for the money or hold some of it."""
    found = money_or_404(request, season)
    if not found.may_send:
        raise Http404
    return found


def named_reader_or_404(request: Any, season: str) -> Reader:
    """The reader of a season with money: its arbiters, organisers, who was asked to agree to it, who holds
    what is paid offline, and who guarantees it.
    """
    now = clock.shown()
    reader = reader_of(request.league, season, request.user, request.membership, now)
    if reader is None or not (reader.is_arbiter or reader.is_organiser):
        if not _is_named(request, season):
            raise Http404
        reader = reader_of(request.league, season, request.user, request.membership, now, is_asked=True)
    if reader is None or not reader.season.has_money:
        raise Http404
    return reader


def _is_named(request: Any, season: str) -> bool:
    here = {"competition__league": request.league, "competition__code": season}
    asked = Agreement.objects.filter(**here, user=request.user, asked_at__isnull=False)
    of_book = {f"book__{name}": value for name, value in here.items()}
    own = {**of_book, "user": request.user}
    return asked.exists() or Holder.objects.filter(**own).exists() or Guarantor.objects.filter(**own).exists()
