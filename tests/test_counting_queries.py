"""Counting queries counts right, whatever was counted before and however long ago."""

from __future__ import annotations

from itertools import repeat

import pytest
from django.db import connection
from django.test import Client

from games.common import clock
from tests.conftest import count_queries

pytestmark = pytest.mark.django_db


def test_a_log_that_is_full_takes_no_query_from_the_count(visitor: Client) -> None:
    before = count_queries(visitor, "/leagues/")
    connection.queries_log.extend(repeat({"sql": "", "time": ""}, connection.queries_limit))
    assert count_queries(visitor, "/leagues/") == before > 0


def test_the_moment_that_a_process_reads_once_a_minute_is_not_counted(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = count_queries(visitor, "/leagues/")
    monkeypatch.setattr(clock, "_last", None)
    assert count_queries(visitor, "/leagues/") == before
