"""Which provinces a seat watches, and what of a game's past opens with its end (SPY-3, SPY-4, SPY-6)."""

import adjudicator
from tests.adjudicator.variants.spy.scenes import resolve, scene, seen

AFIELD = scene(
    "F1902M",
    units={"GERMANY": ["A BUR"], "FRANCE": ["A PAR"], "RUSSIA": ["A SIL", "F BAL"]},
    spies={"GERMANY": ["SWI", "BAL"], "FRANCE": ["SWI"]},
)


def test_a_seat_watches_its_territory_its_units_and_what_is_around_its_spies():
    places = adjudicator.watched("spy", {}, AFIELD, "GERMANY")
    assert places["now"] == ["BER", "BUR", "KIE", "MUN", "PRU", "RUH", "SIL"]
    assert places["met"] == ["BAL", "SWI"]
    around = {"BER", "BOT", "DEN", "KIE", "LVN", "PRU", "SWE", "BUR", "MAR", "MUN", "PIE", "TYR"}
    assert set(places["near"]) == around


def test_what_is_watched_is_the_seats_own_knowledge():
    elsewhere = AFIELD | {"units": {"GERMANY": ["A BUR"], "FRANCE": ["A GAS"]}, "spies": {}}
    elsewhere["spies"] = {"GERMANY": AFIELD["spies"]["GERMANY"], "ITALY": [{"at": "ROM"}]}
    assert adjudicator.watched("spy", {}, elsewhere, "GERMANY") == adjudicator.watched(
        "spy", {}, AFIELD, "GERMANY"
    )


def test_reports_tell_of_no_place_that_is_not_watched():
    autumn = AFIELD | {"phase": "S1902R", "dislodged": {}}
    turn = resolve(autumn)
    (report,) = [item for item in seen(turn, "GERMANY")["news"] if item["kind"] == "report"]
    places = adjudicator.watched("spy", {}, turn["position"], "GERMANY")
    around = {*places["met"], *places["near"]}
    assert {unit[2:5] for units in report["units"].values() for unit in units} <= around
    assert set(report["spies_here"]) <= set(places["met"])
    assert set(report["spies_near"]) <= set(places["near"])


def test_nobody_watches_in_a_game_without_fog():
    start = adjudicator.start("standard")["position"]
    assert adjudicator.watched("standard", {}, start, "GERMANY") is None
    assert not adjudicator.is_in_fog("standard")
    assert adjudicator.is_in_fog("spy")
    assert not adjudicator.is_in_fog("spy", {}, over=True)
    assert adjudicator.is_in_fog("spy", {"reveal_at": "2030-08-01"}, over=True)


def test_a_game_that_is_over_opens_its_past_and_one_that_waits_for_its_day_does_not():
    turn = resolve(AFIELD)
    asked = {"position": AFIELD, "turn": turn, "seat": "ITALY"}
    fog = adjudicator.view("spy", {}, **asked)
    assert not fog["position"]["units"]
    opened = adjudicator.view("spy", {}, **asked, over=True)
    assert opened["position"]["units"] == AFIELD["units"]
    assert opened["turn"]["results"] == turn["results"]
    assert adjudicator.view("spy", {"reveal_at": "2030-01-01"}, **asked, over=True) == fog
