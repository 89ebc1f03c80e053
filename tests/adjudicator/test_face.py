"""The questions' outer shape: errors by their codes, canonical output, view, silence and emptiness."""

import json

import pytest

import adjudicator
from adjudicator.canonical import dumps
from adjudicator.errors import CODES, AdjudicatorError
from tests.adjudicator.tables import POWERS, at_start, news, resolve

START = adjudicator.start("standard")["position"]


def refusal(call, *arguments, **given):
    with pytest.raises(AdjudicatorError) as error:
        call(*arguments, **given)
    assert error.value.code in CODES
    assert error.value.message
    assert error.value.text("fr") == error.value.message_fr
    return error.value.code


@pytest.mark.parametrize("variant", ["chess", "", None, 5, ["standard"], "Standard", {"a": 1}])
def test_unknown_variants(variant):
    assert refusal(adjudicator.start, variant) == "unknown-variant"


@pytest.mark.parametrize(
    "settings",
    [
        {"speed": 3},
        {"rulebook": "chess"},
        {"rulebook": None},
        {"rulebook": ["modern"]},
        {"choices": []},
        {"choices": {"4.A.9": "x"}},
        {"choices": {"4.A.3": "x"}},
        {"choices": {"4.A.3": ["intent"]}},
        {"first_year": "1901"},
        {"first_year": True},
        {"first_year": 0},
        {"first_year": 1901.0},
        {"draws": "yes"},
        {"players": 3},
        {"players": "7"},
        {"players": "3"},
        {"players": True},
        {"players": 2, "last_year": 1920},
        {"last_year": 1.5},
        {"secrecy": True},
        {"pace": "season"},
        [],
        "modern",
        5,
    ],
)
def test_bad_settings(settings):
    assert refusal(adjudicator.start, "standard", settings) == "bad-setting"


def test_settings_that_are_known():
    settings = {
        "rulebook": "modern",
        "choices": {
            "4.A.1": "any-route",
            "4.A.2": "1971",
            "4.A.3": "intent-fallback",
            "4.D.8": "home-centre",
        },
        "first_year": 1950,
        "last_year": 1955,
        "draws": False,
        "players": 7,
    }
    assert adjudicator.start("standard", settings)["position"]["phase"] == "S1950M"
    assert adjudicator.start("intimate", {"players": 2, "first_year": 1870})["position"]["phase"] == "S1870H"
    assert adjudicator.start("intimate", {"last_year": 1905})["position"]["phase"] == "S1901H", "HR-7"
    assert (
        refusal(adjudicator.start, "devil-and-god", {"last_year": 1905}, lots="00" * 32) == "bad-setting"
    ), "RB-13: not for this game"
    assert refusal(adjudicator.start, "standard", {"first_year": 1905, "last_year": 1904}) == "bad-setting"


@pytest.mark.parametrize(
    "change",
    [
        {"phase": "S1901X"},
        {"phase": "W1901M"},
        {"phase": "S1901B"},
        {"phase": "S1901H"},
        {"phase": None},
        {"units": {"FRANCE": ["A PAR", "F PAR"]}},
        {"units": {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}},
        {"units": {"FRANCE": ["F PAR"]}},
        {"units": {"FRANCE": ["F STP"]}},
        {"units": {"FRANCE": ["A NTH"]}},
        {"units": {"SPAIN": ["A PAR"]}},
        {"units": {"FRANCE": "A PAR"}},
        {"units": {"FRANCE": [5]}},
        {"units": []},
        {"centres": {"FRANCE": ["BUR"]}},
        {"centres": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}},
        {"contested": ["XXX"]},
        {"dislodged": {"FRANCE": [{"unit": "A PAR"}]}},
        {"dislodged": {"FRANCE": [{"unit": "A PAR", "from": "BUR", "by": 3}]}},
        {"disorder": ["SPAIN"]},
        {"outcome": {"winners": ["SPAIN"], "how": "RB-12"}},
        {"outcome": "won"},
        {"treasury": {"1": 3}},
        {"weather": "fine"},
    ],
)
def test_positions_that_cannot_be(change):
    position = START | change
    assert refusal(adjudicator.due, "standard", {}, position) == "bad-position"
    assert refusal(adjudicator.resolve, "standard", {}, position, {}) == "bad-position"
    assert refusal(adjudicator.view, "standard", {}, position, None) == "bad-position"


@pytest.mark.parametrize(
    "change",
    [
        {"homes": {}},
        {"homes": {"1": "FRANCE"}},
        {"homes": {"1": "FRANCE", "2": "FRANCE"}},
        {"homes": {"1": "FRANCE", "2": "SPAIN"}},
        {"homes": {"1": "FRANCE", "2": ["TURKEY"]}},
        {"homes": ["FRANCE", "TURKEY"]},
        {"treasury": {"1": -1, "2": 0}},
        {"treasury": {"1": 2.5}},
        {"treasury": {"3": 1}},
        {"control": {"FRANCE": "1"}},
        {"control": {"ITALY": "3"}},
        {"control": {"ITALY": ["1"]}},
        {"control": []},
        {"tied_until": "1903"},
        {"quiet_years": -1},
        {"quiet_years": None},
    ],
)
def test_intimate_positions_that_cannot_be(change):
    position = at_start("S1902M") | change
    assert refusal(adjudicator.due, "intimate", {}, position) == "bad-position"


def test_keys_left_out_are_empty():
    assert adjudicator.view("standard", {}, {"phase": "S1901M"})["position"] == {
        "phase": "S1901M",
        "units": {},
        "dislodged": {},
        "contested": [],
        "centres": {},
        "disorder": [],
        "outcome": None,
    }
    bare = {"phase": "S1902B", "homes": {"1": "FRANCE", "2": "TURKEY"}}
    position = adjudicator.view("intimate", {}, bare)["position"]
    assert position["treasury"] == {"1": 0, "2": 0}
    assert position["control"] == dict.fromkeys(["AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"])
    assert (position["tied_until"], position["quiet_years"]) == (None, 0)


@pytest.mark.parametrize("seat", ["3", "SPAIN", "", 1, ["1"], {}])
def test_seats_that_are_none(seat):
    position = at_start("S1902M")
    assert refusal(adjudicator.options, "intimate", {}, position, seat) == "bad-seat"
    assert refusal(adjudicator.view, "intimate", {}, position, seat) == "bad-seat"


def test_answers_for_seats_that_are_none():
    assert refusal(adjudicator.resolve, "intimate", {}, at_start("S1902M"), {"FRANCE": []}) == "bad-seat"
    assert refusal(adjudicator.resolve, "standard", {}, START, {"1": []}) == "bad-seat"


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("answers", [[], "x", 5, {"FRANCE": "A PAR H"}, {"FRANCE": {}}, {"FRANCE": 5}])
def test_answers_without_the_shape_of_any(answers):
    assert refusal(adjudicator.resolve, "standard", {}, START, answers) == "bad-input"


@pytest.mark.parametrize("lots", ["", "00", 5, "zz" * 32])
def test_lots_without_their_shape(lots):
    assert refusal(adjudicator.resolve, "standard", {}, START, {}, lots=lots) == "bad-input"
    assert refusal(adjudicator.start, "standard", lots=lots) == "bad-input"


@pytest.mark.parametrize(
    "agreed", [[], "draw", {}, {"how": 3, "by": []}, {"how": "draw", "by": "1"}, {"how": "draw", "x": 1}]
)
def test_agreements_without_their_shape(agreed):
    assert refusal(adjudicator.resolve, "standard", {}, START, agreed=agreed) == "bad-input"


def test_answers_and_an_agreed_end_exclude_each_other():
    agreed = {"how": "draw", "by": list(POWERS)}
    assert refusal(adjudicator.resolve, "standard", {}, START, {}, agreed=agreed) == "bad-input"


def test_a_finished_game_owes_nothing_offers_nothing_and_goes_no_further():
    over = START | {"outcome": {"how": "RB-12", "winners": ["FRANCE"]}}
    assert adjudicator.due("standard", {}, over) == {"due": {}}
    assert adjudicator.options("standard", {}, over, "FRANCE") == {"options": {}, "sites": {}}
    assert adjudicator.view("standard", {}, over)["position"]["outcome"] == over["outcome"]
    assert refusal(adjudicator.resolve, "standard", {}, over, {}) == "game-over"
    assert refusal(adjudicator.resolve, "standard", {}, over, agreed={"how": "draw", "by": []}) == "game-over"


def test_null_is_silence_and_an_empty_list_is_an_answer():
    turn = adjudicator.resolve("standard", {}, START, {"FRANCE": None, "ITALY": []})
    silent = {item["seat"] for item in news(turn, "disorder")}
    assert "FRANCE" in silent
    assert "ITALY" not in silent


def test_the_same_input_gives_the_same_bytes_in_whatever_sequence_it_comes():
    answers = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR", "F KIE - HOL"]}
    shuffled = {power: list(reversed(lines)) for power, lines in reversed(answers.items())}
    position = json.loads(json.dumps(START))
    backwards = {
        key: dict(reversed(value.items())) if isinstance(value, dict) else value
        for key, value in reversed(position.items())
    }
    one = adjudicator.resolve("standard", {}, position, answers, language="fr")
    two = adjudicator.resolve("standard", {}, backwards, shuffled, language="fr")
    assert dumps(one) == dumps(two)
    assert json.loads(dumps(one)) == one, "plain JSON"


def test_resolving_leaves_its_input_alone():
    position, answers = json.loads(json.dumps(START)), {"FRANCE": ["A PAR - BUR"]}
    adjudicator.resolve("standard", {}, position, answers)
    assert position == START
    assert answers == {"FRANCE": ["A PAR - BUR"]}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sentences_come_with_a_language_and_only_then(language):
    turn = adjudicator.resolve("standard", {}, START, {"FRANCE": ["A PAR - BUR"]}, language=language)
    for item in (*turn["results"], *turn["news"]):
        assert item["text"] == adjudicator.sentence(item, language)
    bare = adjudicator.resolve("standard", {}, START, {"FRANCE": ["A PAR - BUR"]})
    assert not any("text" in item for item in (*bare["results"], *bare["news"]))
    assert refusal(adjudicator.resolve, "standard", {}, START, {}, language="de") == "bad-input"


def test_view_shows_everything_resolved_to_everybody_where_there_is_no_fog():
    turn = resolve(at_start("S1902B"), one={"bids": {"ITALY": 3}}, two={})
    for seat in (None, "1", "2"):
        seen = adjudicator.view("intimate", {}, at_start("S1902B"), seat, turn=turn)
        assert seen["turn"] == turn
        assert seen["position"] == adjudicator.view("intimate", {}, at_start("S1902B"), None)["position"]
        assert seen["unknown"] == []


def test_view_lets_nothing_pass_that_is_no_part_of_a_turn():
    turn = adjudicator.resolve("standard", {}, START, {})
    seen = adjudicator.view("standard", {}, seat="FRANCE", turn=turn | {"drafts": {"ITALY": ["A ROM - APU"]}})
    assert "drafts" not in json.dumps(seen)


def test_view_says_it_again_in_another_language():
    turn = adjudicator.resolve("standard", {}, START, {}, language="en")
    french = adjudicator.view("standard", {}, seat=None, turn=turn, language="fr")["turn"]
    assert french["results"][0]["text"] == adjudicator.sentence(turn["results"][0], "fr")


@pytest.mark.parametrize(
    "given", [{}, {"turn": 5}, {"turn": {"results": 3}}, {"record": []}, {"record": {"format": 2}}]
)
def test_a_view_of_nothing(given):
    assert refusal(adjudicator.view, "standard", {}, **given) in ("bad-input", "bad-position")


def test_a_turn_that_the_engine_never_said_has_no_sentences():
    turn = {"position": START, "results": [{"verdict": "nonsense"}], "news": []}
    assert refusal(adjudicator.view, "standard", {}, turn=turn, language="en") == "bad-input"


def test_variants_say_what_a_site_needs_to_know():
    intimate = adjudicator.VARIANTS["intimate"]
    assert intimate["names"] == {"en": "Intimate Diplomacy", "fr": "Intimate Diplomacy"}
    assert intimate["seats"] == ["1", "2"]
    assert intimate["kinds"] == ["A", "B", "H", "M", "R"]
    assert intimate["rules"] == ["ID", "RB"]
    assert intimate["agreements"] == ["concession", "draw", "stalemate"]
    assert adjudicator.VARIANTS["standard"]["seats"] == list(POWERS)
    for key, variant in adjudicator.VARIANTS.items():
        assert set(variant["names"]) == {"en", "fr"} and all(variant["names"].values()), key


def test_a_game_says_how_its_players_sit_around_the_board() -> None:
    spies, divine = adjudicator.about("spy"), adjudicator.about("devil-and-god", {"spells_shown": "end"})
    assert (spies["shows_readiness"], spies["closes_early"]) == (False, False)
    assert spies["orders_ahead"] and spies["at_once"] == ["E", "R", "A"]
    assert adjudicator.about("spy", {"pace": "phase"})["at_once"] == []
    assert adjudicator.about("spy", {"last_year": 1905}) is spies, "made once for each table"
    assert divine["masked_seats"] == ["DEVIL", "GOD"]
    for key, variant in adjudicator.VARIANTS.items():
        assert adjudicator.about(key) == variant
    with pytest.raises(AdjudicatorError) as refused:
        adjudicator.about("standard", {"players": "many"})
    assert refused.value.code == "bad-setting"
