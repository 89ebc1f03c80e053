"""Spy Diplomacy: orders ahead, who has saved or voted, who is still in the game (SPY-7, SPY-21 to 23)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.board import standard
from tests.secrecy.worlds.conftest import Apart, Found
from tests.secrecy.worlds.world import (
    ONLOOKERS,
    STAFF,
    Act,
    Json,
    Pair,
    Secret,
    Secrets,
    World,
    agree,
    begin_letter,
    pin,
    propose_pause,
    save,
    vote,
    wait,
)

pytestmark = [pytest.mark.long, pytest.mark.slow]

POWERS = tuple(standard().powers)
NAMES = ("ada", "ben", "fay", "gus", "hal", "ivy", "jan")
CAST = dict(zip(POWERS, NAMES, strict=True))
FRANCE = CAST["FRANCE"]
OUTSIDE = (FRANCE, *ONLOOKERS, STAFF)
BY_PHASE = {"pace": "phase"}
TEXTS = ("", "A Par S A Mun - Bur\nEspionage:\nif A Bur seen: E Par H (Ger)\nnonsense")


def opening(phase: str = "S1901M", **more: Json) -> Json:
    units = {power: list(standard().powers[power].units) for power in POWERS}
    centres = {power: list(standard().powers[power].homes) for power in POWERS}
    spies = {power: [{"at": home} for home in homes] for power, homes in centres.items()}
    made: Json = {"phase": phase, "units": units, "centres": centres, "spies": spies}
    for name, changed in more.items():
        made[name] = made.get(name, {}) | changed
    return made


def world(*rounds: tuple[Act, ...], **more: object) -> World:
    return World("spy", CAST, rounds=rounds or ((),), **{"opening": opening(), **more})  # type: ignore[arg-type]


LATE = wait(23 * 3600)
OTHERS = tuple(power for power in POWERS if power != "FRANCE")
SEALED = (
    Secret(
        "which way Turkey went in a season with one deadline",
        one=((save("TURKEY", "A Smy - Syr\nEspionage:\nE Smy - Syr (Rus)"),),),
        other=((save("TURKEY", "A Smy - Arm"),),),
    ),
    Secret(
        "whether Austria had saved before it was reminded",
        one=((save("AUSTRIA", "A Vie - Tyr"), LATE),),
        other=((LATE, save("AUSTRIA", "A Vie - Tyr")),),
    ),
    Secret(
        "who has saved what, however often (SPY-7)",
        one=(
            (),
            (
                *(save(power, "Espionage:\nif A Mun failed: E Mun H") for power in OTHERS),
                save("GERMANY", "A Mun - Tyr", ready=True),
                save("GERMANY", "A Mun - Sil\n?", is_writing=True),
            ),
        ),
    ),
    Secret(
        "votes while the game lasts, of which one that does not end it would say who is in it (SPY-23)",
        one=((), (*(vote(power) for power in OTHERS if power != "ITALY"), vote("RUSSIA", is_cast=False))),
    ),
    Secret(
        "what is in a notebook, and that there is one",
        one=(
            (pin("GERMANY", "PAR", "FRANCE", note="Bluffs."),),
            (pin("GERMANY", "NTH", "ENGLAND", "F"),),
        ),
    ),
    Secret("a letter begun", one=((), (begin_letter("ITALY", "FRANCE", body="Dear"),))),
)


def test_what_the_others_do_in_fog_is_nobodys_business(found: Found) -> None:
    """In the one world they are busy, in the other silent."""
    assert not found(Secrets(world((), ()), SEALED, OUTSIDE, TEXTS))


def test_who_is_gone_and_what_was_given_ahead_is_nobodys_business(found: Found) -> None:
    """Turkey has lost everything, or has not, and is asked for nothing more in the end (SPY-22, SPY-23);
    Germany's orders for the rest of the season wait in the turn that is over (SPY-21).
    """
    ahead = "A Ber - Pru\nRetreats:\nif E Mun lost: A Mun D\nelse: A Mun R Tyr"
    kept = (
        Secret("Turkey is out", begins={key: {"TURKEY": None} for key in ("units", "centres", "spies")}),
        Secret("orders ahead", one=((save("GERMANY", ahead),),), other=((save("GERMANY", "A Ber - Pru"),),)),
    )
    begun = opening("F1901M")  # not the start, which all know (SPY-5)
    assert not found(Secrets(world((), (), opening=begun, settings=BY_PHASE), kept, OUTSIDE, TEXTS))


def test_a_game_that_is_over_tells_no_more_than_before_until_its_day(apart: Apart) -> None:
    """Turkey went one way or the other before all agreed on a draw; the record is put off as well (SPY-6)."""
    put_off = {"reveal_at": "2099-08-01"}
    all_vote = tuple(vote(power) for power in POWERS)
    one, other = (
        world((save("TURKEY", f"A Smy - {way}\nEspionage:\nE Smy - {way}"),), all_vote, settings=put_off)
        for way in ("Syr", "Arm")
    )
    assert not apart(Pair(one, other, OUTSIDE, texts=TEXTS))


def test_who_has_to_retreat_is_nobodys_business(apart: Apart) -> None:
    """Retreats are open for all alike (SPY-22)."""
    origin = {"from": "GAL", "by_convoy": False}
    quiet = world((), opening=opening("S1901R"), settings=BY_PHASE)
    routed = replace(quiet, opening=opening("S1901R", dislodged={"RUSSIA": [{"unit": "A UKR", **origin}]}))
    assert not apart(Pair(quiet, routed, OUTSIDE, texts=("", "A Par R Bur")))


def test_by_whom_a_spy_was_killed_and_who_may_build_is_told_to_nobody(found: Found) -> None:
    """Germany learns that its spy is lost (SPY-19): to a Russian or to an Austrian whom it never saw.
    Adjustments are open for all alike (SPY-22).
    """
    spies: Json = {power: [] for power in POWERS}
    spies |= {"GERMANY": [{"at": "SYR"}], "RUSSIA": [{"at": "ARM"}], "AUSTRIA": [{"at": "SMY"}]}
    kept = (
        Secret(
            "who killed the spy",
            one=((save("RUSSIA", "E Arm - Syr (Ger)"),),),
            other=((save("AUSTRIA", "E Smy - Syr (Ger)"),),),
        ),
        Secret("Turkey may build", begins={"centres": {"TURKEY": ["ANK", "BUL", "CON", "SMY"]}}),
    )
    begun = world((), (), (), opening=opening("F1901E", spies=spies), settings=BY_PHASE)
    viewers = (CAST["GERMANY"], FRANCE, *ONLOOKERS, STAFF)
    assert not found(Secrets(begun, kept, viewers, (*TEXTS, "A Par B\nE Par B")))


def test_who_proposes_a_pause_and_who_agrees_is_nobodys_business(apart: Apart) -> None:
    """Nor how many do: one who has agreed, or five, of whom one takes it back; not even for the game master.
    In the second pair all agree, France the third of them (HR-12).
    """
    few = (propose_pause("GERMANY"), agree("ITALY"))
    more = tuple(agree(power) for power in OTHERS if power not in ("AUSTRIA", "ITALY"))
    many = (propose_pause("AUSTRIA"), *more, agree("RUSSIA", is_agreed=False))
    viewers = (*OUTSIDE, "max")
    one, other = (world(acts, (), master="max", settings=BY_PHASE) for acts in (few, many))
    whole = (
        (propose_pause(first), agree(second), agree("FRANCE"), *(agree(power) for power in rest))
        for first, second, *rest in (OTHERS, OTHERS[::-1])
    )
    carried = [world(acts, settings=BY_PHASE) for acts in whole]
    assert not apart(Pair(one, other, viewers, texts=("",)), Pair(*carried, OUTSIDE, texts=("",)))
