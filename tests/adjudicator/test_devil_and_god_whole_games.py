"""Whole games of Diable et Bon Dieu between bots: phases keep what is always true, records replay."""

from tests.fuzz.devil_and_god import run


def test_games_keep_what_is_always_true():
    """More of them: `python -m tests.fuzz.devil_and_god --games 500`."""
    tally = run(range(16), last_year=1905)
    assert sum(tally.endings.values()) == 16
    assert {"A", "M", "R"} == set(tally.phases)
    spells = {f"DG-{number}" for number in (4, 6, 7, 8, 10, 11, 12, 14)}
    assert spells <= set(tally.clauses)
