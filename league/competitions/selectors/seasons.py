"""A league's competitions, as its list and its home name them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from adjudicator.texts.names import listed
from games.common.database.compiled import Param, PreparedQuery
from games.common.words import addresses
from games.common.words.local import language
from games.common.words.people import called
from games.words import wording
from league.competitions.models import Competition, Entry, Standing
from league.competitions.state.champions import champions as winners
from league.leagues.models import League

State = Competition.State

SEASONS_A_PAGE: Final = 20
_DAY: Final = timedelta(days=1)
GROUPS: Final = {
    "running": (State.RUNNING, State.CLOSING),
    "announced": (State.ANNOUNCED,),
    "drafts": (State.DRAFT,),
}
"""The groups of seasons before the finished ones, in their order."""


@dataclass(frozen=True, slots=True)
class Line:
    """One season in a list. `people` are those who are in it, or were when it ended; `champions`: who won."""

    season: Competition
    people: int
    is_mine: bool
    champions: Sequence[str] = ()

    @property
    def winners(self) -> str:
        """Who won, in words; several if they share the first rank."""
        return listed([called(name) for name in self.champions], language())

    @property
    def game(self) -> str:
        """What is played: Intimate Diplomacy."""
        return wording.game(self.season.variant, self.season.rules.get("settings", {}))

    @property
    def address(self) -> str:
        return self.season.get_absolute_url()


@dataclass(frozen=True, slots=True)
class Group:
    """Seasons that are equally far: `key` is `running`, `announced`, `drafts` or `over`."""

    key: str
    lines: Sequence[Line]


def going_on(league: League, person: Any, *, sees_drafts: bool) -> list[Group]:
    """The seasons of a league that are not over, by how far they are. Two queries.

    Organisers see all drafts, others those in which they are arbiters.
    """
    found = league.competitions.exclude(state__in=[State.FINISHED, State.CANCELLED])
    if not sees_drafts:
        own = Q(arbiters__user=person, arbiters__left_at=None) if person else Q(pk=None)
        found = found.filter(~Q(state=State.DRAFT) | own).distinct()
    lines = lines_of(league, found.order_by("-pk"), person)
    groups = (
        Group(key, [line for line in lines if line.season.state in states]) for key, states in GROUPS.items()
    )
    return [group for group in groups if group.lines]


def over(league: League) -> QuerySet[Competition]:
    """Those that are over, the latest first; a draft that was cancelled was no one's business."""
    found = league.competitions.filter(state__in=[State.FINISHED, State.CANCELLED])
    return found.filter(announced_at__isnull=False).order_by("-pk")


def lines_of(league: League, seasons: QuerySet[Competition], person: Any) -> list[Line]:
    """Lines of these seasons of `league`. Three queries."""
    counted = (
        Entry.objects.filter(competition=OuterRef("pk"), state__in=Entry.IN)
        .order_by()
        .values("competition")
        .annotate(n=Count("pk"))
    )
    rows: Iterable[Any] = list(seasons.annotate(people=Coalesce(Subquery(counted.values("n")), 0)))
    keys = [row.pk for row in rows]
    mine = (
        set(
            Entry.objects.filter(
                user_id=person, state__in=Entry.STANDING, competition_id__in=keys
            ).values_list("competition_id", flat=True)
        )
        if person and keys
        else set()
    )
    first = winners().filter(competition__in=keys).order_by("place", "entry__number")
    champions = defaultdict[int, list[str]](list)
    for key, name in first.values_list("competition_id", "entry__user__username") if keys else ():
        champions[key].append(name)
    for row in rows:
        row.league = league
    return [Line(row, row.people, row.pk in mine, champions[row.pk]) for row in rows]


@dataclass(frozen=True, slots=True)
class Numbers:
    """How full a season is: places taken, those of them that wait for their fee, and the waiting list."""

    taken: int
    waiting: int
    unpaid: int = 0

    def free(self, largest: int) -> int:
        return max(0, largest - self.taken)


def numbers_of(season: Competition) -> Numbers:
    """One query."""
    return Numbers(*_NUMBERS.row(season=season.pk) or (0, 0, 0))


def _numbers() -> QuerySet[Entry, Any]:
    taken = Q(state__in=Entry.IN)
    of_one = Entry.objects.filter(competition_id=Param("season")).order_by().values("competition")
    return of_one.annotate(
        taken=Count("pk", filter=taken),
        waiting=Count("pk", filter=Q(state=Entry.State.WAITING)),
        unpaid=Count("pk", filter=taken & Q(payment__in=Entry.OWING)),
    ).values_list("taken", "waiting", "unpaid")


_NUMBERS = PreparedQuery(_numbers)


class OnTable(NamedTuple):
    """How many people stand on a season's table, and how many of its games count, void ones left out."""

    people: int
    games: int


def on_table(season: Competition) -> OnTable:
    """One query."""
    people, sides = _ON_TABLE.row(season=season.pk) or (0, 0)
    return OnTable(people, sides // 2)


_ON_TABLE = PreparedQuery(
    lambda: (
        Standing.objects.filter(competition_id=Param("season"))
        .order_by()
        .values("competition")
        .annotate(people=Count("pk", filter=Q(rank__gt=0)), sides=Sum("games"))
        .values_list("people", "sides")
    )
)


def address(league_slug: str, name: str, *parts: str | int) -> str:
    """The address of a page of a season: `address("calais", "entrant", code, 7)`."""
    *known, last = parts or ("",)
    if isinstance(last, int):
        before, after = _around_a_number(league_slug, name, *known)
        return f"{before}{last}{after}"
    return addresses.address(f"tournaments:{name}", league_slug, *parts)


@lru_cache(maxsize=1024)
def _around_a_number(league_slug: str, name: str, *parts: str | int) -> tuple[str, str]:
    """What stands before a number that ends these parts of an address, and after it: kept for all numbers
    alike, since a season has thousands.
    """
    before, zero, after = addresses.address(f"tournaments:{name}", league_slug, *parts, 0).rpartition("/0/")
    return f"{before}{zero[0]}", f"{zero[-1]}{after}"


def day_of(season: Competition, now: datetime) -> tuple[int, int]:
    """Which day of the season it is, from 1, and how many there are."""
    days = max(1, -(-(season.ends_at - season.starts_at) // _DAY))
    return min(max(1, (now - season.starts_at) // _DAY + 1), days), days
