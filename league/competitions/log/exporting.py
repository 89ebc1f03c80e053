"""A competition as anyone can check it: one JSON object in the canonical form (docs/season-export.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from league.competitions import kinds
from league.competitions.log.export_log import log_of
from league.competitions.models import Competition
from league.competitions.rules.canonical import pieces_of, written
from league.competitions.rules.common_rules import Names

FORMAT: Final = 2


def export(competition: Competition, now: datetime) -> dict[str, Any]:
    """The export of a competition at the moment `now`; plain JSON values. A fixed number of queries."""
    entries = _entry_rows(competition)
    people = {row[0]: row[1] for row in entries}
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
        "log": log_of(competition),
        **kinds.of(competition).export(competition, now, people),
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
    """A draw; before it is made or opened, its commitment alone."""
    return {
        "label": draw.label,
        "commitment": draw.commitment,
        "secret": draw.secret if draw.is_open else None,
        "words": draw.words,
        "over": draw.over,
        "order": draw.order,
    }


def _final(competition: Competition) -> list[dict[str, Any]]:
    """The final places, of those who played enough for one; of one place, by their numbers. `last` where
    places have prizes of their own.
    """
    places = competition.final_places.filter(rank__isnull=False).order_by("rank", "entry__number")
    return [
        {"place": rank, "entry": entry} | ({} if last is None else {"last": last})
        for rank, last, entry in places.values_list("rank", "last", "entry__number")
    ]
