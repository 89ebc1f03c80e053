"""One player with several powers: whose line is whose, what counts by power and what by player (RB-12 to
RB-15, RB-21).
"""

import pytest

import adjudicator
from adjudicator import AdjudicatorError
from adjudicator.board import standard
from tests.adjudicator.variants.standard.scenes import news, position, resolve, start, told

FOUR = {"players": 4}


def read(before, seat, text, players=4):
    return adjudicator.read("standard", {"players": players}, before, seat, text=text, language="en")


def test_lines_go_to_the_power_whose_unit_they_are_for():
    """Seat 2 plays Austria and France."""
    turn = resolve(4, start(4), {"2": ["A PAR - BUR", "A Vie - Gal", "flotte Brest - MAO", "A MUN - RUH"]})
    assert turn["position"]["units"]["FRANCE"] == ["A BUR", "A MAR", "F MAO"]
    assert turn["position"]["units"]["AUSTRIA"] == ["A BUD", "A GAL", "F TRI"]
    assert told(turn, "A PAR - BUR")["power"] == "FRANCE"
    assert told(turn, "A MUN - RUH")["verdict"] == "void"


def test_both_languages_are_read_under_headings_that_name_the_powers():
    text = "France :\nA Paris - Bourgogne\nAutriche :\nA Vienne soutient A Budapest - Galicie\n"
    reading = read(start(4), "2", text)
    assert reading == {"answer": ["A PAR - BUR", "A VIE S A BUD - GAL"], "problems": []}
    english = read(start(4), "2", "A Paris - Burgundy; A Vienna supports A Budapest - Galicia")
    assert english == reading


def test_options_are_those_of_all_the_seats_powers():
    offered = adjudicator.options("standard", FOUR, start(4), "2")["options"]
    assert set(offered) == {*start(4)["units"]["AUSTRIA"], *start(4)["units"]["FRANCE"]}


def test_a_silent_player_s_powers_are_all_in_disorder():
    """RB-14: disorder is by seat."""
    turn = resolve(4, start(4) | {"phase": "S1902M"}, {"2": None})
    assert news(turn, "disorder") == [
        {"kind": "disorder", "seat": "2", "powers": ["AUSTRIA", "FRANCE"], "clause": "RB-14"}
    ]
    assert told(turn, "A PAR H")["detail"] == told(turn, "A VIE H")["detail"] == "disorder"
    quiet = adjudicator.resolve("standard", FOUR, start(4), {"1": [], "3": [], "4": []}, language="fr")
    assert "joueur 2" in quiet["news"][0]["text"]


ATTACK = position(
    4,
    "S1902M",
    units={
        "AUSTRIA": ["A TYR", "A BOH"],
        "FRANCE": ["A MUN", "A BUR"],
        "GERMANY": ["A RUH", "A KIE"],
    },
)


def test_rb_21_one_player_s_powers_may_dislodge_each_other():
    turn = resolve(4, ATTACK, {"2": ["A TYR - MUN", "A BOH S A TYR - MUN"]})
    assert told(turn, "A TYR - MUN")["verdict"] == "succeeds"
    assert turn["position"]["dislodged"]["FRANCE"][0]["unit"] == "A MUN"
    assert adjudicator.due("standard", FOUR, turn["position"])["due"] == {
        "2": {"kind": "retreats", "powers": ["FRANCE"], "units": {"FRANCE": ["A MUN"]}}
    }


def test_rb_21_one_player_s_powers_may_cut_each_other_s_support():
    orders = ["A MUN S A BUR - RUH", "A BUR - RUH", "A TYR - MUN"]
    turn = resolve(4, ATTACK, {"2": orders})
    assert (told(turn, "A MUN S A BUR - RUH")["reason"], told(turn, "A BUR - RUH")["verdict"]) == (
        "cut",
        "fails",
    )
    assert told(resolve(4, ATTACK, {"2": orders[:2]}), "A BUR - RUH")["verdict"] == "succeeds"


def test_rb_21_a_power_never_dislodges_itself_whoever_plays_it():
    before = ATTACK | {"units": {"FRANCE": ["A MUN", "A BUR"], "AUSTRIA": ["A TYR"]}}
    turn = resolve(4, before, {"2": ["A BUR - MUN", "A TYR S A BUR - MUN"]})
    assert told(turn, "A BUR - MUN")["clause"] == "RB-5d"


WINTER = position(
    4,
    "W1902A",
    units={"AUSTRIA": ["A TYR"], "FRANCE": ["A MUN", "A BUR", "A GAS"], "ENGLAND": ["A LON"]},
    centres={"AUSTRIA": ["VIE", "BUD"], "FRANCE": ["PAR", "MUN"], "ENGLAND": ["LON", "EDI", "LVP"]},
)


def test_rb_21_each_power_adjusts_for_itself():
    owed = adjudicator.due("standard", FOUR, WINTER)["due"]
    assert owed["2"] == {
        "kind": "adjustments",
        "powers": ["AUSTRIA", "FRANCE"],
        "builds": {"AUSTRIA": 1},
        "removals": {"FRANCE": 1},
    }
    assert adjudicator.options("standard", FOUR, WINTER, "2")["sites"] == {"AUSTRIA": ["A BUD B", "A VIE B"]}
    turn = resolve(4, WINTER, {"2": ["A BUR D", "A PAR B", "A VIE B"]})
    assert turn["position"]["units"]["FRANCE"] == ["A GAS", "A MUN"]
    assert turn["position"]["units"]["AUSTRIA"] == ["A TYR", "A VIE"]
    assert told(turn, "A PAR B")["verdict"] == "void", "one power's build is not another's"


def test_waive_names_a_power_where_a_seat_has_several():
    both = WINTER | {"units": {"ENGLAND": ["A LON"]}, "centres": WINTER["centres"] | {"FRANCE": ["PAR"]}}
    turn = resolve(4, both, {"2": ["WAIVE FRANCE", "A VIE B", "WAIVE AUSTRIA"]})
    assert told(turn, "WAIVE FRANCE")["power"] == "FRANCE"
    assert told(turn, "WAIVE AUSTRIA")["power"] == "AUSTRIA"
    assert {result["verdict"] for result in turn["results"]} == {"succeeds"}
    assert turn["position"]["units"] == {"AUSTRIA": ["A VIE"], "ENGLAND": ["A LON"]}
    reading = read(both, "2", "passe")
    assert reading["answer"] == [], "whose build is waived?"
    assert [problem["code"] for problem in reading["problems"]] == ["which-power"]
    assert read(both, "2", "France passe")["answer"] == ["WAIVE FRANCE"]
    assert read(WINTER, "2", "waive")["answer"] == ["WAIVE AUSTRIA"], "the only one that may build"
    assert read(both, "1", "WAIVE")["answer"] == ["WAIVE"]


def owning(count, power="FRANCE", phase="F1905M"):
    """`power` owns `count` centres, Austria, of the same player, the others, one unit each."""
    centres = [each for each in standard().centres if each not in ("PAR", "VIE")]
    return position(
        4,
        phase,
        units={power: ["A PAR"], "AUSTRIA": ["A VIE"]},
        centres={power: ["PAR", *centres[: count - 1]], "AUSTRIA": ["VIE", *centres[count - 1 :]]},
    )


def test_rb_21_one_power_with_eighteen_centres_wins_for_its_player():
    turn = resolve(4, owning(18))
    assert turn["outcome"] == {"how": "RB-12", "winners": ["2"]}
    (won,) = [item for item in turn["news"] if item["kind"] == "victory"]
    assert won["centres"] == {"FRANCE": 18}
    assert won["powers"] == {"2": "FRANCE"}
    assert won["text"] == "Player 2 wins with France’s 18 centres (RB-12)."
    assert resolve(4, owning(17))["outcome"] is None, "17 and 17 are not 18"


def test_rb_13_a_short_game_counts_the_units_of_each_player():
    before = position(
        4,
        "W1905A",
        units={
            "ENGLAND": ["A LON", "F NTH", "F NWG"],
            "AUSTRIA": ["A VIE", "A TYR"],
            "FRANCE": ["A PAR", "A BUR"],
            "GERMANY": ["A MUN"],
        },
        centres={
            "ENGLAND": ["LON", "EDI", "LVP", "NWY"],
            "AUSTRIA": ["VIE", "BUD"],
            "FRANCE": ["PAR", "MAR"],
            "GERMANY": ["MUN"],
        },
    )
    turn = resolve(4, before, last_year=1905)
    assert turn["outcome"] == {"how": "RB-13", "winners": ["2"]}, "two and two are more than three"
    (won,) = news(turn, "victory")
    assert won["units"] == {"1": 3, "2": 4, "3": 1, "4": 0}
    turn = resolve(4, before, {"1": ["F EDI B"]}, last_year=1905)
    assert turn["outcome"] == {"how": "RB-13", "winners": ["1", "2"]}, "after its adjustments"
    assert resolve(4, before, last_year=1906)["outcome"] is None
    assert resolve(4, owning(18), last_year=1905)["outcome"]["how"] == "RB-12", "18 centres come first"


def test_rb_12_players_with_units_or_centres_agree_and_players_with_units_share():
    before = position(
        "3b",
        "S1905M",
        units={"AUSTRIA": ["A VIE"], "ENGLAND": ["F NTH"]},
        centres={"AUSTRIA": ["VIE"], "TURKEY": ["CON"]},
    )

    def agree(*by, **settings):
        return adjudicator.resolve(
            "standard", {"players": "3b", **settings}, before, agreed={"how": "draw", "by": list(by)}
        )

    assert agree("1", "3")["outcome"] == {"how": "RB-12", "winners": ["1"]}, "seat 2 has nothing any more"
    for by, settings in ((("1",), {}), (("1", "2"), {}), (("1", "3"), {"draws": False})):
        with pytest.raises(AdjudicatorError) as refusal:
            agree(*by, **settings)
        assert refusal.value.code == "not-allowed"


def test_a_record_replays_and_is_seen_whole():
    settings, before = {"players": "3a"}, start("3a")
    answers = {"1": ["A WAR - GAL"], "2": ["A PAR - BUR", "F LON - NTH"], "3": ["A VEN - TYR"]}
    turn = adjudicator.resolve("standard", settings, before, answers)
    record = {"format": 1, "variant": "standard", "settings": settings, "start": before}
    record["turns"] = [{"answers": answers, **turn}]
    assert adjudicator.replay(record)["turns"] == record["turns"]
    seen = adjudicator.view("standard", settings, turn["position"], "2", record=record)
    assert (seen["unknown"], seen["position"], seen["record"]) == ([], turn["position"], record)
