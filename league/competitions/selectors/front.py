"""Seasons that take entries, on the site's first page: for strangers, members, and newcomers in no league."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import clock
from games.common.words.local import day
from league.competitions.models import Arbiter, Competition, Entry
from league.competitions.selectors.seasons import address
from league.leagues.front import Sign, Suggestion, shows_life, suggests
from league.leagues.models import League, Membership, Sanction
from league.money import money

LOOKED_AT: Final = 10
"""Seasons, the soonest to close first, among which one with a free place is looked for."""


@shows_life
def _to_strangers() -> Sign | None:
    public = _taking_entries(clock.shown()).filter(league__visibility=League.Visibility.PUBLIC)
    season = next(_with_places(public), None)
    if season is None:
        return None
    return Sign(in_words(season), _("See “%(season)s”") % {"season": season.name}, season.get_absolute_url())


@suggests
def _to_members(user: Any) -> Iterator[Suggestion]:
    now = clock.shown()
    free = Q(suspended_until=None) | Q(suspended_until__lte=now)
    own = Membership.objects.filter(free, league=OuterRef("league"), user=user)
    entered = Entry.objects.filter(competition=OuterRef("pk"), user=user)
    rules = Arbiter.objects.filter(competition=OuterRef("pk"), user=user, left_at=None)
    is_public = Q(league__visibility=League.Visibility.PUBLIC)
    banned = Sanction.objects.filter(
        league=OuterRef("league"), person=user, kind=Sanction.Kind.BAN, lifted_at=None
    )
    joined = Membership.objects.filter(
        user=user, league__pool=None
    )  # a search makes one a member of the pool's
    is_new = ~Exists(joined) & ~Exists(banned)
    seasons = _taking_entries(now).annotate(is_own=Exists(own))
    seasons = seasons.filter(Q(is_own=True) | (is_public & is_new), ~Exists(entered), ~Exists(rules))
    for season in _with_places(seasons):
        enter = address(season.league.slug, "enter", season.code)
        yield Suggestion(
            key=f"season:{season.pk}",
            title=season.name,
            text=f"{season.league.name}. {in_words(season)}",
            way=_("Enter the season") if season.is_own else _("See the season"),
            address=enter if season.is_own else season.get_absolute_url(),
        )


def _taking_entries(now: datetime) -> QuerySet[Competition]:
    taken = Count("entries", filter=Q(entries__state__in=Entry.IN))
    return (
        Competition.objects.filter(
            state=Competition.State.ANNOUNCED, enters_from__lte=now, enters_until__gt=now
        )
        .annotate(taken=taken)
        .select_related("league")
        .order_by("enters_until", "pk")
    )


def _with_places(seasons: QuerySet[Competition]) -> Iterator[Any]:
    """Those that anyone may enter and that are not full. One query."""
    for season in seasons[:LOOKED_AT]:
        if not season.rules.get("invitation") and _free(season) > 0:
            yield season


def _free(season: Any) -> int:
    return int(season.terms.largest - season.taken)


def in_words(season: Any) -> str:
    """Until when a season takes entries, how many, and what one costs: play money is called so."""
    free = _free(season)
    places = ngettext("%(count)d free place", "%(count)d free places", free) % {"count": free}
    said = {
        "season": season.name,
        "until": day(season.enters_until - timedelta(seconds=1)),  # the last day, where it is a midnight
        "places": places,
        "fee": _fee(season),
    }
    return _("Enter “%(season)s” until %(until)s: %(places)s, %(fee)s.") % said


def _fee(season: Competition) -> str:
    given = season.terms.money
    if given is None or not given.fee:
        return _("no entry fee")
    said = {"sum": money(given.fee, given.currency)}
    if given.is_play:
        return _("entry fee %(sum)s of play money") % said
    return _("entry fee %(sum)s") % said
