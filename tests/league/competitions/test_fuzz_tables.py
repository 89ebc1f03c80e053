"""Small simulated events at tables of seven: whatever people do, and in whatever order it is heard of, the
standings hold.
"""

from __future__ import annotations

import pytest

from league.competitions.models import Event, FinalPlace, Standing
from tests.fuzz.tables import checks
from tests.fuzz.tables.event import Tables, played

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.slow]


def test_an_event_of_bots_ends_with_standings_that_anybody_can_check():
    event = Tables(7, most=10)
    event.play()
    assert event.faults == [] and event.checked > 20
    season, now = event.season.competition, event.clock.now
    assert season.state == "finished"

    # What is wrong would be found.
    Standing.objects.filter(competition=season).update(won=99)
    assert "the table has drifted from its log" in [*checks.wrong_tables(season, now)]
    FinalPlace.objects.filter(competition=season).order_by("place").first().delete()
    assert any("no place" in each for each in checks.wrong_end(season, now))
    round_ = Event.objects.filter(competition=season, kind="round").first()
    table = round_.facts["tables"][0]
    table["seats"][:2] = reversed(table["seats"][:2])
    round_.save()
    assert any("as logged" in each for each in checks.wrong_tables(season, now))


def test_a_seed_always_gives_the_same_event():
    one, again, other = (played(seed, most=10) for seed in (6, 6, 8))
    assert one.faults == again.faults == []
    assert one.said == again.said != other.said
