"""What waits for the reader of an event at tables: to check in, a game, a seat to take over."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from league.competitions.models import CheckIn, Entry
from league.competitions.models.pairing import runs
from league.competitions.state.season_access import Reader
from league.competitions.tables import words
from league.competitions.tables.now import Now, now_of
from league.competitions.tables.pages.cards import Card, cards_of
from league.competitions.tables.pages.lines import Row, names_of, rows_of
from league.competitions.tables.state import Table
from league.competitions.tables.systems import Powers


class Chair(NamedTuple):
    """A seat that a substitute sits in for someone (`is_held`), or can take over."""

    table: int
    power: str
    address: str
    is_held: bool


@dataclass(frozen=True, slots=True)
class Own:
    """What waits for the reader: to check in (`round`, until it `closes`), or their games; whether they are
    checked in already, and what they said then; `takes_two`: whether a second seat is to be had (no one
    sits twice in a final).
    """

    round: int
    name: str
    closes: datetime | None = None
    checked: CheckIn | None = None
    asks_ranking: bool = False
    takes_two: bool = True
    is_substitute: bool = False
    seats: Sequence[Card] = ()
    chairs: Sequence[Chair] = ()
    line: Row | None = None
    of: int = 0


def own_of(reader: Reader, now: Now, names: Mapping[int, str]) -> Own | None:
    """Three queries at most."""
    found, entry = now.found, reader.entry
    last = found.last
    if entry is None or last is None:
        return None
    rules = found.rules
    number, is_substitute = entry.number, entry.state == Entry.State.WAITING
    running = [
        table
        for table in found.tables.values()
        if number in table.seats and not found.played.end_of(table.number)
    ]
    line = next((each for each in now.as_if if each.entry == number), None)
    own: dict[str, Any] = {
        "seats": cards_of(reader, now, running, names),
        "line": rows_of(reader, now, [line], names)[0] if line is not None else None,
        "of": len(now.as_if),
        "is_substitute": is_substitute,
        "chairs": _chairs(reader, running) if is_substitute else (),
    }
    name = words.round_name(rules, last.number)
    if not last.takes_check_ins(reader.now):
        return Own(last.number, name, **own)
    is_final = rules.final and last.number == rules.rounds
    asks = is_final and rules.top_powers is Powers.RANKINGS
    checked = CheckIn.objects.filter(entry=entry, round=last.number).first()
    return Own(last.number, name, last.closes, checked, asks, not (is_final or is_substitute), **own)


def _chairs(reader: Reader, drawn: Collection[Table]) -> list[Chair]:
    """For someone on the list of substitutes: the seats they hold first, then those that are open where they
    hold none, but at the tables to which they were `drawn`. Two queries.
    """
    own = {table.number for table in drawn}
    running = reader.season.pairings.filter(runs()).exclude(number__in=own).order_by("number")
    of = {"game__tenures__user": reader.person, "game__tenures__left_at": None}
    held = list(running.filter(**of).values_list("number", "game__code", "game__tenures__seat__key"))
    vacant = running.filter(game__vacancies__opened_at__isnull=False)
    rows = vacant.values_list("number", "game__code", "game__vacancies__seat__key")
    sits = {number for number, _code, _seat in held}
    found = [(True, row) for row in held] + [(False, row) for row in rows if row[0] not in sits]
    return [
        Chair(number, seat, reader.game_address(code), is_held) for is_held, (number, code, seat) in found
    ]


def beforehand(reader: Reader) -> Own | None:
    """What waits for the reader before the first round."""
    return own_of(reader, now_of(reader.season), names_of(reader.season)) if reader.entry else None
