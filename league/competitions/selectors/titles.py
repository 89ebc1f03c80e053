"""Titles: what winning a season puts on a person's page, in the league's hall, and for a while beside a name.

A title is not stored. It follows from the final places (`state/champions.py`), so it goes when they change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.common import clock
from games.common.database import cached
from league.competitions.models import Competition, FinalPlace
from league.competitions.selectors.seasons import Line, address, lines_of
from league.competitions.state.champions import champions
from league.leagues.models import League, Membership

LONGEST: Final = timedelta(days=365)
"""The longest time that a title is shown beside a name, if no later season replaces it."""
ACROSS: Final = 8
"""So many people played the least number of games where a title is shown in other leagues as well."""
SECONDS: Final = 60
"""The seconds for which a league's titles beside names are kept."""
HALL_A_PAGE: Final = 20


class Title(NamedTuple):
    """That someone won a season. `league`: the other league that it was won in; empty: the one that asks."""

    season: str
    address: str
    league: str = ""


@dataclass(frozen=True, slots=True)
class Winner:
    """A champion, and where their part in the season is told."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Hall:
    """A season of the hall with those who won it."""

    line: Line
    winners: Sequence[Winner]


def titles_beside(league: League) -> Mapping[str, Sequence[Title]]:
    """By name, the titles that stand beside it in `league`: won there, or in a public league by one of its
    members; the latest first. One query a minute.
    """
    found: Mapping[str, Sequence[Title]] = cached.under(
        f"titles-beside-{league.pk}", lambda: _beside(league), seconds=SECONDS
    )
    return found


def titles_of(league: League, person: Any) -> list[Title]:
    """All that `person` has won as `league` shows it, the latest first. One query."""
    rows = _shown_in(league, entry__user=person.pk)
    return [title for _name, title in _read(league, rows)]


def is_across(season: Competition) -> bool:
    """Whether titles of a finished season are shown in other leagues. One query."""
    enough = champions().alias(played=_played()).filter(competition=season, played__gte=ACROSS)
    return season.league.is_public and enough.exists()


def hall_of(league: League) -> QuerySet[Competition]:
    """The seasons of `league` that someone won, the latest first."""
    won = champions().filter(competition=OuterRef("pk"))
    return league.competitions.filter(Exists(won)).order_by("-over_at", "-pk")


def hall_lines(league: League, seasons: QuerySet[Competition]) -> list[Hall]:
    """Lines of these seasons of the hall. Four queries."""
    lines = lines_of(league, seasons, None)
    codes = {line.season.pk: line.season.code for line in lines}
    first = champions().filter(competition__in=list(codes)).order_by("place", "entry__number")
    found: dict[int, list[Winner]] = defaultdict(list)
    for season, number, name in first.values_list("competition", "entry__number", "entry__user__username"):
        found[season].append(Winner(name, address(league.slug, "entrant", codes[season], number)))
    return [Hall(line, found[line.season.pk]) for line in lines]


def _beside(league: League) -> dict[str, tuple[Title, ...]]:
    later = Competition.objects.filter(
        league=OuterRef("competition__league"),
        kind=OuterRef("competition__kind"),
        variant=OuterRef("competition__variant"),
        state=Competition.State.FINISHED,
        over_at__gt=OuterRef("competition__over_at"),
    )
    rows = _shown_in(league, competition__over_at__gt=clock.now() - LONGEST).exclude(Exists(later))
    found: dict[str, tuple[Title, ...]] = defaultdict(tuple)
    for name, title in _read(league, rows):
        found[name] += (title,)
    return dict(found)


def _shown_in(league: League, **narrowed: Any) -> QuerySet[FinalPlace]:
    """First ranks that `league` may show: its own, and those of its members in public leagues that enough
    people played in. Of those who closed their accounts there is nothing to put beside a name.
    """
    members = Membership.objects.filter(league=league.pk, user=OuterRef("entry__user"))
    elsewhere = Q(
        Exists(members), competition__league__visibility=League.Visibility.PUBLIC, played__gte=ACROSS
    )
    rows = champions().filter(entry__user__is_active=True, **narrowed).alias(played=_played())
    return rows.filter(Q(competition__league=league.pk) | elsewhere)


def _played() -> Coalesce:
    """Of a final place: how many in its season played as much as a final rank takes, and at all."""
    ranked = FinalPlace.objects.filter(
        competition=OuterRef("competition"), rank__isnull=False, entry__standing__counted__gte=1
    )
    counted = ranked.order_by().values("competition").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _read(league: League, rows: QuerySet[FinalPlace]) -> list[tuple[str, Title]]:
    columns = (
        f"competition__{column}" for column in ("name", "code", "league", "league__name", "league__slug")
    )
    latest_first = rows.order_by("-competition__over_at", "-competition")
    return [
        (user, Title(season, address(slug, "season", code), name if key != league.pk else ""))
        for user, season, code, key, name, slug in latest_first.values_list("entry__user__username", *columns)
    ]
