"""An event as it stands now: its log, and the boards of the games that run. The same for all readers,
kept while nothing changes, for half a minute at most: games go on without the season.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from games.common.database import cached
from league.competitions.models import Competition
from league.competitions.tables.asked import running_boards
from league.competitions.tables.standings import Line
from league.competitions.tables.state import Read, board_of, read

SECONDS: Final = 30


@dataclass(frozen=True, slots=True)
class Now:
    """`lines` are the standings of the games that are over, `as_if` those if all games ended now, and `ends`
    how the ones that run would, by table; `open` are their phases, with deadlines.
    """

    found: Read
    lines: list[Line]
    as_if: list[Line]
    ends: Mapping[int, Mapping[str, Any]]
    open: Mapping[int, tuple[str, datetime | None]]


def now_of(season: Competition) -> Now:
    """Six queries at most, and none while it is kept."""
    key = f"tables-{season.pk}-{season.version}"
    found: Now = cached.under(key, lambda: _made(season), seconds=SECONDS)
    return found


def _made(season: Competition) -> Now:
    found = read(season)
    boards = running_boards(season)
    ends: dict[int, Mapping[str, Any]] = {
        number: {"how": "now", "centres": dict(board.centres), "out": dict(board.out)}
        for number, board in boards.items()
    }
    for number, years in found.years.items():
        if not found.played.end_of(number):
            ends[number] = {"how": "now", **board_of(years)}
    lines = found.lines()
    open_ = {number: (board.label, board.due) for number, board in boards.items()}
    return Now(found, lines, found.lines(ends) if ends else lines, ends, open_)
