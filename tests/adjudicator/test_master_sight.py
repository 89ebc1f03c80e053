"""What a game master sees: everything but hidden answers before they are resolved (RB-24)."""

from __future__ import annotations

import pytest

import adjudicator
from adjudicator.errors import AdjudicatorError

MASTER = "game-master"
LOTS = "11" * 32


@pytest.mark.parametrize("variant", sorted(adjudicator.VARIANTS))
def test_they_see_the_whole_position(variant):
    position = adjudicator.start(variant, {}, lots=LOTS)["position"]
    seen = adjudicator.view(variant, {}, position=position, seat=MASTER)
    assert seen == {"unknown": [], "position": position}


def test_in_fog_they_see_every_result_and_no_order_given_ahead():
    start = adjudicator.start("spy", {}, lots=LOTS)["position"]
    ahead = {"orders": ["A PAR - BUR"], "later": {"E": [{"orders": ["E PAR - PIC (FRA)"]}]}}
    turn = adjudicator.resolve("spy", {}, start, {"FRANCE": ahead, "ITALY": ["A ROM - NAP"]}, lots=LOTS)
    assert "later" in turn
    recorded = {"answers": {"FRANCE": ahead}, **turn}
    seen = adjudicator.view("spy", {}, turn=recorded, seat=MASTER, language="en")["turn"]
    assert "later" not in seen and "later" not in str(seen["answers"])
    assert seen["position"] == turn["position"]
    assert {result["power"] for result in seen["results"]} >= {"FRANCE", "ITALY"}
    public = adjudicator.view("spy", {}, turn=recorded, seat=None)["turn"]
    assert public["results"] == []


def test_answers_that_are_sealed_for_good_stay_so():
    start = adjudicator.start("devil-and-god", {}, lots=LOTS)["position"]
    turn = adjudicator.resolve("devil-and-god", {}, start, {"DEVIL": {"spell": "A MUN"}}, lots=LOTS)
    recorded = {"answers": {"DEVIL": {"spell": "A MUN"}, "FRANCE": []}, **turn}
    seen = adjudicator.view("devil-and-god", {}, turn=recorded, seat=MASTER)["turn"]
    assert seen["answers"] == {"FRANCE": []}
    assert seen["position"]["protected"] == turn["position"]["protected"]


def test_when_the_game_is_over_they_see_what_everybody_sees():
    start = adjudicator.start("devil-and-god", {}, lots=LOTS)["position"]
    turn = adjudicator.resolve("devil-and-god", {}, start, {"DEVIL": {"spell": "A MUN"}}, lots=LOTS)
    recorded = {"answers": {"DEVIL": {"spell": "A MUN"}, "FRANCE": []}, **turn}
    everybody, own = (
        adjudicator.view("devil-and-god", {}, turn=recorded, seat=seat, over=True) for seat in (None, MASTER)
    )
    assert own == everybody == {"unknown": [], "turn": recorded}


def test_while_a_finished_game_stays_in_fog_they_see_what_they_saw():
    put_off = {"reveal_at": "2030-08-01"}
    start = adjudicator.start("spy", put_off, lots=LOTS)["position"]
    ahead = {"orders": ["A PAR - BUR"], "later": {"E": [{"orders": ["E PAR - PIC (FRA)"]}]}}
    turn = adjudicator.resolve("spy", put_off, start, {"FRANCE": ahead}, lots=LOTS)
    recorded = {"answers": {"FRANCE": ahead}, **turn}
    while_it_lasts, after = (
        adjudicator.view("spy", put_off, turn=recorded, seat=MASTER, over=over) for over in (False, True)
    )
    assert after == while_it_lasts
    assert after["turn"]["answers"] == {} and after["turn"]["position"] == turn["position"]


def test_the_master_has_no_seat_of_its_own():
    position = adjudicator.start("standard", {}, lots=LOTS)["position"]
    for question in (adjudicator.options, lambda *asked: adjudicator.read(*asked, text="A PAR H")):
        with pytest.raises(AdjudicatorError) as refused:
            question("standard", {}, position, MASTER)
        assert refused.value.code == "bad-seat"
