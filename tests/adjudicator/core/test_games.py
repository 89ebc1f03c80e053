"""717 real games: every recorded phase, resolved from its orders, gives the recorded position."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import ownership
from adjudicator.phases import retreats
from adjudicator.position import Dislodged, Position
from adjudicator.rulebook import rulebook
from tests.adjudicator.core.cases import games, phases, position, resolve, standing

PARTS = 8


def _rules(phase: dict[str, Any]) -> Any:
    return rulebook("modern", phase.get("mark", {}).get("needs", {}))


def _resolved(phase: dict[str, Any]) -> Any:
    turn = resolve(position(phase), phase["orders"], _rules(phase))
    autumn_over = phase["phase"][0] == "F" and not turn.position.dislodged
    if not autumn_over:
        return turn.position
    return ownership.made(turn.position, ownership.changes(turn.position))


def _able_to_retreat(recorded: Position) -> dict[str, tuple[Dislodged, ...]]:
    """The record keeps dislodged units that have nowhere to go; for us they are gone."""
    rules = rulebook("modern")
    able = {
        power: tuple(unit for unit in units if retreats.places(recorded, unit, rules))
        for power, units in recorded.dislodged.items()
    }
    return {power: units for power, units in able.items() if units}


@pytest.mark.slow
def test_the_archive_is_whole() -> None:
    assert len(games()) == 717
    assert [sum(1 for _ in phases(kind)) for kind in "MRA"] == [12_479, 7_477, 5_610]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", ["M", "R", "A"])
def test_recorded_phases(kind: str, part: int) -> None:
    differing = []
    for number, phase in enumerate(phases(kind)):
        if number % PARTS != part or "unresolved" in phase.get("mark", {}):
            continue
        after = phase["after"]
        made = _resolved(phase)
        same = made.units == standing(after)
        if "centres" in after and made.centres:
            same = same and made.centres == {
                power: tuple(sorted(owned)) for power, owned in sorted(after["centres"].items()) if owned
            }
        if after["phase"][-1] == "R":
            same = same and made.dislodged == _able_to_retreat(position(after))
            if "orders" in after:  # the record of a game's very last position leaves it out
                same = same and list(made.contested) == sorted(after.get("contested", ()))
        if not same:
            differing.append((phase["phase"], phase["orders"], made.units, after))
    assert not differing, f"{len(differing)} phases differ; the first: {differing[0]}"
