"""`read`: what people and programs send, in canonical form, with a problem for each bad line."""

import pytest

import adjudicator
from adjudicator.errors import AdjudicatorError
from tests.adjudicator.tables import POWERS, at_start, intimate


def read(position, seat="1", variant="intimate", language="en", **given):
    return adjudicator.read(variant, {}, position, seat, language=language, **given)


def codes(reading):
    return [(problem["line"], problem["code"]) for problem in reading["problems"]]


HOMES = adjudicator.start("intimate")["position"]


def test_a_ranking_is_read_a_power_a_line_in_either_language():
    text = "1. France\n2) Turquie\n3 Autriche\nEngland\nallemagne\nITALY\n\nRus"
    assert read(HOMES, text=text) == {
        "answer": {"preferences": ["FRANCE", "TURKEY", "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA"]},
        "problems": [],
    }


def test_a_ranking_is_read_on_one_line_too():
    assert read(HOMES, text="fra > tur, aut; ang, all, ita, rus")["answer"]["preferences"][0:3] == [
        "FRANCE",
        "TURKEY",
        "AUSTRIA",
    ]


def test_a_ranking_says_what_it_lacks_and_what_it_repeats():
    reading = read(HOMES, text="France\nSpain\nFrance\nTurkey")
    assert reading["answer"] == {"preferences": ["FRANCE", "TURKEY"]}
    assert codes(reading) == [(2, "unknown-power"), (3, "duplicate"), (0, "incomplete")]
    assert "Austria, England, Germany, Italy, Russia" in reading["problems"][2]["message"]
    french = read(HOMES, text="France", language="fr")["problems"][0]["message"]
    assert "Autriche" in french


def test_a_ranking_from_a_program():
    assert read(HOMES, answer={"preferences": list(POWERS)}) == {
        "answer": {"preferences": list(POWERS)},
        "problems": [],
    }
    assert codes(read(HOMES, answer={"preferences": [*POWERS[:6], 7]})) == [
        (7, "unknown-power"),
        (0, "incomplete"),
    ]


AUCTION = at_start("S1902B", homes=("FRANCE", "TURKEY"))


@pytest.mark.parametrize("line", ["Germany 5", "Allemagne: 5", "GERMANY=5", "  ger   5 ", "l’Allemagne : 5"])
def test_a_bid_is_read_from_a_line(line):
    assert read(AUCTION, text=line) == {"answer": {"bids": {"GERMANY": 5}}, "problems": []}


def test_bids_that_cannot_stand_are_named_line_by_line():
    text = "Germany -2\nItaly 2.5\nRussia lots\nAustria\nFrance 3\nMars 4\nEngland 1\n\nEngland 2\nnothing"
    reading = read(AUCTION, text=text)
    assert reading["answer"] == {"bids": {"ENGLAND": 1}}
    assert codes(reading) == [
        (1, "bad-bid"),
        (2, "bad-bid"),
        (3, "unknown-power"),
        (4, "bad-bid"),
        (5, "not-auctioned"),
        (6, "unknown-power"),
        (9, "duplicate"),
        (10, "unknown-power"),
    ]
    assert reading["problems"][0]["text"] == "Germany -2"


def test_bids_from_a_program():
    answer = {"bids": {"GERMANY": 5, "ITALY": -1, "RUSSIA": True, "ENGLAND": "3", "TURKEY": 1, "AUSTRIA": 0}}
    reading = read(AUCTION, answer=answer)
    assert reading["answer"] == {"bids": {"AUSTRIA": 0, "GERMANY": 5}}
    assert codes(reading) == [(2, "bad-bid"), (3, "bad-bid"), (4, "bad-bid"), (5, "not-auctioned")]


def test_more_bids_than_the_treasury_holds_are_no_problem():
    assert read(AUCTION, answer={"bids": {"GERMANY": 50}})["problems"] == [], (
        "ID-6 speaks of winning bids alone"
    )


MOVES = at_start("S1901M", homes=("FRANCE", "TURKEY"), control={"GERMANY": "1"})


def test_orders_come_back_in_canonical_lines_with_problems_by_line():
    text = "A Par-Bur\nfra: mar tient\nA Mun s a par-bur\nblah blah\nA Bre - Mos\nA Par - Mos"
    reading = read(MOVES, text=text)
    assert reading["answer"][:3] == ["A PAR - BUR", "A MAR H", "A MUN S A PAR - BUR"]
    assert (4, "unreadable") in codes(reading) or any(line == 4 for line, _ in codes(reading))
    assert not any("BLAH" in line for line in reading["answer"]), "an unreadable line stays out"
    assert all(problem["message"] for problem in reading["problems"])


def test_an_order_that_can_be_read_but_not_given_stays_in_and_is_named():
    reading = read(MOVES, text="A PAR - MOS\nA BER - SIL\n\nA CON - BUL")
    assert "A PAR - MOS" in reading["answer"]
    assert (1, "illegal") in codes(reading)
    assert not any(line == 2 for line, _ in codes(reading))
    assert any(line == 4 for line, _ in codes(reading)), "somebody else's unit"


def test_two_orders_to_one_unit_are_both_named():
    reading = read(MOVES, text="A PAR - BUR\nA PAR - PIC")
    assert codes(reading) == [(1, "duplicate"), (2, "duplicate")]


def test_orders_from_a_program_are_read_in_the_same_way():
    assert read(MOVES, answer=["A PAR - BUR", "a mar-spa"])["answer"] == ["A PAR - BUR", "A MAR - SPA"]
    assert codes(read(MOVES, answer=["A PAR - BUR", "", "x\ny"])) == [
        (3, codes(read(MOVES, answer=["x y"]))[0][1])
    ]


def test_canonical_orders_read_back_as_themselves():
    for seat in ("1", "2"):
        for unit, lines in adjudicator.options("intimate", {}, MOVES, seat)["options"].items():
            for line in lines:
                assert read(MOVES, seat=seat, answer=[line]) == {"answer": [line], "problems": []}, unit


def test_without_a_language_problems_have_codes_and_no_sentences():
    (problem,) = read(MOVES, text="A PAR - MOS", language=None)["problems"]
    assert set(problem) == {"line", "text", "code"}


def test_an_empty_sheet_reads_as_an_empty_answer():
    assert read(MOVES, text="") == {"answer": [], "problems": []}
    assert read(MOVES, answer=[]) == {"answer": [], "problems": []}
    assert read(AUCTION, text="") == {"answer": {"bids": {}}, "problems": []}


def test_a_waive_is_the_home_powers_where_mercenaries_must_build():
    position = intimate(
        "W1903A",
        units={"FRANCE": ["A PIC"], "TURKEY": ["A CON"]},
        centres={"FRANCE": ["PAR", "MAR"], "GERMANY": ["BER"], "TURKEY": ["CON"]},
        control={"GERMANY": "1"},
    )
    assert read(position, text="waive\nA Ber builds") == {
        "answer": ["WAIVE FRANCE", "A BER B"],
        "problems": [],
    }
    assert codes(read(position, text="WAIVE GERMANY")) == [(1, "illegal")]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "bad-input"),
        ({"text": "x", "answer": []}, "bad-input"),
        ({"text": 5}, "bad-input"),
        ({"answer": {}}, "bad-input"),
        ({"answer": "A PAR H"}, "bad-input"),
        ({"text": "", "seat": "3"}, "bad-seat"),
        ({"text": "", "seat": None}, "bad-seat"),
        ({"text": "", "language": "de"}, "bad-input"),
    ],
)
def test_what_is_no_question_is_refused(given, code):
    with pytest.raises(AdjudicatorError) as refusal:
        read(MOVES, **given)
    assert refusal.value.code == code


@pytest.mark.parametrize("position", [HOMES, AUCTION])
@pytest.mark.parametrize("answer", [[], {}, 5, {"bids": 3}, {"preferences": "x"}])
def test_sealed_answers_without_their_shape_are_refused(position, answer):
    with pytest.raises(AdjudicatorError) as refusal:
        read(position, answer=answer)
    assert refusal.value.code == "bad-input"


def test_nothing_is_read_for_a_game_that_is_over():
    over = at_start("S1902M", outcome={"how": "ID-19", "winners": ["1", "2"]})
    with pytest.raises(AdjudicatorError) as refusal:
        read(over, text="")
    assert refusal.value.code == "game-over"
