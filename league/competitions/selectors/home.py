"""Seasons that are played, on their league's own page: my rank and next step, the head, latest results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, QuerySet, Window

from games.common import clock
from games.common.database.compiled import Param, PreparedModels
from games.words.addresses import game_address
from league.competitions import kinds
from league.competitions.models import Competition, Entry, Event, Side, Standing, that_count
from league.competitions.rules.event_kind import EventKind
from league.competitions.selectors.log import Names, in_words
from league.competitions.selectors.seasons import address
from league.leagues.models import League, Membership

SEASONS_SHOWN: Final = 3
HEAD: Final = 5
RESULTS: Final = 3


@dataclass(frozen=True, slots=True)
class Place:
    rank: int
    name: str
    address: str
    is_me: bool
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Result:
    says: str
    address: str
    at: Any


@dataclass(frozen=True, slots=True)
class Played:
    """One season that is played. `rank` 0: the reader is not in its table; `step`: what they do next."""

    season: Competition
    rank: int
    step: str
    head: Sequence[Place]
    results: Sequence[Result]

    @property
    def address(self) -> str:
        return self.season.get_absolute_url()

    @property
    def kind(self) -> kinds.Kind:
        return kinds.of(self.season)


@dataclass(frozen=True, slots=True)
class Home:
    played: Sequence[Played]
    announced: Sequence[Competition]


STATES = (Competition.State.RUNNING, Competition.State.CLOSING, Competition.State.ANNOUNCED)

_SHOWN = PreparedModels(
    Competition,
    lambda: Competition.objects.filter(league_id=Param("league"), state__in=STATES).order_by("-pk")[
        : 2 * SEASONS_SHOWN
    ],
)


def home_of(league: League, user: Any, membership: Membership | None) -> Home:
    """What the league's page tells of its competitions. One query; four more where a ladder is played, and
    nine at most for each ladder that the reader stands on.
    """
    person = user.pk if membership is not None else None
    found = _SHOWN.all(league=league.pk)
    for season in found:
        season.league = league
    live = [season for season in found if season.is_live][:SEASONS_SHOWN]
    announced = [season for season in found if not season.is_live][:SEASONS_SHOWN]
    if not live:
        return Home((), announced)
    heads = _heads(league, live, person)
    own = _own(live, person)
    now = clock.shown()
    steps = {key: kinds.of(entry.competition).step(entry, now) for key, entry in own.items()}
    results = _results(league, live)
    return Home(
        [
            Played(
                season,
                own[season.pk].standing.rank if season.pk in own else 0,
                steps.get(season.pk, ""),
                heads[season.pk],
                results[season.pk],
            )
            for season in live
        ],
        announced,
    )


def _heads(league: League, live: Sequence[Competition], person: int | None) -> Mapping[int, list[Place]]:
    """The first of each season, by its key; not those of whom more share a rank than are shown. One query."""
    codes = {season.pk: season.code for season in live}
    share = Window(Count("pk"), partition_by=["competition", "rank"])
    first = Standing.objects.filter(competition__in=live, rank__gt=0, rank__lte=HEAD).annotate(share=share)
    rows = first.filter(share__lte=HEAD).order_by("rank")
    found: dict[int, list[Place]] = defaultdict(list)
    columns = ("competition_id", "rank", "entry__number", "entry__user_id", "entry__user__username")
    for season, rank, number, user, name, *record in rows.values_list(*columns, "won", "drawn", "lost"):
        where = address(league.slug, "entrant", codes[season], number)
        found[season].append(Place(rank, name, where, person is not None and user == person, *record))
    return found


def _own(live: Sequence[Competition], person: int | None) -> Mapping[int, Entry]:
    """The reader's part in each ladder that they stand on, with where, by the ladder's key. One query."""
    if person is None:
        return {}
    entries = Entry.objects.filter(
        competition__in=live, user_id=person, state__in=Entry.STANDING, standing__rank__gt=0
    )
    own = {entry.competition_id: entry for entry in entries.select_related("standing")}
    for season in live:
        if season.pk in own:
            own[season.pk].competition = season
    return own


def _results(league: League, live: Sequence[Competition]) -> Mapping[int, list[Result]]:
    """The latest results of these seasons. Two queries."""
    found: dict[int, list[Result]] = defaultdict(list)
    for season, result in _told(league, live, _events_of(live)[: RESULTS * len(live)]):
        found[season].append(result)
    return found


def results_between(league: League, live: Sequence[Competition], since: datetime, most: int) -> list[Result]:
    """The latest results of these seasons after a moment, all together. Two queries."""
    found = _told(league, live, _events_of(live).filter(at__gt=since)[:most])
    return [result for _season, result in found]


def _events_of(live: Sequence[Competition]) -> QuerySet[Event]:
    results = Event.objects.filter(that_count(), competition__in=live, kind=EventKind.RESULT)
    return results.order_by("-at", "-pk")


def _told(
    league: League, live: Sequence[Competition], events: QuerySet[Event]
) -> Iterator[tuple[int, Result]]:
    """Results in words, each with the key of its season. Two queries."""
    rows: Any = list(events.values_list("competition_id", "number", "facts", "at"))
    keys = {(season, number) for season, number, *_rest in rows}
    sides = Side.objects.filter(
        pairing__competition__in=live, pairing__number__in={number for _season, number in keys}
    ).order_by("pk")
    people: dict[int, dict[int, str]] = defaultdict(dict)
    pairs: dict[int, dict[int, tuple[int, ...]]] = defaultdict(lambda: defaultdict(tuple))
    columns = ("pairing__competition", "pairing__number", "entry__number", "entry__user__username")
    for season, number, entry, name in sides.values_list(*columns):
        people[season][entry] = name
        pairs[season][number] += (entry,)
    seasons = {season.pk: season for season in live}
    for season, _number, facts, at in rows:
        names = Names(people[season], pairs[season])
        where = game_address(league.slug, facts["game"]) if facts.get("game") else ""
        yield season, Result(in_words(seasons[season], EventKind.RESULT, facts, names), where, at)
