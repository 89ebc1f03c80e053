"""Records of earlier releases, which asked seats with one possible answer: turns are judged as theirs did.

`tests/data/records.jsonl.xz` has games of bots that say nothing now and then, at every kind of table, each
played and recorded by the release that `release` names by its commit: the last of 0.1, of 0.2, and of 0.3
before such seats were left in peace.
"""

import copy
import json
import lzma
from pathlib import Path

import pytest

import adjudicator
from adjudicator import records
from adjudicator.canonical import dumps
from adjudicator.errors import AdjudicatorError
from adjudicator.variants import course
from adjudicator.variants.tables import checked_position, table_for
from tests.adjudicator.tables import POWERS

DATA = Path(__file__).parents[1] / "data" / "records.jsonl.xz"
LOTS = "c3" * 32

with lzma.open(DATA, "rt", encoding="utf-8") as file:
    CORPUS = [json.loads(line) for line in file]
RELEASES = sorted({each["release"] for each in CORPUS})


def settled_at(table, position):
    value = checked_position(table, position)
    return [] if value.outcome else course.stage_of(table, value).kind.settled(table, value)


def asked_for_nothing(record):
    """The turns of phases that asked a seat for its only answer: what it sent, None for silence."""
    table = table_for(record["variant"], record["settings"])
    before = [record["start"], *(turn["position"] for turn in record["turns"])]
    return [
        turn["answers"].get(seat)
        for position, turn in zip(before, record["turns"], strict=False)
        if "answers" in turn
        for seat in settled_at(table, position)
        if seat in turn["answers"]
    ]


@pytest.mark.parametrize("each", CORPUS, ids=lambda each: f"{each['release']} {each['record']['variant']}")
def test_every_record_of_every_release_replays(each):
    turns = adjudicator.replay(each["record"])["turns"]
    assert [turn["position"] for turn in turns] == [turn["position"] for turn in each["record"]["turns"]]


@pytest.mark.parametrize("release", RELEASES)
def test_those_of_each_release_hold_answers_and_silence_of_seats_that_are_not_asked_now(release):
    sent = [
        answer
        for each in CORPUS
        if each["release"] == release
        for answer in asked_for_nothing(each["record"])
    ]
    assert any(sent) and None in sent
    assert {each["record"]["variant"] for each in CORPUS if each["release"] == release} == {
        "standard",
        "intimate",
        "intimate-ii",
        "spy",
        "devil-and-god",
    }


# One turn of an earlier release


MIXED = {
    "phase": "W1903A",
    "units": {"FRANCE": ["A GAS", "F ENG"], "GERMANY": ["A BUR"]},
    "centres": {"GERMANY": ["BER", "MUN"]},
}
"""France must disband all it has; Germany may build."""


def old_record(french, lots=LOTS):
    """A game that begins in that winter; `french` is what France sent, None for nothing."""
    table = table_for("standard", {})
    start = checked_position(table, MIXED)
    record = records.begin(variant="standard", settings={}, start=start.to_json(), lots=lots)
    answers = {power: [] for power in POWERS} | {"GERMANY": ["A BER B"], "FRANCE": french}
    answers = {seat: answer for seat, answer in answers.items() if answer is not None}
    turn = adjudicator.resolve("standard", {}, start.to_json(), answers, asked=table.seats)
    return records.add_turn(record, turn, answers=answers)


@pytest.mark.parametrize("french", [None, [], ["A GAS D"], ["F ENG D", "A GAS D"], ["A GAS H", "F ENG D"]])
def test_a_turn_is_judged_as_its_release_did(french):
    record = old_record(french)
    assert dumps(adjudicator.replay(record, lots=LOTS)["turns"]) == dumps(record["turns"])


def test_it_differs_from_todays_in_what_it_tells_alone():
    recorded = old_record(["A GAS D", "F ENG D"])["turns"][0]
    today = adjudicator.resolve("standard", {}, MIXED, recorded["answers"])
    assert today["position"] == recorded["position"]
    assert today["results"] != recorded["results"]


def test_so_are_turns_that_were_taken_back():
    """HR-8: and the game goes on by today's way."""
    back = records.take_back(old_record(["A GAS D"]), 0, reason="A fault of the site.")
    answers = {power: [] for power in POWERS}
    record = records.add_turn(
        back, adjudicator.resolve("standard", {}, back["start"], answers), answers=answers
    )
    again = adjudicator.replay(record, lots=LOTS)
    assert dumps(again) == dumps({key: record[key] for key in ("branches", "turns")})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda turn: turn["results"][0].update(verdict="void"),
            "turns[0].results[0].verdict: the record has",
        ),
        (lambda turn: turn["position"]["units"].update(FRANCE=["A GAS"]), "turns[0].position.units.FRANCE"),
        (lambda turn: turn["results"].pop(), "turns[0].results["),
        (lambda turn: turn["news"].append({"kind": "disorder"}), "turns[0].news["),
    ],
)
def test_what_is_changed_in_one_is_named_and_not_that_its_release_was_another(change, told):
    record = copy.deepcopy(old_record(["A GAS D", "F ENG D"]))
    change(record["turns"][0])
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.replay(record, lots=LOTS)
    assert refusal.value.code == "replay-differs"
    assert told in refusal.value.message
