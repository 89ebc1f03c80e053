"""The standings of an event at tables: what each round gave, and the numbers that separate equals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from league.competitions.models import Competition
from league.competitions.state.season_access import Reader
from league.competitions.tables import words
from league.competitions.tables.now import Now
from league.competitions.tables.standings import CHAIN, Line, Result

LINES_A_PAGE: Final = 100


class Cell(NamedTuple):
    """What a round came to for someone: its score, where that is explained, and whether it counts.
    `is_as_if`: its game runs, and this is as if it ended now.
    """

    score: str
    address: str = ""
    counts: bool = False
    is_as_if: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings, `rank` and points as if all games ended now; `held` is the rank without those
    that run. `ties`: the chain's numbers, as the page of its reader words them.
    """

    line: Line
    number: int
    name: str
    points: str
    cells: Sequence[Cell]
    ties: Sequence[str]
    is_me: bool
    has_left: bool


def names_of(season: Competition) -> Mapping[int, str]:
    """All entries by number. One query."""
    return dict(season.entries.order_by().values_list("number", "user__username"))


def columns_of(now: Now) -> list[int]:
    """The rounds that were played or are."""
    return [each.number for each in now.found.rounds.values() if each.begun is not None and each.tables]


def chain() -> list[str]:
    """The numbers that separate equals, as their heads."""
    return [str(words.TIES[name]) for name in CHAIN]


def rows_of(reader: Reader, now: Now, lines: Iterable[Line], names: Mapping[int, str]) -> list[Row]:
    results: dict[tuple[int, int], Result] = {
        (each.entry, each.round): each for each in now.found.results(now.ends)
    }
    rounds = columns_of(now)
    return [
        Row(
            line,
            line.entry,
            names[line.entry],
            words.points(line.points),
            [_cell(reader, now, line, results.get((line.entry, number))) for number in rounds],
            [words.points(line.ties[name]) for name in CHAIN],
            line.entry == reader.number,
            line.entry in now.found.played.left,
        )
        for line in lines
    ]


def _cell(reader: Reader, now: Now, line: Line, result: Result | None) -> Cell:
    if result is None:
        return Cell("–")
    code = now.found.played.codes.get(result.table, "") if result.table is not None else ""
    return Cell(
        words.points(result.score),
        reader.game_address(code),
        result.round in line.counted,
        result.table in now.ends,
    )
