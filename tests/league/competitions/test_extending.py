"""More time for all games of a season alike (HR-10): by its arbiters, once a form."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.urls import reverse

from games.models import ClockEntry, Phase
from league.competitions import services
from league.competitions.errors import NoReason, NotArbiter, NotInState
from league.competitions.models import Extension

WHY = "The site stood still."


@pytest.fixture
def open_games(season):
    """Two games of the season that are on."""
    first = season.begin_game(season.entry(2), season.entry(1))
    return [first, season.begin_game(season.entry(4), season.entry(3))]


def deadlines(games):
    return [Phase.objects.get(game=each.game.pk, adjudicated_at=None).deadline for each in games]


def extend(season, by, **given):
    values = {"hours": 24, "reason": WHY, "key": uuid.uuid4()}
    return services.extend(competition=season.competition, by=by, **values | given)


def test_all_games_have_the_same_time_more_once_a_form(season, open_games):
    before, key = deadlines(open_games), uuid.uuid4()
    made = [extend(season, season.arbiter, key=key) for _pressed in range(2)]
    assert made[0] == made[1] and made[0].moved == 2
    assert deadlines(open_games) == [each + timedelta(hours=24) for each in before]
    assert {(each.reason, each.note, each.by) for each in ClockEntry.objects.all()} == {
        ("contest", WHY, season.arbiter)
    }


@pytest.mark.slow
def test_only_arbiters_do_with_a_reason_and_while_games_can_run(season, open_games, carl):
    for who in (carl, season.entry(1).user):
        with pytest.raises(NotArbiter):
            extend(season, who)
    with pytest.raises(NoReason):
        extend(season, season.arbiter, reason=" ")
    type(season.competition).objects.filter(pk=season.competition.pk).update(
        state="cancelled", over_at=season.clock.now, cancel_reason="x"
    )
    with pytest.raises(NotInState):
        extend(season, season.arbiter)
    assert not ClockEntry.objects.exists() and not Extension.objects.exists()


def test_without_games_nothing_moves(season):
    assert extend(season, season.arbiter).moved == 0


@pytest.mark.slow
def test_the_page_is_an_arbiters_keeps_what_was_typed_and_tells_what_was_done(
    season, open_games, client_of, carl
):
    here = reverse("tournaments:extend", args=["calais", season.competition.code])
    for who in (carl, season.entry(1).user):
        assert client_of(who).get(here).status_code == 404
        assert client_of(who).post(here, {"hours": 1}).status_code == 404
    client = client_of(season.arbiter)
    page = client.get(here)
    key = page.context["form"].initial["key"]
    assert here in client.get(here.replace("extend/", "")).content.decode(), "the desk leads there"
    refused = client.post(here, {"hours": "0", "reason": WHY, "key": key}).content.decode()
    assert WHY in refused and "from 1 to 336" in refused and "Tick this box" in refused
    assert "later or earlier" in refused
    sent = {"direction": "later", "hours": "12", "reason": WHY, "key": key, "sure": "on"}
    assert [client.post(here, sent).status_code for _pressed in range(2)] == [302, 302]
    assert Extension.objects.count() == 1 and ClockEntry.objects.count() == 2
    told = " ".join(client.get(here).content.decode().split())
    assert "12 hours later" in told and "2 games moved" in told and WHY in told
    fresh = client.get(here).context["form"].initial["key"]
    client.post(here, sent | {"direction": "earlier", "hours": "2", "key": fresh})
    assert Extension.objects.latest("pk").hours == -2
    assert "2 hours earlier" in " ".join(client.get(here).content.decode().split())
    log = reverse("tournaments:log", args=["calais", season.competition.code])
    page = client.get(log, {"part": "season"}).content.decode()
    assert "All deadlines come 2 hours earlier" in page and "All games are extended by 12 hours" in page
