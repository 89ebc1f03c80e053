"""Seats that are taken over (RB-14), and what is one person's alone, no matter who sits there afterwards:
notes, drafts, what they have read; and orders that the end of a game leaves unplayed.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudicator.board import standard
from tests.secrecy.worlds.conftest import Apart, Found
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
    Secret,
    Secrets,
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

pytestmark = [pytest.mark.long, pytest.mark.slow]

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


def test_neither_successor_nor_predecessor_finds_what_is_the_others_alone(apart: Apart) -> None:
    """Notes, the message begun, what they had read, their saved orders and their vote go with the player who
    leaves, who sees nothing of what the successor does.
    """
    letter = write("ENGLAND", "GERMANY")
    over = (offer(MEMBER), replace_player("GERMANY", MEMBER))
    own = (
        pin("GERMANY", "PAR", "FRANCE", note="Bluffs."),
        begin_letter("GERMANY", "ENGLAND", body="Dear"),
        read("GERMANY"),
        save("GERMANY", "A MUN - BUR"),
        vote("GERMANY"),
    )
    new = (save("GERMANY", "A MUN - BUR"), write("GERMANY", "ENGLAND"), pin("GERMANY", "PAR", "FRANCE"))

    def world(own: Sequence[Act], new: Sequence[Act]) -> World:
        spring, autumn = (letter, *own, *over), (save("GERMANY", "A MUN - TYR"), *new)
        return World("spy", SEVEN, (spring, autumn), master=ORGANISER)

    plain, before, afterwards = world((), ()), world(own, ()), world((), new)
    assert not apart(
        Pair(before, plain, (MEMBER, FRANCE, VISITOR, STAFF), texts=("",)),
        Pair(afterwards, plain, (GERMANY, FRANCE, VISITOR), texts=("A MUN - BUR",)),
    )


SHEETS = Secret(
    "sheets that are sealed, to a game master too (RB-24)",
    one=(
        (),
        (save("GERMANY", "A Mun - Bur"), save("ITALY", "A Ven - Tri\nF Bre - Moon", is_writing=True)),
    ),
)
BEGUN = Secret("a letter begun", one=((), (begin_letter("ITALY", "FRANCE", body="Dear"),)))


def test_a_game_master_of_a_game_in_fog_reads_no_notebook_and_no_sheet(found: Found) -> None:
    """Nor does the site's, nor another player."""
    pins = (pin("GERMANY", "PAR", "FRANCE", note="Bluffs."), pin("GERMANY", "NTH", "ENGLAND", "F"))
    kept = (Secret("what is in a notebook", one=(pins,)), SHEETS, BEGUN)
    begun = World("spy", SEVEN, ((write("AUSTRIA", "ENGLAND"),), ()), master=ORGANISER)
    assert not found(Secrets(begun, kept, (FRANCE, *ONLOOKERS, STAFF), ()))


def test_who_has_read_a_letter_is_nobody_elses_business(found: Found) -> None:
    """Not the writer's, not the game master's; nor, once a mail might have told of it, the site's."""
    letters = (write("ENGLAND", "GERMANY", "FRANCE"), write("GERMANY", "ENGLAND"))
    again = (write("ENGLAND", "RUSSIA"), wait(900))
    kept = (
        Secret("that it was read at once", one=((read("GERMANY"),),)),
        Secret("that it was read after the mail", one=((), (read("RUSSIA"),))),
        SHEETS,
        BEGUN,
    )
    begun = World("standard", SEVEN, (letters, again), master=ORGANISER)
    assert not found(Secrets(begun, kept, (ENGLAND, *ONLOOKERS, STAFF), ()))


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
    """An agreed end takes the place of the answers: no one learns what they would have been, nor of notes."""
    cast = {"intimate": TWO, "intimate-ii": TWO, "devil-and-god": NINE}.get(variant, SEVEN)
    own = (sealed,) if cast is not SEVEN else (sealed, pin("GERMANY", "PAR", "FRANCE"))
    begun = (
        begin_letter("2", "1", body="Dear") if cast is TWO else begin_letter("GERMANY", "FRANCE", body="Dear")
    )
    one, other = (World(variant, cast, ((*acts, *end),)) for acts in ((*own, begun), ()))
    mine = cast["1"] if cast is TWO else FRANCE
    assert not apart(Pair(one, other, (mine, *ONLOOKERS, STAFF), texts=()))
