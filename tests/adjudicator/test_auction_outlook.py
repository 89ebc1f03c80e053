"""What bids may come to, and why an auction went as it did: both held against the auctions themselves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudicator
from tests.adjudicator.tables import at_start, resolve

MERCENARIES = ("AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA")


def outlook(bids, *, treasury=(10, 8), seat="1", position=None):
    position = position or at_start("S1902B", treasury=treasury)
    return adjudicator.outlook("intimate", {}, position, seat, {"bids": bids})


def test_every_set_of_bids_that_may_win_has_its_price():
    told = outlook({"GERMANY": 6, "RUSSIA": 5, "ITALY": 0})
    assert told["total"] == 11
    assert told["treasury"] == {"1": 10, "2": 8}
    assert told["wins"] == [
        {"powers": ["RUSSIA"], "owes": 5, "keeps": 5, "bust": False},
        {"powers": ["GERMANY"], "owes": 6, "keeps": 4, "bust": False},
        {"powers": ["GERMANY", "RUSSIA"], "owes": 11, "keeps": 0, "bust": True},
    ]
    assert told["windfall"] == {"powers": ["GERMANY", "RUSSIA"], "owes": 6, "keeps": 4, "bust": False}


def test_bids_of_exactly_the_treasury_are_safe():
    assert [way["bust"] for way in outlook({"GERMANY": 10})["wins"]] == [False]
    assert [way["bust"] for way in outlook({"GERMANY": 11})["wins"]] == [True]


@pytest.mark.parametrize("bids", [{}, {"GERMANY": 0}, {"FRANCE": 3}, {"GERMANY": -1}, {"GERMANY": "5"}, None])
def test_what_is_no_bid_wins_nothing(bids):
    told = outlook(bids)
    assert (told["total"], told["wins"]) == (0, [])
    assert told["windfall"] == {"powers": [], "owes": 0, "keeps": 10, "bust": False}


def test_income_to_come_is_counted_in_the_home_powers_centres():
    """ID-13."""
    position = at_start("S1902B")
    position["centres"] |= {"FRANCE": ["BRE", "MAR", "PAR", "SPA"], "TURKEY": ["ANK"]}
    assert outlook({}, position=position)["income"] == {"1": 4, "2": 1}


def test_outside_an_auction_bids_come_to_nothing():
    assert outlook({"GERMANY": 5}, position=at_start("S1902M")) is None
    start = adjudicator.start(variant="standard")["position"]
    assert adjudicator.outlook("standard", {}, start, "FRANCE", []) is None
    assert adjudicator.grounds("standard", {}, {"kind": "auction"}) is None


BIDS = st.fixed_dictionaries({}, optional=dict.fromkeys(MERCENARIES, st.integers(0, 15)))
PURSES = st.tuples(st.integers(0, 20), st.integers(0, 20))


@pytest.mark.slow
@settings(deadline=None)
@given(BIDS, BIDS, PURSES)
def test_an_auction_goes_one_of_the_ways_that_were_told(ones, twos, treasury):
    position = at_start("S1902B", treasury=treasury)
    turn = resolve(position, one={"bids": ones}, two={"bids": twos})
    (item,) = [each for each in turn["news"] if each["kind"] == "auction"]
    grounds = adjudicator.grounds("intimate", {}, item)
    for seat, bids in (("1", ones), ("2", twos)):
        told = outlook(bids, seat=seat, position=position)
        owed = grounds["owed"][seat]
        if seat not in item["bust"] and item["bust"]:
            assert item["after"][seat] == told["windfall"]["keeps"]
            assert [power for power in MERCENARIES if item["winner"][power] == seat] == told["windfall"][
                "powers"
            ]
            continue
        ways = [way for way in told["wins"] if way["powers"] == sorted(owed)]
        expected = ways[0] if owed else {"owes": 0, "keeps": item["before"][seat], "bust": False}
        assert (expected["owes"], expected["keeps"]) == (sum(owed.values()), item["after"][seat])
        assert expected["bust"] == (seat in item["bust"])


@pytest.mark.slow
@settings(deadline=None)
@given(BIDS, BIDS, PURSES)
def test_each_power_is_decided_by_the_clause_that_fits(ones, twos, treasury):
    position = at_start("S1902B", treasury=treasury)
    turn = resolve(position, one={"bids": ones}, two={"bids": twos})
    (item,) = [each for each in turn["news"] if each["kind"] == "auction"]
    clauses = adjudicator.grounds("intimate", {}, item)["clauses"]
    assert sorted(clauses) == sorted(MERCENARIES)
    for power, clause in clauses.items():
        one, two = ones.get(power, 0), twos.get(power, 0)
        taken = item["winner"][power] is not None
        if len(item["bust"]) == 2:
            assert (clause, taken) == ("ID-7", False)
        elif item["bust"]:
            solvent = two if item["bust"] == ["1"] else one
            assert (clause, taken) == ("ID-6", solvent > 0)
        else:
            assert clause == ("ID-5" if one == two else "ID-4")
            assert taken == (one != two)
