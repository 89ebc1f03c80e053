"""The only way from a stored position or turn to anyone's eyes: through the engine's `view`.

`seat` is the viewer's seat as the engine names it, None for the public. Pages are made of what comes from
here; nothing after it filters.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date
from typing import Any

from django.db.models import Q

import adjudicator
from games.common import clock
from games.common.words import local
from games.models import Game, Phase


def settings_of(game: Game) -> Mapping[str, Any]:
    """The settings that a look at `game` goes by today.

    The engine knows no dates: once the day has come, in UTC, on which a game in fog is to be opened, the
    setting that puts it off is left out (SPY-6).
    """
    settings: Mapping[str, Any] = game.settings
    if "reveal_at" not in settings or is_put_off(settings):
        return settings
    return {name: value for name, value in settings.items() if name != "reveal_at"}


def is_put_off(settings: Mapping[str, Any]) -> bool:
    """Whether the day on which a game with these settings is opened is still to come, in UTC (SPY-6)."""
    day = settings.get("reveal_at")
    return day is not None and _today() < day


def opens_on(game: Game) -> date | None:
    """The day on which the record of a game that is over, and still in fog, is everyone's (SPY-6)."""
    if game.outcome is None or not is_in_fog(game):
        return None
    return date.fromisoformat(game.settings["reveal_at"])


def closed(prefix: str = "") -> Q:
    """Games whose records are not open to everyone: they go on, or are in fog and opened later (SPY-6).
    `prefix` leads to the game. To be asked for, not excluded: most games say nothing of a day.
    """
    going_on = Q(**{f"{prefix}state": Game.State.RUNNING})
    return going_on | Q(**{f"{prefix}settings__reveal_at__gt": _today()})


def opened(prefix: str = "") -> Q:
    """Games that are over and whose records are open to everyone (SPY-6); of the rest of the games that have
    begun, the opposite of `closed`.
    """
    day = f"{prefix}settings__reveal_at"
    has_come = Q(**{f"{day}__isnull": True}) | Q(**{f"{day}__lte": _today()})
    return Q(**{f"{prefix}state": Game.State.FINISHED}) & has_come


def _today() -> str:
    return clock.shown().astimezone(UTC).date().isoformat()


def is_in_fog(game: Game) -> bool:
    """Whether each sees but a part of the board: in a game with fog, until it is over and opened (SPY-6)."""
    return adjudicator.is_in_fog(game.variant, settings_of(game), over=_is_over(game))


def position_of(game: Game, position: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
    """A position of `game` as `seat` sees it; past ones of a game that is over as its record shows them."""
    seen = adjudicator.view(
        variant=game.variant,
        settings=settings_of(game),
        position=dict(position),
        seat=seat,
        over=_is_over(game),
    )
    return dict(seen["position"])


def start_of(game: Game, position: Mapping[str, Any], seat: str | None) -> dict[str, Any]:
    """The position that `game` began with, as `seat` sees it: the board as it is set up is known to all
    (SPY-5).
    """
    settings = dict(settings_of(game))
    begun = {"format": 1, "variant": game.variant, "settings": settings, "start": dict(position), "turns": []}
    seen = adjudicator.view(variant=game.variant, settings=settings, seat=seat, record=begun)
    return dict(seen["record"]["start"])


def watched_by(game: Game, position: Mapping[str, Any], seat: str) -> dict[str, list[str]]:
    """Which provinces `seat` watches in a `position` of a game in fog, as `adjudicator.watched` says."""
    found = adjudicator.watched(
        variant=game.variant, settings=settings_of(game), position=dict(position), seat=seat
    )
    return found or {"now": [], "met": [], "near": []}


def turn_of(game: Game, phase: Phase, seat: str | None) -> dict[str, Any]:
    """What adjudicating `phase` gave, as `seat` sees it, with its sentences in the reader's language."""
    seen = adjudicator.view(
        variant=game.variant,
        settings=settings_of(game),
        seat=seat,
        turn=dict(phase.turn.turn),
        over=_is_over(game),
        language=local.language(),
    )
    return dict(seen["turn"])


def record_of(game: Game, record: dict[str, Any], seat: str | None) -> dict[str, Any]:
    """The record of `game` as `seat` sees it: the whole of it once the game is over."""
    seen = adjudicator.view(variant=game.variant, settings=settings_of(game), seat=seat, record=record)
    return dict(seen["record"])


def _is_over(game: Game) -> bool:
    return game.state == Game.State.FINISHED
