"""A small season of bots on the ladder: what comes of it is what its export and its games say."""

from __future__ import annotations

import pytest

from league.competitions.models import Event, IdleWeek, Move, Standing
from tests.fuzz.ladder import checks
from tests.fuzz.ladder.report import table
from tests.fuzz.ladder.season import LadderSeason

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.slow]

BOTS, DAYS, STEP, SEED = 7, 46, 20, 3


def test_a_season_of_bots_ends_with_a_table_that_anybody_can_check():
    season = LadderSeason(bots=BOTS, seed=SEED, days=DAYS, step=STEP)
    season.play(tell=lambda line: None)
    assert season.violations() == []
    assert season.checked > 3
    lines = list(table(season))
    assert lines[1].split()[0] == "1"
    kinds = set(Event.objects.values_list("kind", flat=True))
    assert kinds >= {"opens", "challenge", "result", "declined"}

    def wrong():
        return list(checks.violations(season.competition, season.calendar.time))

    # What is wrong would be found.
    export = checks.exported(season.competition, season.calendar.time)
    Move.objects.filter(place=1).update(before=77)
    assert list(checks.wrong_moves(season.competition, export))
    declined = next(event for event in export["events"] if event["kind"] == "declined")
    declined["cost"] = 1
    assert list(checks.wrong_declines(export))
    entry = Standing.objects.get(rank=1).entry
    Standing.objects.filter(entry=entry).update(won=99)
    assert "the table has drifted from its log" in wrong()
    result = Event.objects.filter(kind="result", superseded_by=None, facts__winner__isnull=False).first()
    result.facts = result.facts | {"winner": result.facts["loser"], "loser": result.facts["winner"]}
    result.save()
    assert any("while its game ended" in each for each in wrong())
    IdleWeek.objects.create(entry=entry, week=40, in_a_row=1)
    export = checks.exported(season.competition, season.calendar.time)
    assert list(checks.wrong_weeks(season.competition, export, season.offered))
