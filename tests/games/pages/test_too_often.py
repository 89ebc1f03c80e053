"""Saving a sheet too often: the sheet comes back as it was typed, and says when to go on."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from games import limits
from games.models import Answer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(limits, "SAVES", limits.Limit("saves", 2, 60))
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False) as clock:
        yield clock


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
    assert "That was too often in a row. Nothing is lost: try again in 1 minute" in page
    assert "my own words" in page
    part = save(ada, "Germany\nmy own words", 1, headers={"hx-request": "true"})
    assert part.status_code == 200, "what a script swaps in"
    assert "too often in a row" in part.content.decode()
    assert "<html" not in part.content.decode()
    assert "France" in Answer.objects.get(seat__tenures__user=ada).text
    assert save(ben, "France", 0).status_code == 302, "her limit is not his"
    few.shift(60)
    assert save(ada, "Germany", 1).status_code == 302
