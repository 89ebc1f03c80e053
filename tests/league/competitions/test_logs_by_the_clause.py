"""Logs and rules of before are written as they are exported now."""

from __future__ import annotations

import importlib

import pytest
from django.apps import apps

from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from games.models import Contest
from league.competitions.ladder.services import table
from league.competitions.models import Event
from league.ratings.models import LateResult, RatingList

migration = importlib.import_module("league.competitions.migrations.0005_logs_by_the_clause")
ends = importlib.import_module("games.migrations.0047_results_at_the_end")


@pytest.mark.slow
def test_results_and_challenges_of_before_say_the_clause_and_what_was_seen(make_season):
    season = make_season().begin(4)
    season.play(season.entry(4), season.entry(2))
    season.clock.pass_(hours=1)
    right = table.table_bytes(season.competition)
    result, challenge = Event.objects.get(kind="result"), Event.objects.get(kind="challenge")
    facts, seen = result.facts, challenge.facts
    result.facts = facts | {"how": "conceded-at-once"}
    challenge.facts = {name: value for name, value in seen.items() if name != "seen"} | {
        "ranks": seen["seen"]
    }
    for event in (result, challenge):
        event.save()
    for _twice in range(2):
        migration.say_by_which_clause(apps, None)
        migration.say_what_was_seen(apps, None)
        assert Event.objects.get(kind="result").facts == facts
        assert Event.objects.get(kind="challenge").facts == seen
    season.competition.challenges.update(by_rank=9)
    rated, _is_new = RatingList.objects.get_or_create(league=season.league, key="intimate")
    OutboxRow.objects.all().delete()
    migration.leave_word(apps, None)
    assert LateResult.objects.get(list=rated, code="").at.year == 1970
    OutboxRow.objects.update(due_at=season.clock.now)
    deliver(budget=1e9)
    assert table.table_bytes(season.competition) == right


def test_frozen_rules_of_before_lose_their_arbiters_in_the_season_and_its_games(make_season):
    season = make_season(smallest=3, least_games=2, entry_games=0).begin(4)
    season.begin_game(season.entry(4), season.entry(2))
    rules, frozen = season.competition.rules, season.competition.rules_sha256
    old = {name: value for name, value in rules.items() if name != "entry_games"}
    old |= {"least_games": 0, "ranked_games": 2, "arbiters": ["henrik"]}
    type(season.competition).objects.update(rules=old, rules_sha256="0" * 64)
    Contest.objects.update(rules=old, rules_sha256="0" * 64)
    season.competition.entries.update(accepted_sha256="0" * 64)
    migration.write_rules_anew(apps, None)
    season.refresh()
    contest = Contest.objects.get()
    assert (season.competition.rules, season.competition.rules_sha256) == (rules, frozen)
    assert (contest.rules, contest.rules_sha256) == (rules, frozen)
    assert set(season.competition.entries.values_list("accepted_sha256", flat=True)) == {frozen}


def test_results_of_before_keep_the_moment_at_which_the_game_ended(make_season):
    season = make_season().begin(4)
    game = season.play(season.entry(4), season.entry(2)).game
    at = set(game.results.values_list("at", flat=True))
    game.results.update(at=season.competition.ends_at)
    ends.move_to_the_end(apps, None)
    assert set(game.results.values_list("at", flat=True)) == at == {game.finished_at}
