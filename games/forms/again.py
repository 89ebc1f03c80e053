"""The form of a new game, filled in as an earlier one was."""

from __future__ import annotations

from typing import Any

from games.models import Game
from games.tenancy import LeagueLike


def earlier_game(league: LeagueLike, user: Any, code: str) -> Game | None:
    """The game of `league` with this code that `user` created; None if there is none. One query, if asked."""
    return Game.objects.filter(league_id=league.pk, code=code, opened_by_id=user.pk).first() if code else None


def initial_like(game: Game) -> dict[str, Any]:
    """What `OpenGameForm` begins with to create a game with the settings of `game`."""
    own = {f"{game.variant}-{name}": value for name, value in game.settings.items()}
    common = {key: game.settings[key] for key in ("rulebook", "draws") if key in game.settings}
    return {
        "name": game.name,
        "variant": game.variant,
        "press": game.press,
        "press_pauses": "closed" if game.press_pauses else "open",
        "press_opens": game.press_opens,
        "press_locks": game.press_locks,
        "dealing": game.dealing,
        "visibility": game.visibility,
        "reliability": game.reliability,
        **common,
        **own,
    }
