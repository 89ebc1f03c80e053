"""An event at tables of seven, of which a round runs: its pages, files and notices tell no one what is sealed
at a table, nor who has saved, or begun to.
"""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.test_cups import TELLING, telling
from tests.secrecy.worlds.world import (
    MEMBER,
    ORGANISER,
    STAFF,
    VISITOR,
    Act,
    Pair,
    World,
    begin_letter,
    declare_void_beside,
    save,
)

pytestmark = [pytest.mark.long, pytest.mark.slow]

CAST = {
    "AUSTRIA": "ada",
    "ENGLAND": "ben",
    "FRANCE": "cat",
    "GERMANY": "dan",
    "ITALY": "fay",
    "RUSSIA": "gus",
    "TURKEY": "hal",
}
OTHERS = ("ida", "jon", "kim", "lea", "max", "ned", "pam")
READERS = ("ada", OTHERS[0], MEMBER, ORGANISER, VISITOR, STAFF)
"""A player of the game, one of the other table, the arbiter, the organiser, and two from outside."""


def event(*acts: Act) -> World:
    return World("standard", CAST, (acts,), arbiter=MEMBER, beside=OTHERS)


def pair(one: World, other: World) -> Pair:
    return Pair(one, other, READERS, texts=(), cast=OTHERS)


def test_what_is_sealed_at_a_table_shows_nowhere_in_the_event(apart: Apart) -> None:
    mine = save("AUSTRIA", "A VIE - GAL")
    letter = begin_letter("ENGLAND", "AUSTRIA", body="Dear Ada")
    saved = event(mine, save("ENGLAND", "F LON - NTH\nA LVP - YOR"), letter)
    assert not apart(pair(saved, event(mine)))


def test_what_becomes_of_the_other_table_shows_to_everybody_on_its_pages(apart: Apart) -> None:
    """The ears are not deaf: no view of the game tells it, and the event does."""
    mine = save("AUSTRIA", "A VIE - GAL")
    leaks = apart(pair(event(mine, declare_void_beside(OTHERS[0])), event(mine)))
    for reader in READERS:
        assert telling(reader, leaks) == [*TELLING], (reader, leaks)
