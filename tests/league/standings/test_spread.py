"""How many people have which score: ranks, ties and places come from it."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from league.standings.selectors.spread import Spread


@given(st.lists(st.integers(min_value=0, max_value=9), max_size=30))
def test_it_says_what_the_sorted_scores_say(scores):
    people = Counter(scores)
    spread = Spread(tuple(sorted(people)), tuple(accumulate(people[score] for score in sorted(people))))
    ordered = sorted(scores, reverse=True)
    assert spread.people == len(scores)
    assert [spread.at(place) for place in range(len(ordered))] == ordered
    assert spread.at(-1) is None and spread.at(len(ordered)) is None
    for score in range(11):
        assert spread.rank(score) == 1 + sum(other > score for other in scores)
        assert spread.sharing(score) == scores.count(score)
