"""Whole games between bots at every table: each phase keeps what is always true, every record replays."""

import pytest

from tests.fuzz.standard import TABLES, run


@pytest.mark.slow
def test_games_at_every_table_keep_what_is_always_true():
    """More of them: `python -m tests.fuzz.standard --games 500`."""
    tally = run(range(21))
    assert set(tally.tables) == set(TABLES)
    assert {"M", "R", "A"} == set(tally.phases)
    assert {"RB-9", "RB-11", "RB-13", "RB-14", "RB-15", "RB-20"} <= set(tally.clauses)
