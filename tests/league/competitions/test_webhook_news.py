"""What a league's webhook tells of its seasons, when, and what it never tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from games.common.guards.outgoing import Answer
from games.common.outbox.delivery import deliver
from games.common.outbox.row import OutboxRow
from league.competitions import services, tasks
from league.competitions.models import FinalPlace
from league.leagues import services as leagues
from league.leagues.models import Webhook
from league.leagues.outbox import webhooks as posting
from league.leagues.services.webhooks import name_webhook
from tests.league.competitions.seasons import RULES, Season

Says = Callable[[], list[str]]


@pytest.fixture
def told(calais, carl, set_clock, monkeypatch) -> Says:
    """What the webhook of Calais was told since the last asking."""
    set_clock(RULES.enters_from - timedelta(days=2))
    name_webhook(league=calais, by=carl, address="https://hooks.example.org/", language="en")
    heard: list[str] = []

    def post(address: str, body: bytes, headers: object) -> Answer:
        heard.append(json.loads(body)["content"])
        return Answer(204)

    monkeypatch.setattr(posting, "post", post)

    def since() -> list[str]:
        deliver()
        said = heard[:]
        heard.clear()
        return said

    return since


def link(season: Season) -> str:
    return f"http://localhost:8000{season.competition.get_absolute_url()}"


def test_a_season_is_told_of_when_it_is_announced_begins_and_is_won(told, make_season):
    season = make_season()
    assert told() == []  # a draft is the organisers'
    season.announce()
    (announced,) = told()
    assert announced.startswith("**Season 3** is announced. Enter from Tue 18 Aug, 00:00 until Mon 31 Aug")
    assert announced.endswith(f"\n{link(season)}")
    for number in range(1, 5):
        season.enter(f"p{number}")
    season.start()
    assert told() == [f"**Season 3** has begun with 4 players.\n{link(season)}"]
    low, high = season.entry(4), season.entry(1)
    season.play(low, high)
    assert told() == []  # results are for the season's page
    season.clock(RULES.ends_at)
    assert season.turn() and told() == []  # provisional: nothing is won yet
    season.turn(days=60)
    first = FinalPlace.objects.get(competition=season.competition, rank=1).entry.user.username
    assert told() == [f"**Season 3** is over. Rank 1: {first}.\n{link(season)}"]


def test_the_table_is_told_once_a_week_for_as_long_as_it_can_change(told, make_season):
    season = make_season().begin()
    season.play(season.entry(4), season.entry(1))
    told()
    tasks.post_tables()  # for the weeks before
    told()
    tasks.post_tables()
    assert told() == []
    season.clock(datetime(2026, 9, 7, 9, tzinfo=UTC))
    tasks.post_tables()
    tasks.post_tables()  # two beats do it once
    names = [season.entry(rank).user.username for rank in (1, 2, 3, 4)]
    assert told() == [
        "**Season 3**: this week’s ranking (won–drawn–lost)\n"
        f"1\\. {names[0]}: 1–0–0\n2\\. {names[1]}: 0–0–1\n3\\. {names[2]}: 0–0–0\n4\\. {names[3]}: 0–0–0\n"
        f"{link(season)}"
    ]
    services.cancel(competition=season.competition, by=season.arbiter, reason="Flood.")
    season.clock.pass_(days=7)
    tasks.post_tables()
    assert told() == []


@pytest.mark.slow
def test_what_is_untrue_by_now_is_not_told(told, make_season):
    season = make_season().announce()
    services.cancel(competition=season.competition, by=season.arbiter, reason="Flood.")
    assert told() == []
    assert not OutboxRow.objects.filter(topic="webhook", sent_at=None).exists()


def test_a_league_that_is_by_invitation_puts_nothing_out(told, make_season, calais, carl):
    leagues.update_settings(league=calais, by=carl, visibility="invitation")
    make_season().begin()
    assert not OutboxRow.objects.filter(topic="webhook").exists() and told() == []


def test_without_a_webhook_nothing_is_put_out(make_season):
    season = make_season().begin()
    season.turn(days=200)
    tasks.post_tables()
    assert not Webhook.objects.exists() and not OutboxRow.objects.filter(topic="webhook").exists()


@pytest.mark.slow
def test_a_former_member_has_no_name_there_and_languages_are_the_leagues(told, make_season):
    season = make_season().begin()
    Webhook.objects.update(language="fr")
    user = season.entry(1).user
    type(user).objects.filter(pk=user.pk).update(username="former-member-abcdefgh")
    (said,) = told()
    assert "a commencé" in said or "commence" in said
    season.clock.pass_(days=14)
    tasks.post_tables()
    (table,) = told()
    assert "former" not in table and "ancien membre" in table.replace("\\", "")
