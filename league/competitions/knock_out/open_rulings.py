"""What of knock-outs waits for an arbiter: a voided game of which they say who goes on, and a game that is
still played on its round's last day, which they void first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, Subquery

from league.competitions.knock_out.bracket import Bracket
from league.competitions.knock_out.rules import KnockOutRules
from league.competitions.knock_out.state import seats_of
from league.competitions.models import Competition, Dispute, Event, Pairing, Side, that_count
from league.competitions.models.pairing import runs
from league.competitions.rules.endings import VOIDS
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.finality import known_at

LIVE: Final = (Competition.State.RUNNING, Competition.State.CLOSING)


class OpenRuling(NamedTuple):
    """A game (`number`) of a `season` between two people (names): voided, and who goes on is to be said until
    `due`; or still played (`game`, its code) though its round's last day is over.
    """

    season: Competition
    number: int
    one: str
    two: str
    due: datetime | None
    game: str = ""


def open_rulings(pairings: QuerySet[Pairing], now: datetime, most: int) -> Iterator[OpenRuling]:
    """Those among the first `most` of these pairings that may be some. One query."""
    last_days: dict[int, Callable[[int], datetime]] = {}
    # Games that are over come first: of those that are played most wait for no one.
    rows: Any = _asked(pairings).select_related("competition__league", "game").order_by("is_on", "pk")
    for row in rows[:most]:
        season = row.competition
        if row.is_on:
            if season.pk not in last_days:
                last_days[season.pk] = _last_day_in(season, row.opens["order"])
            if now >= last_days[season.pk](row.number):
                yield OpenRuling(season, row.number, row.one, row.two, None, row.game.code)
        else:
            known = known_at(row.at, row.recorded_at)
            is_firm = row.is_ruled or now >= known + timedelta(days=season.rules["dispute_days"])
            due = known + timedelta(days=season.terms.ruling_days)
            if is_firm and now < due:
                yield OpenRuling(season, row.number, row.one, row.two, due)


def _asked(pairings: QuerySet[Pairing]) -> Any:
    """Those on which nothing is decided whose game is played or was voided, with what is known of that."""
    here = {"competition": OuterRef("competition")}
    events = Event.objects.filter(that_count(), **here)
    mine = events.filter(number=OuterRef("number"))
    is_void = Q(facts__how__in=list(VOIDS)) & ~Q(facts__has_key="silent")
    void = mine.filter(is_void, kind=EventKind.RESULT)
    disputes = Dispute.objects.filter(pairing=OuterRef("pk"))
    sides = Side.objects.filter(pairing=OuterRef("pk")).values("entry__user__username")
    is_on = runs()
    return pairings.filter(
        is_on | Q(Exists(void)) & ~Q(Exists(disputes.filter(ruled_at=None))),
        ~Exists(mine.filter(kind=EventKind.ADVANCES)),
        competition__state__in=LIVE,
        competition__kind=KnockOutRules.KIND,
    ).annotate(
        is_on=ExpressionWrapper(is_on, BooleanField()),
        at=Subquery(void.values("at")[:1]),
        recorded_at=Subquery(void.values("recorded_at")[:1]),
        is_ruled=ExpressionWrapper(
            Q(Exists(disputes.exclude(ruled_at=None))) | Q(Exists(void.exclude(supersedes=None))),
            BooleanField(),
        ),
        opens=Subquery(events.filter(kind=EventKind.OPENS).values("facts")[:1]),
        one=Subquery(sides.order_by("pk")[:1]),
        two=Subquery(sides.order_by("-pk")[:1]),
    )


def _last_day_in(season: Competition, order: list[int]) -> Callable[[int], datetime]:
    """Tells of a game's number the last day of its round."""
    bracket = Bracket(seats_of(order), season.rules["third_place"])
    terms: Any = season.dated_terms
    days = list(terms.last_days(bracket.rounds, season.started_at or season.starts_at))
    size = len(bracket.seats)
    return lambda number: days[bracket.round_of(number if number <= size else number - size) - 1]
