"""Rows of the log as the fold takes them, and back: `facts` hold what an export tells of each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

from league.competitions import ladder
from league.competitions.models import Challenge, Competition, Entry, Event
from league.competitions.rules.event_kind import EventKind


def events_of(competition: Competition) -> list[ladder.Event]:
    """The events that count, in the order in which they do. One query."""
    rows = Event.objects.filter(competition=competition, superseded_by=None).order_by("at", "pk")
    read = rows.values_list("pk", "at", "kind", "facts").iterator(chunk_size=5000)
    return ladder.in_order(_event(*row) for row in read)


def event_of(row: Event) -> ladder.Event:
    return _event(row.pk, row.at, row.kind, row.facts)


def _event(pk: int, at: datetime, kind: str, facts: Mapping[str, Any]) -> ladder.Event:
    given: dict[str, Any] = {name: facts[name] for name in _FIELDS[EventKind(kind)] if name in facts}
    if "order" in given:
        given["order"] = tuple(given["order"])
    return _CLASSES[EventKind(kind)](at=at, row=pk, **given)


_CLASSES: Final[Mapping[EventKind, type[ladder.Event]]] = {
    each.kind: each
    for each in (
        ladder.Opens,
        ladder.Joins,
        ladder.Result,
        ladder.Declined,
        ladder.Idle,
        ladder.Leaves,
        ladder.Challenged,
    )
}
_FIELDS: Final = {
    kind: tuple({each.name for each in fields(of_kind)} - {each.name for each in fields(ladder.Event)})
    for kind, of_kind in _CLASSES.items()
}
"""By kind, its value and those of its facts that the fold takes."""


def opens(
    competition: Competition,
    order: Sequence[int],
    at: datetime,
    now: datetime,
    ratings: Mapping[int, int] | None = None,
) -> Event:
    """`order`: the entries' numbers from the top. `ratings`: by entry, those that made it, where any did;
    they are kept in the order of the table, to be checked, and the fold takes no notice of them.
    """
    facts = {"order": list(order)}
    if ratings is not None:
        facts["ratings"] = [ratings[number] for number in order]
    return Event(competition=competition, at=at, kind=EventKind.OPENS, facts=facts, recorded_at=now)


def joins(entry: Entry, at: datetime) -> Event:
    return _about(entry, EventKind.JOINS, at, {"entry": entry.number})


def leaves(entry: Entry, at: datetime, why: str) -> Event:
    return _about(entry, EventKind.LEAVES, at, {"entry": entry.number, "why": why})


def idle(entry: Entry, at: datetime, cost: int, now: datetime) -> Event:
    event = _about(entry, EventKind.IDLE, at, {"entry": entry.number, "cost": cost})
    event.recorded_at = now
    return event


def declined(challenge: Challenge, at: datetime, cost: int, now: datetime) -> Event:
    """`challenge` comes with the entry that declined it."""
    facts = {"challenge": challenge.number, "entry": challenge.of.number, "cost": cost}
    event = _about(challenge.of, EventKind.DECLINED, at, facts)
    event.number, event.recorded_at = challenge.number, now
    return event


def challenged(challenge: Challenge, ratings: tuple[float | None, float | None]) -> Event:
    """`challenge` comes with both its entries, and with their ranks as the page has shown them."""
    facts = {
        "challenge": challenge.number,
        "by": challenge.by.number,
        "of": challenge.of.number,
        "seen": [challenge.by_rank, challenge.of_rank],
        "ratings": list(ratings),
    }
    event = _about(challenge.by, EventKind.CHALLENGE, challenge.made_at, facts)
    event.number = challenge.number
    return event


def counting_of(competition: Competition, people: Mapping[int, int] | None = None) -> ladder.Counting:
    """For whom games of the competition count, before any was played. `people` are those behind its entries;
    where they are not given and the rules are not old, one query.
    """
    if competition.has_old_rules:
        return ladder.Counting(is_old=True)
    if people is None:
        people = dict(competition.entries.values_list("number", "user"))
    return ladder.Counting(people=people)


def _about(entry: Entry, kind: EventKind, at: datetime, facts: dict[str, Any]) -> Event:
    return Event(
        competition_id=entry.competition_id,
        at=at,
        kind=kind,
        number=entry.number,
        facts=facts,
        entry=entry,
        recorded_at=at,
    )
