"""The standard game through the engine's face: calendar, disorder, solo, short game, draws."""

import pytest

import adjudicator
from adjudicator.board import standard
from adjudicator.errors import AdjudicatorError
from tests.adjudicator.tables import POWERS, news, results

START = adjudicator.start("standard")["position"]
EVERYBODY = {power: [] for power in POWERS}


def resolve(position, settings=None, **answers):
    return adjudicator.resolve("standard", settings or {}, position, EVERYBODY | answers)


def test_the_start():
    assert START == {
        "phase": "S1901M",
        "units": {
            "AUSTRIA": ["A BUD", "A VIE", "F TRI"],
            "ENGLAND": ["A LVP", "F EDI", "F LON"],
            "FRANCE": ["A MAR", "A PAR", "F BRE"],
            "GERMANY": ["A BER", "A MUN", "F KIE"],
            "ITALY": ["A ROM", "A VEN", "F NAP"],
            "RUSSIA": ["A MOS", "A WAR", "F SEV", "F STP/SC"],
            "TURKEY": ["A CON", "A SMY", "F ANK"],
        },
        "dislodged": {},
        "contested": [],
        "centres": {
            "AUSTRIA": ["BUD", "TRI", "VIE"],
            "ENGLAND": ["EDI", "LON", "LVP"],
            "FRANCE": ["BRE", "MAR", "PAR"],
            "GERMANY": ["BER", "KIE", "MUN"],
            "ITALY": ["NAP", "ROM", "VEN"],
            "RUSSIA": ["MOS", "SEV", "STP", "WAR"],
            "TURKEY": ["ANK", "CON", "SMY"],
        },
        "disorder": [],
        "outcome": None,
    }
    assert adjudicator.start("standard", {"first_year": 1870})["position"]["phase"] == "S1870M"


def test_due_names_each_power_with_its_kind():
    due = adjudicator.due("standard", {}, START)["due"]
    assert due == {power: {"kind": "orders", "powers": [power]} for power in POWERS}


def test_a_phase_that_nobody_owes_anything_in_is_skipped():
    turn = resolve(START, FRANCE=["A PAR - BUR"])
    assert turn["position"]["phase"] == "F1901M"
    turn = resolve(turn["position"])
    assert turn["position"]["phase"] == "S1902M", "nobody has taken a centre"


def test_retreats_and_adjustments_are_asked_of_those_who_owe_them():
    position = {
        "phase": "F1902M",
        "units": {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]},
        "centres": {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "BER"], "ITALY": ["ROM"]},
    }
    turn = resolve(position, FRANCE=["A BUR - MUN", "A RUH S A BUR - MUN"])
    assert turn["position"]["phase"] == "F1902R"
    assert turn["position"]["dislodged"] == {
        "GERMANY": [{"by_convoy": False, "from": "BUR", "unit": "A MUN"}]
    }
    lost = next(r for r in turn["results"] if r["power"] == "GERMANY")
    assert lost["dislodged_by"] == "BUR"
    assert "TYR" in lost["retreats"]
    due = adjudicator.due("standard", {}, turn["position"])["due"]
    assert due == {"GERMANY": {"kind": "retreats", "powers": ["GERMANY"], "units": {"GERMANY": ["A MUN"]}}}
    turn = resolve(turn["position"], GERMANY=["A MUN R BER"])
    assert turn["position"]["phase"] == "W1902A"
    assert news(turn, "ownership")[0]["changes"] == {"MUN": {"from": "GERMANY", "to": "FRANCE"}}
    due = adjudicator.due("standard", {}, turn["position"])["due"]
    assert due == {
        "FRANCE": {"kind": "adjustments", "powers": ["FRANCE"], "builds": {"FRANCE": 1}, "removals": {}}
    }
    turn = resolve(turn["position"], FRANCE=["A PAR B"])
    assert turn["position"]["phase"] == "S1903M"
    assert turn["position"]["units"]["FRANCE"] == ["A MUN", "A PAR", "A RUH"]


def test_rb_14_a_silent_power_holds_supports_nobody_and_loses_what_is_dislodged():
    position = {
        "phase": "S1902M",
        "units": {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN", "A BER"]},
        "centres": {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "BER"]},
    }
    answers = {power: [] for power in POWERS if power != "GERMANY"}
    answers["FRANCE"] = ["A BUR - MUN", "A RUH S A BUR - MUN"]
    turn = adjudicator.resolve("standard", {}, position, answers)
    assert turn["position"]["phase"] == "F1902M"
    assert turn["position"]["units"]["GERMANY"] == ["A BER"]
    assert news(turn, "disorder") == [
        {"kind": "disorder", "seat": "GERMANY", "powers": ["GERMANY"], "clause": "RB-14"}
    ]


def test_rb_14_who_owed_nothing_was_not_silent():
    position = {"phase": "S1902M", "units": {"FRANCE": ["A BUR"]}, "centres": {"FRANCE": ["PAR"]}}
    turn = adjudicator.resolve("standard", {}, position, {"FRANCE": []})
    assert news(turn, "disorder") == []


def crowded(count, phase="F1905M"):
    """France owns `count` centres and has a unit in one of them, Italy the rest, and two units."""
    centres = [each for each in standard().centres if each not in ("PAR", "ROM", "NAP")]
    centres = ["PAR", *centres, "ROM", "NAP"]
    return {
        "phase": phase,
        "units": {"FRANCE": ["A PAR"], "ITALY": ["A ROM", "F NAP"]},
        "centres": {"FRANCE": centres[:count], "ITALY": centres[count:]},
    }


def test_rb_12_eighteen_centres_after_an_autumn_win():
    assert resolve(crowded(18))["outcome"] == {"how": "RB-12", "winners": ["FRANCE"]}
    assert resolve(crowded(17))["outcome"] is None
    assert resolve(crowded(18, "S1905M"))["outcome"] is None, "not in spring"


def test_rb_13_a_short_game_goes_to_the_most_units_after_its_last_winter():
    settings = {"last_year": 1905}
    turn = resolve(crowded(17), settings)
    assert turn["position"]["phase"] == "W1905A"
    turn = resolve(turn["position"], settings)
    assert turn["outcome"] == {"how": "RB-13", "winners": ["ITALY"]}
    assert resolve(crowded(17, "F1904M"), settings)["outcome"] is None


def test_rb_13_several_with_the_most_share_and_an_eighteen_centre_win_comes_first():
    settings = {"last_year": 1905}
    position = crowded(17)
    position["units"] = {"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}
    position["centres"] = {"FRANCE": ["PAR"], "ITALY": ["ROM"]}
    assert resolve(position, settings)["outcome"] == {"how": "RB-13", "winners": ["FRANCE", "ITALY"]}
    assert resolve(crowded(18), settings)["outcome"]["how"] == "RB-12"


def test_rb_12_all_who_are_left_may_agree_on_a_draw():
    position = crowded(17)
    position["centres"]["TURKEY"] = [position["centres"]["ITALY"].pop()]

    def agree(settings, *by):
        return adjudicator.resolve("standard", settings, position, agreed={"how": "draw", "by": list(by)})

    turn = agree({}, "ITALY", "FRANCE", "TURKEY")
    assert turn["outcome"] == {"how": "RB-12", "winners": ["FRANCE", "ITALY"]}, "who has units shares"
    for settings, by in (({}, ("ITALY", "FRANCE")), ({"draws": False}, ("ITALY", "FRANCE", "TURKEY"))):
        with pytest.raises(AdjudicatorError) as refusal:
            agree(settings, *by)
        assert refusal.value.code == "not-allowed"
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.resolve("standard", {}, position, agreed={"how": "stalemate", "by": []})
    assert refusal.value.code == "not-allowed"


def test_a_power_in_disorder_for_good_owes_nothing_and_holds():
    position = {**START, "disorder": ["ITALY"]}
    assert "ITALY" not in adjudicator.due("standard", {}, position)["due"]
    turn = resolve(position, ITALY=["A ROM - APU"])
    assert turn["position"]["units"]["ITALY"] == ["A ROM", "A VEN", "F NAP"]
    assert turn["position"]["disorder"] == ["ITALY"]


def test_lines_that_cannot_stand_are_void_with_their_reason_and_the_rest_stands():
    turn = resolve(
        START, FRANCE=["A PAR - BUR", "A MAR - MOS", "A MUN - BER", "???", "F BRE - MAO", "F BRE - ENG"]
    )
    told = results(turn, "FRANCE")
    assert told["A PAR - BUR"] == ("succeeds", None)
    assert told["A MAR - MOS"] == ("void", "illegal")
    assert told["A MUN - BER"][0] == "void"
    assert told["???"] == ("void", "illegal")
    assert told["F BRE - MAO"] == told["F BRE - ENG"] == ("void", "duplicate")
    assert turn["position"]["units"]["FRANCE"] == ["A BUR", "A MAR", "F BRE"]


def test_resolve_reads_what_people_write():
    turn = resolve(START, FRANCE=["a Paris -> Bourgogne", "Marseille soutient Paris - Bourgogne", "bre-mao"])
    assert turn["position"]["units"]["FRANCE"] == ["A BUR", "A MAR", "F MAO"]


def test_the_settings_reach_the_rules():
    position = {
        "phase": "S1905M",
        "units": {"ENGLAND": ["A LON", "F NTH", "F ENG"], "FRANCE": ["F IRI", "F MAO"]},
    }
    answers = {
        "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL", "F ENG C A LON - BEL"],
        "FRANCE": ["F IRI - ENG", "F MAO S F IRI - ENG"],
    }
    moved = {}
    for rulebook in ("classic", "modern"):
        turn = adjudicator.resolve("standard", {"rulebook": rulebook}, position, answers)
        moved[rulebook] = "A BEL" in turn["position"]["units"]["ENGLAND"]
    assert moved == {"classic": False, "modern": True}, "RB-a"
    chosen = {"rulebook": "classic", "choices": {"4.A.1": "all-routes"}}
    turn = adjudicator.resolve("standard", chosen, position, answers)
    assert "A BEL" in turn["position"]["units"]["ENGLAND"]


def test_an_empty_board_does_not_loop():
    turn = resolve({"phase": "S1905M"})
    assert turn["outcome"] is None
    assert adjudicator.due("standard", {}, turn["position"]) == {"due": {}}
    assert resolve(turn["position"])["results"] == []
