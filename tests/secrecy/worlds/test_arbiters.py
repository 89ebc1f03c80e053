"""An arbiter of a competition sees of its games what everyone sees, nothing sealed (HR-10)."""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.test_intimate import CAST, HOMES
from tests.secrecy.worlds.world import MEMBER, Act, Pair, World, begin_letter, save, write

pytestmark = pytest.mark.long


def contest(*acts: Act) -> World:
    return World("intimate", CAST, (HOMES, acts), {"last_year": 1905}, arbiter=MEMBER)


@pytest.mark.slow
def test_an_arbiter_sees_no_letters_and_no_sealed_bids(apart: Apart) -> None:
    mine = save("1", "Italy 5")
    told = contest(
        mine, save("2", "Austria 3"), write("2", "1", body="Dear"), begin_letter("2", "1", body="And")
    )
    assert not apart(Pair(told, contest(mine), (MEMBER,), texts=()))
