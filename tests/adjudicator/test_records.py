"""Records: whole games that prove themselves, and name the first thing in them that is not so."""

import copy
import hashlib
import json
from random import Random

import pytest

import adjudicator
from adjudicator import questions, records
from adjudicator.canonical import dumps, first_difference
from adjudicator.errors import AdjudicatorError
from games.bots import greedy_bot, play, random_bot
from tests.adjudicator.tables import POWERS

LOTS = "c3" * 32


@pytest.fixture(scope="module")
def whole():
    """A game of Intimate from its first phase to its last."""
    return play(
        variant="intimate",
        settings={"rulebook": "modern"},
        bots={"1": greedy_bot, "2": random_bot},
        lots=LOTS,
        random=Random(4),
        last_year=1910,
    )


@pytest.fixture(scope="module")
def running(whole):
    """The same game while it still went on, as its record then was."""
    shorter = {key: value for key, value in whole.items() if key != "lots"}
    return shorter | {"turns": whole["turns"][:-1]}


def differs(record, **given):
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.replay(record, **given)
    assert refusal.value.code == "replay-differs"
    return refusal.value.message


def test_a_record_has_its_format_its_fingerprint_and_once_over_its_lots(whole, running):
    assert whole["format"] == 1
    assert whole["lots"] == LOTS
    assert whole["lots_sha256"] == hashlib.sha256(bytes.fromhex(LOTS)).hexdigest()
    assert set(whole) == {"format", "variant", "settings", "lots_sha256", "lots", "start", "turns"}
    assert set(whole["turns"][0]) == {"answers", "position", "results", "news", "outcome"}
    assert records.is_over(whole)
    assert not records.is_over(running)


def test_a_record_replays_to_the_same_bytes(whole):
    assert dumps(adjudicator.replay(whole)["turns"]) == dumps(whole["turns"])
    again = json.loads(dumps(whole))
    assert dumps(adjudicator.replay(again)["turns"]) == dumps(whole["turns"])


def test_a_running_game_replays_for_whoever_holds_its_lots(running):
    turns = adjudicator.replay(running, lots=LOTS)["turns"]
    assert dumps(turns) == dumps(running["turns"])
    assert "lots_sha256" in differs(running, lots="c4" * 32)


def test_any_change_is_found_and_the_first_is_named(whole):
    def doctored(change):
        record = copy.deepcopy(whole)
        change(record)
        return record

    def treasury(record):
        record["turns"][1]["position"]["treasury"]["1"] += 1

    def verdict(record):
        record["turns"][2]["results"][0]["verdict"] = "void"

    def answer(record):
        record["turns"][0]["answers"]["1"] = {"preferences": list(reversed(POWERS))}

    def shorter_news(record):
        record["turns"][1]["news"].pop()

    def outcome(record):
        record["turns"][-1]["outcome"] = None

    def nothing_but_type(record):
        record["turns"][1]["position"]["quiet_years"] = False

    message = differs(doctored(treasury))
    there = whole["turns"][1]["position"]["treasury"]["1"]
    assert f"turns[1].position.treasury.1: the record has {there + 1}, the replay gives {there}" in message
    assert 'turns[2].results[0].verdict: the record has "void"' in differs(doctored(verdict))
    assert "turns[0].news[0]" in differs(doctored(answer))
    assert "turns[1].news[0]: the record has absent" in differs(doctored(shorter_news))
    assert "outcome: the record has null" in differs(doctored(outcome))
    assert "quiet_years: the record has false, the replay gives 0" in differs(doctored(nothing_but_type))
    assert "lots_sha256" in differs(whole | {"lots": "00" * 32})


def test_a_game_cannot_go_on_after_its_end(whole):
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.replay(whole | {"turns": [*whole["turns"], whole["turns"][-1]]})
    assert refusal.value.code == "replay-differs"
    assert f"turns[{len(whole['turns'])}]" in refusal.value.message


def test_an_agreed_end_is_recorded_and_replayed():
    start = adjudicator.start("standard")["position"]
    record = records.begin(variant="standard", settings={}, start=start)
    agreed = {"how": "draw", "by": list(POWERS)}
    turn = adjudicator.resolve("standard", {}, start, agreed=agreed, language="fr")
    record = records.add_turn(record, turn, agreed=agreed)
    assert record["turns"][0]["agreed"] == agreed
    assert "text" not in record["turns"][0]["news"][0], "a record knows no language"
    assert adjudicator.replay(record)["turns"] == record["turns"]


def test_the_lots_of_a_running_game_are_in_nobodys_view(whole, running):
    leaky = running | {"lots": LOTS, "secret": "x"}
    for seat in ("1", "2", None):
        seen = adjudicator.view("intimate", whole["settings"], seat=seat, record=leaky)
        assert LOTS not in json.dumps(seen)
        assert "secret" not in seen["record"]
        assert seen["record"]["turns"] == running["turns"]
        assert seen["unknown"] == []
    assert adjudicator.view("intimate", whole["settings"], record=whole)["record"] == whole


def test_the_command_line_takes_a_record_bare_or_named(whole):
    bare = questions.ask("replay", whole)
    assert bare == questions.ask("replay", {"record": whole}) == adjudicator.replay(whole)
    seen = questions.ask("view", {"record": whole, "seat": "1", "language": None})
    assert seen["record"] == whole


def test_a_record_written_with_sentences_is_replayed_with_sentences(whole):
    told = copy.deepcopy(whole)
    position = told["start"]
    for turn in told["turns"]:
        fresh = adjudicator.resolve(
            "intimate",
            told["settings"],
            position,
            turn.get("answers"),
            lots=LOTS,
            agreed=turn.get("agreed"),
            language="en",
        )
        turn.update(fresh)
        position = fresh["position"]
    assert questions.ask("replay", told)["turns"] == told["turns"]


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        {},
        {"format": 2},
        {"format": 1},
        {"format": 1, "variant": "standard", "settings": {}, "start": {}, "turns": {}},
        {"format": 1, "variant": "standard", "settings": [], "start": {}, "turns": []},
        {"format": 1, "variant": "standard", "settings": {}, "start": {"phase": "S1901M"}, "turns": [3]},
    ],
)
def test_what_is_no_record_is_refused(record):
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.replay(record)
    assert refusal.value.code == "bad-input"


def test_a_record_of_no_known_game_is_refused(whole):
    for variant in ("chess", None):
        with pytest.raises(AdjudicatorError) as refusal:
            adjudicator.replay(whole | {"variant": variant})
        assert refusal.value.code == "unknown-variant"
    bare = {"format": 1, "start": {}, "turns": []}
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.replay(bare)
    assert refusal.value.code == "unknown-variant"


def test_the_first_difference_is_the_first_in_canonical_order():
    one = {"b": [1, {"x": 1}], "a": 1}
    assert first_difference(one, {"b": [1, {"x": 1}], "a": 1}) is None
    found = first_difference(one, {"b": [2, {"x": 1}], "a": 1.0})
    assert (found.path, found.expected, found.found) == ("a", "1", "1.0")
    found = first_difference(one, {"b": [1], "a": 1}, "turns[0]")
    assert (found.path, found.expected, found.found) == ("turns[0].b[1]", '{"x":1}', "absent")
