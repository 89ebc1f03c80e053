"""What bids and wishes may come to, held against the auctions themselves (ID2-3, ID2-4, ID2-8, ID2-10)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adjudicator
from tests.adjudicator.variants.intimate_ii.scenes import (
    KEY,
    MERCENARIES,
    at_start,
    auction,
    bonds,
    offer,
    ranking,
    resolve,
)


def outlook(now, answer, seat="1"):
    return adjudicator.outlook(KEY, {}, now, seat, answer)


def test_every_outcome_has_its_price_net_and_with_charges():
    now = at_start("S1905B", treasury=(10, 8)) | bonds({"GERMANY": ("1", 2)}, {"1": ("ITALY", True)})
    told = outlook(now, offer(germany=6, russia=5))
    assert (told["total"], told["loyalty"], told["charges"]) == (11, {"GERMANY": 2}, {})
    assert told["net"] == {"AUSTRIA": 0, "ENGLAND": 0, "GERMANY": 4, "ITALY": 0, "RUSSIA": 5}
    both = {"upkeep": 1, "secrecy": 2}
    assert told["wins"] == [
        {"powers": ["GERMANY"], "owes": 7, "keeps": 3, "bust": False, "charges": both, "satellite": "kept"},
        {"powers": ["RUSSIA"], "owes": 8, "keeps": 2, "bust": False, "charges": both, "satellite": "kept"},
        {
            "powers": ["GERMANY", "RUSSIA"],
            "owes": 10,
            "keeps": 0,
            "bust": False,
            "charges": {"upkeep": 1},
            "satellite": "kept",
        },
    ]
    assert (told["nothing"]["owes"], told["nothing"]["keeps"]) == (3, 7)
    assert (told["windfall"]["powers"], told["windfall"]["owes"]) == (["GERMANY", "RUSSIA"], 2 + 3 + 3)
    assert told["ruin"] == {"loses": 10, "satellite": "lost", "clause": "ID2-4", "both": "ID2-5"}


def test_what_bust_would_mean_for_a_nomination():
    now = at_start("S1901B", treasury=(10, 8))
    told = outlook(now, offer(ranking("ITALY"), germany=8, secret=True))
    (way,) = told["wins"]
    assert (way["bust"], way["keeps"], way["satellite"]) == (True, 0, "void")
    assert way["owes"] == 13
    assert told["charges"] == {"nomination": 3, "secrecy": 2}
    assert told["nothing"]["satellite"] == "nominated"
    assert told["ruin"]["satellite"] == "void"
    assert outlook(now, offer())["ruin"]["satellite"] is None


def test_charges_alone_may_be_too_much():
    told = outlook(at_start("S1901B", treasury=(2, 8)), offer(ranking("ITALY")))
    assert told["nothing"]["bust"] is told["windfall"]["bust"] is True


def test_outside_an_auction_there_is_no_outlook():
    assert outlook(at_start("S1905M"), offer(germany=1)) is None


bids = st.dictionaries(
    st.sampled_from([power.lower() for power in MERCENARIES]), st.integers(0, 12), max_size=5
)


@st.composite
def offers(draw):
    more = {}
    if draw(st.booleans()):
        more["keep_satellite"] = draw(st.booleans())
    if draw(st.booleans()):
        more["secret"] = draw(st.booleans())
    wanted = draw(st.one_of(st.none(), st.permutations(MERCENARIES)))
    return offer(None if wanted is None else list(wanted), **draw(bids), **more)


@st.composite
def auctions(draw):
    loyalty = draw(
        st.dictionaries(
            st.sampled_from(MERCENARIES), st.tuples(st.sampled_from("12"), st.integers(1, 6)), max_size=5
        )
    )
    owners = draw(st.lists(st.sampled_from("12"), unique=True, max_size=2))
    powers = draw(st.permutations(MERCENARIES))
    held = {seat: (power, draw(st.booleans())) for seat, power in zip(owners, powers, strict=False)}
    treasury = draw(st.tuples(st.integers(0, 25), st.integers(0, 25)))
    return at_start(draw(st.sampled_from(["S1901B", "S1905B"])), treasury=treasury) | bonds(
        loyalty, held, renominate=draw(st.booleans())
    )


patient = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.slow
@patient
@given(auctions(), offers(), offers())
def test_an_auction_goes_one_of_the_ways_that_were_told(now, one, two):
    turn = resolve(now, one=one, two=two)
    item = auction(turn)
    grounds = adjudicator.grounds(KEY, {}, item)
    for seat, answer in (("1", one), ("2", two)):
        told = outlook(adjudicator.view(KEY, {}, now, seat)["position"], answer, seat)
        assert told["net"] == item["net"][seat]
        if item["bust"] and seat not in item["bust"]:
            way = told["windfall"]
            assert way["powers"] == [power for power in MERCENARIES if item["winner"][power] == seat]
        else:
            owed = grounds["owed"][seat]
            ways = [each for each in told["wins"] if each["powers"] == sorted(owed)] if owed else []
            (way,) = ways or [told["nothing"]]
            assert way["owes"] == sum(owed.values()) + item["charges"][seat]
        assert way["bust"] == (seat in item["bust"])
        assert way["charges"] == item["charged"][seat]
        assert way["keeps"] == item["after"][seat]
        if way["bust"]:
            assert told["ruin"]["loses"] == item["before"][seat]
            assert way["satellite"] == told["ruin"]["satellite"]
        _fate(way["satellite"], seat, now, turn)


def _fate(fate, seat, now, turn):
    events = [item["event"] for item in turn["news"] if item["kind"] == "satellite" and item["seat"] == seat]
    if turn["outcome"] is not None:  # both bust: nothing is told of satellites any more (ID2-5)
        assert turn["position"]["satellites"] == {}
        return
    before, after = now["satellites"].get(seat), turn["position"]["satellites"].get(seat)
    if fate == "kept":
        assert after["power"] == before["power"]
    elif fate == "lost":
        assert (events, after) == (["lost"], None)
    elif fate == "void":
        assert events == ["void"]
    elif fate == "nominated":
        assert events in (["nominated"], ["none"])
    else:
        assert (events, after) == ([], None)
