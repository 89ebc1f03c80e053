"""The source's own examples 1 to 13 (Rulebook IX to XII, XIV.4) under its own rules."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from tests.adjudicator.core.cases import BOARD, lines, resolve, unit_of

EXAMPLES = lines("examples.jsonl")


def test_there_are_thirteen() -> None:
    numbers = {example["example"].split(",")[0] for example in EXAMPLES}
    assert {str(number) for number in range(1, 14)} < numbers


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["example"] for example in EXAMPLES])
def test_example(example: dict[str, Any]) -> None:
    units = {
        power: [order[: 8 if "/" in order[:8] else 5] for order in orders]
        for power, orders in example["orders"].items()
    }
    before = Position.from_json({"phase": "S1901M", "units": units}, BOARD)
    turn = resolve(before, example["orders"], rulebook("classic"))
    after = {
        power: tuple(
            sorted(example["moved"].get(unit, unit) for unit in stood if unit not in example["dislodged"])
        )
        for power, stood in sorted(units.items())
    }
    assert turn.position.units == {power: stood for power, stood in after.items() if stood}
    assert [r.order for r in turn.results if r.verdict != "succeeds"] == sorted(
        example["fail"], key=[r.order for r in turn.results].index
    )
    dislodged = {unit_of(r): r.dislodged_by for r in turn.results if r.dislodged_by}
    assert dislodged == example["dislodged"]
    assert list(turn.position.contested) == example["contested"]
