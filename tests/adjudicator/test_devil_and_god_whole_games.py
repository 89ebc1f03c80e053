"""Whole games of Diable et Bon Dieu between bots: phases keep what is always true, records replay."""

import pytest

from tests.fuzz.devil_and_god import run


@pytest.mark.slow
def test_games_keep_what_is_always_true():
    """Thousands of them: `python -m tests.fuzz.devil_and_god --games 5000`."""
    tally = run(range(20), last_year=1905)
    assert sum(tally.endings.values()) == 20
    assert {"A", "M", "R"} == set(tally.phases)
    spells = {f"DG-{number}" for number in (4, 6, 7, 8, 10, 11, 12, 14)}
    assert spells <= set(tally.clauses)
