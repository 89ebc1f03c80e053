"""A competition as anybody can check it: one JSON object in the canonical form (docs/season-export.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from league.competitions import ladder
from league.competitions.ladder import log
from league.competitions.log.export_log import log_of
from league.competitions.models import Competition, Event
from league.competitions.rules.canonical import pieces_of, written
from league.competitions.rules.common_rules import Names
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.finality import finality_of

FORMAT: Final = 2

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


def export(competition: Competition, now: datetime) -> dict[str, Any]:
    """The export of a competition at the moment `now`; plain JSON values. A fixed number of queries."""
    entries = _entry_rows(competition)
    people = {row[0]: row[1] for row in entries}
    folded = ladder.fold(log.events_of(competition), log.counting_of(competition, people))
    found = {
        "format": FORMAT,
        "league": competition.league.slug,
        "code": competition.code,
        "kind": competition.kind,
        "variant": competition.variant,
        "rules": competition.rules,
        "rules_sha256": competition.rules_sha256,
        "entries": list(_entries(competition, entries)),
        "draws": [_draw(each) for each in competition.draws.order_by("pk")],
        "events": _events(competition, now, folded),
        "log": log_of(competition),
        "rounds": [],
        "table": [dict(row) for row in ladder.rows(folded)],
    }
    if competition.state == Competition.State.FINISHED:
        found["final"] = _final(competition)
    return found


def export_pieces(competition: Competition, now: datetime) -> Iterator[str]:
    """The same in the canonical form, a piece at a time: keys sorted, no spaces."""
    return pieces_of(export(competition, now))


def export_bytes(competition: Competition, now: datetime) -> bytes:
    """All of it in UTF-8."""
    return "".join(export_pieces(competition, now)).encode()


def _entry_rows(competition: Competition) -> Sequence[tuple[Any, ...]]:
    columns = ("number", "user", "user__username", "entered_at", "state")
    return list(competition.entries.order_by("number").values_list(*columns))


def _entries(competition: Competition, rows: Sequence[tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    shows_names = competition.rules["names"] == Names.PEOPLE
    people: dict[int, int] = {}
    for number, user, name, at, state in rows:
        yield {
            "entry": number,
            "person": people.setdefault(user, len(people) + 1),
            "name": name if shows_names else f"#{number}",
            "at": written(at),
            "state": state,
        }


def _draw(draw: Any) -> dict[str, Any]:
    """A draw; before it is made, its commitment alone."""
    is_open = draw.drawn_at is not None
    return {
        "label": draw.label,
        "commitment": draw.commitment,
        "secret": draw.secret if is_open else None,
        "words": draw.words,
        "over": draw.over,
        "order": draw.order,
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


def _final(competition: Competition) -> list[dict[str, Any]]:
    """The final places, of those who played enough for one."""
    places = competition.final_places.filter(rank__isnull=False).order_by("rank")
    return [{"place": rank, "entry": entry} for rank, entry in places.values_list("rank", "entry__number")]
