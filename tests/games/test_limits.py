"""How often: counted by person or seat, forgotten when the window ends, and never in the way of a save."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone, translation
from structlog.contextvars import bound_contextvars, get_contextvars

from games.common.guards import limits
from games.common.guards.limits import Limit, TooOften, count, in_words

THRICE = Limit("test", 3, 600)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def until_refused(limit: Limit, who: object) -> int:
    """How many times `who` may do it before they are refused."""
    for so_many in range(1000):
        try:
            count(limit, who)
        except TooOften:
            return so_many
    raise AssertionError("never refused")


def test_so_often_and_no_oftener():
    with time_machine.travel(NOON, tick=False):
        assert until_refused(THRICE, 1) == 3


def test_nobody_uses_up_anothers_and_no_limit_anothers_count():
    with time_machine.travel(NOON, tick=False):
        until_refused(THRICE, 1)
        assert until_refused(THRICE, 2) == 3
        assert until_refused(Limit("other", 3, 600), 1) == 3


def test_it_says_how_long_to_wait_and_then_it_works_again():
    with time_machine.travel(NOON + timedelta(seconds=250), tick=False) as clock:
        until_refused(THRICE, 1)
        with pytest.raises(TooOften) as refusal:
            count(THRICE, 1)
        assert refusal.value.seconds == 350
        clock.shift(349)
        with pytest.raises(TooOften):
            count(THRICE, 1)
        clock.shift(1)
        count(THRICE, 1)


@pytest.mark.parametrize(
    ("seconds", "english", "french"),
    [
        (1, "in 1 second", "dans 1 seconde"),
        (59, "in 59 seconds", "dans 59 secondes"),
        (60, "in 1 minute, at 13:01", "dans 1 minute, à 13:01"),
        (7200, "in 120 minutes, at 15:00", "dans 120 minutes, à 15:00"),
        (7201, "in 3 hours", "dans 3 heures"),
        (61, "in 2 minutes, at 13:02", "dans 2 minutes, à 13:02"),
    ],
)
def test_a_wait_is_said_in_the_readers_language_and_zone(seconds, english, french):
    with time_machine.travel(NOON, tick=False), timezone.override("Europe/Paris"):
        assert in_words(seconds) == english
        with translation.override("fr"):
            assert in_words(seconds) == french
            assert french in str(TooOften(seconds))


def test_a_cache_that_does_not_answer_limits_nothing(monkeypatch):
    def refuse(*args, **kwargs):
        raise ConnectionError

    monkeypatch.setattr(cache, "incr", refuse)
    for _ in range(5):
        count(THRICE, 1)


def test_that_it_does_not_answer_is_said_without_the_game_and_the_request(monkeypatch):
    """In production the line would name them by itself, and tell where someone saves."""

    def refuse(*args, **kwargs):
        raise ConnectionError

    bound = []
    monkeypatch.setattr(cache, "incr", refuse)
    monkeypatch.setattr(limits.logger, "warning", lambda *_said: bound.append(get_contextvars()))
    with bound_contextvars(game="k7x9", request="0123-abcd", address="games:answer"):
        count(THRICE, 1)
    assert bound == [{}]


def test_every_limit_has_a_name_of_its_own():
    named = [value.name for value in vars(limits).values() if isinstance(value, Limit)]
    assert len(named) == len(set(named)) > 2
