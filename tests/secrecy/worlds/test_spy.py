"""Spy Diplomacy: orders ahead, who has saved or voted, who is still in the game (SPY-7, SPY-21 to 23)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.board import standard
from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.world import ONLOOKERS, STAFF, Act, Json, Pair, World, save, vote

pytestmark = pytest.mark.long

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


def test_who_has_saved_what_is_nobodys_business_however_often(apart: Apart) -> None:
    """In the one world five have saved, one of them over and over; in the other nobody has (SPY-7)."""
    busy = tuple(save(power, "Espionage:\nif A Mun failed: E Mun H") for power in POWERS if power != "FRANCE")
    over = (save("GERMANY", "A Mun - Tyr", ready=True), save("GERMANY", "A Mun - Sil\n?", is_writing=True))
    assert not apart(Pair(world((*busy, *over)), world(), OUTSIDE, texts=TEXTS))


def test_what_was_given_ahead_stays_sealed_from_phase_to_phase(apart: Apart) -> None:
    """Germany's orders for the rest of the season wait in the turn that is over (SPY-21)."""
    ahead = "A Ber - Pru\nRetreats:\nif E Mun lost: A Mun D\nelse: A Mun R Tyr"
    told = world((save("GERMANY", ahead),), (), settings=BY_PHASE)
    silent = world((save("GERMANY", "A Ber - Pru"),), (), settings=BY_PHASE)
    assert not apart(Pair(told, silent, OUTSIDE, texts=TEXTS))


def test_a_season_with_one_deadline_tells_nobody_what_the_others_had_for_it(apart: Apart) -> None:
    one = world((save("TURKEY", "A Smy - Syr\nEspionage:\nE Smy - Syr (Rus)"),), ())
    other = world((save("TURKEY", "A Smy - Arm"),), ())
    assert not apart(Pair(one, other, OUTSIDE, texts=TEXTS))


def test_votes_are_nobodys_business_while_the_game_lasts(apart: Apart) -> None:
    """Were they told, one that does not end the game would say who is still in it (SPY-23)."""
    voted = tuple(vote(power) for power in POWERS if power not in ("FRANCE", "ITALY"))
    withdrawn = (vote("RUSSIA", is_cast=False),)
    assert not apart(Pair(world((*voted, *withdrawn)), world(), OUTSIDE, texts=TEXTS))


def test_a_game_that_is_over_tells_no_more_than_before_until_its_day(apart: Apart) -> None:
    """Turkey went one way or the other before all agreed on a draw; the record is put off as well (SPY-6)."""
    put_off = {"reveal_at": "2099-08-01"}
    all_vote = tuple(vote(power) for power in POWERS)
    one, other = (
        world((save("TURKEY", f"A Smy - {way}\nEspionage:\nE Smy - {way}"),), all_vote, settings=put_off)
        for way in ("Syr", "Arm")
    )
    assert not apart(Pair(one, other, OUTSIDE, texts=TEXTS))


def test_who_is_out_of_the_game_is_nobodys_business(apart: Apart) -> None:
    """Turkey has lost everything, or has not; it is asked for nothing more in the end (SPY-22, SPY-23)."""
    alive = opening("F1901M")  # not the start, which all know (SPY-5)
    gone = opening("F1901M")
    for key in ("units", "centres", "spies"):
        del gone[key]["TURKEY"]
    one = world((), (), opening=alive, settings=BY_PHASE)
    assert not apart(Pair(one, replace(one, opening=gone), OUTSIDE, texts=TEXTS))


def test_who_has_to_retreat_or_to_build_is_nobodys_business(apart: Apart) -> None:
    """Retreats and adjustments are open for all alike (SPY-22)."""
    origin = {"from": "GAL", "by_convoy": False}
    quiet = world((), opening=opening("S1901R"), settings=BY_PHASE)
    routed = replace(quiet, opening=opening("S1901R", dislodged={"RUSSIA": [{"unit": "A UKR", **origin}]}))
    assert not apart(Pair(quiet, routed, OUTSIDE, texts=("", "A Par R Bur")))
    winter = world((), opening=opening("W1901A"), settings=BY_PHASE)
    rich = replace(winter, opening=opening("W1901A", centres={"TURKEY": ["ANK", "BUL", "CON", "SMY"]}))
    assert not apart(Pair(winter, rich, OUTSIDE, texts=("", "A Par B\nE Par B")))


def test_by_whom_a_spy_was_killed_is_told_to_nobody(apart: Apart) -> None:
    """Germany learns that he is lost (SPY-19): to a Russian or to an Austrian whom it never saw."""
    spies: Json = {power: [] for power in POWERS}
    spies |= {"GERMANY": [{"at": "SYR"}], "RUSSIA": [{"at": "ARM"}], "AUSTRIA": [{"at": "SMY"}]}
    begun = opening("S1901E", spies=spies)
    russian, austrian = (
        world((save(power, f"E {at} - Syr (Ger)"),), (), (), opening=begun, settings=BY_PHASE)
        for power, at in (("RUSSIA", "Arm"), ("AUSTRIA", "Smy"))
    )
    germany = (CAST["GERMANY"], CAST["FRANCE"], *ONLOOKERS, STAFF)
    assert not apart(Pair(russian, austrian, germany, texts=TEXTS))
