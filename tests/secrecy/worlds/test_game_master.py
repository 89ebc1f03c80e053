"""A game master sees everything but hidden answers (RB-24): neither what is in one nor that there is one.

Orders for units are in `test_seats`.
"""

from __future__ import annotations

import pytest

import adjudicator
from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.drawn.twins import NAMES
from tests.secrecy.worlds.world import ORGANISER, Act, Pair, World, save

pytestmark = [pytest.mark.long, pytest.mark.slow]


def world(variant: str, *rounds: tuple[Act, ...], **settings: object) -> World:
    seats = adjudicator.about(variant, settings)["seats"]
    cast = dict(zip(seats, NAMES, strict=False))
    return World(variant, cast, rounds, settings, master=ORGANISER)


@pytest.mark.parametrize("variant", ["intimate", "intimate-ii"])
def test_a_game_master_sees_no_ranks_bids_and_wishes(apart: Apart, variant: str) -> None:
    """Which home powers someone ranks, what a player bids and asks for at an auction (ID-1, ID-3, ID2-6)."""
    homes = (save("1", "France"), save("2", "Turkey\nItaly", ready=False))
    bids = save("2", "Germany 5\nSatellite: Italy, Germany, Russia, Austria, England\nSecret: yes")
    ranked, unranked = (world(variant, acts) for acts in (homes, ()))
    assert not apart(Pair(ranked, unranked, (ORGANISER,), texts=()))
    wished, silent = (world(variant, homes, acts) for acts in ((bids,), ()))
    assert not apart(Pair(wished, silent, (ORGANISER,), texts=()))


def test_nor_a_spell_nor_a_favour(apart: Apart) -> None:
    """The master knows whom they protect, not whom they will touch (DG-3, DG-14)."""
    cast, uncast = (
        world("devil-and-god", acts) for acts in ((save("DEVIL", "A Mun"), save("GOD", "A Mar\nwho")), ())
    )
    assert not apart(Pair(cast, uncast, (ORGANISER,), texts=()))


def test_nor_what_was_given_ahead(apart: Apart) -> None:
    """Orders for the rest of a season are sealed until their phase comes (SPY-21)."""
    ahead = save("GERMANY", "A Ber - Pru\nRetreats:\nif A Mun dislodged: A Mun R Tyr")
    told, silent = (
        world("spy", (each,), (), pace="phase") for each in (ahead, save("GERMANY", "A Ber - Pru"))
    )
    assert not apart(Pair(told, silent, (ORGANISER,), texts=()))
