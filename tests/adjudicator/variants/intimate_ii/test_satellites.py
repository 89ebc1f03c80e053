"""Nomination, upkeep, secrecy: ID2-6 to ID2-10."""

import pytest

import adjudicator
from tests.adjudicator.variants.intimate_ii.scenes import (
    KEY,
    at_start,
    auction,
    bonds,
    offer,
    position,
    ranking,
    resolve,
    satellites,
    told,
)

FIRST = at_start("S1901B")


def held(*, secret=False, treasury=(20, 20), settings=None, phase="S1905B"):
    return at_start(phase, treasury=treasury) | bonds(satellites={"1": ("ITALY", secret)})


def test_id2_6_at_the_first_rank_that_differs_each_gets_their_choice():
    turn = resolve(
        FIRST,
        one=offer(ranking("ITALY", "GERMANY", "RUSSIA"), russia=2),
        two=offer(ranking("ITALY", "RUSSIA", "GERMANY"), italy=2),
    )
    assert satellites(turn) == {"1": ("GERMANY", False), "2": ("RUSSIA", False)}
    assert told(turn) == [("1", "nominated", "ID2-6"), ("2", "nominated", "ID2-6")]
    assert turn["position"]["treasury"] == {"1": 15, "2": 15}
    assert auction(turn)["charged"] == {"1": {"nomination": 3}, "2": {"nomination": 3}}


def test_id2_6_who_nominates_alone_gets_their_first():
    turn = resolve(FIRST, one=offer(ranking("RUSSIA")), two=offer(russia=4))
    assert satellites(turn) == {"1": ("RUSSIA", False)}
    assert turn["position"]["treasury"] == {"1": 17, "2": 16}


@pytest.mark.parametrize(
    "bad",
    [
        ["ITALY"], ["ITALY"] * 5, ranking()[:4], ["FRANCE", *ranking()[:4]], [], None, "ITALY", 5, {}, [None],
        [["ITALY"]], ["Mars", *ranking()[:4]], True,
    ],
)  # fmt: skip
def test_id2_6_an_incomplete_ranking_is_void_and_free(bad):
    turn = resolve(FIRST, one={"bids": {"GERMANY": 2}, "satellite": bad, "secret": True})
    assert auction(turn)["charged"]["1"] == {}
    assert turn["position"]["treasury"]["1"] == 18, "the bid stands"
    assert satellites(turn) == {}


def test_id2_6_the_solvent_keeps_their_nomination_at_treasury_nought_if_need_be():
    before = at_start("S1901B", treasury=(10, 4))
    turn = resolve(
        before,
        one=offer(germany=11, italy=9),
        two=offer(ranking("ITALY"), germany=10, italy=8),
    )
    assert auction(turn)["bust"] == ["1"]
    assert auction(turn)["price"]["GERMANY"] + auction(turn)["price"]["ITALY"] == 9
    assert turn["position"]["treasury"] == {"1": 0, "2": 0}
    assert satellites(turn) == {"2": ("ITALY", False)}


def test_id2_6_only_the_first_auction_is_for_nominating():
    turn = resolve(at_start("S1902B"), one=offer(ranking(), secret=True))
    assert satellites(turn) == {}
    assert auction(turn)["charges"] == {"1": 0, "2": 0}
    for first_year in (1800, 1902):
        settings = {"first_year": first_year}
        turn = resolve(at_start("S1902B"), settings, one=offer(ranking("ITALY")))
        assert satellites(turn) == ({"1": ("ITALY", False)} if first_year == 1902 else {})


SAME = ranking("ITALY", "GERMANY")


@pytest.mark.parametrize(("owner", "other"), [("1", "2"), ("2", "1")])
def test_id2_7_worked_case_3_the_same_ranking_goes_to_who_controls_the_first_choice(owner, other):
    bids = {owner: offer(SAME, italy=2), other: offer(SAME, germany=1)}
    turn = resolve(FIRST, one=bids["1"], two=bids["2"])
    assert satellites(turn) == {owner: ("ITALY", False), other: ("GERMANY", False)}
    assert {clause for _, _, clause in told(turn)} == {"ID2-7"}


@pytest.mark.parametrize(("owner", "other"), [("1", "2"), ("2", "1")])
def test_id2_7_worked_case_4_first_in_anarchy_goes_to_who_does_not_control_the_second(owner, other):
    bids = {owner: offer(SAME, germany=2), other: offer(SAME, germany=1)}
    turn = resolve(FIRST, one=bids["1"], two=bids["2"])
    assert satellites(turn) == {other: ("ITALY", False), owner: ("GERMANY", False)}


def test_id2_7_worked_case_5_both_in_anarchy_both_three_poorer_and_both_may_nominate_again():
    turn = resolve(FIRST, one=offer(SAME, russia=1), two=offer(SAME))
    assert satellites(turn) == {}
    assert turn["position"]["treasury"] == {"1": 16, "2": 17}
    assert turn["position"]["renominate"] is True
    assert told(turn) == [("1", "none", "ID2-7"), ("2", "none", "ID2-7")]
    second = at_start("S1902B") | bonds(renominate=True)
    due = adjudicator.due(KEY, {}, second)["due"]
    assert due["1"]["charges"] == due["2"]["charges"] == {"nomination": 3, "secrecy": 2}
    turn = resolve(second, one=offer(ranking("RUSSIA")), two=offer(ranking("GERMANY")))
    assert satellites(turn) == {"1": ("RUSSIA", False), "2": ("GERMANY", False)}
    assert turn["position"]["renominate"] is False
    assert turn["position"]["treasury"] == {"1": 17, "2": 17}


def test_id2_7_a_second_failure_is_final():
    second = at_start("S1902B") | bonds(renominate=True)
    turn = resolve(second, one=offer(SAME), two=offer(SAME))
    assert satellites(turn) == {}
    assert turn["position"]["renominate"] is False
    assert turn["position"]["treasury"] == {"1": 17, "2": 17}
    assert [item["again"] for item in turn["news"] if item["kind"] == "satellite"] == [False, False]
    assert resolve(second, one=[], two=[])["position"]["renominate"] is False, "not taken, and gone"


def test_id2_7_in_the_second_auction_those_that_are_gone_are_not_ranked():
    """Pin: the ranking is of the mercenaries in the auction; one that stands alone has no second."""
    second = position(
        "S1902B",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"], "ITALY": ["A ROM"], "GERMANY": ["A MUN"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["CON"]},
    ) | bonds(renominate=True)
    turn = resolve(second, one=offer(["RUSSIA", "ITALY", "GERMANY"]), two=offer(["GERMANY", "ITALY"]))
    assert satellites(turn) == {"1": ("ITALY", False), "2": ("GERMANY", False)}
    del second["units"]["GERMANY"]
    turn = resolve(second, one=offer(["ITALY"], italy=1), two=offer(["ITALY"]))
    assert satellites(turn) == {"1": ("ITALY", False)}
    turn = resolve(second, one=offer(["ITALY"]), two=offer(["ITALY"]))
    assert satellites(turn) == {}


def test_id2_8_nomination_happens_once():
    before = at_start("S1901B") | bonds(satellites={"1": ("ITALY", False)})
    turn = resolve(before, one=offer(ranking("GERMANY")))
    assert satellites(turn) == {"1": ("ITALY", False)}
    lost = resolve(held(), one=offer(keep_satellite=False))["position"]
    again = resolve(lost | {"phase": "S1906B"}, one=offer(ranking("GERMANY")))
    assert satellites(again) == {}
    assert auction(again)["charges"]["1"] == 0


def test_id2_8_there_is_no_upkeep_in_the_auction_that_gave_it():
    turn = resolve(FIRST, one=offer(ranking("ITALY"), keep_satellite=True))
    assert auction(turn)["charged"]["1"] == {"nomination": 3}


@pytest.mark.parametrize("keep", [{}, {"keep_satellite": True}])
def test_id2_8_upkeep_is_a_credit_and_yes_without_a_word(keep):
    turn = resolve(held(), one=offer(germany=2, **keep))
    assert auction(turn)["charged"]["1"] == {"upkeep": 1}
    assert turn["position"]["treasury"]["1"] == 17
    assert satellites(turn) == {"1": ("ITALY", False)}
    silent = resolve(held(), two=[])
    assert satellites(silent) == {"1": ("ITALY", False)}, "who sends nothing says nothing either"
    assert silent["position"]["treasury"]["1"] == 19


def test_id2_8_unpaid_it_is_one_no_longer():
    turn = resolve(held(), one=offer(keep_satellite=False))
    assert satellites(turn) == {}
    assert turn["position"]["treasury"]["1"] == 20
    assert told(turn) == [("1", "lost", "ID2-8")]


def test_id2_8_the_default_never_busts_and_an_explicit_yes_may():
    for bid, kept in ((19, True), (20, False)):
        turn = resolve(held(), one=offer(germany=bid))
        assert auction(turn)["bust"] == []
        assert satellites(turn) == ({"1": ("ITALY", False)} if kept else {})
        assert turn["position"]["treasury"]["1"] == 0
    turn = resolve(held(), one=offer(germany=20, keep_satellite=True))
    assert auction(turn)["bust"] == ["1"]
    assert satellites(turn) == {}


def test_id2_8_the_default_counts_net_prices():
    before = held(treasury=(8, 8))
    before["loyalty"] = {"GERMANY": {"seat": "1", "years": 1}}
    turn = resolve(before, one=offer(germany=8))
    assert (auction(turn)["price"]["GERMANY"], auction(turn)["charged"]["1"]) == (7, {"upkeep": 1})


def test_id2_8_the_default_counts_the_prices_of_a_windfall():
    before = held(treasury=(10, 5))
    bid = offer(germany=9, russia=9)
    turn = resolve(before, one=bid, two=offer(germany=10))
    assert auction(turn)["bust"] == ["2"]
    assert turn["position"]["treasury"]["1"] == 0
    assert auction(turn)["charged"]["1"] == {}, "two half prices of 5 leave nothing"
    before["treasury"]["1"] = 11
    turn = resolve(before, one=bid, two=offer(germany=10))
    assert satellites(turn) == {"1": ("ITALY", False)}


def test_id2_8_a_satellite_without_units_and_centres_lapses():
    before = position(
        "S1905M",
        units={"FRANCE": ["A MUN", "A TYR"], "ITALY": ["A BOH"], "TURKEY": ["A CON"], "RUSSIA": ["A MOS"]},
        centres={"FRANCE": ["PAR", "MAR"], "TURKEY": ["CON"], "RUSSIA": ["MOS"]},
    ) | bonds(satellites={"2": ("ITALY", True)})
    turn = resolve(before, one=["A MUN - BOH", "A TYR S A MUN - BOH"], two=[])
    assert satellites(turn) == {}
    assert told(turn) == [("2", "lapsed", "ID2-8")]
    seen = adjudicator.view(KEY, {}, turn=turn, seat="1")["turn"]
    assert "ITALY" not in adjudicator.sentence(seen["news"][0], "en")


def test_id2_8_a_satellite_without_centres_lapses_with_its_last_unit_in_winter():
    before = position(
        "F1905M",
        units={"FRANCE": ["A PAR"], "ITALY": ["A BOH"], "TURKEY": ["A CON"], "RUSSIA": ["A MOS"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["CON"], "RUSSIA": ["MOS"]},
    ) | bonds(satellites={"2": ("ITALY", False)})
    turn = resolve(before, one=[], two=[])
    assert turn["position"]["phase"] == "S1906B"
    assert told(turn) == [("2", "lapsed", "ID2-8")]


def test_id2_8_nobody_pays_for_a_satellite_that_is_not_there():
    before = position(
        "S1905B",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"], "RUSSIA": ["A MOS"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["CON"], "RUSSIA": ["MOS"]},
    ) | bonds(satellites={"2": ("ITALY", True)})
    assert adjudicator.due(KEY, {}, before)["due"]["2"]["charges"] == {}
    turn = resolve(before, two=offer(keep_satellite=True, secret=True))
    assert auction(turn)["charges"] == {"1": 0, "2": 0}
    assert satellites(turn) == {}


@pytest.mark.parametrize("controller", ["1", "2", None])
def test_id2_9_a_satellite_stays_one_whoever_controls_it(controller):
    bids = {seat: offer(italy=3) if seat == controller else offer() for seat in ("1", "2")}
    turn = resolve(held(), one=bids["1"], two=bids["2"])
    assert turn["position"]["control"]["ITALY"] == controller
    assert satellites(turn) == {"1": ("ITALY", False)}


def test_id2_10_secrecy_costs_two_in_the_first_auction_too():
    turn = resolve(FIRST, one=offer(ranking("ITALY"), secret=True), two=offer(ranking("GERMANY")))
    assert satellites(turn) == {"1": ("ITALY", True), "2": ("GERMANY", False)}
    assert auction(turn)["charges"] == {"1": 5, "2": 3}
    assert turn["position"]["treasury"] == {"1": 15, "2": 17}


def test_id2_10_in_a_year_it_is_not_paid_the_identity_is_shown_and_stays_known():
    turn = resolve(held(secret=True), one=offer(secret=False))
    assert satellites(turn) == {"1": ("ITALY", False)}
    assert told(turn) == [("1", "shown", "ID2-10")]
    turn = resolve(turn["position"] | {"phase": "S1906B"}, one=offer(secret=True))
    assert satellites(turn) == {"1": ("ITALY", False)}
    assert auction(turn)["charged"]["1"] == {"upkeep": 1}, "asking then is void and free"


@pytest.mark.parametrize(
    ("bid", "secret", "charges"), [(0, True, 3), (17, True, 3), (18, False, 1), (19, False, 1)]
)
def test_id2_10_without_a_word_last_years_choice_if_affordable(bid, secret, charges):
    turn = resolve(held(secret=True), one=offer(germany=bid))
    assert satellites(turn) == {"1": ("ITALY", secret)}
    assert auction(turn)["charges"]["1"] == charges
    assert auction(turn)["bust"] == []


def test_id2_10_who_was_not_secret_is_not_without_a_word():
    assert satellites(resolve(FIRST, one=offer(ranking("ITALY")))) == {"1": ("ITALY", False)}


def test_id2_10_who_asks_while_nominating_is_charged_even_if_none_results():
    turn = resolve(FIRST, one=offer(SAME, secret=True), two=offer(SAME))
    assert auction(turn)["charges"] == {"1": 5, "2": 3}
    assert satellites(turn) == {"1": (None, True)}, "what was chosen is remembered"
    second = turn["position"] | {"phase": "S1902B"}
    turn = resolve(second, one=offer(ranking("ITALY")), two=offer(ranking("GERMANY")))
    assert satellites(turn) == {"1": ("ITALY", True), "2": ("GERMANY", False)}
    turn = resolve(second, one=offer(), two=offer())
    assert auction(turn)["charges"] == {"1": 0, "2": 0}
    assert satellites(turn) == {}


def test_id2_10_who_asks_while_giving_up_an_unrevealed_satellite_is_charged():
    turn = resolve(held(secret=True), one=offer(keep_satellite=False, secret=True))
    assert auction(turn)["charged"]["1"] == {"secrecy": 2}
    assert satellites(turn) == {}
    turn = resolve(held(secret=True), one=offer(keep_satellite=False))
    assert auction(turn)["charges"]["1"] == 0, "pin: without a word nothing is paid for one that is given up"


def test_id2_10_who_neither_nominates_nor_holds_asks_in_vain_and_free():
    for before in (FIRST, at_start("S1905B")):
        assert auction(resolve(before, one=offer(secret=True)))["charges"]["1"] == 0


def test_id2_10_a_game_setting_turns_secrecy_off():
    off = {"secrecy": False}
    assert adjudicator.due(KEY, off, FIRST)["due"]["1"]["charges"] == {"nomination": 3}
    turn = resolve(FIRST, off, one=offer(ranking("ITALY"), secret=True))
    assert satellites(turn) == {"1": ("ITALY", False)}
    assert auction(turn)["charges"]["1"] == 3
    with pytest.raises(adjudicator.AdjudicatorError, match="secrecy"):
        adjudicator.start(KEY, {"secrecy": "yes"})
