"""Rounds, tables and standings as an event's export tells them (docs/season-export.md, Tables of seven)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from games.facts.tenures import tenures_of
from league.competitions.models import Competition
from league.competitions.rules.canonical import written
from league.competitions.rules.common_rules import Names
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.finality import Finality, finality_of
from league.competitions.tables.seating import POWERS
from league.competitions.tables.standings import Line
from league.competitions.tables.state import Read, Round, Table, ended_of, is_void, read

Json = dict[str, Any]


def exported(season: Competition, now: datetime) -> Json:
    found = read(season)
    finality, tenures = finality_of(season, now), _tenures(season)
    lines = found.lines() if found.began else []
    return {
        "events": [],
        "apart": [list(pair) for pair in sorted(found.apart)],
        "rounds": [
            _round(found, each, finality, tenures) for each in found.rounds.values() if each.begun is not None
        ],
        "table": [_line(line) for line in lines],
    }


def _round(found: Read, each: Round, finality: Finality, tenures: Mapping[int, Json]) -> Json:
    facts = each.begun.facts if each.begun is not None else {}
    return {
        "round": each.number,
        "checked_in": facts["checked_in"],
        "again": facts["again"],
        "top": bool(facts.get("top")),
        "cost": facts.get("cost"),
        "sat_out": [{"entry": entry, "score": str(found.rules.sit_out)} for entry in sorted(each.sat_out)],
        "tables": [_table(found, table, finality, tenures) for table in each.tables],
    }


def _table(found: Read, table: Table, finality: Finality, tenures: Mapping[int, Json]) -> Json:
    result = found.played.results.get(table.number)
    told: Json = {"how": None, "centres": None, "out": None, "solo": None, "sharing": None, "scores": None}
    provisional = False
    if result is not None:
        provisional = not result.firm(finality).is_final
        told = {"how": "void" if is_void(result.facts) else result.facts["how"]}
        ended = ended_of(result.facts)
        told |= {"centres": dict(ended.centres), "out": dict(ended.out), "solo": ended.solo}
        scores = _scores(found, table, result.facts)
        told |= {"sharing": sorted(ended.sharers), "scores": {power: str(scores[power]) for power in POWERS}}
    return {
        "table": table.number,
        "game": found.played.codes.get(table.number) or None,
        "seats": dict(zip(POWERS, table.seats, strict=True)),
        "counts": {power: entry not in table.aside for power, entry in zip(POWERS, table.seats, strict=True)},
        "silent": bool(result is not None and result.facts.get("silent")),
        "provisional": provisional,
        "tenures": tenures.get(table.number, {}),
        **told,
    }


def _scores(found: Read, table: Table, facts: Mapping[str, Any]) -> Mapping[str, Fraction]:
    if is_void(facts):
        score = Fraction(0) if facts.get("silent") else found.rules.sit_out
        return dict.fromkeys(POWERS, score)
    return found.scores_at(table.number)


def _line(line: Line) -> Json:
    return {
        "rank": line.rank,
        "entry": line.entry,
        "points": str(line.points),
        "counted": list(line.counted),
        "ties": {name: str(value) for name, value in line.ties.items()},
    }


def _tenures(season: Competition) -> Mapping[int, Json]:
    """By table: who held each power in which game years, one after the other; entrants by number, others not
    at all. Empty where everybody stayed.
    """
    numbers = dict(season.entries.values_list("user", "number"))
    games = dict(season.pairings.filter(game__isnull=False).values_list("game", "number"))
    found = {}
    for game, held in tenures_of(games).items():
        found[games[game]] = {
            power: [{"entry": numbers.get(each.user), "years": each.years} for each in tenures]
            for power, tenures in held.items()
            if len(tenures) > 1
        }
    return found


def logged(season: Competition) -> Iterator[tuple[datetime, str, Json]]:
    """What organisers did to drawings, and when rounds were called, drawn and begun."""
    shows_words = season.rules["names"] == Names.PEOPLE
    kinds = (EventKind.APART, EventKind.CALLED, EventKind.DRAWN, EventKind.ROUND)
    for event in season.events.filter(kind__in=kinds).order_by("pk"):
        reason = {"reason": event.facts["reason"] if shows_words else ""} if "reason" in event.facts else {}
        at = event.recorded_at
        if event.kind == EventKind.CALLED:
            yield at, "called", {"round": event.number, "closes": written(event.at)}
        elif event.kind == EventKind.APART:
            yield at, "apart", {"pairs": event.facts["pairs"], **reason}
        elif event.kind == EventKind.DRAWN:
            facts = {name: event.facts.get(name) for name in ("tables", "sat_out", "cost", "again")}
            swapped = {"swapped": event.facts["swapped"]} if "swapped" in event.facts else {}
            yield at, "drawn", {"round": event.number, **facts, **swapped, **reason}
