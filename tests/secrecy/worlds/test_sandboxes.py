"""Sandboxes: what their maker could not see is not in them, and in a running game they are theirs alone."""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.test_seats import DRAW, SEVEN
from tests.secrecy.worlds.test_spy import BY_PHASE, CAST, FRANCE, world
from tests.secrecy.worlds.world import (
    MEMBER,
    ONLOOKERS,
    STAFF,
    VISITOR,
    Pair,
    World,
    save,
    try_orders,
)

pytestmark = [pytest.mark.long, pytest.mark.slow]

ENGLAND, GERMANY = CAST["ENGLAND"], CAST["GERMANY"]
OTHERS = (FRANCE, *ONLOOKERS)
SPRING = "A Par - Bur\nF Bre - MAO"


def test_what_its_maker_could_not_see_is_not_in_a_sandbox_made_in_fog(apart: Apart) -> None:
    """Turkey went one way or the other; France tries orders on what she sees of it."""
    one, other = (
        world((save("TURKEY", f"A Smy - {way}"),), (try_orders(FRANCE, SPRING),), settings=BY_PHASE)
        for way in ("Syr", "Arm")
    )
    assert not apart(Pair(one, other, OTHERS, texts=(SPRING,)))


def test_what_somebody_tries_in_a_running_game_and_that_they_do_is_their_own(apart: Apart) -> None:
    """People with the link read no more than of one that is not there; in fog and out of it."""
    for variant in ("spy", "standard"):
        tried, otherwise, nothing = (
            World(variant, SEVEN, (acts,))
            for acts in (
                (try_orders(GERMANY, "A Mun - Bur"),),
                (try_orders(GERMANY, "A Mun - Tyr\nF Kie - Den"),),
                (),
            )
        )
        assert not apart(Pair(tried, otherwise, (*OTHERS, STAFF), texts=()), Pair(tried, nothing, OTHERS, ()))


def test_a_sandbox_stays_its_makers_until_the_record_of_its_game_is_opened(apart: Apart) -> None:
    """SPY-6."""
    put_off = {"reveal_at": "2099-08-01"}
    one, other = (
        world((try_orders(GERMANY, f"A Mun - {way}"), *DRAW), settings=put_off) for way in ("Bur", "Tyr")
    )
    assert not apart(Pair(one, other, OTHERS, texts=()))
    opened = [
        world((try_orders(GERMANY, f"A Mun - {way}"), *DRAW), settings=BY_PHASE) for way in ("Bur", "Tyr")
    ]
    assert apart(Pair(*opened, (FRANCE,), texts=())), "it is over, and hides nothing"


def test_who_made_a_sandbox_is_told_to_nobody_who_has_its_link(apart: Apart) -> None:
    one, other = (
        World("standard", SEVEN, ((try_orders(maker, SPRING), *DRAW),)) for maker in (GERMANY, ENGLAND)
    )
    assert not apart(Pair(one, other, (FRANCE, MEMBER, VISITOR), texts=()))
