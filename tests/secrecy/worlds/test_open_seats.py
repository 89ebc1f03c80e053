"""Seats that are given up where absence is hidden: nothing shows before the game year is over (HR-3), and who
left a divine seat is told to no one (DG-1).
"""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart, Found
from tests.secrecy.worlds.test_seats import NINE, SEVEN, opening
from tests.secrecy.worlds.world import (
    MEMBER,
    ONLOOKERS,
    ORGANISER,
    STAFF,
    VISITOR,
    Pair,
    Secret,
    Secrets,
    World,
    ask_for_replacement,
    give_up,
    resign,
)

pytestmark = [pytest.mark.long, pytest.mark.slow]

FRANCE = SEVEN["FRANCE"]


def test_nobody_sees_within_the_year_that_a_seat_in_fog_is_given_up(found: Found) -> None:
    """Not the others, not the house; and its player's votes and orders stay what they were."""
    kept = (
        Secret("that somebody was silent for too long", one=((give_up("TURKEY"),),)),
        Secret("that somebody resigned", one=((), (resign("RUSSIA"),))),
        Secret("that somebody was removed", one=((give_up("ITALY", "removed"),),)),
    )
    begun = World("spy", SEVEN, ((), (), ()), settings={"pace": "phase"})
    assert not found(Secrets(begun, kept, (FRANCE, *ONLOOKERS, STAFF), ("",)))


def test_nobody_sees_within_the_year_that_a_divine_seat_is_given_up(found: Found) -> None:
    kept = (
        Secret("that the Devil was silent for too long", one=((give_up("DEVIL"),),)),
        Secret("that God resigned", one=((resign("GOD"),),)),
    )
    begun = opening("S1901M", protected={"DEVIL": "ITALY", "GOD": "TURKEY"})
    world = World("devil-and-god", NINE, ((), ()), opening=begun, master=ORGANISER)
    assert not found(Secrets(world, kept, (NINE["ENGLAND"], *ONLOOKERS, STAFF), ("",)))


@pytest.mark.parametrize("cause", ["removed", "resigned"])
def test_a_seat_in_fog_that_opens_does_not_tell_why(apart: Apart, cause: str) -> None:
    """Whether its player was silent, was removed or resigned is the same bytes, to the house too."""

    def world(why: str) -> World:
        return World("spy", SEVEN, ((give_up("TURKEY", why),), (), ()), opening=opening("W1901A"))

    viewers = (FRANCE, *ONLOOKERS, STAFF)
    assert not apart(Pair(world("silent"), world(cause), viewers, texts=("",)))


def test_who_looked_for_a_replacement_in_fog_does_not_tell_that_they_resign(found: Found) -> None:
    """Nor that they missed too many phases: the seat is offered, and held, as it was."""
    asked = (ask_for_replacement("TURKEY"), ask_for_replacement("RUSSIA"))
    kept = (
        Secret("that they resigned", one=((), (resign("TURKEY"),))),
        Secret("that they were silent for too long", one=((), (give_up("RUSSIA"),))),
    )
    world = World("spy", SEVEN, (asked, (), ()), settings={"pace": "phase"})
    assert not found(Secrets(world, kept, (FRANCE, *ONLOOKERS, STAFF), ("",)))


def test_a_divine_seat_that_opens_does_not_tell_who_had_it(apart: Apart) -> None:
    """Nor why: that someone has just left the league would tell who it was."""

    def world(devil: str, cause: str) -> World:
        players = NINE | {"DEVIL": devil}
        begun = opening("W1901A", protected={"DEVIL": "ITALY", "GOD": "TURKEY"})
        rounds = ((give_up("DEVIL", cause),), (), ())
        return World("devil-and-god", players, rounds, opening=begun, master=ORGANISER)

    one, other = world("yan", "silent"), world("zoe", "removed")
    viewers = (NINE["ENGLAND"], NINE["GOD"], MEMBER, ORGANISER, VISITOR)
    assert not apart(Pair(one, other, viewers, texts=("",), cast=("yan", "zoe")))
