"""What seasons say on one person's page in a league: ranks now, titles, seasons played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, OuterRef, Q, Subquery
from django.http import HttpRequest

from games.common import clock
from league.competitions import kinds
from league.competitions.models import Competition, Entry, Standing
from league.competitions.selectors.seasons import address
from league.competitions.selectors.titles import Title, titles_of
from league.leagues.models import League
from league.users.models import User

RANKS: Final = 3
"""Seasons that go on whose rank leads the page."""
SEASONS: Final = 12
"""Seasons that the page names, the latest."""


@dataclass(frozen=True, slots=True)
class Part:
    """Someone's part in one season: their rank now, or in the end, of how many `people`; 0: none."""

    season: Competition
    rank: int
    people: int
    address: str
    offer: kinds.Offer | None = None


@dataclass(frozen=True, slots=True)
class Competing:
    """`ranks` in seasons that go on, with what the reader can do there; `seasons`, over and going on."""

    ranks: Sequence[Part]
    titles: Sequence[Title]
    seasons: Sequence[Part]


def competing_of(league: League, person: User, request: HttpRequest) -> Competing:
    """Three queries, and those of a kind for each season that goes on and that the reader is in, too."""
    found: dict[int, list[Entry]] = {}
    reader = request.user.pk if request.user.is_authenticated else None
    for entry in _entries(league, Q(user=person) | Q(user=reader) if reader else Q(user=person)):
        entry.competition.league = league
        found.setdefault(entry.competition_id, []).append(entry)
    theirs = {key: next((e for e in each if e.user_id == person.pk), None) for key, each in found.items()}
    parts = [_part(league, entry) for entry in theirs.values() if entry is not None]
    ranks = [part for part in parts if part.season.is_live and part.rank][:RANKS]
    if reader is not None and reader != person.pk:
        ranks = [_with_offer(part, found[part.season.pk], reader) for part in ranks]
    return Competing(ranks, titles_of(league, person), parts[:SEASONS])


def seasons_of(league: League, person: User) -> list[tuple[str, Any]]:
    """The seasons in which they have a place, or had one, as an address and a person name them. One query."""
    rows = _seen(league).filter(user=person).order_by("-competition")
    return list(dict.fromkeys(rows.values_list("competition__code", "competition__name")))


def games_of_season(league: League, code: str) -> Q:
    """The games of one season of `league`."""
    return Q(pairing__competition__league=league.pk, pairing__competition__code=code)


def _seen(league: League) -> Any:
    """The entries of begun seasons of `league` that everyone may know of."""
    begun = Entry.objects.filter(competition__league=league, competition__started_at__isnull=False)
    return begun.exclude(state__in=Entry.WITHOUT_PLACE)


def _entries(league: League, whose: Q) -> Any:
    """The latest seasons first; of one season the entry that stands, or the last. One query."""
    on_table = Standing.objects.filter(competition=OuterRef("competition"), rank__gt=0).order_by()
    people = on_table.values("competition").annotate(n=Count("pk")).values("n")
    rows = _seen(league).filter(whose).select_related("competition", "standing", "final_place")
    return rows.annotate(people=Subquery(people)).order_by("-competition", "-number")[: 4 * SEASONS]


def _part(league: League, entry: Any) -> Part:
    season, final = entry.competition, getattr(entry, "final_place", None)
    rank = (final.rank or 0 if final else 0) if season.is_over else entry.rank
    where = address(league.slug, "entrant", season.code, entry.number)
    return Part(season, rank, entry.people or 0, where)


def _with_offer(part: Part, entries: Sequence[Entry], reader: int) -> Part:
    standing = [entry for entry in entries if entry.state == Entry.State.PLAYING]
    own = next((entry for entry in standing if entry.user_id == reader), None)
    other = next((entry for entry in standing if entry.user_id != reader), None)
    if own is None or other is None or part.season.state != Competition.State.RUNNING:
        return part
    offer = kinds.of(part.season).offer(own, other, clock.shown())
    return Part(part.season, part.rank, part.people, part.address, offer)
