"""Spy Diplomacy at the table: seven players, whose seats lots deal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from games.adjudication.drain import drain
from games.models import Game, Phase
from games.services.players.answers import save_answer
from tests.conftest import house_was_up
from tests.games.conftest import phase_of
from tests.games.pages.conftest import url  # noqa: F401


@dataclass
class Table:
    """A running game, and who sits where by the powers' names."""

    game: Game
    players: dict[str, Any]
    clock: Any

    @property
    def phase(self) -> Phase:
        return phase_of(self.game)

    def write(self, power: str, text: str) -> Any:
        """Save an answer for the open phase."""
        phase = self.phase
        draft = phase.drafts.filter(seat__key=power).first()
        return save_answer(
            game=self.game,
            user=self.players[power],
            label=phase.label,
            text=text,
            version=draft.version if draft else 0,
        )

    def pass_deadline(self) -> Phase:
        """Let the drain run at the deadline; the phase that is open then."""
        self.clock(self.phase.deadline)
        house_was_up()
        drain()
        self.game.refresh_from_db()
        return self.phase


@pytest.fixture
def sit_down(make_game: Any, seat_all: Any, set_clock: Any) -> Callable[..., Table]:
    """A game of Spy Diplomacy with these settings, just started."""

    def make(**settings: Any) -> Table:
        game = make_game(variant="spy", settings=settings)
        return Table(game, seat_all(game), set_clock)

    return make


@pytest.fixture
def by_season(sit_down: Callable[..., Table]) -> Table:
    """A deadline a season: the later phases go by orders given ahead."""
    return sit_down()


@pytest.fixture
def by_phase(sit_down: Callable[..., Table]) -> Table:
    """A deadline a phase."""
    return sit_down(pace="phase")
