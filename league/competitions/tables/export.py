"""Rounds, tables and standings as an event's export tells them (docs/season-export.md, Tables of seven)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from league.competitions.models import CheckIn, Competition
from league.competitions.rules.canonical import written
from league.competitions.rules.common_rules import Names
from league.competitions.rules.event_kind import EventKind
from league.competitions.state.finality import Finality, finality_of
from league.competitions.state.played import Noted
from league.competitions.tables.asked import tenures_of
from league.competitions.tables.seating import POWERS
from league.competitions.tables.standings import Line
from league.competitions.tables.state import Read, Round, Table, ended_of, is_void, read
from league.competitions.tables.systems import Powers

Json = dict[str, Any]


def exported(season: Competition, now: datetime) -> Json:
    found = read(season)
    numbers = dict(season.entries.order_by("number").values_list("user", "number"))
    apart, rankings = _apart(season, found), _rankings(season, found)
    beside = Beside(finality_of(season, now), tenures_of(season), numbers, apart, rankings)
    return {"events": [], **told_of(found, beside)}


@dataclass(frozen=True, slots=True)
class Beside:
    """What an export tells besides the log. `tenures`: by table and power, who held it, one after the other;
    `numbers`: by the key of a user, their last entry; `apart`: by round, the pairs that its drawing kept
    apart; `rankings`: by entry, the powers wanted at the top board, the dearest first.
    """

    finality: Finality
    tenures: Mapping[int, Mapping[str, Sequence[Any]]]
    numbers: Mapping[int, int]
    apart: Mapping[int, Sequence[Sequence[int]]]
    rankings: Mapping[int, Sequence[str]]


def told_of(found: Read, beside: Beside) -> Json:
    """Who began, rounds and standings of what was read."""
    told = _Told(found, beside)
    return {
        "began": sorted(found.began),
        "rounds": [told.round(each) for each in found.rounds.values() if each.begun is not None],
        "table": [_line(line) for line in found.lines()] if found.began else [],
    }


@dataclass(frozen=True, slots=True)
class _Told:
    found: Read
    beside: Beside

    def round(self, each: Round) -> Json:
        facts, score = each.begun.facts if each.begun else {}, str(self.found.rules.sit_out)
        is_top = bool(facts.get("top"))
        return {
            "round": each.number,
            **{name: facts[name] for name in ("checked_in", "standbys", "volunteers", "again")},
            "top": is_top,
            "rankings": {str(entry): wanted for entry, wanted in self.beside.rankings.items() if is_top},
            "apart": [list(pair) for pair in self.beside.apart.get(each.number, ())],
            "cost": facts.get("cost"),
            "sat_out": [{"entry": entry, "score": score} for entry in sorted(each.sat_out)],
            "tables": [self._table(table) for table in each.tables],
        }

    def _table(self, table: Table) -> Json:
        result = self.found.played.results.get(table.number)
        told: Json = dict.fromkeys(("how", "centres", "out", "solo", "sharing", "scores"))
        if result is not None:
            ended, scores = ended_of(result.facts), _scores(self.found, table, result.facts)
            told = {
                "how": "void" if is_void(result.facts) else result.facts["how"],
                "centres": dict(ended.centres),
                "out": dict(ended.out),
                "solo": ended.solo,
                "sharing": sorted(ended.sharers),
                "scores": {power: str(scores[power]) for power in POWERS},
            }
        return {
            **_seats(table),
            "game": self.found.played.codes.get(table.number) or None,
            "silent": bool(result is not None and result.facts.get("silent")),
            "provisional": result is not None and not result.firm(self.beside.finality).is_final,
            "tenures": self._held(table),
            **told,
        }

    def _held(self, table: Table) -> Json:
        """Who held each power, first the entry that it was drawn for; a stranger to the event is no entry."""
        numbers = self.beside.numbers

        def told(power: str, at: int, each: Any) -> Json:
            entry = numbers.get(each.user) if at else table.entry_of(power)
            return {"entry": entry, "years": each.years, "left": each.how}

        return {
            power: [told(power, at, each) for at, each in enumerate(held)]
            for power, held in self.beside.tenures.get(table.number, {}).items()
        }


def _seats(table: Table) -> Json:
    seats = dict(zip(POWERS, table.seats, strict=True))
    counts = {power: entry not in table.aside for power, entry in seats.items()}
    return {"table": table.number, "seats": seats, "counts": counts}


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


def _apart(season: Competition, found: Read) -> dict[int, Any]:
    """By round, the pairs that were kept apart when the drawing that counts was made. One query."""
    rows = season.events.filter(kind=EventKind.APART).order_by("pk").values_list("pk", "facts")
    told = [(key, facts["pairs"]) for key, facts in rows]
    drawn = {each.number: each.drawn.pk for each in found.rounds.values() if each.drawn is not None}
    return {
        number: next((pairs for key, pairs in reversed(told) if key < at), []) for number, at in drawn.items()
    }


def _rankings(season: Competition, found: Read) -> dict[int, Any]:
    """One query, where they deal the powers of the top board."""
    if found.top is None or found.rules.top_powers is not Powers.RANKINGS:
        return {}
    rows = CheckIn.objects.filter(entry__competition=season, round=found.top.round)
    return dict(rows.filter(entry__number__in=found.top.seats).values_list("entry__number", "ranking"))


def logged(season: Competition) -> Iterator[tuple[datetime, str, Json]]:
    """When rounds were called and drawn, and what organisers did to their drawings."""
    shows_words = season.rules["names"] == Names.PEOPLE
    kinds = (EventKind.APART, EventKind.CALLED, EventKind.DRAWN)
    columns = ("pk", "kind", "number", "at", "recorded_at", "supersedes", "facts")
    rows = season.events.filter(kind__in=kinds).order_by("pk").values_list(*columns)
    for event in map(Noted._make, rows):
        facts = event.facts
        reason = {"reason": facts["reason"] if shows_words else ""} if "reason" in facts else {}
        at = event.recorded_at
        if event.kind == EventKind.CALLED:
            yield at, "called", {"round": event.number, "closes": written(event.at)}
        elif event.kind == EventKind.APART:
            yield at, "apart", {"pairs": facts["pairs"], **reason}
        else:
            told = {name: facts[name] for name in ("sat_out", "cost", "again", "swapped") if name in facts}
            tables = [_seats(table) for table in Round(event.number, event, event).tables]
            yield at, "drawn", {"round": event.number, "tables": tables, **told, **reason}
