"""What a game of a season is for while it is played, to one reader."""

from __future__ import annotations

from games.gate.contests import tells_stakes
from games.models import Game
from league.competitions import kinds
from league.competitions.models.pairing import pairing_of


@tells_stakes
def stake_of_game(game: Game, reader: int | None) -> str:
    """Empty where its season is over. Two queries at most."""
    found = pairing_of(game, *kinds.with_pairings())
    if found is None or not found.competition.is_live:
        return ""
    return kinds.of(found.competition).stake(found, found.entry_of(reader or 0))
