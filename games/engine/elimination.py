"""Whether someone is out of a game, and whether everyone may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import adjudicator
from adjudicator.board import standard
from games.engine.hidden_players import masked_seats
from games.models import Game


def is_out(game: Game, position: Mapping[str, Any], seat: str) -> bool:
    """Whether `has_nothing`, and all may know it: in fog no one is told (SPY-23)."""
    if seat in masked_seats(game.variant) or adjudicator.is_in_fog(game.variant, game.settings):
        return False
    return has_nothing(position, seat)


def has_nothing(position: Mapping[str, Any], seat: str) -> bool:
    """Whether no power that is the seat's has a unit or a centre left in `position`.

    A seat without powers of its own goes on without any (ID-20, DG-16).
    """
    powers = position.get("powers", {}).get(seat, [seat] if seat in standard().powers else [])
    left = {power for key in ("units", "dislodged", "centres") for power in position.get(key, {})}
    return bool(powers) and left.isdisjoint(powers)
