"""Opening treasuries, income, loyalty and bust: ID2-1 to ID2-5."""

import pytest

import adjudicator
from tests.adjudicator.tables import POWERS, news
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


@pytest.mark.parametrize(
    ("home", "credits"),
    {
        "ENGLAND": 18, "TURKEY": 18, "FRANCE": 20, "ITALY": 20, "AUSTRIA": 22, "GERMANY": 22, "RUSSIA": 23,
    }.items(),
)  # fmt: skip
def test_id2_1_opening_treasuries(home, credits):
    start = adjudicator.start(KEY)["position"]
    other = "FRANCE" if home != "FRANCE" else "TURKEY"
    lists = {
        seat: {"preferences": [power, *(each for each in POWERS if each != power)]}
        for seat, power in (("1", home), ("2", other))
    }
    turn = adjudicator.resolve(KEY, {}, start, lists)
    assert turn["position"]["treasury"]["1"] == credits
    assert turn["position"]["phase"] == "S1901B"
    assert turn["position"]["loyalty"] == turn["position"]["satellites"] == {}
    assert turn["position"]["renominate"] is False


def test_id2_2_income_comes_after_the_winter_and_not_in_autumn():
    before = position(
        "F1903M",
        units={"FRANCE": ["A PAR", "A SPA"], "TURKEY": ["A CON", "A SMY"]},
        centres={"FRANCE": ["BRE", "PAR"], "TURKEY": ["CON"], "ITALY": ["ROM"]},
        treasury=(3, 4),
    )
    autumn = resolve(before, one=[], two=[])
    assert autumn["position"]["phase"] == "W1903A"
    assert autumn["position"]["treasury"] == {"1": 3, "2": 4}
    assert news(autumn, "income") == []
    winter = resolve(autumn["position"], one=[], two=[])
    assert winter["position"]["phase"] == "S1904B"
    assert news(winter, "income") == [
        {
            "kind": "income",
            "year": 1903,
            "income": {"1": 3, "2": 2},
            "before": {"1": 3, "2": 4},
            "after": {"1": 6, "2": 6},
        }
    ]


def test_id2_2_income_comes_though_the_winter_is_skipped():
    before = position(
        "F1903M",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["CON"], "ITALY": ["ROM"]},
    )
    turn = resolve(before, one=[], two=[])
    assert turn["position"]["phase"] == "S1904B"
    assert turn["position"]["treasury"] == {"1": 21, "2": 21}


@pytest.mark.parametrize(
    ("centres", "winner"), [({"FRANCE": ["MAR", "BRE", "SPA"]}, "1"), ({"FRANCE": ["MAR"]}, "2")]
)
def test_id2_2_the_tie_break_of_id_16_counts_an_autumns_coming_income(centres, winner):
    before = position(
        "F1903M",
        units={"FRANCE": ["A CON"], "TURKEY": ["A PAR"]},
        centres={**centres, "TURKEY": ["SMY"]},
        treasury=(5, 6),
    )
    turn = resolve(before, one=[], two=[])
    assert turn["outcome"] == {"how": "ID-16", "winners": [winner]}
    credits = {"1": 5 + len(centres["FRANCE"]) + 1, "2": 8}
    assert news(turn, "victory")[0]["credits"] == credits
    assert turn["position"]["treasury"] == {"1": 5, "2": 6}, "counted, and not yet paid"


def test_id2_3_worked_case_1_the_sources_loyalty_example():
    """Controlled 1907, 1908, 1909; a bid of 8 for 1910 wins; 5 is paid."""
    now = at_start("S1907B", treasury=(40, 40))
    for bid, paid, years in ((4, 4, 1), (4, 3, 2), (4, 2, 3)):
        turn = resolve(now, one=offer(germany=bid), two=offer(germany=1))
        assert auction(turn)["price"]["GERMANY"] == paid
        now = _to_next_auction(turn["position"])
        assert now["loyalty"]["GERMANY"] == {"seat": "1", "years": years}
    assert now["phase"] == "S1910B"
    before = now["treasury"]["1"]
    turn = resolve(now, one=offer(germany=8), two=offer(germany=7))
    assert auction(turn)["price"]["GERMANY"] == 5
    assert auction(turn)["net"]["1"]["GERMANY"] == 5
    assert auction(turn)["loyalty"]["GERMANY"] == {"seat": "1", "years": 3}
    assert turn["position"]["treasury"]["1"] == before - 5


def _to_next_auction(now):
    while now["phase"][5] != "B":
        now = resolve(now, one=[], two=[])["position"]
    return now


@pytest.mark.parametrize(("years", "paid"), [(1, 7), (3, 5), (4, 4), (5, 4), (20, 4)])
def test_id2_3_four_years_at_most_count(years, paid):
    before = at_start("S1910B") | bonds({"GERMANY": ("1", years)})
    turn = resolve(before, one=offer(germany=8))
    assert auction(turn)["price"]["GERMANY"] == paid
    assert adjudicator.due(KEY, {}, before)["due"]["1"]["loyalty"] == {"GERMANY": 8 - paid}
    assert adjudicator.due(KEY, {}, before)["due"]["2"]["loyalty"] == {}


def test_id2_3_a_price_is_never_below_nought():
    turn = resolve(at_start("S1910B") | bonds({"GERMANY": ("1", 4)}), one=offer(germany=2))
    assert auction(turn)["price"]["GERMANY"] == 0
    assert turn["position"]["control"]["GERMANY"] == "1"
    assert turn["position"]["treasury"]["1"] == 20


def test_id2_3_bids_compare_at_face_value():
    before = at_start("S1910B") | bonds({"GERMANY": ("1", 4)})
    turn = resolve(before, one=offer(germany=5), two=offer(germany=4))
    assert turn["position"]["control"]["GERMANY"] == "1"
    turn = resolve(before, one=offer(germany=5), two=offer(germany=5))
    assert turn["position"]["control"]["GERMANY"] is None, "equal bids are anarchy, loyal or not (ID-5)"
    turn = resolve(before, one=offer(germany=5), two=offer(germany=6))
    assert auction(turn)["price"]["GERMANY"] == 6, "the loyalty is not the winner's"


def test_id2_3_worked_case_2_a_run_is_broken_by_anarchy():
    now = at_start("S1904B", treasury=(60, 60)) | bonds({"GERMANY": ("1", 3)})
    turn = resolve(now, one=offer(germany=2), two=offer(germany=2))
    assert "GERMANY" not in turn["position"]["loyalty"]
    now = _to_next_auction(turn["position"])
    assert now["loyalty"] == {}
    turn = resolve(now, one=offer(germany=8))
    assert auction(turn)["price"]["GERMANY"] == 8


def test_id2_3_a_run_is_broken_by_the_opponents_control_and_their_own_begins():
    now = at_start("S1904B", treasury=(60, 60)) | bonds({"GERMANY": ("1", 3)})
    now = _to_next_auction(resolve(now, one=offer(germany=2), two=offer(germany=4))["position"])
    assert now["loyalty"] == {"GERMANY": {"seat": "2", "years": 1}}
    assert auction(resolve(now, one=offer(germany=8)))["price"]["GERMANY"] == 8
    assert auction(resolve(now, two=offer(germany=8)))["price"]["GERMANY"] == 7


def test_id2_3_the_year_that_runs_counts_when_it_is_over():
    now = at_start("S1904B") | bonds({"GERMANY": ("1", 2)})
    turn = resolve(now, one=offer(germany=4, italy=1))
    assert turn["position"]["loyalty"] == {"GERMANY": {"seat": "1", "years": 2}}
    assert _to_next_auction(turn["position"])["loyalty"] == {
        "GERMANY": {"seat": "1", "years": 3},
        "ITALY": {"seat": "1", "years": 1},
    }


def test_id2_3_what_is_not_auctioned_any_more_is_loyal_to_nobody():
    before = position(
        "W1903A",
        units={"FRANCE": ["A PAR"], "TURKEY": ["A CON"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["CON"], "ITALY": ["ROM"]},
        control={"GERMANY": "1"},
    ) | bonds({"GERMANY": ("1", 2)})
    turn = resolve(before, one=["A MUN D"])
    turn = resolve(turn["position"], one=offer(italy=1))
    assert turn["position"]["loyalty"] == {}


def test_id2_4_worked_case_8_a_net_price_makes_a_bid_affordable_that_face_value_would_not():
    before = at_start("S1910B", treasury=(6, 6)) | bonds({"GERMANY": ("1", 3)})
    turn = resolve(before, one=offer(germany=9), two=offer(germany=1))
    assert auction(turn)["bust"] == []
    assert turn["position"]["treasury"]["1"] == 0
    turn = resolve(before, one=offer(germany=10), two=offer(germany=1))
    assert auction(turn)["bust"] == ["1"]


def test_id2_4_charges_count_toward_bust():
    before = at_start("S1901B", treasury=(10, 10))
    turn = resolve(before, one=offer(ranking(), germany=7), two=offer(italy=4))
    assert auction(turn)["bust"] == []
    assert turn["position"]["treasury"]["1"] == 0
    turn = resolve(before, one=offer(ranking(), germany=8), two=offer(italy=4))
    assert auction(turn)["bust"] == ["1"]
    assert auction(turn)["charges"] == {"1": 3, "2": 0}
    turn = resolve(before, one=offer(ranking(), germany=6, secret=True), two=offer(italy=4))
    assert auction(turn)["bust"] == ["1"], "6 + 3 + 2"


def test_id2_4_a_bust_player_loses_all_and_the_others_positive_bids_succeed_at_half_their_net_price():
    before = at_start("S1910B", treasury=(10, 10)) | bonds({"ITALY": ("2", 2), "RUSSIA": ("2", 4)})
    turn = resolve(before, one=offer(germany=11), two=offer(germany=5, italy=7, russia=3))
    item = auction(turn)
    assert item["bust"] == ["1"]
    assert item["winner"] == {"AUSTRIA": None, "ENGLAND": None, "GERMANY": "2", "ITALY": "2", "RUSSIA": "2"}
    assert item["price"] == {"AUSTRIA": 0, "ENGLAND": 0, "GERMANY": 3, "ITALY": 3, "RUSSIA": 0}
    assert turn["position"]["treasury"] == {"1": 0, "2": 4}
    clauses = adjudicator.grounds(KEY, {}, item)
    assert set(clauses["clauses"].values()) == {"ID2-4"}
    assert clauses["owed"] == {"1": {"GERMANY": 11}, "2": {"ITALY": 5, "RUSSIA": 0}}


def test_id2_4_the_bust_players_nomination_is_void_and_the_others_stands():
    before = at_start("S1901B", treasury=(10, 10))
    turn = resolve(before, one=offer(ranking("ITALY"), germany=11), two=offer(ranking("ITALY"), secret=True))
    assert auction(turn)["bust"] == ["1"]
    assert satellites(turn) == {"2": ("ITALY", True)}
    assert told(turn) == [("1", "void", "ID2-4"), ("2", "nominated", "ID2-6")]
    assert turn["position"]["treasury"] == {"1": 0, "2": 5}
    assert turn["position"]["renominate"] is False


def test_id2_4_the_bust_players_upkeep_is_unpaid():
    before = at_start("S1905B", treasury=(10, 10)) | bonds(satellites={"1": ("ITALY", False)})
    turn = resolve(before, one=offer(germany=11, keep_satellite=True), two=offer(italy=1))
    assert satellites(turn) == {}
    assert told(turn) == [("1", "lost", "ID2-4")]


def test_id2_5_both_bust_both_lose():
    before = at_start("S1905B", treasury=(5, 5)) | bonds(satellites={"1": ("ITALY", True)})
    turn = resolve(before, one=offer(germany=6), two=offer(italy=7))
    assert turn["outcome"] == {"how": "ID2-5", "winners": []}
    assert turn["position"]["treasury"] == {"1": 0, "2": 0}
    assert set(turn["position"]["control"].values()) == {None}
    assert auction(turn)["bust"] == ["1", "2"]
    assert set(adjudicator.grounds(KEY, {}, auction(turn))["clauses"].values()) == {"ID2-5"}
    assert adjudicator.due(KEY, {}, turn["position"]) == {"due": {}}
    assert [adjudicator.sentence(item, "fr") for item in news(turn, "victory")] == [
        "Personne ne gagne (ID2-5)."
    ]


def test_id2_5_charges_alone_can_ruin_both():
    before = at_start("S1901B", treasury=(2, 1))
    turn = resolve(before, one=offer(ranking()), two=offer(ranking()))
    assert turn["outcome"] == {"how": "ID2-5", "winners": []}


def test_id_3_without_any_mercenary_there_is_no_auction():
    before = position(
        "W1904A",
        units={"FRANCE": ["A PAR", "A BRE"], "TURKEY": ["A CON"]},
        centres={"FRANCE": ["PAR"], "TURKEY": ["CON"]},
    )
    turn = resolve(before, one=["A BRE D"])
    assert turn["position"]["phase"] == "S1905M"
    assert news(turn, "auction") == []


def test_id_8_a_silent_seat_bids_nought_and_nominates_nothing():
    turn = resolve(at_start("S1901B"), two=offer(italy=1))
    assert auction(turn)["bids"]["1"] == dict.fromkeys(auction(turn)["bids"]["2"], 0)
    assert auction(turn)["charged"] == {"1": {}, "2": {}}
    assert satellites(turn) == {}
