"""Reigns: who was at the top of a ladder, and how long, from the moves that its log comes to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from league.competitions.models import Competition, Event, Move, Reign
from league.competitions.rules.event_kind import EventKind
from league.ratings.keys import key_of

LIVE = (Competition.State.RUNNING, Competition.State.CLOSING)


@dataclass(frozen=True, slots=True)
class Held:
    """An entry (its number) that was at the top from `since` to `until`; None: it still is."""

    entry: int
    since: datetime
    until: datetime | None = None


def reigns(
    order: Sequence[int],
    began: datetime,
    moves: Iterable[tuple[int, int, int, datetime]],
    over: datetime | None,
) -> list[Held]:
    """Who was at the top of a table that began in this `order`, in the order of time.

    `moves`: an entry, its rank before and after (0: not in the table), and when, in the order in which they
    count. `over`: when the season ended. Being at the top for no time at all is no reign.
    """
    table, found = list(order), list[Held]()
    _note(found, table, began)
    for entry, before, after, at in moves:
        if before:
            del table[before - 1]
        if after:
            table.insert(after - 1, entry)
        if before == 1 or after == 1:
            _note(found, table, at)
    if over is not None and found and found[-1].until is None:
        found[-1] = replace(found[-1], until=over)
    return [held for held in found if held.until is None or held.until > held.since]


def _note(found: list[Held], table: Sequence[int], at: datetime) -> None:
    """Add the player at the top of `table` at this moment, and end the reign before it."""
    last = found[-1] if found and found[-1].until is None else None
    if last is not None and table and last.entry == table[0]:
        return
    if last is not None:
        found.pop()
        if last.since < at:
            found.append(replace(last, until=at))
    if not table:
        return
    if found and found[-1] == replace(found[-1], entry=table[0], until=at):
        found[-1] = replace(found[-1], until=None)
        return
    found.append(Held(table[0], at))


def make_reigns() -> None:
    """Make again the reigns of all seasons whose table can still change, and those of seasons that ended."""
    kept = Reign.objects.filter(competition=OuterRef("pk"))
    is_complete = Exists(kept) & ~Exists(kept.filter(until=None))
    begun = Competition.objects.filter(kind="ladder", started_at__isnull=False)
    ended = Q(state=Competition.State.FINISHED) & ~is_complete
    for season in begun.filter(Q(state__in=LIVE) | ended).order_by("pk"):
        make_reigns_of(season)
    Reign.objects.filter(competition__state=Competition.State.CANCELLED).delete()


def reigns_of(season: Competition) -> list[Held]:
    """The reigns of a season, as its log has them now. Two queries."""
    opens = Event.objects.filter(competition=season, kind=EventKind.OPENS, superseded_by=None).first()
    if opens is None:
        return []
    moves = Move.objects.filter(competition=season).order_by("place")
    rows = moves.values_list("entry__number", "before", "after", "at")
    return reigns(opens.facts["order"], opens.at, rows.iterator(chunk_size=5000), season.over_at)


@transaction.atomic
def make_reigns_of(season: Competition) -> None:
    """Make again the reigns of one season that has begun."""
    entries = dict(season.entries.values_list("number", "pk"))
    kind = key_of(season.variant, season.rules["settings"])
    Reign.objects.filter(competition=season).delete()
    Reign.objects.bulk_create(
        Reign(
            competition=season,
            number=number,
            entry_id=entries[held.entry],
            kind=kind,
            since=held.since,
            until=held.until,
        )
        for number, held in enumerate(reigns_of(season), start=1)
    )
