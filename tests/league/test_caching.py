"""Redis as the cache, and what is done while it is away."""

from __future__ import annotations

import os

import pytest
from django.core.cache import caches
from django.test import override_settings
from django.urls import reverse

from league.server import caching
from league.server.caching import PatientRedisCache
from tests.conftest import PASSWORD

NOWHERE = "redis://127.0.0.1:1/"
"""With a number for each test: what a process notes for itself it notes by address."""


def made(address):
    return {"default": {"BACKEND": "league.server.caching.PatientRedisCache", "LOCATION": address}}


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(caching.time, "monotonic", lambda: now[0])
    return now


def counting_asks(monkeypatch, cache):
    asked = []

    def get_client(*_arguments, **_options):
        asked.append(1)
        raise caching.ConnectionError("away")

    monkeypatch.setattr(cache._cache, "get_client", get_client)
    return asked


@override_settings(CACHES=made(NOWHERE + "1"))
def test_the_process_remembers_for_itself_while_redis_is_away():
    cache = caches["default"]
    assert not cache.answers()
    assert cache.add("a", 1, 60) and not cache.add("a", 2, 60)
    assert cache.incr("a") == 2
    cache.set_many({"b": "two", "c": 3})
    assert cache.get_many(["a", "b", "c", "d"]) == {"a": 2, "b": "two", "c": 3}
    assert "b" in cache and cache.touch("b") and cache.delete("b") and cache.get("b", "none") == "none"


@override_settings(CACHES=made(NOWHERE + "2"))
def test_it_is_asked_again_after_a_pause_only(monkeypatch, clock):
    cache = caches["default"]
    asked = counting_asks(monkeypatch, cache)
    for _time in range(3):
        cache.get("a")
    assert len(asked) == 1
    clock[0] += caching.PAUSE
    cache.get("a")
    assert len(asked) == 2


@override_settings(CACHES=made(NOWHERE + "3"))
def test_one_signs_in_without_redis_and_is_still_held_up_when_they_guess(visitor, ada):
    for _guess in range(5):
        page = visitor.post(reverse("account_login"), {"login": "ada", "password": "wrong"})
        assert page.status_code == 200
    refused = visitor.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert refused.status_code == 429


@override_settings(CACHES=made(NOWHERE + "4"))
def test_one_signs_in_without_redis(visitor, ada):
    answer = visitor.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert answer.status_code == 302


@pytest.mark.skipif("TEST_REDIS_URL" not in os.environ, reason="needs Redis")
def test_with_redis_it_is_redis_and_comes_back_to_it(monkeypatch, clock):
    cache = PatientRedisCache(os.environ["TEST_REDIS_URL"], {"KEY_PREFIX": "caching-test"})
    assert cache.answers()
    cache.set("a", "there", 60)
    with monkeypatch.context() as away:
        counting_asks(away, cache)
        assert cache.get("a") is None
        cache.set("a", "here", 60)
    assert cache.get("a") == "here"  # it is not asked again at once
    clock[0] += caching.PAUSE
    assert cache.get("a") == "there"
    assert cache.delete("a")
