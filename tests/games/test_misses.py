"""Who missed a phase (HR-1), and where it is told."""

from __future__ import annotations

import pytest

import adjudicator
from games.engine.misses import asked_in, may_miss, missed_in
from games.models import Phase

SEVEN = ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]
ORDERS = {"kind": "orders", "powers": ["FRANCE"], "units": {"FRANCE": ["A PAR"]}}
BIDS = {"kind": "bids", "powers": ["ITALY"], "treasury": 5}
HOMES = {"kind": "homes", "powers": SEVEN}
SPELL = {"kind": "spell", "powers": ["FRANCE"]}
RETREATS = {"kind": "retreats", "powers": ["FRANCE"], "units": {"FRANCE": ["A PAR"]}}
BUILD = {"kind": "adjustments", "powers": ["FRANCE"], "builds": {"FRANCE": 1}, "removals": {}}
REMOVAL = {"kind": "adjustments", "powers": ["FRANCE"], "builds": {}, "removals": {"FRANCE": 1}}
NOTHING = {"kind": "adjustments", "powers": [], "builds": {}, "removals": {}}
COMPULSORY = BUILD | {"compulsory": ["FRANCE"]}


@pytest.mark.parametrize(
    ("variant", "label", "owed", "answer", "is_missed"),
    [
        ("standard", "S1901M", ORDERS, None, True),
        ("standard", "S1901M", ORDERS, [], False),
        ("standard", "S1901M", ORDERS, ["A BER - FOO"], False),
        ("standard", "S1901R", RETREATS, None, True),
        ("standard", "W1901A", BUILD, None, False),
        ("standard", "W1901A", REMOVAL, None, True),
        ("standard", "W1901A", NOTHING, None, False),
        ("intimate", "W1901A", COMPULSORY, None, True),
        ("intimate", "W1901A", COMPULSORY, [], False),
        ("intimate", "S1901B", BIDS, None, True),
        ("intimate", "S1901B", BIDS, {"bids": {}}, False),
        ("intimate", "S1901H", HOMES, None, True),
        ("intimate", "S1901H", HOMES, {"preferences": SEVEN[:6]}, True),
        ("intimate", "S1901H", HOMES, {"preferences": SEVEN}, False),
        ("devil-and-god", "S1901M", SPELL, None, True),
        ("devil-and-god", "S1901M", SPELL, {}, False),
        ("spy", "S1901M", ORDERS, None, True),
        ("spy", "S1901M", ORDERS, {"later": {}}, False),
        ("spy", "S1901M", ORDERS | {"powers": []}, None, False),
        ("spy", "S1901R", RETREATS, None, False),
        ("spy", "W1901A", REMOVAL, None, False),
    ],
)
def test_a_miss_is_a_decision_that_was_asked_for_and_not_saved(variant, label, owed, answer, is_missed):
    phase = Phase(label=label, due={"FRANCE": owed})
    answers = {} if answer is None else {"FRANCE": answer}
    assert missed_in(phase, asked_in(variant, phase), answers) == ({"FRANCE": True} if is_missed else {})


def test_a_mercenarys_builds_are_told_to_be_compulsory_by_the_engine():
    position = {
        "phase": "W1901A",
        "units": {"FRANCE": ["A PAR"], "GERMANY": ["A RUH"], "TURKEY": ["A CON"]},
        "centres": {"FRANCE": ["PAR", "BRE"], "GERMANY": ["BER", "MUN"], "TURKEY": ["CON"]},
        "homes": {"1": "FRANCE", "2": "TURKEY"},
        "treasury": {"1": 9, "2": 9},
        "control": {"GERMANY": "2", "AUSTRIA": None, "ENGLAND": None, "ITALY": None, "RUSSIA": None},
    }
    due = adjudicator.due("intimate", {}, position)["due"]
    assert "compulsory" not in due["1"] and due["2"]["compulsory"] == ["GERMANY"]
    assert may_miss("intimate", "A", due, "2") and not may_miss("intimate", "A", due, "1")
