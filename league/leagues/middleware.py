"""The tenant of a request: `/l/<league>/…` becomes `request.league` before any view runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from games.common.database.compiled import Param, PreparedQuery, columns, from_row
from league.leagues.models import Invitation, League, Membership

_LEAGUE = PreparedQuery(
    lambda: League.objects.filter(slug=Param("slug")).order_by().values_list(*columns(League))
)

_MEMBERSHIP = PreparedQuery(
    lambda: (
        Membership.objects.filter(league__slug=Param("slug"), user_id=Param("user"))
        .order_by()
        .values_list(*columns(Membership), *columns(League, "league__"))
    )
)


class TenantMiddleware:
    """Find the league that an address names, and the reader's membership in it.

    Takes `league_slug` out of the view's arguments and sets `request.league` and `request.membership`
    (None for visitors). A league that does not exist and one by invitation that the reader is no member of
    answer alike: 404. An address that also carries an invitation's token is left to its view to judge.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: Any, view: Callable[..., HttpResponse], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        slug = kwargs.pop("league_slug", None)
        if slug is None:
            return
        if any("\0" in part for part in kwargs.values() if isinstance(part, str)):
            raise Http404  # names nothing, and PostgreSQL will not even be asked for it
        membership = None
        own = _MEMBERSHIP.row(slug=slug, user=request.user.pk) if request.user.is_authenticated else None
        row = _LEAGUE.row(slug=slug) if own is None else own[len(columns(Membership)) :]
        league = from_row(League, row) if row else None
        if own and league:
            membership = from_row(Membership, own[: len(columns(Membership))])
            membership.league = league
        if league is None or not (league.is_public or membership or self.is_invited(league, kwargs)):
            raise Http404
        request.league = league
        request.membership = membership

    @staticmethod
    def is_invited(league: League, kwargs: dict[str, Any]) -> bool:
        token = kwargs.get("invitation")
        return token is not None and Invitation.objects.filter(league=league, token=token).exists()
