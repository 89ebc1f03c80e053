"""Whole games between bots: every phase keeps what is always true, every record replays to the same bytes."""

import pytest

from tests.fuzz.intimate import run
from tests.fuzz.intimate_ii import GAME


@pytest.mark.long
def test_many_games_keep_what_is_always_true():
    """More of them: `python -m tests.fuzz.intimate_ii --games 5000`."""
    tally = run(range(120), game=GAME, last_year=1905)
    assert sum(tally.endings.values()) == 120
    assert {"ID-15", "ID-16", "ID-19", "ID2-11"} <= set(tally.endings)
    assert {"H", "B", "M", "R", "A"} == set(tally.phases)
    told = {"ID2-4", "ID2-6", "ID2-7", "ID2-8", "ID2-10", "ID2-11"}
    assert told <= set(tally.clauses)
