"""The games of a season as its table takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from league.competitions.round_robin.table import Game, Line, Mark, Out, cross_of, table_of
from league.competitions.state.played import Played

Ends = Mapping[int, Mapping[str, Any]]


def games_of(played: Played, ends: Ends | None = None) -> list[Game]:
    """By the number of their pairings, as if those in `ends` had ended so."""
    found = []
    for number, (one, two) in played.pairs.items():
        end = (ends or {}).get(number) or played.end_of(number)
        found.append(Game(number, one, two, end.get("winner"), end.get("how")))
    return found


def out_of(played: Played) -> Out:
    return {entry: facts["annuls"] for entry, facts in played.left.items()}


def lines_of(played: Played, ends: Ends | None = None) -> list[Line]:
    return table_of(played.began, games_of(played, ends), out_of(played), played.order)


def record_of(played: Played, ends: Ends) -> dict[int, tuple[int, ...]]:
    """By entry: its rank (0: it has gone out), and its games won, drawn and lost that count."""
    ranks = {line.entry: line.rank for line in lines_of(played, ends)}
    cross = cross_of(played.began, games_of(played, ends), out_of(played))
    marks = {entry: [cell.mark for cell in row if cell] for entry, row in cross.items()}
    counted = (Mark.WON, Mark.DRAWN, Mark.LOST)
    return {entry: (ranks.get(entry, 0), *map(own.count, counted)) for entry, own in marks.items()}
