"""Intimate Diplomacy II: which satellite is secret, what a hidden charge was for, rankings sealed for good
(ID2-6, ID2-10).
"""

from __future__ import annotations

from typing import Any

import pytest

import adjudicator
from tests.adjudicator.variants.intimate_ii.scenes import at_start, bonds
from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.core import leaks_of
from tests.secrecy.worlds.world import ONLOOKERS, STAFF, NotAlike, Pair, World, ready, save

pytestmark = [pytest.mark.long, pytest.mark.slow]

CAST = {"1": "ada", "2": "ben"}
OTHERS = ("ada", *ONLOOKERS)
"""Viewers who may not know ben's secrets; the site's team reads no more of it (`STAFF`)."""
EVERYBODY_ELSE = (*OTHERS, STAFF)
TEXTS = (
    "",
    "Germany 3\nSatellite: Italy, Germany, Russia, Austria, England\nSecret: yes\nKeep satellite: no",
    "Satellite: Italy, Italy\nKeep satellite: maybe\nnonsense",
)
SPRING = ()


def second(opening: dict[str, Any], *rounds: tuple[Any, ...]) -> World:
    return World("intimate-ii", CAST, rounds=rounds, opening=opening)


def ranks(*first: str) -> str:
    rest = [power for power in ("Austria", "England", "Germany", "Italy", "Russia") if power not in first]
    return f"Satellite: {', '.join((*first, *rest))}"


def first_auction() -> dict[str, Any]:
    return at_start("S1901B", treasury=(20, 18)) | {"outcome": None}


def later_auction(satellite: str) -> dict[str, Any]:
    """Before 1905: ben's satellite is secret, and Germany has served ada for two years."""
    return (
        at_start("S1905B", treasury=(9, 9))
        | bonds({"GERMANY": ("1", 2)}, {"2": (satellite, True)})
        | {"outcome": None}
    )


def test_a_secret_satellite_is_nobody_elses_business(apart: Apart) -> None:
    """While it is held, when an auction goes by in which it is kept secret, and in the spring after it."""
    auction = (save("1", "Germany 5"), save("2", "Russia 4\nSecret: yes"))
    pair = Pair(
        second(later_auction("ITALY"), auction, SPRING),
        second(later_auction("AUSTRIA"), auction, SPRING),
        EVERYBODY_ELSE,
        texts=TEXTS,
        why="which power the satellite is",
    )
    assert not apart(pair)


def test_a_secret_satellite_that_is_lost_stays_secret() -> None:
    auction = (save("2", "Russia 4\nKeep satellite: no\nSecret: yes"),)
    pair = Pair(
        second(later_auction("ITALY"), auction, SPRING),
        second(later_auction("AUSTRIA"), auction, SPRING),
        EVERYBODY_ELSE,
        texts=TEXTS,
    )
    assert not leaks_of(pair)


def test_what_was_charged_in_so_many_words_is_like_what_was_charged_without() -> None:
    said = (save("2", "Russia 4\nKeep satellite: yes\nSecret: yes"),)
    unsaid = (save("2", "Russia 4"),)
    pair = Pair(
        second(later_auction("ITALY"), said, SPRING),
        second(later_auction("ITALY"), unsaid, SPRING),
        EVERYBODY_ELSE,
        texts=TEXTS,
    )
    assert not leaks_of(pair)


def test_rankings_are_sealed_for_good(apart: Apart) -> None:
    """Below the rank that decides, lists may say what they like: sealed, and when the bids are opened."""
    mine = save("1", "Germany 5\n" + ranks("Austria"))

    def pair(*first: str) -> Pair:
        worlds = []
        for each in (("Italy", "England"), first):
            theirs = save("2", "Russia 4\nSecret: yes\n" + ranks(*each))
            worlds.append(second(first_auction(), (mine, theirs, ready("2")), SPRING))
        return Pair(*worlds, EVERYBODY_ELSE, texts=TEXTS)

    assert not leaks_of(pair("Italy", "Russia", "Germany"))
    assert not leaks_of(pair("Italy", "Germany", "Russia", "England", "Austria"))
    assert not apart(pair("Italy", "Germany", "Russia", "England", "Austria"))


def test_sealed_wishes_are_nobody_elses_business() -> None:
    mine = save("1", "Germany 5\n" + ranks("Austria"))
    pair = Pair(
        second(first_auction(), (mine, save("2", "Russia 4\nSecret: yes\n" + ranks("Italy")))),
        second(first_auction(), (mine, save("2", "Russia 1"))),
        EVERYBODY_ELSE,
        texts=TEXTS,
    )
    assert not leaks_of(pair)


def test_a_secret_satellite_is_sealed_beyond_the_end_of_the_game(apart: Apart) -> None:
    """Both are bust, so both lose: the record tells no one which satellite ben had."""
    ruin = (save("1", "Germany 30\nItaly 0"), save("2", "Russia 30\nItaly 0"))
    pair = Pair(
        second(later_auction("ITALY"), ruin, SPRING),
        second(later_auction("AUSTRIA"), ruin, SPRING),
        EVERYBODY_ELSE,
        texts=TEXTS,
    )
    assert not leaks_of(pair)
    assert not apart(pair)


def test_a_satellite_that_is_shown_can_be_heard_of(apart: Apart) -> None:
    """The ears are not deaf, and a pair in which the engine shows it is refused."""
    auction = (save("2", "Secret: no"),)
    with pytest.raises(NotAlike, match="ITALY"):
        apart(
            Pair(
                second(later_auction("ITALY"), auction, SPRING),
                second(later_auction("AUSTRIA"), auction, SPRING),
                ("ada",),
            )
        )


def test_charges_tell_their_sum_and_no_more() -> None:
    """The engine's own word, beside the site's: three credits may be either."""
    turn = adjudicator.resolve(
        "intimate-ii", {}, later_auction("ITALY"), {"2": {"bids": {"RUSSIA": 4}}, "1": {"bids": {}}}
    )
    seen = adjudicator.view("intimate-ii", {}, turn=turn, seat="1")["turn"]
    (item,) = [each for each in seen["news"] if each["kind"] == "auction"]
    assert item["charges"] == {"1": 0, "2": 3}
    assert item["charged"] == {"1": {}}
