"""Whether somebody is out of a game in which everybody may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import adjudicator
from adjudicator.board import standard
from games.masks import masked_seats
from games.models import Game


def is_out(game: Game, position: Mapping[str, Any], seat: str) -> bool:
    """Whether no power that is the seat's has a unit or a centre left in `position`, and all may know it.

    A seat without powers of its own goes on without any (ID-20, DG-16); in fog nobody is told (SPY-23).
    """
    if seat in masked_seats(game.variant) or adjudicator.is_in_fog(game.variant, game.settings):
        return False
    powers = position.get("powers", {}).get(seat, [seat] if seat in standard().powers else [])
    left = {power for key in ("units", "dislodged", "centres") for power in position.get(key, {})}
    return bool(powers) and left.isdisjoint(powers)
