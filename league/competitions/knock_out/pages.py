"""What the pages of a knock-out show while it is played, and of one entrant's way through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from league.competitions.knock_out import words
from league.competitions.knock_out.cells import Cell, Cup, Stand, cup_of
from league.competitions.knock_out.drawing import QUARTERS, is_by_quarter, part_of, quarter_of
from league.competitions.knock_out.drawn import Drawn, drawn
from league.competitions.knock_out.own import Own, own_of
from league.competitions.models import Entry
from league.competitions.selectors import log, seasons
from league.competitions.selectors.entrant import History
from league.competitions.selectors.page import SeasonPage
from league.competitions.state.season_access import Reader

ROWS: Final = 100
"""Rounds with more pairings are listed by quarter."""


class Round(NamedTuple):
    """A round as the tabs above the list name it."""

    number: int
    name: str
    ends_at: datetime


@dataclass(frozen=True, kw_only=True)
class BracketPage(SeasonPage):
    """`rows` are the pairings of `shown`, one of the `rounds`; `third` stands below the last of them. A large
    bracket is drawn, and a long round listed, by one of the `quarters`: then `quarter` is that.
    """

    running: str = "tournaments/knock_out/_running.html"
    moving: str = "tournaments/knock_out/_moving.html"
    own: Own | None
    drawn: Drawn
    rounds: Sequence[Round]
    shown: Round
    rows: Sequence[Cell]
    third: Cell | None
    quarters: Sequence[int]
    quarter: int


class Step(NamedTuple):
    """One round of an entrant's way: against whom, and how it went. `is_last`: nothing comes after it."""

    round: str
    own: Stand
    other: Stand
    cell: Cell
    is_last: bool

    @property
    def is_out(self) -> bool:
        return self.cell.is_decided and not self.own.goes_on


@dataclass(frozen=True, kw_only=True)
class WayOfOne(History):
    part: str = "tournaments/knock_out/_entrant.html"
    way: Sequence[Step]


def page_of(reader: Reader, asked: Mapping[str, str], common: dict[str, Any]) -> BracketPage:
    """A fixed number of queries, however many play."""
    cup, season = cup_of(reader), reader.season
    bracket = cup.bracket
    own = own_of(cup)
    rounds = [
        Round(number, words.round_name(bracket, number), cup.last_days[number - 1])
        for number in range(1, bracket.rounds + 1)
    ]
    number = _number(asked, "round", bracket.rounds) or _round_now(cup, own)
    is_long = is_by_quarter(bracket)
    quarter = _quarter(cup, asked) if is_long else 0
    is_part = len(bracket.in_round(number)) > ROWS
    rows = part_of(bracket, number, quarter if is_part else 0)
    has_third = bracket.third is not None and number == bracket.rounds
    results = log.results_of(season)[: log.LATEST]
    return BracketPage(
        **common,
        day=seasons.day_of(season, reader.now),
        games_counted=seasons.on_table(season).games,
        latest=log.lines_of(reader, results),
        own=own,
        drawn=drawn(cup, quarter),
        rounds=rounds,
        shown=rounds[number - 1],
        rows=[cup.cell(pairing) for pairing in rows],
        third=cup.cell(bracket.third) if has_third and bracket.third is not None else None,
        quarters=QUARTERS if is_long else (),
        quarter=quarter,
    )


def _number(asked: Mapping[str, str], name: str, most: int) -> int:
    """A number from 1 to `most` that the address asks for; 0: it asks for none that there is."""
    given = asked.get(name, "")
    number = int(given) if given.isascii() and given.isdigit() and len(given) <= len(str(most)) else 0
    return number if number <= most else 0


def _round_now(cup: Cup, own: Own | None) -> int:
    """The round in which the reader plays, else the first one in which anything is open, else the last."""
    bracket = cup.bracket
    if own is not None and own.pairing is not None:
        return bracket.round_of(own.pairing)
    open_ = (bracket.round_of(each) for each in bracket.every() if each not in bracket.decided)
    return min(open_, default=bracket.rounds)


def _quarter(cup: Cup, asked: Mapping[str, str]) -> int:
    if number := _number(asked, "quarter", len(QUARTERS)):
        return number
    me = cup.reader.number
    return quarter_of(cup.bracket, me) if me in cup.seeds else QUARTERS[0]


def way_of(cup: Cup, entry: int) -> list[Step]:
    """Where an entry stood in the bracket, from its first round."""
    bracket = cup.bracket
    cells = [cup.cell(pairing) for pairing in bracket.every() if entry in bracket.sides(pairing)]
    last = (bracket.final, bracket.third)
    return [
        Step(words.name_of(bracket, cell.pairing), *cell.against(entry), cell, cell.pairing in last)
        for cell in cells
    ]


def way(reader: Reader, entry: int) -> list[Step]:
    """The same for the page of a season that is over: the winner's way. Six queries at most."""
    return way_of(cup_of(reader), entry)


def history_of(reader: Reader, entry: Entry, common: dict[str, Any]) -> WayOfOne:
    steps = way(reader, entry.number) if reader.season.started_at else []
    return WayOfOne(**common, way=steps)
