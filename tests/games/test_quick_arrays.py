"""Rows written many at once hold what was put in, whatever characters that has."""

import json

import pytest
from django.db import connection

from games.common import clock
from games.common.database import quick_arrays
from games.common.outbox.row import OutboxRow

pytestmark = pytest.mark.postgres

NASTY = [
    'say "hello"',
    "a\\b",
    '\\"',
    "{1,2}",
    "NULL",
    "",
    " ",
    "it's; -- $1 %s",
    "né ‘’ “” 🎲",
    "line\nbreak\ttab",
    "\\u0022",
]


@pytest.mark.django_db
def test_texts_and_json_come_back_as_they_were():
    now = clock.now()
    OutboxRow.objects.bulk_create(
        OutboxRow(topic="test", payload={text: [text, None, 1]}, created_at=now, due_at=now, last_error=text)
        for text in NASTY
    )
    rows = list(OutboxRow.objects.order_by("pk"))
    assert [row.last_error for row in rows] == NASTY
    assert [json.dumps(row.payload) for row in rows] == [
        json.dumps({text: [text, None, 1]}) for text in NASTY
    ]


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="only PostgreSQL is given arrays")
def test_arrays_are_written_here_and_not_one_mark_at_a_time(monkeypatch):
    """Should psycopg write its arrays in another way one day, this says so; nothing breaks by it."""
    escaped = []
    real = quick_arrays._Escaping.sub
    monkeypatch.setattr(
        quick_arrays._Escaping, "sub", staticmethod(lambda to, text: escaped.append(text) or real(to, text))
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::text[]", [NASTY])
        assert cursor.fetchone()[0] == NASTY
    assert escaped
