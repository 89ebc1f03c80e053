"""PostgreSQL repeats as few tests as execute every statement, and all those that commit."""

from __future__ import annotations

from pathlib import Path

import pytest

from league.users.models import User
from tests import statements
from tests.statements import Executed, digest, enough


def test_each_statement_is_executed_by_one_that_is_chosen() -> None:
    executed = {
        "quick": Executed(frozenset("ab"), 0.1),
        "slow": Executed(frozenset("abc"), 9.0),
        "again": Executed(frozenset("bc"), 0.2),
        "nothing": Executed(frozenset(), 0.0),
        "commits": Executed(frozenset("c"), 5.0),
    }
    assert enough(executed, {"commits"}) == {"commits", "quick"}
    assert enough(executed, set()) == {"quick", "again"}
    assert enough(executed, {"unknown"}) == {"unknown", "quick", "again"}


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ('SELECT "a" FROM "t" WHERE "b" IN (%s, %s)', 'SELECT "a" FROM "t" WHERE "b" IN (%s)', True),
        ('INSERT INTO "t" VALUES (%s, NULL), (%s, NULL)', 'INSERT INTO "t" VALUES (%s, NULL)', True),
        ('SELECT "a" FROM "t" LIMIT 21', 'SELECT "a" FROM "t" LIMIT 1', True),
        ('SELECT "a" FROM "t"', 'SELECT "a" FROM "t" FOR UPDATE', False),
        ('SELECT "a" FROM "t" WHERE "b" = %s', 'SELECT "a" FROM "t" WHERE "b" > %s', False),
    ],
)
def test_statements_are_alike_whatever_their_values(one: str, other: str, alike: bool) -> None:
    assert (digest(one) == digest(other)) is alike
    assert digest('SAVEPOINT "s1"') is None


def test_what_a_test_executes_is_written_down(db: None, tmp_path: Path) -> None:
    with statements.written_down(tmp_path, "first"):
        assert not User.objects.filter(username="nobody").exists()
        assert not User.objects.filter(username="somebody").exists()
    with statements.written_down(tmp_path, "second"):
        pass
    found = statements.read(tmp_path)
    assert {name: len(test.statements) for name, test in found.items()} == {"first": 1, "second": 0}
