"""Who sits where with fewer than seven players, and what their games begin with (RB-16 to RB-20, RB-26)."""

import pytest

import adjudicator
from adjudicator import AdjudicatorError
from adjudicator.board import standard
from tests.adjudicator.variants.standard.scenes import POWERS, TABLES, position, resolve, start

GROUPS = {
    6: [["AUSTRIA"], ["ENGLAND"], ["FRANCE"], ["GERMANY"], ["RUSSIA"], ["TURKEY"]],
    5: [["AUSTRIA"], ["ENGLAND"], ["FRANCE"], ["RUSSIA"], ["TURKEY"]],
    4: [["ENGLAND"], ["AUSTRIA", "FRANCE"], ["GERMANY", "TURKEY"], ["ITALY", "RUSSIA"]],
    "3a": [["RUSSIA"], ["ENGLAND", "FRANCE", "GERMANY"], ["AUSTRIA", "ITALY", "TURKEY"]],
    "3b": [["AUSTRIA", "ENGLAND", "GERMANY"], ["ITALY", "RUSSIA"], ["FRANCE", "TURKEY"]],
    2: [["ENGLAND", "FRANCE", "RUSSIA"], ["AUSTRIA", "GERMANY", "TURKEY"]],
}
"""RB-16 to RB-20."""
FIRST = {7: "S1901M", 6: "S1870M", 5: "S1801M", 4: "S1901M", "3a": "S1901M", "3b": "S1901M", 2: "S1914M"}


@pytest.mark.parametrize("players", GROUPS)
def test_each_seat_has_its_powers(players):
    groups = {str(number): powers for number, powers in enumerate(GROUPS[players], start=1)}
    assert start(players)["powers"] == groups
    known = adjudicator.about("standard", {"players": players})
    assert known["seats"] == list(groups)
    assert known["seat_powers"] == groups
    assert known["deals_seats"] is True, "RB-25"
    owed = adjudicator.due("standard", {"players": players}, start(players))["due"]
    assert {seat: facts["powers"] for seat, facts in owed.items()} == groups


@pytest.mark.parametrize("players", TABLES)
def test_the_date_and_the_board_that_a_game_begins_with(players):
    begun = start(players)
    assert begun["phase"] == FIRST[players]
    assert begun["units"] == start(7)["units"]
    assert begun["centres"] == start(7)["centres"], "Italy keeps its centres while nobody takes them"
    known = adjudicator.about("standard", {"players": players})
    assert known["settings"]["first_year"] == int(FIRST[players][1:5])
    assert known["settings"]["players"] == players
    other = adjudicator.start("standard", {"players": players, "first_year": 1950})["position"]
    assert other["phase"] == "S1950M", "RB-16: the date is cosmetic"


def test_who_is_in_disorder_from_the_start():
    absent = {players: start(players)["disorder"] for players in TABLES}
    assert absent == {7: [], 6: ["ITALY"], 5: ["GERMANY", "ITALY"], 4: [], "3a": [], "3b": [], 2: []}


def test_what_there_is_to_choose_when_a_game_opens():
    game = adjudicator.VARIANTS["standard"]
    assert game["choices"]["players"] == [2, "3a", "3b", 4, 5, 6, 7]
    assert game["choices"]["rulebook"] == ["classic", "modern"]
    assert "first_year" not in game["choices"]
    assert [table["settings"]["players"] for table in game["tables"]] == list(TABLES)
    for table in game["tables"]:
        known = adjudicator.about("standard", table["settings"])
        assert known["table"] == table["names"]
        assert set(table["names"]) == {"en", "fr"}
        assert known["seats"] == table["seats"]
        assert known["tables"] == game["tables"], "the same at every table"
        assert known["choices"] == game["choices"]
    assert len({table["names"]["fr"] for table in game["tables"]}) == 7
    for key in ("intimate", "intimate-ii", "devil-and-god", "spy"):
        assert adjudicator.VARIANTS[key]["tables"] == []
        assert adjudicator.VARIANTS[key]["table"] == adjudicator.VARIANTS[key]["seat_powers"] == {}
        assert len(adjudicator.VARIANTS[key]["choices"]["players"]) == 1


@pytest.mark.parametrize("players", GROUPS)
def test_every_choice_offered_is_one_that_the_engine_takes(players):
    for name, values in adjudicator.about("standard", {"players": players})["choices"].items():
        for value in values:
            assert adjudicator.start("standard", {"players": players} | {name: value})


@pytest.mark.parametrize(
    "powers",
    [
        {"7": ["FRANCE"]},
        {"FRANCE": ["FRANCE"]},
        {"1": ["SPAIN"]},
        {"1": "FRANCE"},
        {"1": [7]},
        {"1": ["FRANCE", "FRANCE"]},
        {"1": ["FRANCE"], "2": ["FRANCE"]},
        ["FRANCE"],
    ],
)
def test_powers_that_cannot_be_are_a_position_that_cannot_be(powers):
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.due("standard", {"players": 4}, start(4) | {"powers": powers})
    assert refusal.value.code == "bad-position"
    assert "powers" in refusal.value.message


def test_powers_may_be_divided_otherwise_and_be_left_out():
    bare = {key: value for key, value in start(4).items() if key != "powers"}
    assert resolve(4, bare)["position"]["powers"] == start(4)["powers"]
    swapped = start(4) | {"powers": {"2": ["TURKEY", "ENGLAND"]}}
    turn = resolve(4, swapped, {"2": ["F LON - NTH", "A CON - BUL"]})
    assert turn["position"]["powers"] == {"1": [], "2": ["ENGLAND", "TURKEY"], "3": [], "4": []}
    assert "F NTH" in turn["position"]["units"]["ENGLAND"]
    assert "A BUL" in turn["position"]["units"]["TURKEY"]


def test_the_seven_have_no_such_key_and_the_small_no_such_seats():
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.due("standard", {}, start(7) | {"powers": {}})
    assert refusal.value.code == "bad-position"
    with pytest.raises(AdjudicatorError) as refusal:
        adjudicator.options("standard", {"players": 6}, start(6), "FRANCE")
    assert refusal.value.code == "bad-seat"


SIXTEEN = position(
    6,
    "F1871M",
    units={"AUSTRIA": ["A TRI", "A TYR", "F ADR"], "ITALY": ["A VEN", "A ROM", "F NAP"]},
    centres={"AUSTRIA": ["TRI", "VIE", "BUD"], "ITALY": ["VEN", "ROM", "NAP"]},
    disorder=["ITALY"],
)


def test_rb_16_italy_holds_and_nobody_orders_it():
    turn = resolve(6, SIXTEEN, {"1": ["A VEN - PIE", "A TRI - VEN"]})
    assert turn["position"]["units"]["ITALY"] == ["A ROM", "A VEN", "F NAP"]
    assert told_italy(turn)["A VEN H"]["clause"] == "RB-14"
    for seat in adjudicator.about("standard", {"players": 6})["seats"]:
        offered = adjudicator.options("standard", {"players": 6}, SIXTEEN, seat)["options"]
        assert not {"A VEN", "A ROM", "F NAP"} & set(offered)


def test_rb_16_others_may_support_it():
    turn = resolve(6, SIXTEEN, {"1": ["A TRI - VEN", "A TYR S A TRI - VEN", "F ADR S A VEN"]})
    assert told_italy(turn)["A VEN H"]["verdict"] == "succeeds", "2 against 2"


def test_rb_16_what_is_dislodged_is_removed_and_what_is_too_many_goes_by_rule():
    turn = resolve(6, SIXTEEN, {"1": ["A TRI - VEN", "A TYR S A TRI - VEN"]})
    assert turn["position"]["phase"] == "W1871A", "no retreat"
    assert turn["position"]["units"]["ITALY"] == ["A ROM", "F NAP"]
    assert turn["position"]["centres"] == {"AUSTRIA": ["BUD", "TRI", "VEN", "VIE"], "ITALY": ["NAP", "ROM"]}
    assert list(adjudicator.due("standard", {"players": 6}, turn["position"])["due"]) == ["1"]
    crowded = SIXTEEN | {"centres": {"AUSTRIA": ["TRI", "VIE", "BUD", "VEN"], "ITALY": ["ROM", "NAP"]}}
    crowded |= {"phase": "W1871A", "units": {"AUSTRIA": ["A TRI"], "ITALY": ["A APU", "F TUN", "F NAP"]}}
    turn = resolve(6, crowded, {"1": []})
    gone = told_italy(turn)["F TUN D"]
    assert (gone["by_rule"], gone["clause"]) == (True, "RB-15")
    assert turn["position"]["units"]["ITALY"] == ["A APU", "F NAP"]


def told_italy(turn):
    return {result["order"]: result for result in turn["results"] if result["power"] == "ITALY"}


def test_rb_16_italy_builds_nothing_wins_nothing_and_has_no_say():
    rich = SIXTEEN | {"phase": "W1871A", "units": {"AUSTRIA": ["A TRI"], "ITALY": ["A ROM"]}}
    turn = resolve(6, rich, {"1": ["A VIE B"]})
    assert turn["position"]["units"]["ITALY"] == ["A ROM"]
    centres = [centre for centre in standard().centres if centre not in ("TRI", "VIE")]
    great = SIXTEEN | {"centres": {"AUSTRIA": ["TRI", "VIE"], "ITALY": centres}}
    assert resolve(6, great)["outcome"] is None
    agreed = {"how": "draw", "by": ["1"]}
    turn = adjudicator.resolve("standard", {"players": 6}, SIXTEEN, agreed=agreed)
    assert turn["outcome"] == {"how": "RB-12", "winners": ["1"]}


def test_rb_17_germany_and_italy_hold():
    turn = resolve(5, start(5), {"3": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    units = turn["position"]["units"]
    assert (units["GERMANY"], units["ITALY"]) == (start(5)["units"]["GERMANY"], start(5)["units"]["ITALY"])
    assert turn["position"]["disorder"] == ["GERMANY", "ITALY"]


def test_rb_26_national_territories():
    territory = {
        "AUSTRIA": "BOH BUD GAL TRI TYR VIE",
        "ENGLAND": "CLY EDI LVP LON WAL YOR",
        "FRANCE": "BRE BUR GAS MAR PAR PIC",
        "GERMANY": "BER KIE MUN PRU RUH SIL",
        "ITALY": "APU NAP PIE ROM TUS VEN",
        "RUSSIA": "FIN LVN MOS SEV STP UKR WAR",
        "TURKEY": "ANK ARM CON SMY SYR",
    }
    assert {power: set(standard().powers[power].territory) for power in POWERS} == {
        power: set(places.split()) for power, places in territory.items()
    }
