"""The espionage phase (SPY-11 to SPY-19, SPY-24): where spies get to, and who dies of it."""

import pytest

import adjudicator
from tests.adjudicator.variants.spy.scenes import news, resolve, results, scene, seen, spies

FRENCH_FLEET = {"FRANCE": ["F ENG"]}


def test_source_6cc_a_boarder_kills_and_a_stayer_does_not():
    """SPY-17, the source's example 6Cc: the boarder kills; a spy killed by a moving one kills no one."""
    at_sea = scene("S1901E", units=FRENCH_FLEET, spies={"FRANCE": ["ENG"], "ENGLAND": ["LON"]})
    turn = resolve(at_sea, ENGLAND=["E LON - ENG (FRA)"], FRANCE=["E ENG H (ENG)"])
    assert spies(turn) == {"ENGLAND": ["ENG"]}


def test_source_6cc_a_killed_stayer_does_not_kill_a_third_either():
    """SPY-17, second form: not even a German aboard."""
    at_sea = scene(
        "S1901E", units=FRENCH_FLEET, spies={"FRANCE": ["ENG"], "ENGLAND": ["LON"], "GERMANY": ["ENG"]}
    )
    turn = resolve(at_sea, ENGLAND=["E LON - ENG (FRA)"], FRANCE=["E ENG H (GER)"])
    assert spies(turn) == {"ENGLAND": ["ENG"], "GERMANY": ["ENG"]}


def test_source_6cc_spies_that_pass_each_other_do_not_meet():
    """SPY-18, third form."""
    at_sea = scene("S1901E", units=FRENCH_FLEET, spies={"FRANCE": ["ENG"], "ENGLAND": ["LON"]})
    turn = resolve(at_sea, ENGLAND=["E LON - ENG (FRA)"], FRANCE=["E ENG - LON (ENG)"])
    assert spies(turn) == {"ENGLAND": ["ENG"], "FRANCE": ["LON"]}


def test_spies_walk_like_armies_and_nobody_stops_them():
    """SPY-10, SPY-11: any number in a province, beside any unit, moves crossing."""
    crowd = scene(
        "S1901E",
        units={"GERMANY": ["A BUR", "A MUN"]},
        spies={"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN"], "ITALY": ["BUR"]},
    )
    turn = resolve(
        crowd, FRANCE=["E PAR - BUR", "E MAR - BUR"], GERMANY=["E MUN - BUR"], ITALY=["E BUR - MUN"]
    )
    assert spies(turn) == {"FRANCE": ["BUR", "BUR"], "GERMANY": ["BUR"], "ITALY": ["MUN"]}
    assert results(turn, "FRANCE") == {"E PAR - BUR": ("succeeds", None), "E MAR - BUR": ("succeeds", None)}


@pytest.mark.parametrize("gate", ["MAR", "BUR", "MUN", "TYR", "PIE"])
def test_switzerland_is_open_to_spies_by_five_gates(gate):
    """SPY-11."""
    into = resolve(scene("S1901E", spies={"ITALY": [gate]}), ITALY=[f"E {gate} - SWI"])
    assert spies(into) == {"ITALY": ["SWI"]}
    out = resolve(scene("S1901E", spies={"ITALY": ["SWI"]}), ITALY=[f"E SWI - {gate}"])
    assert spies(out) == {"ITALY": [gate]}
    elsewhere = resolve(scene("S1901E", spies={"ITALY": ["VEN"]}), ITALY=["E VEN - SWI"])
    assert results(elsewhere, "ITALY")["E VEN - SWI"] == ("void", "illegal")


def test_killing_in_switzerland():
    """SPY-16, SPY-11."""
    met = scene("S1901E", spies={"ITALY": ["SWI"], "FRANCE": ["MAR"]})
    assert spies(resolve(met, FRANCE=["E MAR - SWI (ITA)"], ITALY=["E SWI H (FRA)"])) == {"FRANCE": ["SWI"]}


def test_two_movers_kill_each_other():
    """SPY-16."""
    met = scene("S1901E", spies={"FRANCE": ["PAR"], "GERMANY": ["MUN"]})
    turn = resolve(met, FRANCE=["E PAR - BUR (GER)"], GERMANY=["E MUN - BUR (FRA)"])
    assert spies(turn) == {}
    assert results(turn, "FRANCE") == {"E PAR - BUR (GER)": ("fails", "lost")}


def test_a_mover_beats_a_stayer_and_kills_all_of_the_nationality():
    """SPY-16, SPY-17: those that stay, and those that have come."""
    met = scene("S1901E", spies={"FRANCE": ["PAR"], "GERMANY": ["BUR", "BUR", "MUN"], "ITALY": ["MAR"]})
    turn = resolve(
        met, FRANCE=["E PAR - BUR (GER)"], GERMANY=["E BUR H (FRA)", "E MUN - BUR"], ITALY=["E MAR - BUR"]
    )
    assert spies(turn) == {"FRANCE": ["BUR"], "ITALY": ["BUR"]}


def test_two_stayers_can_kill_each_other():
    """SPY-17."""
    met = scene("S1901E", spies={"FRANCE": ["BUR"], "GERMANY": ["BUR"]})
    assert spies(resolve(met, FRANCE=["E BUR H (GER)"], GERMANY=["E BUR H (FRA)"])) == {}


def test_a_stayer_kills_who_comes_without_killing_them():
    """SPY-17."""
    met = scene("S1901E", spies={"FRANCE": ["BUR"], "GERMANY": ["MUN"]})
    assert spies(resolve(met, FRANCE=["E BUR H (GER)"], GERMANY=["E MUN - BUR (ITA)"])) == {"FRANCE": ["BUR"]}


def test_a_failed_move_stays_and_kills_nobody():
    """SPY-18, SPY-13: there is no fleet to board."""
    met = scene("S1901E", spies={"FRANCE": ["BRE"], "GERMANY": ["BRE"]})
    turn = resolve(met, FRANCE=["E BRE - MAO (GER)"])
    assert spies(turn) == {"FRANCE": ["BRE"], "GERMANY": ["BRE"]}
    assert results(turn, "FRANCE") == {"E BRE - MAO (GER)": ("fails", "no-fleet")}


def test_nobody_kills_their_own():
    """SPY-15."""
    turn = resolve(scene("S1901E", spies={"FRANCE": ["BRE", "BRE"]}), FRANCE=["E BRE H (FRA)"])
    assert spies(turn) == {"FRANCE": ["BRE", "BRE"]}
    void = next(each for each in turn["results"] if each["verdict"] == "void")
    assert (void["reason"], void["clause"]) == ("illegal", "SPY-15")


def test_a_chain_of_two_nations_fleets_carries_a_spy():
    """SPY-12: any link missing, the spy stays; the fleets themselves do not move."""
    chain = scene("S1901E", units={"ENGLAND": ["F NTH"], "GERMANY": ["F SKA"]}, spies={"FRANCE": ["LON"]})
    lines = {"ENGLAND": ["F NTH C FRANCE E LON - SWE"], "GERMANY": ["F SKA C FRANCE E LON - SWE"]}
    turn = resolve(chain, FRANCE=["E LON - SWE VIA"], **lines)
    assert spies(turn) == {"FRANCE": ["SWE"]}
    assert turn["position"]["units"] == chain["units"]
    assert results(turn, "GERMANY")["F SKA C FRANCE E LON - SWE"] == ("succeeds", None)
    broken = resolve(chain, FRANCE=["E LON - SWE"], ENGLAND=lines["ENGLAND"])
    assert spies(broken) == {"FRANCE": ["LON"]}
    assert results(broken, "FRANCE")["E LON - SWE"] == ("fails", "no-convoy")


def test_a_killer_by_convoy():
    """SPY-15, SPY-16."""
    sea = scene("S1901E", units={"ENGLAND": ["F NTH"]}, spies={"FRANCE": ["LON"], "RUSSIA": ["BEL"]})
    turn = resolve(sea, FRANCE=["E LON - BEL VIA (RUS)"], ENGLAND=["F NTH C FRANCE E LON - BEL"])
    assert spies(turn) == {"FRANCE": ["BEL"]}


def test_a_fleet_carries_one_spy_a_phase():
    """SPY-12: of identical lines the first; a second fleet takes the second spy."""
    two = scene("S1901E", units={"ENGLAND": ["F NTH", "F ENG"]}, spies={"FRANCE": ["LON", "LON"]})
    moves = ["E LON - BEL VIA", "E LON - BEL VIA"]
    one = resolve(two, FRANCE=moves, ENGLAND=["F NTH C FRANCE E LON - BEL"])
    assert spies(one) == {"FRANCE": ["BEL", "LON"]}
    both = resolve(two, FRANCE=moves, ENGLAND=["F NTH C FRANCE E LON - BEL", "F ENG C FRANCE E LON - BEL"])
    assert spies(both) == {"FRANCE": ["BEL", "BEL"]}


def test_a_convoy_is_for_the_nationality_that_it_names():
    """SPY-12."""
    sea = scene("S1901E", units={"ENGLAND": ["F NTH"]}, spies={"FRANCE": ["LON"], "GERMANY": ["LON"]})
    turn = resolve(
        sea, FRANCE=["E LON - BEL"], GERMANY=["E LON - BEL"], ENGLAND=["F NTH C GERMANY E LON - BEL"]
    )
    assert spies(turn) == {"FRANCE": ["LON"], "GERMANY": ["BEL"]}


def test_boarding_needs_no_leave_and_there_is_no_way_from_sea_to_sea():
    """SPY-13."""
    sea = scene("S1901E", units={"ENGLAND": ["F NTH", "F ENG"]}, spies={"FRANCE": ["LON", "ENG"]})
    turn = resolve(sea, FRANCE=["E LON - NTH", "E ENG - NTH"])
    assert spies(turn) == {"FRANCE": ["ENG", "NTH"]}
    assert results(turn, "FRANCE")["E ENG - NTH"] == ("void", "illegal")


def test_a_spy_lands_where_they_like():
    """SPY-13."""
    sea = scene("S1901E", units={"ENGLAND": ["F NTH"]}, spies={"FRANCE": ["NTH"]})
    assert spies(resolve(sea, FRANCE=["E NTH - NWY"])) == {"FRANCE": ["NWY"]}


def test_the_owner_learns_only_that_the_spy_is_lost():
    """SPY-19, SPY-1: the same bytes whether the spy died on the way or where it stayed, and by whom."""
    told = []
    for killer, line in (("GERMANY", "E MUN - BUR (FRA)"), ("ITALY", "E BUR H (FRA)")):
        met = scene("S1901E", spies={"FRANCE": ["PAR"], killer: [line[2:5]]})
        told.append(seen(resolve(met, FRANCE=["E PAR - BUR (RUS)"], **{killer: [line]}), "FRANCE"))
    assert told[0] == told[1]
    assert told[0]["results"] == [
        {
            "power": "FRANCE",
            "order": "E PAR - BUR (RUS)",
            "verdict": "fails",
            "reason": "lost",
            "clause": "SPY-19",
        }
    ]
    assert told[0]["position"]["spies"] == {}


def test_a_kill_is_not_reported_to_the_killer():
    """SPY-1."""
    hit = resolve(
        scene("S1901E", spies={"FRANCE": ["PAR"], "GERMANY": ["BUR"]}), FRANCE=["E PAR - BUR (GER)"]
    )
    miss = resolve(scene("S1901E", spies={"FRANCE": ["PAR"]}), FRANCE=["E PAR - BUR (GER)"])
    assert seen(hit, "FRANCE") == seen(miss, "FRANCE")


def test_no_answer_means_that_spies_stay_and_kill_nobody():
    """SPY-24."""
    met = scene("S1901E", units={"ENGLAND": ["F NTH"]}, spies={"FRANCE": ["NTH"], "GERMANY": ["PAR"]})
    turn = resolve(met)
    assert spies(turn) == {"FRANCE": ["NTH"], "GERMANY": ["PAR"]}
    assert all(result["implied"] and result["clause"] == "SPY-24" for result in turn["results"])
    assert turn["news"] == []


def test_each_spy_has_a_line_of_its_own():
    """ENGINE: the line stands once for each; of too many different ones none is followed (RB-2)."""
    two = scene("S1901E", spies={"FRANCE": ["PAR", "PAR"]})
    assert spies(resolve(two, FRANCE=["E PAR - BUR", "E PAR - BUR"])) == {"FRANCE": ["BUR", "BUR"]}
    assert spies(resolve(two, FRANCE=["E PAR - BUR", "E PAR - GAS"])) == {"FRANCE": ["BUR", "GAS"]}
    assert spies(resolve(two, FRANCE=["E PAR - BUR"])) == {"FRANCE": ["BUR", "PAR"]}
    assert spies(resolve(two, FRANCE=["E PAR - BUR"] * 3)) == {"FRANCE": ["BUR", "BUR"]}
    many = resolve(two, FRANCE=["E PAR - BUR", "E PAR - GAS", "E PAR - PIC"])
    assert spies(many) == {"FRANCE": ["PAR", "PAR"]}
    assert {reason for verdict, reason in results(many, "FRANCE").values() if verdict == "void"} == {
        "duplicate"
    }


def test_lines_that_name_a_sea_with_two_fleets_mean_the_dislodged_ones_spies_first():
    """SPY-14."""
    shared = scene(
        "S1901E",
        units={"GERMANY": ["F NTH"]},
        dislodged={"ENGLAND": [{"unit": "F NTH", "from": "SKA"}]},
        spies={"FRANCE": ["NTH", "NTH*"]},
    )
    assert spies(resolve(shared, FRANCE=["E NTH - LON"])) == {"FRANCE": ["LON", "NTH"]}


def test_two_fleets_in_a_sea_share_it_for_kills():
    """SPY-14."""
    shared = scene(
        "S1901E",
        units={"GERMANY": ["F NTH"]},
        dislodged={"ENGLAND": [{"unit": "F NTH", "from": "SKA"}]},
        spies={"FRANCE": ["NTH"], "ENGLAND": ["NTH*"]},
    )
    assert spies(resolve(shared, FRANCE=["E NTH H (ENG)"])) == {"FRANCE": ["NTH"]}


def test_a_dislodged_fleet_neither_convoys_nor_takes_new_spies():
    """SPY-12, SPY-14: who boards finds the fleet that stands there."""
    shared = scene(
        "S1901E",
        units={"GERMANY": ["F NTH"]},
        dislodged={"ENGLAND": [{"unit": "F NTH", "from": "SKA"}]},
        spies={"ENGLAND": ["LON"], "FRANCE": ["EDI"]},
    )
    turn = resolve(shared, ENGLAND=["F NTH C ENGLAND E LON - BEL", "E LON - BEL"], FRANCE=["E EDI - NTH"])
    assert spies(turn) == {"ENGLAND": ["LON"], "FRANCE": ["NTH"]}
    assert results(turn, "ENGLAND")["F NTH C ENGLAND E LON - BEL"] == ("void", "illegal")


def test_all_seven_are_asked_every_time():
    """SPY-22."""
    for phase in ("S1901M", "S1901E", "S1901R", "W1901A"):
        owed = adjudicator.due("spy", {}, scene(phase, spies={"FRANCE": ["PAR"]}))["due"]
        assert list(owed) == list(adjudicator.VARIANTS["spy"]["seats"])
    assert adjudicator.due("spy", {}, scene("S1901E", spies={"FRANCE": ["PAR"]}))["due"]["FRANCE"] == {
        "kind": "espionage",
        "powers": ["FRANCE"],
        "spies": {"FRANCE": ["PAR"]},
        "ahead": ["S1901R"],
    }
    assert news(resolve(scene("S1901E")), "disorder") == []
