"""The season that an address names, as its reader knows it."""

from __future__ import annotations

from typing import Any

from django.http import Http404

from games.common import clock
from league.competitions.state.season_access import Reader, reader_of


def reader_or_404(request: Any, season: str) -> Reader:
    """How the reader stands to the season of the request's league with this code; 404 where they may not know
    of one. Three queries.
    """
    reader = reader_of(request.league, season, request.user, request.membership, clock.shown())
    if reader is None:
        raise Http404
    return reader
