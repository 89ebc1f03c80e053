"""Intimate Diplomacy: what is sealed (ID-3, RB-14), and that the worlds are compared at all."""

from __future__ import annotations

import pytest

from tests.secrecy.worlds.conftest import Apart
from tests.secrecy.worlds.world import ONLOOKERS, STAFF, NotAlike, Pair, World, begin_letter, ready, save

pytestmark = pytest.mark.long

CAST = {"1": "ada", "2": "ben"}
FRANCE = "France\nEngland\nGermany\nAustria\nItaly\nRussia\nTurkey"
TURKEY = "Turkey\nRussia\nGermany\nAustria\nItaly\nFrance\nEngland"
HOMES = (save("1", FRANCE), save("2", TURKEY))
EVERYBODY_ELSE = ("ada", *ONLOOKERS, STAFF)


def sealed(*rounds: tuple[object, ...]) -> World:
    return World("intimate", CAST, rounds=(HOMES, *rounds))  # type: ignore[arg-type]


def test_sealed_bids_are_nobodys_business(apart: Apart) -> None:
    mine = save("1", "Italy 5")
    pair = Pair(
        sealed((mine, save("2", "Austria 3\nRussia 11"), begin_letter("2", "1", body="Dear Ada"))),
        sealed((mine,)),
        EVERYBODY_ELSE,
    )
    assert not apart(pair)


@pytest.mark.slow
def test_readiness_is_told_where_it_is_shown(apart: Apart) -> None:
    """The ears are not deaf."""
    bids = save("2", "Austria 3")
    leaks = apart(Pair(sealed((bids, ready("2"))), sealed((bids,)), ("ada",)))
    assert any("PAGE games:game" in leak for leak in leaks), leaks
    assert any("PUSH games.common.outbox.push" in leak for leak in leaks), leaks


@pytest.mark.slow
def test_what_the_engine_shows_is_no_leak_but_a_bad_pair(apart: Apart) -> None:
    opened = (save("2", "Austria 3"),)
    with pytest.raises(NotAlike, match="AUSTRIA"):
        apart(Pair(sealed(opened, ()), sealed((), ()), ("ada",)))
