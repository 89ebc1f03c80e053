"""An event as it stands now: its log, and the boards of the games that run. The same for all readers,
kept while nothing changes, for half a minute at most: games go on without the season.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.common.database import cached
from games.facts.boards import boards_of
from league.competitions.models import Competition
from league.competitions.models.pairing import runs
from league.competitions.tables.standings import Line
from league.competitions.tables.state import Read, board_of, read

SECONDS: Final = 30


@dataclass(frozen=True, slots=True)
class Now:
    """`lines` are the standings of the games that are over, `as_if` those if all games ended now, and `ends`
    how the ones that run would, by table.
    """

    found: Read
    lines: list[Line]
    as_if: list[Line]
    ends: Mapping[int, Mapping[str, Any]]


def now_of(season: Competition) -> Now:
    """Six queries at most, and none while it is kept."""
    key = f"tables-{season.pk}-{season.version}"
    found: Now = cached.under(key, lambda: _made(season), seconds=SECONDS)
    return found


def _made(season: Competition) -> Now:
    found = read(season)
    running = dict(season.pairings.filter(runs()).values_list("game", "number"))
    ends = {
        running[game]: {"how": "now", "centres": dict(board.centres), "out": dict(board.out)}
        for game, board in boards_of(running).items()
    }
    for number, years in found.years.items():
        if not found.played.end_of(number):
            ends[number] = {"how": "now", **board_of(years)}
    lines = found.lines()
    return Now(found, lines, found.lines(ends) if ends else lines, ends)
