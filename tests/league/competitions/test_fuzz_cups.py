"""Small simulated knock-outs: whatever people do, and in whatever order it is heard of, the bracket holds."""

from __future__ import annotations

import pytest

from league.competitions.models import Event, FinalPlace, Standing
from tests.fuzz.cups import checks
from tests.fuzz.cups.cup import Cup, played

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.slow]


@pytest.mark.parametrize("seed", [3, 4, 6])
def test_a_cup_of_bots_ends_with_a_bracket_that_anybody_can_check(seed):
    cup = Cup(seed, most=8)
    cup.play()
    assert cup.faults == [] and cup.checked > 20
    season, now = cup.season.competition, cup.clock.now
    assert season.state == "finished"

    # What is wrong would be found.
    Standing.objects.filter(competition=season).update(won=99)
    assert "the table has drifted from its log" in [*checks.wrong_bracket(season, now)]
    FinalPlace.objects.filter(competition=season).update(rank=1, last=1)
    assert "it has several champions" in [*checks.wrong_end(season, now)]
    Event.objects.filter(competition=season, kind="advances").order_by("-number").first().delete()
    assert any("are not decided" in each for each in checks.wrong_end(season, now))


def test_a_seed_always_gives_the_same_cup():
    one, again, other = (played(seed, most=6) for seed in (2, 2, 5))
    assert one.faults == again.faults == []
    assert one.said == again.said != other.said
