"""Seasons of Calais, and games at its tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.conftest import (  # noqa: F401
    Clock,
    advance,
    answer,
    auction_game,
    end,
    make_game,
    opened_game,
    running_game,
    seat_all,
    seat_both,
    set_clock,
)
from tests.league.competitions.seasons import Season


@pytest.fixture
def make_season(calais: Any, carl: Any, set_clock: Clock) -> Callable[..., Season]:  # noqa: F811
    """Drafts a season by carl, with henrik as its arbiter; any rule may be given."""

    def make(**rules: Any) -> Season:
        return Season(calais, carl, set_clock, **rules)

    return make


@pytest.fixture
def season(make_season: Callable[..., Season]) -> Season:
    """A running season of four."""
    return make_season().begin()
