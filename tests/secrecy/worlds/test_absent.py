"""Phases that are really missed, under rules of absence, and holidays, where absence is hidden: nothing shows
within the game year, and when the seat opens no one is told why (HR-3).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.agreed.absence import POLICIES
from games.agreed.pace import Pace
from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.test_seats import NINE, SEVEN, opening
from tests.secrecy.worlds.world import (
    ONLOOKERS,
    STAFF,
    Act,
    Pair,
    World,
    go_away,
    resign,
    save,
)

pytestmark = [pytest.mark.long, pytest.mark.slow]

STANDARD = POLICIES["standard"]
STRICT = replace(STANDARD, in_a_row=1, in_all=1)
"""A single miss gives the seat up."""
DAY = 24 * 3600
SLOW = Pace(kind="custom", first=4 * DAY, movement=4 * DAY, retreats=4 * DAY, adjustments=4 * DAY)
"""So that a holiday can be announced in time to move the deadline."""

FRANCE, TURKEY = SEVEN["FRANCE"], SEVEN["TURKEY"]
OTHERS = tuple(save(power, "") for power in SEVEN if power != "TURKEY")
IN_FOG = (FRANCE, *ONLOOKERS, STAFF)
HOLD = (*(save(power, "") for power in SEVEN), save("GOD", "not this time"))
BESIDE = (NINE["ENGLAND"], NINE["GOD"], *ONLOOKERS, STAFF)
PROTECTED = {"DEVIL": "ITALY", "GOD": "TURKEY"}


def fog(*rounds: tuple[Act, ...], **terms: object) -> World:
    return World("spy", SEVEN, rounds, terms={"absence": STANDARD} | terms)


def masks(phase: str, *rounds: tuple[Act, ...], **terms: object) -> World:
    begun = opening(phase, protected=PROTECTED)
    return World("devil-and-god", NINE, rounds, opening=begun, terms={"absence": STRICT} | terms)


def test_a_miss_in_fog_that_gives_the_seat_up_shows_to_nobody_within_the_year(apart: Apart) -> None:
    silent = fog(OTHERS, (), absence=STRICT)
    answered = fog((*OTHERS, save("TURKEY", "")), (), absence=STRICT)
    assert not apart(Pair(silent, answered, IN_FOG, texts=("",), cast=(TURKEY,)))


def test_a_seat_in_fog_that_was_missed_until_it_opened_does_not_tell_so(apart: Apart) -> None:
    """Its player missed two seasons in a row, or answered in both and resigned in the second."""
    missed = fog(OTHERS, OTHERS, ())
    answered = (*OTHERS, save("TURKEY", ""))
    resigned = fog(answered, (*answered, resign("TURKEY")), ())
    assert not apart(Pair(missed, resigned, IN_FOG, texts=("",), cast=(TURKEY,)))
    assert apart(Pair(missed, fog(answered, answered, ()), (FRANCE,), texts=("",))), "it has opened"


def test_a_miss_of_the_devils_shows_to_nobody_within_the_year(apart: Apart) -> None:
    silent = masks("S1901M", HOLD, ())
    answered = masks("S1901M", (*HOLD, save("DEVIL", "nor this")), ())
    assert not apart(Pair(silent, answered, BESIDE, texts=("",)))


def test_a_divine_seat_that_was_missed_until_it_opened_does_not_tell_so(apart: Apart) -> None:
    missed = masks("F1901M", HOLD, ())
    resigned = masks("F1901M", (*HOLD, save("DEVIL", "nor this"), resign("DEVIL")), ())
    assert not apart(Pair(missed, resigned, BESIDE, texts=("",)))
    stayed = masks("F1901M", (*HOLD, save("DEVIL", "nor this")), ())
    assert apart(Pair(missed, stayed, (NINE["ENGLAND"],), texts=("",))), "it has opened"


def test_holidays_where_absence_is_hidden_are_nobodys_business(apart: Apart) -> None:
    """No deadline moves for them; that of one of the seven beside the two shows to all."""
    here, away = fog((), pace=SLOW), fog((go_away("TURKEY"),), pace=SLOW)
    assert not apart(Pair(here, away, (FRANCE, *ONLOOKERS), texts=("",), cast=(TURKEY,)))
    viewers = (NINE["ENGLAND"], NINE["GOD"], *ONLOOKERS)
    with_all, without_the_devil, without_italy = (
        masks("S1901M", acts, pace=SLOW) for acts in ((), (go_away("DEVIL"),), (go_away("ITALY"),))
    )
    assert not apart(Pair(with_all, without_the_devil, viewers, texts=("",)))
    assert apart(Pair(with_all, without_italy, viewers, texts=("",)))
