"""One person’s way through an event at tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from league.competitions.models import Entry
from league.competitions.selectors.entrant import History
from league.competitions.state.season_access import Reader
from league.competitions.tables import words
from league.competitions.tables.now import Now, now_of
from league.competitions.tables.pages.cards import Card, cards_of
from league.competitions.tables.pages.lines import Row, chain, names_of, rows_of
from league.competitions.tables.standings import Line


@dataclass(frozen=True, slots=True)
class Step:
    """A round of someone's way: where they sat, against whom, and what it came to."""

    name: str
    card: Card | None
    power: str
    score: str
    counts: bool
    says: str


class Met(NamedTuple):
    """Someone whom they met, and in which rounds."""

    number: int
    name: str
    rounds: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class WayOfOne(History):
    part: str = "tournaments/tables/_entrant.html"
    row: Row | None
    way: Sequence[Step]
    met: Sequence[Met]
    ties: Sequence[tuple[str, str]]


def history_of(reader: Reader, entry: Entry, common: dict[str, Any]) -> WayOfOne:
    now, names = now_of(reader.season), names_of(reader.season)
    line = next((each for each in now.as_if if each.entry == entry.number), None)
    tables = [table for table in now.found.tables.values() if entry.number in table.seats]
    met: dict[int, list[int]] = {}
    for table in tables:
        for other in table.seats:
            if other != entry.number:
                met.setdefault(other, []).append(table.round)
    row = rows_of(reader, now, [line], names)[0] if line is not None else None
    return WayOfOne(
        **common,
        row=row,
        way=way_of(reader, now, entry.number, names, line),
        met=[
            Met(number, names[number], rounds)
            for number, rounds in sorted(
                met.items(), key=lambda each: (-len(each[1]), names[each[0]].lower())
            )
        ],
        ties=list(zip(chain(), row.ties, strict=True)) if row is not None else [],
    )


def way_of(reader: Reader, now: Now, entry: int, names: Mapping[int, str], line: Line | None) -> list[Step]:
    """Their rounds, those without a game too."""
    found = now.found
    tables = [table for table in found.tables.values() if entry in table.seats]
    cards = dict(zip(tables, cards_of(reader, now, tables, names), strict=True))
    counted = line.counted if line is not None else ()
    steps = []
    for each in found.rounds.values():
        if each.begun is None or not each.tables:
            continue
        name = words.round_name(found.rules, each.number)
        own = [table for table in each.tables if entry in table.seats]
        for table in own:
            seat = cards[table].seats[table.seats.index(entry)]
            said = "" if seat.counts else words.ASIDE
            counts = seat.counts and each.number in counted
            steps.append(Step(name, cards[table], seat.power, seat.score, counts, str(said)))
        if not own:
            sat_out = entry in each.sat_out
            score = words.points(found.rules.sit_out) if sat_out else "0"
            says = words.SAT_OUT if sat_out else words.NOT_THERE
            steps.append(Step(name, None, "", score, sat_out and each.number in counted, str(says)))
    return steps
