"""Records: whole games that prove themselves, and name the first thing in them that is not so."""

import copy
import hashlib
import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator
from adjudicator import questions, records
from adjudicator.canonical import dumps, first_difference
from adjudicator.errors import AdjudicatorError
from games.bots import greedy_bot, play, random_bot
from games.bots.scene import look
from tests.adjudicator.tables import POWERS, intimate

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


def test_a_record_that_calls_anarchy_silence_replays_still():
    """Releases before ID-5 was cited wrote RB-14 there; another clause is a difference."""
    start = intimate(
        "S1903M",
        units={"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "TURKEY": ["A CON"]},
        centres={"GERMANY": ["MUN"], "FRANCE": ["PAR"], "TURKEY": ["CON"]},
    )
    turn = adjudicator.resolve("intimate", {}, start, answers={"1": [], "2": []}, lots=LOTS)
    record = records.begin(variant="intimate", settings={}, start=start, lots=LOTS)
    record = records.add_turn(record, turn, answers={"1": [], "2": []})
    (held,) = (each for each in record["turns"][0]["results"] if each["power"] == "GERMANY")
    held["clause"] = "RB-14"
    adjudicator.replay(record, lots=LOTS)
    held["clause"] = "RB-15"
    assert "clause" in differs(record, lots=LOTS)


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
    assert bare == questions.ask("replay", whole | {"result": {"at": "2026-11-28T00:00:00Z"}})
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


# Branches: turns that were taken back (HR-8)


def played_on(record, count, seed):
    """`record` with `count` more turns between bots, or with as many as it takes to end the game."""
    table, random = {"variant": "intimate", "settings": record["settings"]}, Random(seed)
    bots = {"1": greedy_bot, "2": random_bot}
    for _ in range(count):
        if records.is_over(record):
            break
        position = (record["turns"] or [{"position": record["start"]}])[-1]["position"]
        answers = {
            seat: bots[seat](look(**table, position=position, seat=seat, random=random))
            for seat in adjudicator.due(**table, position=position)["due"]
        }
        turn = adjudicator.resolve(**table, position=position, answers=answers, lots=LOTS)
        record = records.add_turn(record, turn, answers=answers, lots=LOTS)
    return record


@pytest.fixture(scope="module")
def taken_back(whole):
    """The game taken back to its sixth turn, played on, and then taken back further, to its fourth."""
    record = {key: value for key, value in whole.items() if key != "lots"} | {"turns": whole["turns"][:7]}
    record = played_on(records.take_back(record, 5, reason="The site lost an answer."), 2, seed=7)
    return played_on(records.take_back(record, 3, reason="A fault again."), 3, seed=8)


def test_turns_that_are_taken_back_become_a_branch(taken_back, whole):
    first, second = taken_back["branches"]
    assert (first["at"], second["at"], first["reason"]) == (5, 3, "The site lost an answer.")
    assert first["turns"] == whole["turns"][5:7]
    assert second["turns"][:2] == whole["turns"][3:5] and len(second["turns"]) == 4
    assert len(taken_back["turns"]) == 6 and taken_back["turns"][:3] == whole["turns"][:3]


def test_branches_are_replayed_from_the_game_as_it_was(taken_back):
    """The first one begins after turns that the second one took back."""
    again = adjudicator.replay(taken_back, lots=LOTS)
    assert dumps(again) == dumps({key: taken_back[key] for key in ("branches", "turns")})
    bare = {key: value for key, value in taken_back.items() if key != "branches"}
    assert adjudicator.replay(bare, lots=LOTS) == {"turns": taken_back["turns"]}
    assert adjudicator.replay(bare | {"branches": []}, lots=LOTS)["branches"] == []


def test_a_change_in_a_branch_is_found_and_the_branch_is_named(taken_back):
    def doctored(change):
        record = copy.deepcopy(taken_back)
        change(record["branches"])
        return differs(record, lots=LOTS)

    def treasury(branches):
        branches[0]["turns"][1]["position"]["treasury"]["1"] += 1

    def base(branches):
        branches[1]["turns"][1]["position"]["quiet_years"] = 9

    def news(branches):
        branches[1]["turns"][3]["news"].append({"kind": "elimination", "year": 1901, "power": "ITALY"})

    assert "branches[0].turns[1].position.treasury.1: the record has" in doctored(treasury)
    assert "branches[1].turns[1].position.quiet_years: the record has 9" in doctored(base)
    assert "branches[1].turns[3].news[" in doctored(news)
    with pytest.raises(AdjudicatorError) as refusal:
        first, second = taken_back["branches"]
        adjudicator.replay(taken_back | {"branches": [first | {"at": 4}, second]}, lots=LOTS)
    assert refusal.value.message.startswith("branches[0].turns[0]: "), "orders are no bids"


def test_branches_are_seen_like_turns(taken_back):
    """What is withheld of a turn is withheld of it in a branch; the viewer sees why it is one."""
    seen = adjudicator.view("intimate", taken_back["settings"], seat="1", record=taken_back)["record"]
    assert seen["branches"] == taken_back["branches"]
    leaky = copy.deepcopy(taken_back)
    leaky["branches"][0]["turns"][0]["secret"] = "x"
    seen = adjudicator.view("intimate", taken_back["settings"], record=leaky, language="fr")["record"]
    assert seen["branches"][0]["turns"][0].keys() <= {*taken_back["turns"][0]}
    assert all(item["text"] for turn in seen["branches"][0]["turns"] for item in turn["news"])
    leaky["branches"][0]["turns"][0]["news"] = [{"kind": "none"}]
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.view("intimate", taken_back["settings"], record=leaky, language="fr")
    assert refusal.value.code == "bad-input"


def test_a_branch_in_fog_shows_no_more_than_its_seat_saw():
    start = adjudicator.start("spy")["position"]
    answers = {power: [] for power in POWERS}
    turn = adjudicator.resolve("spy", {}, start, answers)
    record = records.add_turn(records.begin(variant="spy", settings={}, start=start), turn, answers=answers)
    back = records.take_back(record, 0, reason="A fault of the site.")
    (branch,) = adjudicator.view("spy", {}, record=back, seat="FRANCE")["record"]["branches"]
    shown = adjudicator.view("spy", {}, record=record, seat="FRANCE")["record"]["turns"]
    assert branch == {"at": 0, "reason": "A fault of the site.", "turns": shown}
    assert set(branch["turns"][0]["position"]["units"]) == set(branch["turns"][0]["answers"]) == {"FRANCE"}


def test_the_command_line_replays_branches_with_their_sentences(taken_back):
    question = {"record": taken_back, "lots": LOTS}
    assert questions.ask("replay", question) == adjudicator.replay(taken_back, lots=LOTS)
    told = copy.deepcopy(taken_back)
    branch = told["branches"][1]
    for turn in branch["turns"]:
        turn["news"] = [item | {"text": "In words."} for item in turn["news"]]
    assert records.has_texts(told) and not records.has_texts(taken_back)
    texts = questions.ask("replay", question | {"record": told})["branches"][1]["turns"][0]["news"]
    assert all(item["text"] for item in texts)


@pytest.mark.parametrize(
    "branches",
    [
        {},
        [3],
        [{}],
        [{"at": 0, "turns": []}],
        [{"at": 0, "turns": [], "reason": 3}],
        [{"at": 0, "turns": [], "reason": "x", "more": 1}],
        [{"at": 0, "turns": {}, "reason": "x"}],
        [{"at": 0, "turns": [3], "reason": "x"}],
        [{"at": -1, "turns": [], "reason": "x"}],
        [{"at": 7, "turns": [], "reason": "x"}],
        [{"at": True, "turns": [], "reason": "x"}],
        [{"at": "0", "turns": [], "reason": "x"}],
        [{"at": 5, "turns": [], "reason": "x"}, {"at": 3, "turns": [], "reason": "x"}],
    ],
)
def test_what_is_no_branch_is_refused(taken_back, branches):
    record = taken_back | {"branches": branches}
    for ask in (adjudicator.replay, lambda record: adjudicator.view("intimate", {}, record=record)):
        with pytest.raises(AdjudicatorError) as refusal:
            ask(record)
        assert refusal.value.code == "bad-input"
        assert "branches" in refusal.value.message or "branches" in refusal.value.message_fr


def test_only_a_game_that_goes_on_is_taken_back_and_to_one_of_its_turns(whole, running):
    with pytest.raises(AdjudicatorError) as refusal:
        records.take_back(whole, 1, reason="too late")
    assert refusal.value.code == "game-over"
    for at in (-1, len(running["turns"]), True, "1", None):
        with pytest.raises(AdjudicatorError) as refusal:
            records.take_back(running, at, reason="nowhere")
        assert refusal.value.code == "bad-input"
    assert "branches" not in running, "the record itself stays as it was"


@pytest.mark.slow
@given(st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_however_often_a_game_is_taken_back_its_record_replays(whole, data):
    """And one thing changed in any branch is found in that branch or in one that began in it."""
    record = {key: value for key, value in whole.items() if key != "lots"} | {"turns": whole["turns"][:3]}
    for seed in range(data.draw(st.integers(1, 4))):
        if records.is_over(record):
            break
        at = data.draw(st.integers(0, len(record["turns"]) - 1))
        record = records.take_back(record, at, reason=f"reason {seed}")
        record = played_on(record, data.draw(st.integers(1, 3)), seed)
    again = adjudicator.replay(record, lots=LOTS)
    assert dumps(again) == dumps({key: record[key] for key in ("branches", "turns")})
    number = data.draw(st.integers(0, len(record["branches"]) - 1))
    changed = copy.deepcopy(record)
    turns = changed["branches"][number]["turns"]
    turn = turns[data.draw(st.integers(0, len(turns) - 1))]
    turn["position"]["quiet_years"] += 1
    assert "branches[" in differs(changed, lots=LOTS)
