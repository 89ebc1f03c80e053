"""The tables of a round, each with who plays, what each owns and what that gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple
from urllib.parse import urlencode

from league.competitions.selectors.seasons import address
from league.competitions.state.season_access import Reader
from league.competitions.tables import words
from league.competitions.tables.leading import missing_of
from league.competitions.tables.now import Now
from league.competitions.tables.seating import POWERS
from league.competitions.tables.state import Read, Table, ended_of, is_void


class Seat(NamedTuple):
    """One power at a table: who plays it (`number` of the entry), what it owns, what that gives, and at a top
    table that is played what it lacks to the first place.
    """

    power: str
    number: int
    name: str
    centres: int | None
    score: str
    counts: bool
    is_me: bool
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A table of a round. `label` and `due`: the open phase of its game; `result`: how it ended.
    `tried`: where its result is tried in every system. `code`: of its game, if everyone may see the board.
    """

    number: int
    is_top: bool
    seats: Sequence[Seat]
    sum: str
    address: str = ""
    label: str = ""
    due: datetime | None = None
    result: str = ""
    tried: str = ""
    code: str = ""


def cards_of(reader: Reader, now: Now, tables: Iterable[Table], names: Mapping[int, str]) -> list[Card]:
    return [_card(reader, now, table, names) for table in tables]


def _card(reader: Reader, now: Now, table: Table, names: Mapping[int, str]) -> Card:
    found, (label, due) = now.found, now.open.get(table.number, ("", None))
    end = found.end_of(table.number, now.ends)
    scores, is_over = _scores(found, end), bool(found.played.end_of(table.number))
    lacks = _lacks(found, end) if table.is_top and end and not is_over else {}
    code = found.played.codes.get(table.number, "")
    seats = [
        Seat(
            power,
            entry,
            names[entry],
            end["centres"][power] if end else None,
            words.points(scores[power]) if scores else "",
            entry not in table.aside,
            entry == reader.number,
            lacks.get(power, ""),
        )
        for power, entry in zip(POWERS, table.seats, strict=True)
    ]
    return Card(
        table.number,
        table.is_top,
        seats,
        words.points(sum(scores.values(), Fraction())) if scores else "",
        reader.game_address(code),
        words.phase(label),
        due,
        words.ended(end) if is_over else "",
        _tried(reader, end) if scores and not is_void(end) else "",
        code if reader.season.league.is_public else "",
    )


def _lacks(found: Read, end: Mapping[str, Any]) -> Mapping[str, str]:
    missing = missing_of(ended_of(end), found.rules.scores)
    return {power: words.lacks(each.centres, each.of) for power, each in missing.items()}


def _tried(reader: Reader, end: Mapping[str, Any]) -> str:
    asked = dict(end["centres"]) | {f"out-{power}": year for power, year in end["out"].items()}
    asked |= {f"votes-{power}": "on" for power in end.get("voted", ())}
    return f"{address(reader.slug, 'scoring', reader.season.code)}?{urlencode(asked)}"


def _scores(found: Read, end: Mapping[str, Any]) -> Mapping[str, Fraction]:
    if not end:
        return {}
    if is_void(end):
        return dict.fromkeys(POWERS, Fraction(0) if end.get("silent") else found.rules.sit_out)
    return found.rules.scores(ended_of(end))
