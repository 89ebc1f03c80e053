"""The only way from a stored position or turn to anybody's eyes: through the engine's `view`.

`seat` is the viewer's seat as the engine names it, None for the public. Pages are made of what comes from
here; nothing after it filters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import adjudicator
from games import wording
from games.models import Game, Phase


def position_of(game: Game, position: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
    """A position of `game` as `seat` sees it."""
    seen = adjudicator.view(variant=game.variant, settings=game.settings, position=dict(position), seat=seat)
    return dict(seen["position"])


def turn_of(game: Game, phase: Phase, seat: str | None) -> dict[str, Any]:
    """What adjudicating `phase` gave, as `seat` sees it, with its sentences in the reader's language."""
    seen = adjudicator.view(
        variant=game.variant,
        settings=game.settings,
        seat=seat,
        turn=dict(phase.turn.turn),
        language=wording.language(),
    )
    return dict(seen["turn"])


def record_of(game: Game, record: dict[str, Any], seat: str | None) -> dict[str, Any]:
    """The record of `game` as `seat` sees it: the whole of it once the game is over."""
    seen = adjudicator.view(variant=game.variant, settings=game.settings, seat=seat, record=record)
    return dict(seen["record"])
