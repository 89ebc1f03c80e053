"""A knock-out of which a game runs: its pages, files and notices tell no one what is sealed in it, nor who
has saved, or begun to.
"""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.test_intimate import CAST, HOMES
from tests.secrecy.worlds.world import (
    MEMBER,
    ORGANISER,
    STAFF,
    VISITOR,
    Act,
    Pair,
    World,
    begin_letter,
    concede_beside,
    save,
)

pytestmark = [pytest.mark.long, pytest.mark.slow]

OTHERS, LOOKS_ON = ("fay", "hal"), "gus"
READERS = ("ada", OTHERS[0], LOOKS_ON, MEMBER, ORGANISER, VISITOR, STAFF)
"""Ben’s opponent, who plays the other game, a member, the arbiter, the organiser, and two from outside."""

TELLING = tuple(f"tournaments:{name}" for name in ("season", "results", "export-file", "table-file"))


def cup(*acts: Act) -> World:
    return World("intimate", CAST, (HOMES, acts), arbiter=MEMBER, beside=OTHERS)


def pair(one: World, other: World, *viewers: str) -> Pair:
    return Pair(one, other, viewers or READERS, texts=(), cast=(*OTHERS, LOOKS_ON))


def test_what_is_sealed_in_a_game_of_a_cup_shows_nowhere_in_it(apart: Apart) -> None:
    mine = save("1", "Italy 5")
    saved = cup(mine, save("2", "Austria 3\nRussia 11"), begin_letter("2", "1", body="Dear Ada"))
    assert not apart(pair(saved, cup(mine)))


def test_what_becomes_of_another_game_of_the_cup_shows_to_everybody_on_its_pages(apart: Apart) -> None:
    """The ears are not deaf: no view of the game tells it, and the cup does."""
    mine = save("1", "Italy 5")
    leaks = apart(pair(cup(mine, concede_beside(OTHERS[0])), cup(mine)))
    for reader in READERS:
        assert telling(reader, leaks) == [*TELLING], (reader, leaks)


def telling(reader: str, leaks: list[str]) -> list[str]:
    """The pages of an event that let a reader tell two worlds apart."""
    mine = [leak for leak in leaks if f"as {reader}: " in leak]
    return [name for name in TELLING if any(f"PAGE {name} " in leak for leak in mine)]
