"""A judge: write orders by power, get the turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from adjudicator.movement.facts import ORDINARY, Facts
from adjudicator.phases import movement
from adjudicator.position import Position
from adjudicator.results import PhaseTurn, Result
from adjudicator.rulebook import rulebook
from tests.adjudicator.core.cases import BOARD, unit_of


class Judged:
    """A resolved phase that answers by unit or by line."""

    def __init__(self, turn: PhaseTurn) -> None:
        self.turn = turn
        self.position = turn.position
        self.results = turn.results

    def __getitem__(self, asked: str) -> Result:
        """The result of a line, or of the only line for a unit."""
        exact = [result for result in self.results if result.order == asked]
        found = exact or [result for result in self.results if unit_of(result) == asked]
        assert len(found) == 1, f"{asked}: {found}"
        return found[0]


Judge = Callable[..., Judged]


@pytest.fixture
def judge() -> Judge:
    """`judge(RUSSIA=["F ANK - CON"], silent={"TURKEY": ["A CON"]})`: units are taken from the orders.

    `also`: further units by power; `silent`: units of powers that sent nothing; `choices`, `preset`, `facts`.
    """

    def run(
        *,
        also: Mapping[str, list[str]] | None = None,
        silent: Mapping[str, list[str]] | None = None,
        preset: str = "modern",
        choices: Mapping[str, str] | None = None,
        facts: Facts = ORDINARY,
        **orders: Any,
    ) -> Judged:
        units = {
            power: sorted({line[: 8 if "/" in line[:8] else 5] for line in lines})
            for power, lines in orders.items()
        }
        for power, more in {**(also or {}), **(silent or {})}.items():
            units[power] = sorted({*units.get(power, ()), *more})
        before = Position.from_json({"phase": "S1901M", "units": units}, BOARD)
        answers = {power: orders.get(power, []) for power in BOARD.powers if power not in (silent or {})}
        return Judged(movement.resolve(before, answers, rulebook(preset, dict(choices or {})), facts=facts))

    return run
