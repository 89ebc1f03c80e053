"""A competition as anybody can check it: one JSON object in the canonical form (SEASON)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from games.people import called
from league.tournaments import ladder, log
from league.tournaments.canonical import canonical
from league.tournaments.ladder import KINDS, Kind
from league.tournaments.models import Competition, Event
from league.tournaments.season_rules import Names, written

FORMAT = 1


def export(competition: Competition, now: datetime) -> dict[str, Any]:
    """The export of a competition at the moment `now`; plain JSON values. Six queries."""
    events = _events(competition, now)
    return {
        "format": FORMAT,
        "league": competition.league.slug,
        "code": competition.code,
        "kind": competition.kind,
        "variant": competition.variant,
        "rules": competition.rules,
        "rules_sha256": competition.rules_sha256,
        "entries": list(_entries(competition)),
        "draws": [_draw(each) for each in competition.draws.order_by("pk")],
        "events": events,
        "rounds": [],
        "table": [dict(row) for row in ladder.rows(ladder.fold(log.events_of(competition)))],
    }


def export_bytes(competition: Competition, now: datetime) -> bytes:
    """The same as SEASON writes it: UTF-8, keys sorted, no spaces."""
    return canonical(export(competition, now)).encode()


def _entries(competition: Competition) -> Iterator[dict[str, Any]]:
    shows_names = competition.rules["names"] == Names.PEOPLE
    rows = competition.entries.order_by("number").values_list(
        "number", "user__username", "entered_at", "state"
    )
    for number, name, at, state in rows:
        yield {
            "entry": number,
            "name": called(name) if shows_names else f"#{number}",
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


def _events(competition: Competition, now: datetime) -> list[dict[str, Any]]:
    """All events in the order in which they count, superseded ones among them."""
    rows = Event.objects.filter(competition=competition).order_by("at", "pk")
    found = []
    disputed = set(competition.disputes.filter(ruled_at=None).values_list("challenge__number", flat=True))
    window = timedelta(days=competition.rules.get("dispute_days", 0))
    columns = ("at", "kind", "number", "facts", "superseded_by", "supersedes", "recorded_at", "pk")
    for at, kind, number, facts, superseded, supersedes, recorded_at, pk in rows.values_list(*columns):
        event: dict[str, Any] = {"at": written(at), "kind": kind, **facts}
        if kind == Kind.RESULT:
            is_past = supersedes is not None or now >= max(at, recorded_at) + window
            is_final = competition.is_over or (is_past and number not in disputed)
            event["provisional"] = not is_final and not superseded
        if superseded:
            event["superseded"] = True
        found.append(((at, KINDS[Kind(kind)], number, pk), event))
    return [event for _key, event in sorted(found, key=lambda each: each[0])]
