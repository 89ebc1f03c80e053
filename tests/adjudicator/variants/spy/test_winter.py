"""Adjustments with spies (SPY-9), reports (SPY-4), the year and its end (SPY-20, SPY-23)."""

import adjudicator
from adjudicator.board import standard
from tests.adjudicator.variants.spy.scenes import POWERS, news, resolve, results, scene, seen, spies

HOMES = ["BRE", "MAR", "PAR"]


def test_the_french_builds_of_section_3b():
    """SPY-9: all its homes, Munich and Belgium won: two units and one spy."""
    winter = scene(
        "W1901A",
        units={"FRANCE": ["A BEL", "A MUN", "F MAO"]},
        centres={"FRANCE": ["BEL", *HOMES, "MUN"]},
        spies={"FRANCE": ["BUR", "LON", "MUN"]},
    )
    owed = adjudicator.due("spy", {}, winter)["due"]["FRANCE"]
    assert (owed["builds"], owed["spy_builds"]) == ({"FRANCE": 2}, {"FRANCE": 1})
    turn = resolve(winter, FRANCE=["A PAR B", "F BRE B", "E PAR B", "E MAR B"])
    assert spies(turn) == {"FRANCE": ["BUR", "LON", "MUN", "PAR"]}
    assert len(turn["position"]["units"]["FRANCE"]) == 5
    assert results(turn, "FRANCE")["E MAR B"] == ("void", "too-many")


def test_several_spies_may_be_built_in_one_occupied_home():
    """SPY-9."""
    winter = scene("W1901A", units={"FRANCE": ["A PAR"]}, centres={"FRANCE": HOMES}, spies={})
    turn = resolve(winter, FRANCE=["E PAR B", "E PAR B"])
    assert spies(turn) == {"FRANCE": ["PAR", "PAR"]}
    assert spies(resolve(winter, FRANCE=[])) == {}, "optional"
    assert spies(resolve(winter)) == {}, "SPY-24"


def test_spies_are_built_in_own_home_centres_that_are_owned():
    """SPY-9."""
    winter = scene("W1901A", centres={"FRANCE": ["MAR", "MUN"], "GERMANY": ["PAR"]}, spies={})
    turn = resolve(winter, FRANCE=["E MUN B", "E PAR B", "E MAR B"])
    told = results(turn, "FRANCE")
    assert (told["E MUN B"], told["E PAR B"]) == (("void", "not-home"), ("void", "not-owned"))
    assert spies(turn) == {"FRANCE": ["MAR"]}
    assert adjudicator.options("spy", {}, winter, "FRANCE")["sites"] == {
        "FRANCE": ["A MAR B", "F MAR B", "E MAR B"]
    }


def test_excess_spies_go_by_order_else_the_farthest_then_by_the_alphabet():
    """SPY-9, SPY-24: Switzerland is a space; Tyrolia and Munich are two away."""
    winter = scene("W1901A", centres={"FRANCE": ["MAR"]}, spies={"FRANCE": ["MUN", "PAR", "SWI", "TYR"]})
    assert adjudicator.due("spy", {}, winter)["due"]["FRANCE"]["spy_removals"] == {"FRANCE": 3}
    silent = resolve(winter)
    removed = [each["order"] for each in silent["results"] if each.get("by_rule")]
    assert removed == ["E MUN D", "E TYR D", "E SWI D"]
    assert spies(resolve(winter, FRANCE=["E PAR D"])) == {"FRANCE": ["SWI"]}
    assert results(resolve(winter, FRANCE=["E LON D"]), "FRANCE")["E LON D"] == ("void", "no-unit")


def test_spies_drown_with_a_disbanded_fleet_and_are_not_made_good():
    """SPY-9, SPY-14."""
    winter = scene(
        "W1901A",
        units={"ENGLAND": ["F NTH", "F NWG"]},
        centres={"ENGLAND": ["LON"], "FRANCE": HOMES},
        spies={"FRANCE": ["NTH", "PAR"]},
    )
    turn = resolve(winter, ENGLAND=["F NTH D"], FRANCE=["E PAR B", "E PAR B"])
    assert spies(turn) == {"FRANCE": ["PAR", "PAR"]}
    assert results(turn, "FRANCE") == {"E PAR B": ("void", "too-many")}
    assert news(seen(turn, "FRANCE"), "lost") == [
        {"kind": "lost", "seat": "FRANCE", "spies": ["NTH"], "clause": "SPY-19"}
    ]


def test_each_power_starts_with_a_spy_in_each_home_centre():
    """SPY-8: 22 in all."""
    position = adjudicator.start("spy")["position"]
    assert sum(len(those) for those in position["spies"].values()) == 22
    assert [each["at"] for each in position["spies"]["RUSSIA"]] == ["MOS", "SEV", "STP", "WAR"]


def test_reports_at_the_end_of_spring():
    """SPY-4: units here and around, spies here by number, around by presence; Switzerland among them."""
    position = scene(
        "S1901R",
        units={"GERMANY": ["A MUN", "A BER"], "AUSTRIA": ["A TYR"], "RUSSIA": ["A WAR"], "FRANCE": ["A BUR"]},
        spies={"FRANCE": ["MUN"], "RUSSIA": ["MUN", "MUN", "SIL"], "ITALY": ["SWI", "WAR"]},
    )
    turn = resolve(position)
    (report,) = news(turn, "report", "FRANCE")
    assert report == {
        "kind": "report",
        "seat": "FRANCE",
        "phase": "S1901",
        "units": {"AUSTRIA": ["A TYR"], "GERMANY": ["A BER", "A MUN"]},
        "spies_here": {"MUN": {"RUSSIA": 2}},
        "spies_near": ["SIL", "SWI"],
        "clause": "SPY-4",
    }
    assert news(seen(turn, "FRANCE"), "report") == [report]
    assert news(seen(turn, None), "report") == []
    (italian,) = news(turn, "report", "ITALY")
    assert italian["spies_near"] == ["MUN", "SIL"]
    assert "FRANCE" in italian["units"], "Burgundy lies beside Switzerland"
    assert adjudicator.sentence(report, "en") == (
        "Report of Spring 1901: Austria: A Tyr. Germany: A Ber and A Mun. Spies in Munich: Russia 2. "
        "Foreign spies nearby: Silesia and Switzerland."
    )
    assert "Suisse" in adjudicator.sentence(report, "fr")


def test_a_spy_at_sea_reports_the_provinces_around_that_sea():
    """SPY-4."""
    position = scene(
        "S1901R",
        units={"ENGLAND": ["F BLA"], "RUSSIA": ["A UKR", "F SEV"], "TURKEY": ["A CON"]},
        spies={"FRANCE": ["BLA"]},
    )
    (report,) = news(resolve(position), "report", "FRANCE")
    assert report["units"] == {"ENGLAND": ["F BLA"], "RUSSIA": ["F SEV"], "TURKEY": ["A CON"]}


def test_the_year_has_seven_phases_and_skips_none():
    """SPY-20, SPY-22: espionage before retreats; reports after spring's retreats and after adjustments."""
    position = adjudicator.start("spy")["position"]
    phases, reported = [], []
    for _ in range(7):
        phases.append(position["phase"])
        turn = adjudicator.resolve("spy", {}, position, {power: [] for power in POWERS})
        if news(turn, "report"):
            reported.append((position["phase"], news(turn, "report")[0]["phase"]))
        position = turn["position"]
    assert phases == ["S1901M", "S1901E", "S1901R", "F1901M", "F1901E", "F1901R", "W1901A"]
    assert reported == [("S1901R", "S1901"), ("W1901A", "F1901")]


def test_eighteen_centres_win_and_all_are_told():
    """SPY-23, RB-12; and then everything opens (SPY-6)."""
    centres = list(standard().centres)
    position = scene(
        "F1901R", centres={"FRANCE": centres[:18], "TURKEY": centres[18:]}, spies={"TURKEY": ["CON"]}
    )
    turn = resolve(position)
    assert turn["outcome"] == {"how": "RB-12", "winners": ["FRANCE"]}
    for seat in (None, *POWERS):
        assert seen(turn, seat) == turn
        late = seen(turn, seat, {"reveal_at": "2030-08-01"})
        assert late["outcome"] == turn["outcome"]
        assert news(late, "victory") == [{"kind": "victory", "how": "RB-12", "winners": ["FRANCE"]}]
        assert seat == "TURKEY" or late["position"]["spies"] == {}


def test_ownership_is_told_of_ones_own_centres_without_the_other_side():
    """SPY-2; eliminations are not announced (SPY-23)."""
    position = scene("F1901R", units={"GERMANY": ["A PAR"]}, centres={"FRANCE": ["PAR"]})
    turn = resolve(position)
    assert news(turn, "elimination")
    french, german = seen(turn, "FRANCE"), seen(turn, "GERMANY")
    assert news(french, "ownership")[0]["changes"] == {"PAR": {"from": "FRANCE", "to": None}}
    assert news(german, "ownership")[0]["changes"] == {"PAR": {"from": None, "to": "GERMANY"}}
    assert adjudicator.sentence(french["news"][0], "en") == "France loses Paris."
    assert adjudicator.sentence(german["news"][0], "fr") == "L’Allemagne prend Paris."
    assert seen(turn, None)["news"] == []
    assert not news(french, "elimination") + news(german, "elimination")


def test_a_draw_asks_all_who_have_units_or_centres_and_names_nobody_who_has_not():
    """SPY-23, SPY-7."""
    position = scene("S1901M", units={"FRANCE": ["A PAR"]}, centres={"FRANCE": ["PAR"], "ITALY": ["ROM"]})
    agreed = {"how": "draw", "by": ["FRANCE", "ITALY"]}
    assert adjudicator.resolve("spy", {}, position, agreed=agreed)["outcome"]["winners"] == ["FRANCE"]
    try:
        adjudicator.resolve("spy", {}, position, agreed={"how": "draw", "by": ["FRANCE"]})
    except adjudicator.AdjudicatorError as error:
        assert error.code == "not-allowed"
        assert "ITALY" not in error.message + error.message_fr
    else:
        raise AssertionError("Italy has not agreed")


def test_a_short_game_ends_by_units():
    """RB-13 holds for this game; spies are no units."""
    position = scene(
        "W1901A",
        units={"FRANCE": ["A PAR"], "ITALY": ["A ROM", "A VEN"]},
        centres={"FRANCE": HOMES, "ITALY": ["ROM", "VEN"]},
        spies={"FRANCE": HOMES},
    )
    turn = resolve(position, {"last_year": 1901}, FRANCE=[], ITALY=[])
    assert turn["outcome"] == {"how": "RB-13", "winners": ["ITALY"]}
