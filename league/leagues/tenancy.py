"""A request inside a league, as this floor's views know it (`games.gate.tenancy` says what `games` knows)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from league.leagues.errors import NotAllowed
from league.leagues.models import League, Membership


class TenantRequest(HttpRequest):
    league: League
    membership: Membership | None
    htmx: HtmxDetails


@contextmanager
def organiser_still_or_404() -> Iterator[None]:
    """Turn the refusal of someone who was an organiser a moment ago into what everyone else finds here."""
    try:
        yield
    except NotAllowed:
        raise Http404 from None


def organiser_or_404(request: TenantRequest) -> Membership:
    """The reader's membership if they organise this league; everyone else finds nothing at this address."""
    if request.membership is None or not request.membership.is_organiser:
        raise Http404
    return request.membership
