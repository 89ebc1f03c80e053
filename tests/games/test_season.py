"""A small season of bots, of which everything is counted again; and that what is wrong would be found."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import Exists, OuterRef

from games.models import ClockEntry, Phase, SeatResult, Tenure, TenureResult, Turn
from tests.fuzz.season.checks import violations
from tests.fuzz.season.league import Season
from tests.fuzz.season.report import table

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.long]

GAMES, BOTS, SEED, WEEKS = 6, 12, 2, 30


def wrong_deadline():
    phase = Phase.objects.filter(clock_entries__reason="extension").first()
    Phase.every.filter(pk=phase.pk).update(deadline=phase.deadline + timedelta(hours=1))
    return phase.game, "the rows say"


def wrong_row_of_the_clock():
    entry = ClockEntry.objects.filter(reason__in=["extension", "settling", "pause"]).first()
    ClockEntry.objects.filter(pk=entry.pk).update(after=entry.after + timedelta(minutes=1))
    return entry.phase.game, "by the rule it is"


def wrong_share():
    row = SeatResult.objects.filter(share=1).first()
    SeatResult.objects.filter(pk=row.pk).update(share_of=9)
    return row.game, "its seats have the results"


def wrong_miss():
    row = TenureResult.objects.filter(asked__gt=1, missed=0).first()
    TenureResult.objects.filter(pk=row.pk).update(missed=1)
    return row.tenure.game, "its players have the results"


def wrong_moment():
    row = SeatResult.objects.first()
    SeatResult.objects.filter(pk=row.pk).update(at=row.at + timedelta(minutes=1))
    return row.game, "its seats have the results"


def wrong_turn():
    turn = Turn.objects.exclude(missed={}).first()
    Turn.objects.filter(pk=turn.pk).update(missed={})
    return turn.phase.game, "does not keep whom it asked"


def two_in_a_seat():
    after = Tenure.objects.filter(seat=OuterRef("seat"), taken_at__gte=OuterRef("left_at"))
    tenure = Tenure.objects.filter(Exists(after)).first()
    Tenure.objects.filter(pk=tenure.pk).update(left_at=tenure.left_at + timedelta(days=30))
    return tenure.game, "overlap"


CHANGES = (
    wrong_deadline,
    wrong_row_of_the_clock,
    wrong_share,
    wrong_miss,
    wrong_moment,
    wrong_turn,
    two_in_a_seat,
)


def test_every_game_of_a_season_ends_by_rule_and_is_explained():
    season = Season(games=GAMES, people=BOTS, seed=SEED)
    season.play(weeks=WEEKS, tell=lambda line: None)
    assert season.violations() == [], f"seed {SEED}"
    assert {"answer", "vanish", "take a seat over", "quarrel"} <= set(season.done)
    assert len(list(table(season))) > GAMES
    for change in CHANGES:
        game, said = change()
        assert any(said in line for line in violations(game)), change.__name__
