"""Games that bots played once, kept as their answers alone: played again in the demo, no one has to think.

`ladder_games.json` has those for two, by the seat that won: of each game the answers by phase and seat, as
the engine takes them. `python -m tests.ladder_games` writes it. `tables_games.json` has those for seven;
`python -m tests.tables_games` writes that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any, Final, TypeAlias

FILE: Final = Path(__file__).with_name("ladder_games.json")
SETTINGS: Final = {"last_year": 1902}
"""What those for two were played by, besides what all games of competitions are."""
FOR_SEVEN: Final = FILE.with_name("tables_games.json")
LAST_YEAR: Final = 1902
"""The last year of the recorded games for seven."""

Recording: TypeAlias = Mapping[str, Mapping[str, Any]]
"""The answers of one game, by the phase's label and the seat."""


class Recorded:
    """The recorded games, handed out one after the other, and from the first again when all were."""

    def __init__(self) -> None:
        self._won_by = {seat: cycle(games) for seat, games in json.loads(FILE.read_text("utf-8")).items()}

    def won_by(self, seat: str) -> Recording:
        """The next game that `seat` won."""
        return next(self._won_by[seat])


def for_seven() -> list[Recording]:
    """The games for seven."""
    found: list[Recording] = json.loads(FOR_SEVEN.read_text("utf-8"))
    return found


def answers_of(recording: Recording) -> Callable[[Any, Any, str], Any]:
    """Everyone answers as they did then. `KeyError` at a phase that was none then."""
    return lambda _game, phase, seat: recording[phase.label][seat]
