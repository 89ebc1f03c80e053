"""Titles that were won in another league: those that are not shown here show to no one who is not there."""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.world import MEMBER, VISITOR, Pair, World, win

pytestmark = [pytest.mark.long, pytest.mark.slow]

TWO = {"1": "ada", "2": "ben"}
MORE = ("fay", "gus", "hal", "ivy", "jan", "kim")
"""The viewers: with ben, and the one of ben and lou who did not win, they are eight."""
VIEWERS = ("ada", MEMBER, VISITOR)


def pair(people: tuple[str, ...] = MORE, **how: object) -> Pair:
    """Ben has won a season elsewhere, or Lou has, who entered it too."""
    one, other = (
        World("intimate", TWO, ((win(first, second, *people, **how),),))  # type: ignore[arg-type]
        for first, second in (("ben", "lou"), ("lou", "ben"))
    )
    return Pair(one, other, VIEWERS, texts=(), cast=("lou", *MORE))


@pytest.mark.parametrize(
    "how",
    [
        {"visibility": "invitation"},
        {"is_disputed": True},
        {"state": "closing"},
        {"people": MORE[1:]},
    ],
    ids=["by invitation", "a dispute waits", "not over", "seven played"],
)
def test_a_title_that_is_not_shown_across_leagues_shows_to_nobody(
    apart: Apart, how: dict[str, object]
) -> None:
    assert not apart(pair(**how))  # type: ignore[arg-type]


def test_one_that_is_shown_does(apart: Apart) -> None:
    """So that the others could."""
    assert apart(pair())
