"""How results are told beside the map: the word, its colour, and a sentence that says more than the word."""

import pytest

from adjudicator import texts
from games.pages.results import report_of, verdict_of


def told(**result):
    said = {"power": "FRANCE", "clause": "RB-2", **result}
    return verdict_of(said | {"text": texts.sentence(said, "en")})


def test_the_same_order_again_is_no_failure():
    """RB-2: identical ones count once."""
    again = {
        "power": "FRANCE",
        "order": "A PAR - BUR",
        "verdict": "void",
        "reason": "duplicate",
        "detail": "identical",
    }
    verdict = told(**again)
    assert (verdict.word, verdict.tone) == ("Repeated", "again")
    assert verdict.sentence == "The same order again: it counts once."
    assert report_of({"results": [again]}, {}, players={}).failed == 0
    conflict = told(order="A PAR - BUR", verdict="void", reason="duplicate")
    assert (conflict.word, conflict.tone) == ("Invalid", "failed")


@pytest.mark.parametrize("order", ["F NTH C A YOR - NWY", "A YOR - NWY"])
def test_a_convoy_is_sunk_only_with_its_fleet(order):
    """DG-13: the fleet of a broken link stays where it is."""
    failed = {"order": order, "verdict": "fails", "reason": "convoy-disrupted"}
    assert told(**failed, by=["F NTH", "F NWG"]).word == "Convoy broken"
    assert told(**failed, detail="severed", by=["F NTH"]).word == "No convoy"


def test_no_word_is_said_twice():
    assert told(order="A PAR - BUR", verdict="fails").sentence == ""


@pytest.mark.parametrize(("commander", "is_seat"), [("France", True), ("ada", False), ("", False)])
def test_an_open_seat_is_not_named_twice(commander, is_seat):
    """It is called after its power, which stands above its orders already."""
    order = {"power": "FRANCE", "order": "A PAR H", "verdict": "holds"}
    (power,) = report_of({"results": [order]}, {"FRANCE": commander}, players={}).powers
    assert power.is_seat == is_seat
    occupied = told(order="A PAR B", verdict="void", reason="occupied")
    assert (occupied.word, occupied.sentence) == ("Invalid", "Par is occupied.")
