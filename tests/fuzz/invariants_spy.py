"""What is always true of a phase of Spy Diplomacy, said again in other words than the engine's own."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import adjudicator
from adjudicator.board import standard
from tests.fuzz.dues import check_due
from tests.fuzz.invariants import check_standing, told

Json = dict[str, Any]
ORDER = ("SM", "SE", "SR", "FM", "FE", "FR", "WA")
SECRETS = ("by", "strength", "dislodged_by")


def check(before: Json, answers: Json, turn: Json) -> None:
    """Raise AssertionError, with the phase and the fault, if `turn` cannot follow from `before`."""
    with told(before, answers, turn):
        assert json.loads(json.dumps(turn)) == turn, "a turn is plain JSON"
        _calendar(before, turn)
        check_due("spy", {}, turn["position"])
        _board(before, turn["position"])
        _spies_afloat(turn["position"])
        _spies_counted(before, turn)
        _reports(turn)
        _fog(answers, turn)


def _calendar(before: Json, turn: Json) -> None:
    """No phase is skipped (SPY-22)."""
    if turn["outcome"] is None:
        was, now = before["phase"], turn["position"]["phase"]
        at = ORDER.index(was[0] + was[5])
        assert now[0] + now[5] == ORDER[(at + 1) % len(ORDER)]
        assert int(now[1:5]) - int(was[1:5]) == (at == len(ORDER) - 1)


def _board(before: Json, after: Json) -> None:
    check_standing(after)
    if after["phase"][5] not in "ER":
        assert not after["dislodged"], "nobody is dislodged once retreats are over"
    if before["phase"][5] == "A":
        for power, units in after["units"].items():
            assert len(units) <= len(after["centres"].get(power, ())), f"{power} has too many units"


def _spies_afloat(after: Json) -> None:
    """A spy at sea is aboard a fleet: one that stands there, or one that was dislodged there (SPY-13, 14)."""
    fleets = {unit for units in after["units"].values() for unit in units}
    sunk = {unit["unit"] for units in after["dislodged"].values() for unit in units}
    for spies in after["spies"].values():
        for spy in spies:
            province = standard().provinces.get(spy["at"])
            if province is not None and province.is_sea:
                aboard = sunk if spy.get("aboard_dislodged") else fleets
                assert f"F {spy['at']}" in aboard, f"a spy swims in {spy['at']}"
            else:
                assert "aboard_dislodged" not in spy


def _count(position: Json) -> Counter[str]:
    return Counter({power: len(spies) for power, spies in position["spies"].items()})


def _spies_counted(before: Json, turn: Json) -> None:
    """Spies come by builds, and go by death and removal, each of which is told."""
    expected = _count(before)
    for result in turn["results"]:
        power, order = result["power"], result["order"]
        if order.startswith("E ") and result["verdict"] == "succeeds":
            expected[power] += order.endswith(" B") - order.endswith(" D")
        expected[power] -= order.startswith("E ") and result.get("reason") == "lost"
    for item in turn["news"]:
        if item["kind"] == "lost":
            expected[item["seat"]] -= len(item["spies"])
    after = _count(turn["position"])
    assert {power: count for power, count in expected.items() if count} == dict(after)
    if before["phase"][5] == "A":
        for power, count in after.items():
            owned = before["centres"].get(power, ())
            homes = sum(standard().provinces[centre].home_of is not None for centre in owned)
            assert count <= homes, f"{power} has {count} spies for {homes} home centres (SPY-9)"


def _reports(turn: Json) -> None:
    """Who reports has a spy within one space of whatever they saw (SPY-4)."""
    position = turn["position"]
    for item in turn["news"]:
        if item["kind"] == "report":
            for power, units in item["units"].items():
                assert power != item["seat"]
                assert set(units) <= set(position["units"].get(power, ()))
            assert set(item["spies_here"]) <= {spy["at"] for spy in position["spies"][item["seat"]]}


def _fog(answers: Json, turn: Json) -> None:
    """No one is shown more than SPY-1 to SPY-4 allow."""
    if turn["outcome"] is not None:
        return
    for seat in (None, *adjudicator.VARIANTS["spy"]["seats"]):
        told = adjudicator.view("spy", {}, seat=seat, turn={"answers": answers, **turn}, language="en")[
            "turn"
        ]
        territory = standard().powers[seat].territory if seat else ()
        assert {result["power"] for result in told["results"]} <= {seat}
        assert not any(key in result for result in told["results"] for key in SECRETS)
        assert set(told["answers"]) | set(told["later"]) | set(told["position"]["spies"]) <= {seat}
        assert {item.get("seat", seat) for item in told["news"]} <= {seat}
        for power, units in told["position"]["units"].items():
            assert power == seat or all(unit[2:5] in territory for unit in units)
        assert set(told["position"]["centres"]) <= {seat}
        assert not any("from" in unit for units in told["position"]["dislodged"].values() for unit in units)
