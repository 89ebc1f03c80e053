"""Intimate's own rules by themselves: home choice, auction, victory. Every clause and worked case by its
number.
"""

import itertools

import pytest

from adjudicator.errors import AdjudicatorError
from adjudicator.lots import Lots
from adjudicator.variants.auctioning.holding import counted, hold
from adjudicator.variants.intimate.choice import OPENING_TREASURY, choose, complete, is_ranking
from adjudicator.variants.intimate.winning import is_looked_at, judge, next_look

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
LOTS = Lots("5a" * 32)


def ranking(*first):
    return [*first, *(power for power in POWERS if power not in first)]


def auction(ones, twos, treasury=(20, 20), powers="GRTIF"):
    """Bids as lists in the order of `powers`, as the worked cases write them."""
    return hold(
        {"1": dict(zip(powers, ones, strict=True)), "2": dict(zip(powers, twos, strict=True))},
        {"1": treasury[0], "2": treasury[1]},
    )


def test_id_1_each_gets_their_choice_of_the_first_rank_that_differs():
    choice = choose(
        {"1": ranking("FRANCE", "TURKEY", "ITALY"), "2": ranking("FRANCE", "ITALY", "TURKEY")}, None
    )
    assert choice.given == {"1": "TURKEY", "2": "ITALY"}
    assert choice.rank == 2


def test_id_1_identical_lists_are_settled_by_lots():
    lists = {"1": ranking("FRANCE", "TURKEY"), "2": ranking("FRANCE", "TURKEY")}
    choice = choose(lists, LOTS)
    loser = {"1": "2", "2": "1"}[choice.winner]
    assert choice.given == {choice.winner: "FRANCE", loser: "TURKEY"}
    assert choice.rank == 0
    assert choice.winner == LOTS.one("homes", ["1", "2"])


def test_id_1_lots_let_either_seat_win():
    lists = {"1": ranking(), "2": ranking()}
    assert {choose(lists, Lots(f"{i:02x}" * 32)).winner for i in range(20)} == {"1", "2"}


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        "FRANCE",
        list(POWERS[:6]),
        [*POWERS[:6], "FRANCE"],
        [*POWERS, "SPAIN"],
        [*POWERS[:6], None],
        {},
        3,
    ],
)
def test_id_1_a_missing_or_invalid_list_is_drawn(bad):
    lists = complete({"1": ranking("ITALY"), "2": bad}, ("1", "2"), POWERS, LOTS)
    assert lists.by_seat == {"1": ranking("ITALY"), "2": LOTS.several("homes 2", POWERS)}
    assert lists.drawn == ("2",)
    assert is_ranking(lists.by_seat["2"], POWERS)


def test_id_1_without_lots_a_draw_is_an_error_that_says_so():
    with pytest.raises(AdjudicatorError, match="no “lots” were given"):
        complete({}, ("1", "2"), POWERS, None)


def test_id_2_opening_treasuries():
    assert {power: OPENING_TREASURY[power] for power in ("ENGLAND", "FRANCE", "RUSSIA", "TURKEY")} == {
        "ENGLAND": 20, "FRANCE": 20, "RUSSIA": 20, "TURKEY": 20,
    }  # fmt: skip
    assert (OPENING_TREASURY["GERMANY"], OPENING_TREASURY["AUSTRIA"], OPENING_TREASURY["ITALY"]) == (
        22,
        24,
        24,
    )


@pytest.mark.parametrize("bad", [-1, 2.5, "5", None, True, [3], {}, 1e300])
def test_id_3_what_is_no_whole_number_is_no_bid(bad):
    assert counted({"GERMANY": bad, "ITALY": 3}, ("GERMANY", "ITALY", "RUSSIA")) == {
        "GERMANY": 0, "ITALY": 3, "RUSSIA": 0,
    }  # fmt: skip


def test_id_3_bids_for_what_is_not_auctioned_do_not_count():
    assert counted({"FRANCE": 9, "ITALY": 3}, ("ITALY",)) == {"ITALY": 3}


@pytest.mark.parametrize("silence", [None, [], {}, "nothing", 5])
def test_id_8_no_bids_at_all_are_noughts(silence):
    assert counted(silence, ("ITALY", "RUSSIA")) == {"ITALY": 0, "RUSSIA": 0}


def test_id_worked_case_1():
    result = auction([5, 3, 0, 0, 0], [4, 3, 2, 0, 1], (20, 24))
    assert result.winner == {"G": "1", "R": None, "T": "2", "I": None, "F": "2"}
    assert result.price == {"G": 5, "R": 0, "T": 2, "I": 0, "F": 1}
    assert result.before == {"1": 20, "2": 24}
    assert result.after == {"1": 15, "2": 21}
    assert result.bust == ()


def test_id_worked_case_2():
    result = auction([6, 6, 0, 0, 0], [5, 1, 3, 0, 0], (10, 8))
    assert result.bust == ("1",)
    assert result.winner == {"G": "2", "R": "2", "T": "2", "I": None, "F": None}
    assert result.price == {"G": 3, "R": 1, "T": 2, "I": 0, "F": 0}
    assert result.after == {"1": 0, "2": 2}


def test_id_worked_case_3():
    result = auction([6, 6, 0, 0, 0], [7, 0, 0, 0, 0], (10, 8))
    assert result.bust == ()
    assert result.winner == {"G": "2", "R": "1", "T": None, "I": None, "F": None}
    assert result.after == {"1": 4, "2": 1}


def test_id_worked_case_4():
    result = auction([9, 3, 0, 0, 0], [1, 8, 8, 0, 0], (8, 15))
    assert result.bust == ("1", "2")
    assert set(result.winner.values()) == {None}
    assert set(result.price.values()) == {0}
    assert result.after == {"1": 0, "2": 0}


def test_id_6_half_prices_beyond_the_solvent_treasury_leave_nothing_and_no_debt():
    result = auction([10, 0, 0, 0, 0], [9, 9, 0, 0, 0], (9, 8))
    assert result.bust == ("1", "2"), "a winning bid of 9 from 8 is bust in itself"
    result = auction([10, 10, 10, 10, 10], [9, 9, 9, 9, 9], (9, 8))
    assert result.bust == ("1",)
    assert result.price == dict.fromkeys("GRTIF", 5)
    assert result.after == {"1": 0, "2": 0}
    assert set(result.winner.values()) == {"2"}


def test_id_6_exactly_the_treasury_is_not_bust():
    assert auction([5, 5, 0, 0, 0], [0] * 5, (10, 10)).bust == ()
    assert auction([5, 6, 0, 0, 0], [0] * 5, (10, 10)).bust == ("1",)


@pytest.mark.slow
def test_id_3_to_7_whatever_is_bid_the_sums_come_right():
    values = (0, 1, 2, 7)
    for ones in itertools.product(values, repeat=3):
        for twos in itertools.product(values, repeat=3):
            result = auction(ones, twos, (5, 8), "GRT")
            for seat in "12":
                paid = sum(result.price[p] for p in "GRT" if result.winner[p] == seat)
                assert result.after[seat] >= 0
                if seat in result.bust:
                    assert result.after[seat] == 0
                    assert paid == 0
                else:
                    assert result.after[seat] == max(0, result.before[seat] - paid)
            mirrored = auction(twos, ones, (8, 5), "GRT")
            other = {"1": "2", "2": "1", None: None}
            assert {p: other[who] for p, who in mirrored.winner.items()} == result.winner


def test_id_15_one_in_and_they_win():
    verdict = judge({"1": ["PAR"], "2": []}, {"1": 0, "2": 99})
    assert (verdict.winner, verdict.how, verdict.tied) == ("1", "ID-15", False)
    assert judge({"1": [], "2": []}, {"1": 0, "2": 99}).winner is None


def test_id_16_more_centres_win_before_money():
    assert judge({"1": ["PAR"], "2": ["ANK", "CON"]}, {"1": 30, "2": 0}).winner == "2"


def test_id_worked_case_5_one_each_goes_to_the_larger_treasury_or_on():
    assert judge({"1": ["PAR"], "2": ["ANK"]}, {"1": 7, "2": 8}).winner == "2"
    level = judge({"1": ["PAR"], "2": ["ANK"]}, {"1": 8, "2": 8})
    assert level.winner is None
    assert level.tied


def test_id_worked_case_6_four_russian_centres_count_as_three():
    entered = {"1": ["EDI", "LON", "LVP"], "2": ["MOS", "SEV", "STP", "WAR"]}
    assert judge(entered, {"1": 9, "2": 8}).winner == "1"
    assert judge(entered, {"1": 8, "2": 8}).tied


def test_id_16_after_a_tie_nobody_looks_before_the_following_autumn():
    assert next_look(autumn=False, year=1902) == 1902
    assert next_look(autumn=True, year=1902) == 1903
    assert not is_looked_at(autumn=False, year=1903, tied_until=1903)
    assert is_looked_at(autumn=True, year=1903, tied_until=1903)
    assert is_looked_at(autumn=False, year=1903, tied_until=None)
