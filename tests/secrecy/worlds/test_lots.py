"""Lots decide what is still to come: no one reads in them before (RB-20, ID-1)."""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.world import ONLOOKERS, STAFF, Pair, World, save

pytestmark = [pytest.mark.long, pytest.mark.slow]

CAST = {"1": "ada", "2": "ben"}


@pytest.mark.parametrize(
    ("variant", "settings"), [("standard", {"players": 2}), ("intimate", {}), ("intimate-ii", {})]
)
def test_what_the_lots_will_say_is_nobodys_business(
    apart: Apart, variant: str, settings: dict[str, int]
) -> None:
    """Whose side Italy will join, which home a silent player will be given."""
    one, other = (
        World(variant, CAST, ((save("1", "France"),),), settings, lots=each * 32) for each in ("0f", "a1")
    )
    assert not apart(Pair(one, other, ("ada", *ONLOOKERS, STAFF), texts=("",)))
