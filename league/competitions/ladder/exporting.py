"""A ladder's part of the season's file: its events in the order in which they count, and its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from league.competitions import ladder
from league.competitions.ladder import log
from league.competitions.models import Competition, Event
from league.competitions.rules.canonical import written
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.finality import finality_of

FIELDS: Final[Mapping[EventKind, Sequence[str]]] = {
    EventKind.OPENS: ("order",),
    EventKind.JOINS: ("entry",),
    EventKind.RESULT: ("challenge", "game", "winner", "loser", "how"),
    EventKind.DECLINED: ("challenge", "entry", "cost"),
    EventKind.IDLE: ("entry", "cost"),
    EventKind.LEAVES: ("entry", "why"),
    EventKind.CHALLENGE: ("challenge", "by", "of", "ratings", "seen"),
}
"""By kind, those of its facts that an export tells."""


def exported(competition: Competition, now: datetime, people: Mapping[int, int]) -> dict[str, Any]:
    """`events`, `rounds` (it has none) and `table`. `people`: by entry, who is behind it. Three queries."""
    folded = ladder.fold(log.events_of(competition), log.counting_of(competition, people))
    return {
        "events": _events(competition, now, folded),
        "rounds": [],
        "table": [dict(row) for row in ladder.rows(folded)],
    }


def _events(competition: Competition, now: datetime, folded: ladder.Ladder) -> list[dict[str, Any]]:
    """All events in the order in which they count, superseded ones too; `folded` is what they come to."""
    rows = Event.objects.filter(competition=competition).order_by("at", "pk")
    found: list[tuple[datetime, EventKind, int, int, dict[str, Any]]] = []
    ends = set[tuple[datetime, int]]()
    finality = finality_of(competition, now)
    columns = ("at", "kind", "number", "facts", "superseded_by", "supersedes", "recorded_at", "pk")
    for at, kind, number, facts, superseded, supersedes, recorded_at, pk in rows.values_list(*columns):
        event: dict[str, Any] = {"at": written(at), "kind": kind}
        event |= {name: facts[name] for name in FIELDS[EventKind(kind)]}
        if kind == EventKind.CHALLENGE:
            event["ranks"] = [rank or None for rank in folded.ranks[number]]
        if kind == EventKind.RESULT:
            firm = finality.of(number, at, recorded_at, supersedes=supersedes is not None)
            event["provisional"] = not firm.is_final and not superseded
            event["early"] = facts.get("early", False)
            event["counts"] = [] if superseded else folded.counts[number]
        if superseded:
            event["superseded"] = True
        if kind == EventKind.RESULT and not superseded:
            ends.add((at, number))
        found.append((at, EventKind(kind), number, pk, event))
    found.sort(key=lambda each: (*ladder.key_of(each[0], each[1], each[2], ends), each[3]))
    return [event for *_place, event in found]
