"""Whole games between bots: every phase keeps what is always true, every record replays to the same bytes."""

import pytest

from tests.fuzz.intimate import run
from tests.fuzz.intimate_ii import GAME


@pytest.mark.slow
@pytest.mark.long
def test_games_keep_what_is_always_true():
    """Thousands of them: `python -m tests.fuzz.intimate_ii --games 5000`. In the last a satellite is lost
    that was secret.
    """
    tally = run([*range(19), 38], game=GAME, last_year=1905)
    assert sum(tally.endings.values()) == 20
    assert {"ID-15", "ID-16", "ID-19", "ID2-11"} <= set(tally.endings)
    assert {"H", "B", "M", "R", "A"} == set(tally.phases)
    told = {"ID2-4", "ID2-6", "ID2-7", "ID2-8", "ID2-10", "ID2-11"}
    assert told <= set(tally.clauses)
