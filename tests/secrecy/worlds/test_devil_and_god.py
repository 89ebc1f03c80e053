"""Diable et Bon Dieu: spells, protections, the favour, and who the two are (DG-1 to DG-5, DG-14)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.board import standard
from tests.secrecy.worlds.conftest import Apart, Found
from tests.secrecy.worlds.core import leaks_of, played
from tests.secrecy.worlds.world import (
    ONLOOKERS,
    STAFF,
    VISITOR,
    Act,
    Json,
    Pair,
    Secret,
    Secrets,
    World,
    agree,
    propose_pause,
    ready,
    save,
    write,
)

pytestmark = [pytest.mark.long, pytest.mark.slow]

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


def test_a_sealed_spell_or_none_is_nobodys_business(found: Found) -> None:
    """Not the other divine player's either: an empty answer, one that names no unit and none at all cast
    nothing (DG-18).
    """
    kept = (
        Secret("whether he was silent", one=((save("DEVIL", "not this time"),),)),
        Secret(
            "whom he touches",
            one=((), (save("DEVIL", "A Mun\nwho knows"),)),
            other=((), (save("DEVIL", "F Lon"),)),
        ),
    )
    assert not found(Secrets(world(HOLD, HOLD), kept, (GOD, *OUTSIDE, STAFF), ("",)))


def test_who_sits_on_a_divine_seat_is_nobodys_business(apart: Apart) -> None:
    """The two change places; and someone who plays nowhere might be one of them."""
    spells = (save("DEVIL", "A Mun"), save("GOD", "A Mar"), ready("GOD"))
    one = world((*HOLD, *spells), ())
    swapped = replace(one, players={**CAST, "DEVIL": GOD, "GOD": DEVIL})
    with_max = replace(one, players={**CAST, "GOD": "max"})
    assert not apart(
        Pair(one, swapped, EVERYBODY, texts=("",)),
        Pair(one, with_max, OUTSIDE, texts=("",)),
    )


def test_a_favour_and_whom_god_protects_are_told_to_nobody_else(found: Found) -> None:
    """In autumn a favour is sealed; in winter no one else sees that Italy may build, nor that it has written
    so. Whom God protects is not even the Devil's to know.
    """
    autumn = opening("F1903M")
    free = {"ITALY": ["F NAP", "A ROM"]}
    autumn["units"] |= free
    autumn["centres"] |= {"ITALY": ["ROM", "NAP", "VEN"]}
    public = write("AUSTRIA", *POWERS[1:], body="To all of you.")
    kept = (
        Secret(
            "the favour",
            one=((save("GOD", "A Mun\nfavour Italy"),), (save("ITALY", "A Ven B\nWAIVE"),)),
            other=((save("GOD", "A Mun"),), (save("ITALY", "A Ven B"),)),
        ),
        Secret("whom God protects", begins={"protected": {"GOD": "FRANCE"}}),
    )
    begun = world((public, *HOLD), (), opening=autumn)
    assert not found(Secrets(begun, kept, (DEVIL, *OUTSIDE, STAFF), ("", "A MUN")))


def winters(*italys: Act, **italian: list[str]) -> Pair:
    """Italy in a winter that is over, favoured and not; it may have a unit for each centre, or one fewer."""
    autumn = opening("F1903M")
    for key, held in italian.items():
        autumn[key] |= {"ITALY": held}
    favoured, plain = (
        world((*HOLD, save("GOD", orders)), italys, (), opening=autumn)
        for orders in ("A Mun\nfavour Italy", "A Mun")
    )
    return Pair(favoured, plain, (DEVIL, *OUTSIDE, STAFF), texts=("",))


def test_that_a_favoured_power_was_silent_tells_nobody_of_the_favour(apart: Apart) -> None:
    """For each centre it has a unit, and a home is free: without the favour it would owe nothing (DG-14)."""
    assert not apart(winters(units=["A PIE", "A ROM", "F NAP"], centres=["NAP", "ROM", "VEN"]))


def test_a_favour_that_is_declined_is_told_to_nobody(apart: Apart) -> None:
    """Where nothing else was to be built, and where one build was due anyhow and is made (DG-14)."""
    centres = ["NAP", "ROM", "VEN"]
    declined = save("ITALY", "WAIVE")
    assert not apart(winters(declined, units=["A PIE", "A ROM", "F NAP"], centres=centres))


def test_a_favour_shows_on_the_board_or_nowhere() -> None:
    """Whatever Italy has and orders: if it comes out of the winter with the same units, no one can tell."""
    alike = 0
    for text in (None, "", "WAIVE", "WAIVE ITALY\nA VEN B", "A VEN B\nWAIVE", "A APU D", "A VEN B\nA PAR B"):
        for count in range(1, 6):
            units = ["A PIE", "A ROM", "A APU", "F NAP", "F TYS"][:count]
            sent = () if text is None else (save("ITALY", text),)
            pair = winters(*sent, units=units, centres=["NAP", "ROM", "VEN"])
            favoured, plain = (played(each)[-1].position["units"] for each in (pair.one, pair.other))
            if favoured == plain:
                alike += 1
                assert not leaks_of(pair), (text, units)
    assert alike > 15


def test_spells_that_are_told_at_the_end_are_told_to_nobody_before(found: Found) -> None:
    """A blessing and a curse on units that nothing befalls: other ones might have been touched. Nor are the
    seven told whom the two protect.
    """
    kept = (
        Secret(
            "spells",
            one=((save("DEVIL", "A Mun"), save("GOD", "A Mar")),),
            other=((save("DEVIL", "F Lon"), save("GOD", "A Mos")),),
        ),
        Secret("whom they protect", begins={"protected": {"DEVIL": "FRANCE", "GOD": "RUSSIA"}}),
    )
    public = write("AUSTRIA", *POWERS[1:], body="To all of you.")
    begun = world((public, *HOLD), (), settings={"spells_shown": "end"})
    assert not found(Secrets(begun, kept, OUTSIDE, ("",)))


def test_a_divine_win_names_neither_winner_nor_what_they_protected(apart: Apart) -> None:
    """Italy is gone, so God has won, as all may know: no more is told (DG-1, DG-2, DG-16)."""
    begun = opening("S1904M", divine_winner="GOD", divine_retired=True)
    for key in ("units", "centres"):
        del begun[key]["ITALY"]
    alive = tuple(act for act in HOLD if act.seat != "ITALY")
    one = world(alive, (), opening=begun)
    other = replace(
        one,
        opening=begun | {"protected": {"DEVIL": "ITALY", "GOD": "RUSSIA"}},
        players={**CAST, "DEVIL": GOD, "GOD": DEVIL},
    )
    assert not apart(Pair(one, other, (*OUTSIDE, STAFF), texts=("",)))


def test_who_proposes_a_pause_and_who_agrees_is_nobodys_business(apart: Apart) -> None:
    """One of the two divine players or one of the seven: not even the other divine player is told (HR-12)."""
    public = [power for power in POWERS if power not in ("FRANCE", "ITALY")]
    one = world((*HOLD, propose_pause("DEVIL"), agree("TURKEY")), ())
    other = world((*HOLD, propose_pause("ITALY"), agree("DEVIL"), *(agree(power) for power in public)), ())
    assert not apart(Pair(one, other, (GOD, *EVERYBODY), texts=("",)))
