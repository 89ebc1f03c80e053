"""The Diplomacy Adjudicator Test Cases 2.4 and 3.0, with the outcomes of other rulebooks' choices."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from adjudicator.results import Result
from adjudicator.rulebook import CHOICES, rulebook
from tests.adjudicator.core.cases import lines, position, resolve, standing, unit_of


class Run(NamedTuple):
    """One phase under one set of choices, with what is expected of it."""

    name: str
    state: dict[str, Any]
    orders: dict[str, list[str]]
    choices: dict[str, str]
    expected: dict[str, Any]


def _runs() -> list[Run]:
    runs: list[Run] = []
    for case in lines("datc.jsonl"):
        for step in (case, *case.get("then", ())):
            name = case["id"] if step is case else f"{case['id']} {step['phase']}"
            choices = step.get("choices", {})
            variants = [(choices, step["expect"])]
            variants += ((other["choices"], other["expect"]) for other in step.get("alternatives", ()))
            for chosen, expected in variants:
                known = all(value in CHOICES.get(issue, ()) for issue, value in chosen.items())
                if expected is not None and known:
                    label = " ".join([name, *(f"{issue}={value}" for issue, value in chosen.items())])
                    runs.append(Run(label, step["state"], step["orders"], chosen, expected))
    return runs


RUNS = _runs()


def test_no_case_is_lost() -> None:
    """171 cases with 17 retreat steps, and the alternatives of every choice the engine has."""
    assert len({run.name.split(" ")[0] for run in RUNS}) == 171
    assert len(RUNS) == 279


@pytest.mark.parametrize("run", RUNS, ids=[run.name for run in RUNS])
def test_datc(run: Run) -> None:
    turn = resolve(position(run.state), run.orders, rulebook("modern", run.choices))
    expected = run.expected
    assert turn.position.units == standing(expected)
    if "dislodged" in expected:
        assert _dislodged(turn.results) == {
            power: {(unit["unit"], unit["from"], tuple(unit["retreats"])) for unit in units}
            for power, units in expected["dislodged"].items()
            if units
        }
    if "contested" in expected:
        assert list(turn.position.contested) == expected["contested"]
    if "disbanded" in expected:
        assert _disbanded(turn.results) == {
            power: set(units) for power, units in expected["disbanded"].items() if units
        }
    if "removed_by_rule" in expected or run.state["phase"].endswith("A"):
        by_rule = {(result.power, unit_of(result)) for result in turn.results if result.by_rule}
        removed = expected.get("removed_by_rule", {})
        if run.expected.get("orders") is not None:
            assert by_rule == {(power, unit) for power, units in removed.items() for unit in units}
    for power, orders in expected.get("orders", {}).items():
        told = [result for result in turn.results if result.power == power]
        for order in orders:
            result = next(result for result in told if result.order == order["order"])
            told.remove(result)
            if not order.get("moot"):
                assert (result.verdict == "succeeds", result.reason) == (order["ok"], order.get("reason"))
                assert result.detail == order.get("detail") or "detail" not in order


def _dislodged(results: tuple[Result, ...]) -> dict[str, set[tuple[str, str, tuple[str, ...]]]]:
    dislodged: dict[str, set[tuple[str, str, tuple[str, ...]]]] = {}
    for result in results:
        if result.dislodged_by is not None:
            unit = (unit_of(result), result.dislodged_by, result.retreats)
            dislodged.setdefault(result.power, set()).add(unit)
    return dislodged


def _disbanded(results: tuple[Result, ...]) -> dict[str, set[str]]:
    """Retreating units that are gone: told to disband, or whose retreat did not come off."""
    gone: dict[str, set[str]] = {}
    arrived = {
        unit_of(result) for result in results if result.verdict == "succeeds" and " R " in result.order
    }
    for result in results:
        left = result.order.endswith(" D") or " R " in result.order
        if left and result.detail != "not-dislodged" and unit_of(result) not in arrived:
            gone.setdefault(result.power, set()).add(unit_of(result))
    return gone
