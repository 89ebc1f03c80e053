"""The longest times at the top of a ladder, and the games that were played in each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models import (
    Count,
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce

from games.common import clock
from games.common.words.people import called
from league.competitions.models import Event, Reign
from league.competitions.rules.event_kind import EventKind
from league.leagues.models import League
from league.standings.models import AuctionGame

MOST_REIGNS: Final = 10
FOR_EVER: Final = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ReignLine:
    """One line of the longest reigns; `until` None: it goes on. `asked` names it in the list of its games."""

    name: str
    season: str
    season_code: str
    league_slug: str
    league_name: str
    since: datetime
    until: datetime | None
    length: timedelta
    games: int
    asked: str

    @property
    def days(self) -> int:
        return self.length.days


def reigns_of_book(league: League | None, kind: str) -> list[ReignLine]:
    """The record book's chapter of a kind of games. One query."""
    return longest_reigns(league, kind, clock.shown())


def longest_reigns(league: League | None, kind: str, now: datetime) -> list[ReignLine]:
    """The longest reigns on the ladders of a league, or of all public ones, the longest first. One query."""
    until = Coalesce("until", Value(now), output_field=DateTimeField())
    length = ExpressionWrapper(until - F("since"), output_field=DurationField())
    rows = _reigns(league).filter(kind=kind, since__lt=now).annotate(length=length)
    longest = rows.order_by("-length", "pk").values("pk")[:MOST_REIGNS]
    shown = rows.filter(pk__in=Subquery(longest)).annotate(games=_count()).order_by("-length", "pk")
    return [
        ReignLine(
            name=called(row.entry.user.get_username()),
            season=row.competition.name,
            season_code=row.competition.code,
            league_slug=row.competition.league.slug,
            league_name=row.competition.league.name,
            since=row.since,
            until=row.until,
            length=row.length,
            games=row.games,
            asked=f"{row.competition.code}.{row.number}",
        )
        for row in shown.select_related("entry__user", "competition__league")
    ]


def games_of_reign(league: League | None, asked: str) -> Q | None:
    """Which games of the record book their player has finished in a reign, with the one that began it; None
    where no such reign may be known. One query.
    """
    season, _dot, number = asked.partition(".")
    row = _reigns(league).filter(competition__code=season, number=int(number)).first()
    if row is None:
        return None
    return _played(row.competition_id, row.entry_id, row.since, row.until or FOR_EVER)


def _reigns(league: League | None) -> QuerySet[Reign]:
    if league is not None:
        return Reign.objects.filter(competition__league=league)
    return Reign.objects.filter(competition__league__visibility=League.Visibility.PUBLIC)


def _count() -> Coalesce:
    since, until = (OuterRef(OuterRef(name)) for name in ("since", "until"))  # in a query of this query
    last = Coalesce(until, Value(FOR_EVER), output_field=DateTimeField())
    played = AuctionGame.objects.filter(_played(OuterRef("competition"), OuterRef("entry"), since, last))
    counted = played.order_by().annotate(one=Value(1)).values("one").annotate(games=Count("pk"))
    return Coalesce(Subquery(counted.values("games"), output_field=IntegerField()), 0)


def _played(season: Any, entry: Any, since: Any, until: Any) -> Q:
    """Games of the record book that `entry` played in `season` and whose results counted in this time."""
    results = Event.objects.filter(
        game=OuterRef("game"), kind=EventKind.RESULT, superseded_by=None, at__gte=since, at__lte=until
    )
    return Q(game__pairing__competition=season, game__pairing__sides__entry=entry) & Q(Exists(results))
