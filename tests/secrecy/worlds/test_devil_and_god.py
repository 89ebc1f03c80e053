"""Diable et Bon Dieu: spells, protections, the favour, and who the two are (DG-1 to DG-5, DG-14)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.board import standard
from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.world import ONLOOKERS, STAFF, VISITOR, Act, Json, Pair, World, ready, save, write

POWERS = tuple(standard().powers)
NAMES = ("ada", "ben", "fay", "gus", "hal", "ivy", "jan", "kim", "lou")
CAST = dict(zip((*POWERS, "DEVIL", "GOD"), NAMES, strict=True))
FRANCE, DEVIL, GOD = CAST["FRANCE"], CAST["DEVIL"], CAST["GOD"]
OUTSIDE = (FRANCE, VISITOR)
EVERYBODY = (FRANCE, *ONLOOKERS, STAFF)
HOLD: tuple[Act, ...] = tuple(save(power, "") for power in POWERS)


def opening(phase: str = "S1901M", **more: object) -> Json:
    units = {power: list(standard().powers[power].units) for power in POWERS}
    centres = {power: list(standard().powers[power].homes) for power in POWERS}
    protected = {"DEVIL": "ITALY", "GOD": "TURKEY"}
    return {"phase": phase, "units": units, "centres": centres, "protected": protected} | more


def world(*rounds: tuple[Act, ...], **more: object) -> World:
    return World("devil-and-god", CAST, rounds=rounds or ((),), **{"opening": opening(), **more})  # type: ignore[arg-type]


def test_a_sealed_spell_is_nobodys_business(apart: Apart) -> None:
    """Not the other divine player's either."""
    pair = Pair(
        world((*HOLD, save("DEVIL", "A Mun\nwho knows"))),
        world((*HOLD, save("DEVIL", "F Lon"))),
        (GOD, *OUTSIDE),
        texts=("",),
    )
    assert not apart(pair)


def test_whom_they_protect_is_told_to_those_who_may_know_alone(apart: Apart) -> None:
    public = write("AUSTRIA", *POWERS[1:], body="To all of you.")
    one = world((public, *HOLD), ())
    gods = replace(one, opening=opening(protected={"DEVIL": "ITALY", "GOD": "FRANCE"}))
    assert not apart(Pair(one, gods, (DEVIL, *OUTSIDE), texts=("A MUN",)))
    both = replace(one, opening=opening(protected={"DEVIL": "FRANCE", "GOD": "RUSSIA"}))
    assert not apart(Pair(one, both, OUTSIDE, texts=("",)))


def test_who_sits_on_a_divine_seat_is_nobodys_business(apart: Apart) -> None:
    """The two change places; and somebody who plays nowhere might be one of them."""
    spells = (save("DEVIL", "A Mun"), save("GOD", "A Mar"), ready("GOD"))
    one = world((*HOLD, *spells), ())
    swapped = replace(one, players={**CAST, "DEVIL": GOD, "GOD": DEVIL})
    assert not apart(Pair(one, swapped, EVERYBODY, texts=("",)))


def test_a_favour_is_told_to_the_favoured_alone(apart: Apart) -> None:
    """In autumn it is sealed; in winter nobody else sees that Italy may build, nor that it has written so."""
    autumn = opening("F1903M")
    free = {"ITALY": ["F NAP", "A ROM"]}
    autumn["units"] |= free
    autumn["centres"] |= {"ITALY": ["ROM", "NAP", "VEN"]}
    spring = (*HOLD, save("GOD", "A Mun\nfavour Italy"))
    favoured = world(spring, (save("ITALY", "A Ven B\nWAIVE"),), opening=autumn)
    plain = world((*HOLD, save("GOD", "A Mun")), (save("ITALY", "A Ven B"),), opening=autumn)
    assert not apart(Pair(favoured, plain, (DEVIL, *OUTSIDE, STAFF), texts=("",)))


def test_spells_that_are_told_at_the_end_are_told_to_nobody_before(apart: Apart) -> None:
    """A blessing and a curse on units that nothing befalls: other ones might have been touched."""
    settings = {"spells_shown": "end"}
    one = world((*HOLD, save("DEVIL", "A Mun"), save("GOD", "A Mar")), (), settings=settings)
    other = world((*HOLD, save("DEVIL", "F Lon"), save("GOD", "A Mos")), (), settings=settings)
    assert not apart(Pair(one, other, OUTSIDE, texts=("",)))
