"""Who wins: units of a home power or of a satellite in the opponent's home centres (ID2-11)."""

import pytest

import adjudicator
from tests.adjudicator.tables import news
from tests.adjudicator.variants.intimate_ii.scenes import (
    KEY,
    bonds,
    offer,
    position,
    resolve,
    satellites,
    told,
)


def marching(phase, *, secret=False, control=None, **more):
    """Italy, the satellite of seat 1, stands before Constantinople."""
    return position(
        phase,
        units={"FRANCE": ["A PAR"], "TURKEY": ["A SMY"], "ITALY": ["A BUL"], "RUSSIA": ["A MOS"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["SMY"], "ITALY": ["ROM"], "RUSSIA": ["MOS"]},
        control={"ITALY": "1"} if control is None else control,
        **more,
    ) | bonds(satellites={"1": ("ITALY", secret)})


@pytest.mark.parametrize("phase", ["S1903M", "F1903M"])
def test_id2_11_a_unit_of_the_satellite_in_an_opposing_home_centre_wins(phase):
    turn = resolve(marching(phase), one=["A BUL - CON"], two=[])
    assert turn["outcome"] == {"how": "ID2-11", "winners": ["1"]}
    (item,) = news(turn, "victory")
    assert item["entered"] == {"1": ["CON"], "2": []}
    assert item["satellites"] == {"1": {"power": "ITALY", "secret": False, "entered": ["CON"]}}


def test_id2_11_worked_case_6_though_the_opponent_controls_the_satellite():
    before = marching("S1903M", control={"ITALY": "2"})
    turn = resolve(before, one=[], two=["A BUL - CON"])
    assert turn["outcome"] == {"how": "ID2-11", "winners": ["1"]}


def test_id2_11_worked_case_7_upkeep_unpaid_its_unit_wins_nothing():
    before = marching("S1903B", control={})
    turn = resolve(before, one=offer(italy=2, keep_satellite=False))
    turn = resolve(turn["position"], one=["A BUL - CON"], two=[])
    assert turn["position"]["units"]["ITALY"] == ["A CON"]
    assert turn["outcome"] is None
    turn = resolve(before, one=offer(italy=2))
    turn = resolve(turn["position"], one=["A BUL - CON"], two=[])
    assert turn["outcome"] == {"how": "ID2-11", "winners": ["1"]}


def test_id2_11_a_mercenary_that_is_the_opponents_satellite_wins_nothing_for_its_controller():
    before = marching("S1903M") | bonds(satellites={"2": ("ITALY", False)})
    assert resolve(before, one=["A BUL - CON"], two=[])["outcome"] is None


def test_id_15_the_home_power_wins_as_ever():
    before = marching("S1903M")
    before["units"] |= {"FRANCE": ["A BUL"], "ITALY": ["A ROM"]}
    assert resolve(before, one=["A BUL - CON"], two=[])["outcome"] == {"how": "ID-15", "winners": ["1"]}


def duel(phase, *, treasury=(5, 5), secret=False):
    """France in Constantinople, Italy (its satellite) in Ankara; Turkey in Paris and Marseilles."""
    return position(
        phase,
        units={"FRANCE": ["A CON"], "ITALY": ["A ANK"], "TURKEY": ["A MAR", "A PAR"]},
        centres={"FRANCE": ["BRE"], "TURKEY": ["SMY"], "ITALY": ["ROM"]},
        treasury=treasury,
    ) | bonds(satellites={"1": ("ITALY", secret)})


def test_id2_11_id_16_counts_the_units_of_both_powers():
    before = duel("S1903M", treasury=(5, 9))
    before["units"]["TURKEY"] = ["A PAR"]
    assert resolve(before, one=[], two=[])["outcome"] == {"how": "ID-16", "winners": ["1"]}
    before["satellites"] = {}
    assert resolve(before, one=[], two=[])["outcome"] == {"how": "ID-16", "winners": ["2"]}


def test_id2_11_level_the_game_goes_on():
    turn = resolve(duel("S1903M"), one=[], two=[])
    assert turn["outcome"] is None
    assert turn["position"]["tied_until"] == 1903
    assert news(turn, "victory")[0]["entered"] == {"1": ["ANK", "CON"], "2": ["MAR", "PAR"]}


def test_id_16_four_russian_centres_count_as_three_for_both_powers_together():
    before = position(
        "S1905M",
        homes=("FRANCE", "RUSSIA"),
        units={
            "FRANCE": ["A MOS", "A WAR"],
            "ITALY": ["A SEV", "A STP"],
            "RUSSIA": ["A BRE", "A MAR", "A PAR"],
        },
        centres={"FRANCE": ["SPA"], "RUSSIA": ["RUM"], "ITALY": ["ROM"]},
        treasury=(4, 5),
    ) | bonds(satellites={"1": ("ITALY", False)})
    assert resolve(before, one=[], two=[])["outcome"] == {"how": "ID-16", "winners": ["2"]}


def test_id2_10_a_victory_shows_the_satellites_it_rests_on():
    """Pin: a secret satellite whose unit wins or loses the game becomes known; who does not, has not."""
    turn = resolve(marching("S1903M", secret=True), one=["A BUL - CON"], two=[])
    assert satellites(turn) == {"1": ("ITALY", False)}
    assert told(turn) == [("1", "shown", "ID2-11")]
    before = marching("S1903M", secret=True)
    before["units"] |= {"FRANCE": ["A BUL"], "ITALY": ["A ROM"]}
    turn = resolve(before, one=["A BUL - CON"], two=[])
    assert satellites(turn) == {"1": ("ITALY", True)}
    assert adjudicator.view(KEY, {}, turn["position"], "2")["position"]["satellites"] == {
        "1": {"secret": True}
    }


def test_id_18_and_19_end_games_as_in_intimate():
    before = marching("F1903M")
    for agreed, outcome in (
        ({"how": "draw", "by": ["1", "2"]}, {"how": "ID-19", "winners": ["1", "2"]}),
        ({"how": "concession", "by": ["1"]}, {"how": "ID-19", "winners": ["2"]}),
    ):
        assert adjudicator.resolve(KEY, {}, before, agreed=agreed)["outcome"] == outcome
    with pytest.raises(adjudicator.AdjudicatorError) as refusal:
        adjudicator.resolve(KEY, {}, before, agreed={"how": "stalemate", "by": ["1", "2"]})
    assert refusal.value.code == "not-allowed"
    desert = position(
        "F1907M",
        units={"FRANCE": ["A PAR", "A BRE"], "TURKEY": ["A CON"]},
        centres={"FRANCE": ["BRE", "PAR"], "TURKEY": ["CON"]},
        quiet_years=2,
    )
    turn = resolve(desert, one=[], two=[])
    assert turn["outcome"] == {"how": "ID-18", "winners": ["1"]}
    assert turn["position"]["treasury"] == {"1": 22, "2": 21}
