"""Games and lines of a round robin as its export tells them (docs/season-export.md, Groups): plain JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from league.competitions.round_robin.table import Game, Line, Mark, Out
from league.competitions.rules.endings import told
from league.competitions.state.finality import Finality
from league.competitions.state.played import Played


def result_of(game: Game, out: Out) -> dict[str, Any]:
    """The fields of a pair that say who plays and what came of it."""
    pair = {"pairing": game.number, "a": game.a, "b": game.b}
    if game.mark_for(game.a, out) is Mark.ANNULLED:
        return pair | {"winner": None, "how": "annulled"}
    how = None if game.how is None else told(game.how, game.winner)
    return pair | {"winner": game.winner, "how": how}


def rounds_of(games: Sequence[Game], out: Out, played: Played, finality: Finality) -> list[dict[str, Any]]:
    """The one round that there is, once it has begun."""
    pairs = []
    for game in games:
        pair, result, provisional = result_of(game, out), played.results.get(game.number), False
        if result is not None and pair["how"] != "annulled":
            provisional = not result.firm(finality).is_final
        pairs.append(pair | {"game": played.codes[game.number], "provisional": provisional})
    return [{"round": 1, "pairs": pairs}] if pairs else []


def row_of(line: Line) -> dict[str, Any]:
    """A line of the table; points are exact fractions."""
    ties = {"direct": str(line.direct), "sonneborn": str(line.sonneborn)}
    return {"rank": line.rank, "entry": line.entry, "points": str(line.points), "ties": ties}
