"""A game master sees everything but sealed answers (RB-24): neither what is in one nor that there is one."""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.drawn.twins import NAMES
from tests.secrecy.worlds.world import ORGANISER, Act, Pair, World, begin_letter, save, write

pytestmark = pytest.mark.long

SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
CAST = dict(zip(SEATS, NAMES, strict=False))
LETTER = write("AUSTRIA", "ENGLAND")


def world(variant: str, *rounds: tuple[Act, ...], **settings: object) -> World:
    return World(variant, CAST, rounds, settings, master=ORGANISER)


@pytest.mark.parametrize("variant", ["standard", "spy"])
def test_a_game_master_sees_no_sealed_answer(apart: Apart, variant: str) -> None:
    busy = (
        save("GERMANY", "A Mun - Bur"),
        save("FRANCE", "A Par - Bur\nF Bre - Moon", is_writing=True),
        begin_letter("ITALY", "FRANCE", body="Dear"),
    )
    pair = Pair(world(variant, (LETTER, *busy)), world(variant, (LETTER,)), (ORGANISER,), texts=())
    assert not apart(pair)


def test_nor_what_was_given_ahead(apart: Apart) -> None:
    """Orders for the rest of a season are sealed until their phase comes (SPY-21)."""
    ahead = save("GERMANY", "A Ber - Pru\nRetreats:\nif A Mun dislodged: A Mun R Tyr")
    told, silent = (
        world("spy", (each,), (), pace="phase") for each in (ahead, save("GERMANY", "A Ber - Pru"))
    )
    assert not apart(Pair(told, silent, (ORGANISER,), texts=()))
