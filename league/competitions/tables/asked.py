"""What an event asks its games: their boards, and who held their seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.facts import boards, tenures
from league.competitions.models import Competition
from league.competitions.models.pairing import runs


def boards_of(games: Collection[int]) -> Mapping[int, boards.Board]:
    """The boards of these games (keys), by game."""
    return boards.boards_of(games)


def running_boards(season: Competition) -> Mapping[int, boards.Board]:
    """The boards of the games that run, by table."""
    running = dict(season.pairings.filter(runs()).values_list("game", "number"))
    return {running[game]: board for game, board in boards.boards_of(running).items()}


def tenures_of(season: Competition) -> Mapping[int, Mapping[str, list[tenures.Held]]]:
    """By table and power, everyone who held the seat, the first one first. Three queries."""
    games = dict(season.pairings.filter(game__isnull=False).values_list("game", "number"))
    return {games[game]: held for game, held in tenures.tenures_of(games).items()}
