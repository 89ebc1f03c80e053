"""What the course of a game says: curves, the phases that changed most, the moves that decided it."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from games.engine import bridge
from games.engine.outcomes import seat_ends
from games.engine.turning import course_of, own_powers, touches
from tests.adjudicator.tables import POWERS

DATA = Path(__file__).parents[1] / "data" / "records.jsonl.xz"
with lzma.open(DATA, "rt", encoding="utf-8") as file:
    RECORDS = [json.loads(line)["record"] for line in file]


def seats_of(record):
    return bridge.seats(record["variant"], record["settings"])


def a_record(*turns, start, variant="standard"):
    return {"variant": variant, "settings": {}, "start": start, "turns": list(turns)}


def at(label, centres, units, **more):
    return {"phase": label, "centres": centres, "units": units, **more}


def turn(position, *news, results=()):
    return {"position": position, "news": list(news), "results": list(results)}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record['variant']} {record['settings']}")
def test_curves_end_where_the_results_do(record):
    """For every kind of table: as many positions as phases and one, and the last is what the rows say."""
    seats = seats_of(record)
    facts = course_of(seats, record)
    last = record["turns"][-1]
    ends = seat_ends(record["variant"], seats, last["position"], last["outcome"])
    assert len(facts["labels"]) == len(record["turns"])
    for end in ends:
        if end.seat in facts["centres"]:
            assert len(facts["centres"][end.seat]) == len(record["turns"]) + 1
            assert facts["centres"][end.seat][-1] == end.centres
        else:
            assert end.centres == 0
    assert bool(facts["treasury"]) == ("treasury" in last["position"])
    for seat, credits in facts["treasury"].items():
        assert credits[-1] == last["position"]["treasury"][seat]
    assert len(facts["turns"]) <= 3
    assert [each["at"] for each in facts["turns"]] == sorted(each["at"] for each in facts["turns"])
    assert json.loads(json.dumps(facts)) == facts, "it is kept as JSON"


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record['variant']} {record['settings']}")
def test_builds_are_no_turning_points_and_facts_hold_in_the_record(record):
    facts = course_of(seats_of(record), record)
    before = [record["start"], *(turn["position"] for turn in record["turns"])]
    for told in facts["turns"]:
        assert not told["label"].endswith("A") or told["entered"] or told["bust"] or told["taken"]
        then = before[told["at"]]
        for seat, (_was, now) in told["held"].items():
            assert now == sum(len(then["centres"].get(power, ())) for power in own_powers(then, seat))
        for taken in told["taken"]:
            assert taken["centre"] in then["centres"][taken["to"]]


def test_a_win_by_entering_is_decided_by_the_moves_before_it():
    record = next(
        record for record in RECORDS if record["turns"][-1]["position"]["outcome"]["how"] == "ID-15"
    )
    facts = course_of(seats_of(record), record)
    assert facts["decided"]["label"] == "F1908M", "the phase that ended the game was the retreats of F1908"
    assert facts["decided"]["places"] == ["SMY"]
    assert facts["turns"][-1]["entered"] == ["SMY"], "a home centre entered is among what comes first"


def test_what_all_gain_alike_turns_nothing_and_what_one_takes_from_another_does():
    start = at("S1901M", {"ITALY": ["ROM"], "FRANCE": ["PAR"]}, {"ITALY": ["A ROM"], "FRANCE": ["A PAR"]})
    both = at(
        "W1901A",
        {"ITALY": ["ROM", "TUN"], "FRANCE": ["PAR", "SPA"]},
        {"ITALY": ["A TUN"], "FRANCE": ["A SPA"]},
    )
    one = at(
        "S1902M", {"ITALY": ["ROM"], "FRANCE": ["PAR", "SPA", "TUN"]}, {"ITALY": [], "FRANCE": ["A TUN"]}
    )
    grew = {"kind": "ownership", "changes": {"TUN": {"from": None, "to": "ITALY"}}}
    took = {"kind": "ownership", "changes": {"TUN": {"from": "ITALY", "to": "FRANCE"}}}
    cut = {"order": "A ROM S A TUN", "power": "ITALY", "verdict": "fails", "reason": "cut"}
    lost = {"order": "A TUN H", "power": "ITALY", "verdict": "fails", "dislodged_by": "SPA"}
    far = {"order": "A BOH S A TYR", "power": "ITALY", "verdict": "fails", "reason": "cut"}
    record = a_record(
        turn(both | {"phase": "F1901M"}, grew),
        turn(one, took, results=[cut, lost, far]),
        start=start,
    )
    (told,) = course_of(["ITALY", "FRANCE"], record)["turns"]
    assert told["label"] == "F1901M" and told["at"] == 2
    assert told["taken"] == [{"centre": "TUN", "from": "ITALY", "to": "FRANCE"}]
    assert told["supports"] == [{"power": "ITALY", "order": "A ROM S A TUN", "how": "cut"}]
    assert told["out"] == [{"unit": ["A", "TUN"], "power": "ITALY", "by": "SPA"}]
    assert told["held"] == {"ITALY": [2, 1], "FRANCE": [2, 3]}


def test_busts_and_captured_home_centres_come_before_larger_changes():
    position = at("S1901B", {"ITALY": ["ROM"], "FRANCE": ["PAR"]}, {}, homes={"1": "ITALY", "2": "FRANCE"})
    steps, phases = [], ("S1901M", "F1901M", "S1902M", "F1902M", "W1902A")
    bust = {"kind": "auction", "bust": ["2"], "winner": {"RUSSIA": None}, "price": {"RUSSIA": 0}}
    for number, phase in enumerate(phases):
        units = {"FRANCE": ["A PAR"] * (5 * (number + 1))}
        steps.append(turn(position | {"phase": phase, "units": units, "treasury": {"1": 3, "2": 0}}))
    steps[0]["news"] = [bust]
    facts = course_of(["1", "2"], a_record(*steps, start=position, variant="intimate"))
    assert [told["label"] for told in facts["turns"]] == ["S1901B", "S1902M", "F1902M"]
    assert facts["turns"][0]["bust"] == ["2"] and facts["turns"][0]["anarchy"] == ["RUSSIA"]


@pytest.mark.parametrize(
    ("order", "place", "found"),
    [
        ("A PIE - VEN", "VEN", True),
        ("F MAO - SPA/NC", "SPA", True),
        ("A TYR S A PIE - VEN", "PIE", True),
        ("A PIE - VEN", "ROM", False),
    ],
)
def test_which_orders_have_to_do_with_a_province(order, place, found):
    assert touches(order, [place]) is found


def test_every_power_has_a_curve_at_a_table_of_seven():
    record = next(each for each in RECORDS if (each["variant"], each["settings"]) == ("standard", {}))
    assert set(course_of(seats_of(record), record)["centres"]) == set(POWERS)
