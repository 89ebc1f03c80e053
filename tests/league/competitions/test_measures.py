"""Whose game no one won: the first measure of HR-13 that differs decides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.competitions.knock_out.measures import Measured, decided

EVEN = Measured(home=[(3, 3), (4, 4)], treasury=(9, 9), commanded=(8, 8), missed=(1, 1))


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (EVEN, None),
        (replace(EVEN, home=[(5, 3), (4, 5)], treasury=(20, 1)), (1, "a")),
        (replace(EVEN, home=[(5, 3), (4, 4)], treasury=(8, 9)), (1, "b")),
        (replace(EVEN, home=[(5, 3), (4, 4)], commanded=(2, 9)), (0, "c")),
        (replace(EVEN, commanded=(9, 8), missed=(3, 0)), (0, "d")),
        (replace(EVEN, missed=(0, 2)), (0, "e")),
        (replace(EVEN, home=[], treasury=(20, 10), commanded=(9, 1)), None),
        (replace(EVEN, home=[], treasury=(20, 10), missed=(2, 1)), (1, "e")),
    ],
    ids=["all even", "home", "treasury", "all years", "commanded", "missed", "no year", "no year, missed"],
)
def test_the_first_that_differs_decides(game, found):
    assert decided([game]) == found


def test_after_a_replay_the_sums_over_both_games_decide():
    first, second = replace(EVEN, home=[(3, 4)]), replace(EVEN, home=[(5, 3)])
    assert decided([first]) == (1, "a")
    assert decided([first, second]) == (0, "a")
    assert decided([first, replace(second, home=[(4, 3)])]) is None


def test_where_nothing_was_measured_the_draw_decides():
    assert decided([]) is None
