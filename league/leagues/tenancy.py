"""A request inside a league, as this floor's views know it (`games.tenancy` says what `games` knows)."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from league.leagues.models import League, Membership


class TenantRequest(HttpRequest):
    league: League
    membership: Membership | None
    htmx: HtmxDetails


def organiser_or_404(request: TenantRequest) -> Membership:
    """The reader's membership when he is an organiser here; everybody else finds nothing at this address."""
    if request.membership is None or not request.membership.is_organiser:
        raise Http404
    return request.membership
