"""Boards of events that others have published, as far as they are public; the names are left out.

A top board of seven (World Diplomacy Wiki: a championship of one round and a final, 2, 1, 1, 13, 1, 0 and 16
centres in the order of the powers, won by Turkey), and what the World Diplomacy Database says of Carnage by
example (event 1260: 17-5-5-5-2 gives 70, 50 each, and 30 by place; a third place alone 50).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from league.competitions.tables.ended import Ended, by_place
from league.competitions.tables.scoring import CARNAGE, SYSTEMS
from league.competitions.tables.seating import POWERS
from league.competitions.tables.standings import Result, final_standings_of

CHAMPIONSHIP = Ended(dict(zip(POWERS, (2, 1, 1, 13, 1, 0, 16), strict=True)), {"RUSSIA": 1907})


@pytest.mark.parametrize("key", SYSTEMS)
def test_who_won_the_published_top_board_is_first_in_every_system_that_ranks_by_centres(key):
    scores = SYSTEMS[key].scores(CHAMPIONSHIP)
    if key == "draw-size":
        assert len({score for power, score in scores.items() if power != "RUSSIA"}) == 1, (
            "all survivors share"
        )
    else:
        assert max(scores, key=scores.__getitem__) == "TURKEY"
        assert min(scores, key=scores.__getitem__) == "RUSSIA"


def test_the_published_top_board_makes_its_winner_the_first_of_the_event():
    scores = SYSTEMS["squares"].scores(CHAMPIONSHIP)
    before = [Result(entry, 1, Fraction(20 - entry), table=1) for entry in range(1, 8)]
    final = [
        Result(entry, 2, scores[power], 2, CHAMPIONSHIP.centres[power], CHAMPIONSHIP.tops[power])
        for entry, power in enumerate(POWERS, 1)
    ]
    given = ([Fraction(1), Fraction(1)], list(range(1, 8)), list(range(1, 8)), 2)
    lines = final_standings_of(range(1, 8), [*before, *final], *given)
    assert [line.entry for line in lines] == [7, 4, 1, 2, 3, 5, 6], "equals go by their standing before it"


def test_places_are_shared_as_carnage_publishes_it():
    board = {"a": 17, "b": 5, "c": 5, "d": 5, "e": 2}
    assert by_place(board, CARNAGE) == {"a": 7000, "b": 5000, "c": 5000, "d": 5000, "e": 3000}
