"""Saving orders too often: they come back as they were typed, and says when to go on."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from games.common.guards import limits
from games.models import Answer, Game
from league.leagues import services
from tests.games.conftest import RANKS, phase_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(limits, "SAVES", limits.Limit("saves", 2, 60))
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False) as clock:
        yield clock


@pytest.mark.slow
def test_saving_too_often_keeps_what_was_typed_and_says_when_to_go_on(client_of, ada, ben, running_game, few):
    phase = running_game.phases.latest("ordinal")

    def save(user, words: str, version: int, act: str = "answer", **headers: str):
        url = reverse(f"games:{act}", args=[running_game.league.slug, running_game.code])
        fields = {"label": phase.label, "version": version, "ready": "", "text": words}
        return client_of(user).post(url, fields, **headers)

    assert save(ada, "France", 0).status_code == 302
    assert save(ada, "England", 1, "preview").status_code == 200
    refused = save(ada, "Germany\nmy own words", 1)
    page = refused.content.decode()
    assert refused.status_code == 429
    assert "Too many attempts. Nothing is lost: try again in 1 minute" in page
    assert "my own words" in page
    part = save(ada, "Germany\nmy own words", 1, headers={"hx-request": "true"})
    assert part.status_code == 200, "what a script swaps in"
    assert "Too many attempts" in part.content.decode()
    assert "<html" not in part.content.decode()
    assert "France" in Answer.objects.get(seat__tenures__user=ada).text
    assert save(ben, "France", 0).status_code == 302, "her limit is not his"
    few.shift(60)
    assert save(ada, "Germany", 1).status_code == 302


@pytest.mark.slow
def test_votes_cannot_be_cast_and_taken_back_without_end(client_of, ada, ben, running_game, monkeypatch):
    monkeypatch.setattr(limits, "VOTES", limits.Limit("votes", 2, 600))
    at = reverse("games:vote", args=[running_game.league.slug, running_game.code])

    def press(user, cast: str) -> str:
        fields = {"kind": "stalemate", "cast": cast}
        return client_of(user).post(at, fields, follow=True).content.decode()

    assert "Too many attempts" not in press(ada, "yes") + press(ada, "no")
    version = Game.objects.get(pk=running_game.pk).version
    assert "Too many attempts" in press(ada, "yes")
    assert Game.objects.get(pk=running_game.pk).version == version, "no open page has to look again"
    assert not running_game.votes.exists()
    assert "Too many attempts" not in press(ben, "yes"), "her limit is not his"


@pytest.mark.slow
def test_readiness_cannot_be_said_and_taken_back_without_end(
    client_of, ada, running_game, answer, monkeypatch
):
    monkeypatch.setattr(limits, "READY", limits.Limit("ready", 2, 60))
    answer(ada, RANKS["ada"])
    at = reverse("games:ready", args=[running_game.league.slug, running_game.code])

    def press(ready: str) -> str:
        fields = {"label": phase_of(running_game).label, "ready": ready}
        return client_of(ada).post(at, fields, follow=True).content.decode()

    assert "Too many attempts" not in press("yes") + press("no")
    assert "Too many attempts" in press("yes")
    assert Answer.objects.get(seat__tenures__user=ada).ready_at is None


def test_seats_cannot_be_taken_and_left_without_end(client_of, ada, opened_game, monkeypatch):
    """Each leaves a row for good."""
    monkeypatch.setattr(limits, "SEATINGS", limits.Limit("seatings", 2, 3600))
    client = client_of(ada)

    def press(name: str) -> str:
        at = reverse(f"games:{name}", args=[opened_game.league.slug, opened_game.code])
        return client.post(at, follow=True).content.decode()

    for _time in range(2):
        assert "Too many attempts" not in press("take-seat") + press("leave-seat")
    assert "Too many attempts" in press("take-seat")
    assert opened_game.tenures.count() == 2


def test_offers_to_take_a_seat_over_cannot_be_made_without_end(
    client_of, ada, ben, carl, make_game, seat_both, calais, eve, monkeypatch
):
    monkeypatch.setattr(limits, "OFFERS", limits.Limit("offers", 2, 3600))
    services.join(league=calais, user=eve)
    game = seat_both(make_game(master=carl))
    at = reverse("games:stand-in", args=[calais.slug, game.code])
    for offer in ("yes", "no"):
        assert (
            "Too many attempts" not in client_of(eve).post(at, {"offer": offer}, follow=True).content.decode()
        )
    assert "Too many attempts" in client_of(eve).post(at, {"offer": "yes"}, follow=True).content.decode()
    assert not game.stand_ins.exists()
