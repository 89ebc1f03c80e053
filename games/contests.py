"""Who has power over a game of a competition: its arbiters who do not play in it, and nobody else (HR-10).

The rows are written when such a game is created; an ordinary game (`Game.is_contest`) costs no query here.
"""

from __future__ import annotations

from typing import Any

from games import bridge
from games.models import Game, GameArbiter, Tenure

PLAYERS = 2
"""Whoever loses a seat of a competition's game for so many loses the game, and nobody votes to end it."""


def arbitrates(game: Game, user: Any) -> bool:
    """Whether `user` has power over `game` as an arbiter of its competition. Whoever plays in it, or has,
    never does. One query of whoever is signed in, for a game of a competition; none for others.
    """
    if not game.is_contest or user is None or not user.is_authenticated:
        return False
    held = Tenure.objects.filter(game=game, user=user.pk).exclude(left_how=Tenure.Leaving.BEFORE)
    named = GameArbiter.objects.filter(game=game, user=user.pk, left_at=None)
    return named.exclude(user__in=held.values("user")).exists()


def is_duel(game: Game) -> bool:
    """Whether `game` is a competition's, for two: no seat of it ever opens, and no vote ends it (HR-10)."""
    return game.is_contest and len(bridge.seats(game.variant, game.settings)) == PLAYERS
