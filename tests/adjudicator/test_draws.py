"""Which turns were decided by lots: what their news say is what the engine needs them for (HR-8)."""

from __future__ import annotations

import pytest

import adjudicator
from adjudicator.errors import AdjudicatorError
from tests.fuzz.running import lots_of

FRANCE_FIRST = ["FRANCE", "TURKEY", "RUSSIA", "ITALY", "GERMANY", "ENGLAND", "AUSTRIA"]
TURKEY_FIRST = ["TURKEY", "FRANCE", "RUSSIA", "ITALY", "GERMANY", "ENGLAND", "AUSTRIA"]


def needs_lots(variant, settings, position, answers):
    """Whether the engine refuses to resolve a phase without lots."""
    try:
        adjudicator.resolve(variant=variant, settings=settings, position=position, answers=answers)
    except AdjudicatorError as refusal:
        assert refusal.code == "bad-input"
        return True
    return False


def turns_of(variant, settings, answers, count):
    """The first turns of a game whose seats send `answers` first and nothing afterwards, each with whether it
    needed lots.
    """
    lots = lots_of(7)
    position = adjudicator.start(variant=variant, settings=settings, lots=lots)["position"]
    for _turn in range(count):
        turn = adjudicator.resolve(
            variant=variant, settings=settings, position=position, answers=answers, lots=lots
        )
        yield turn, needs_lots(variant, settings, position, answers)
        position, answers = turn["position"], {}
        if turn["outcome"] is not None:
            break


RANKED = [
    ({"1": FRANCE_FIRST, "2": TURKEY_FIRST}, False),
    ({"1": FRANCE_FIRST, "2": FRANCE_FIRST}, True),
    ({"1": FRANCE_FIRST}, True),
    ({"1": FRANCE_FIRST, "2": FRANCE_FIRST[:6]}, True),
    ({}, True),
]


@pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
@pytest.mark.parametrize(("ranked", "is_drawn"), RANKED)
def test_homes_are_drawn_where_lists_are_missing_or_the_same(variant, ranked, is_drawn):
    answers = {seat: {"preferences": powers} for seat, powers in ranked.items()}
    found = list(turns_of(variant, {"last_year": 1902}, answers, 20))
    assert [adjudicator.was_drawn(turn) for turn, _needed in found] == [needed for _turn, needed in found]
    assert [needed for _turn, needed in found] == [is_drawn, *[False] * (len(found) - 1)]


@pytest.mark.slow(but_first=True)
@pytest.mark.parametrize("players", [2, "3a", "3b", 4, 5, 6, 7])
def test_only_the_coin_of_the_great_war_is_drawn_at_tables_of_the_classic_game(players):
    last_year = {} if players == 2 else {"last_year": 1917}
    found = list(turns_of("standard", {"players": players, **last_year}, {}, 40))
    assert [adjudicator.was_drawn(turn) for turn, _needed in found] == [needed for _turn, needed in found]
    assert sum(needed for _turn, needed in found) == (players == 2)


@pytest.mark.parametrize("variant", ["spy", "devil-and-god"])
def test_nothing_is_drawn_in_the_other_games_once_they_have_begun(variant):
    for turn, needed in turns_of(variant, {}, {}, 12):
        assert adjudicator.was_drawn(turn) is needed is False
