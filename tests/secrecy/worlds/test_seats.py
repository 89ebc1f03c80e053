"""Seats that are taken over (RB-14), and what is one person's alone, whoever sits there afterwards: notes,
drafts, what he has read; and sheets that the end of a game leaves unplayed.
"""

from __future__ import annotations

import pytest

from adjudicator.board import standard
from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.drawn.twins import NAMES
from tests.secrecy.worlds.world import (
    MEMBER,
    ONLOOKERS,
    ORGANISER,
    STAFF,
    VISITOR,
    Act,
    Json,
    Pair,
    World,
    begin_letter,
    concede,
    offer,
    pin,
    read,
    replace_player,
    save,
    vote,
    wait,
    write,
)

pytestmark = pytest.mark.long

POWERS = tuple(standard().powers)
SEVEN = dict(zip(POWERS, NAMES, strict=False))
NINE = dict(zip((*POWERS, "DEVIL", "GOD"), NAMES, strict=False))
TWO = {"1": NAMES[0], "2": NAMES[1]}
ENGLAND, FRANCE, GERMANY = SEVEN["ENGLAND"], SEVEN["FRANCE"], SEVEN["GERMANY"]


def opening(phase: str = "F1901M", *, without: str = "", **more: object) -> Json:
    """The board as it is set up; one power may have lost everything."""
    powers = {power: each for power, each in standard().powers.items() if power != without}
    units = {power: list(each.units) for power, each in powers.items()}
    centres = {power: list(each.homes) for power, each in powers.items()}
    return {"phase": phase, "units": units, "centres": centres} | more


def divine(*rounds: tuple[Act, ...], **more: object) -> World:
    protected = {"DEVIL": "ITALY", "GOD": "TURKEY"}
    begun = opening(without="FRANCE", protected=protected)
    return World("devil-and-god", NINE, rounds, opening=begun, master=ORGANISER, **more)  # type: ignore[arg-type]


def test_who_takes_a_divine_seat_over_is_nobodys_business(apart: Apart) -> None:
    """One who plays nowhere takes it over, or another (DG-1)."""
    offers = (offer(MEMBER), offer("zoe"))
    one, other = (divine((*offers, replace_player("DEVIL", who)), ()) for who in (MEMBER, "zoe"))
    cast = (ENGLAND, NINE["GOD"], VISITOR)
    assert not apart(Pair(one, other, (*cast, "yan"), texts=("",), cast=("zoe", "yan")))


def test_a_successor_finds_nothing_that_was_his_predecessors_alone(apart: Apart) -> None:
    """His notes, the letter he had begun, what he had read, his saved sheet and his vote go with him."""
    letter = write("ENGLAND", "GERMANY")
    his = (
        pin("GERMANY", "PAR", "FRANCE", note="Bluffs."),
        begin_letter("GERMANY", "ENGLAND", body="Dear"),
        read("GERMANY"),
        save("GERMANY", "A MUN - BUR"),
        vote("GERMANY"),
    )
    over = (offer(MEMBER), replace_player("GERMANY", MEMBER))

    def world(*acts: Act) -> World:
        return World(
            "spy", SEVEN, ((letter, *acts, *over), (save("GERMANY", "A MUN - TYR"),)), master=ORGANISER
        )

    assert not apart(Pair(world(*his), world(), (MEMBER, FRANCE, VISITOR, STAFF), texts=("",)))


def test_a_predecessor_sees_nothing_of_what_his_successor_does(apart: Apart) -> None:
    over = (offer(MEMBER), replace_player("GERMANY", MEMBER))
    new = (save("GERMANY", "A MUN - BUR"), write("GERMANY", "ENGLAND"), pin("GERMANY", "PAR", "FRANCE"))
    one, other = (World("spy", SEVEN, ((*over, *acts),), master=ORGANISER) for acts in (new, ()))
    assert not apart(Pair(one, other, (GERMANY, FRANCE, VISITOR), texts=("A MUN - BUR",)))


def test_a_notebook_is_its_keepers_alone(apart: Apart) -> None:
    """Not even the game master's, nor the site's."""
    pins = (pin("GERMANY", "PAR", "FRANCE", note="Bluffs."), pin("GERMANY", "NTH", "ENGLAND", "F"))
    one, other = (World("spy", SEVEN, (acts, ()), master=ORGANISER) for acts in (pins, ()))
    assert not apart(Pair(one, other, (FRANCE, *ONLOOKERS, STAFF), texts=()))


@pytest.mark.parametrize("when", ["at once", "after the mail"])
def test_who_has_read_a_letter_is_nobody_elses_business(apart: Apart, when: str) -> None:
    """Not the writer's, not the game master's; nor, once a mail might have told of it, the site's."""
    letters = (write("ENGLAND", "GERMANY", "FRANCE"), write("GERMANY", "ENGLAND"))
    later = () if when == "at once" else (wait(900),)
    one, other = (
        World("standard", SEVEN, ((*letters, *later, *marks), ()), master=ORGANISER)
        for marks in ((read("GERMANY"),), ())
    )
    assert not apart(Pair(one, other, (ENGLAND, FRANCE, *ONLOOKERS, STAFF), texts=()))


@pytest.mark.parametrize(("variant", "staff"), [("standard", ()), ("spy", (STAFF,))])
def test_whether_somebody_saved_before_he_was_reminded_is_nobodys_business(
    apart: Apart, variant: str, staff: tuple[str, ...]
) -> None:
    """Both send the same in the end. Staff see who was reminded once the answers are known, not in fog."""
    late, sheet = wait(23 * 3600), save("GERMANY", "A MUN - TYR")
    before, after = (World(variant, SEVEN, (acts, ())) for acts in ((sheet, late), (late, sheet)))
    assert not apart(Pair(before, after, (FRANCE, *ONLOOKERS, *staff), texts=()))


DRAW: tuple[Act, ...] = tuple(vote(power) for power in POWERS)


@pytest.mark.parametrize(
    ("variant", "sealed", "end"),
    [
        ("standard", save("GERMANY", "A MUN - BUR\nnonsense"), DRAW),
        ("spy", save("GERMANY", "A MUN - BUR\nEspionage:\nE MUN - TYR (AUS)"), DRAW),
        ("devil-and-god", save("DEVIL", "A MUN"), DRAW),
        ("intimate", save("2", "Turkey\nItaly"), (concede("1"),)),
        ("intimate-ii", save("2", "Turkey\nItaly"), (concede("1"),)),
    ],
)
def test_what_was_never_played_stays_sealed_when_the_game_is_over(
    apart: Apart, variant: str, sealed: Act, end: tuple[Act, ...]
) -> None:
    """An agreed end takes the place of the answers: nobody learns what they would have been, nor of notes."""
    cast = {"intimate": TWO, "intimate-ii": TWO, "devil-and-god": NINE}.get(variant, SEVEN)
    own = (sealed,) if cast is not SEVEN else (sealed, pin("GERMANY", "PAR", "FRANCE"))
    begun = (
        begin_letter("2", "1", body="Dear") if cast is TWO else begin_letter("GERMANY", "FRANCE", body="Dear")
    )
    one, other = (World(variant, cast, ((*acts, *end),)) for acts in ((*own, begun), ()))
    mine = cast["1"] if cast is TWO else FRANCE
    assert not apart(Pair(one, other, (mine, *ONLOOKERS, STAFF), texts=()))
