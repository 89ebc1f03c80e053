"""Pages of an event at tables make no more queries for more people, tables or rounds."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.league.competitions.tables_seasons import TablesSeason

pytestmark = pytest.mark.django_db

PAGES = (
    "",
    "results/",
    "entries/",
    "log/",
    "rules/",
    "desk/",
    "p/1/",
    "live/",
    "table.csv",
    "season.json",
    "scoring/",
)
MOST = {"": 26, "p/1/": 26, "desk/": 34, "season.json": 34}
"""The most queries that a page makes, where it is not 24."""


def played(event, people):
    """A round is played by so many, and the next one runs."""
    event.begin(people)
    for number in event.running:
        event.ends(number, is_final=False)
    event.settle()
    event.next_round()
    return event


def counted(event, client):
    """How many queries each page makes."""
    found = {}
    for page in PAGES:
        path = event.competition.get_absolute_url() + page
        client.get(path)
        cache.clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(path).status_code == 200, page
        found[page] = len(queries)
    return found


def test_pages_make_no_more_queries_for_more_people(calais, carl, set_clock, client_of):
    small = played(TablesSeason(calais, carl, set_clock, rounds=3, best_of=2), 7)
    few = counted(small, client_of(carl))
    large = played(TablesSeason(calais, carl, set_clock, rounds=3, best_of=2), 15)
    many = counted(large, client_of(carl))
    assert many == few
    assert {page: count for page, count in many.items() if count > MOST.get(page, 24)} == {}
