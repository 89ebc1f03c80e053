"""Which tests run when: what one runs while working, and everything; on SQLite, in a browser, on PostgreSQL.

`manage.py test` asks for these runs by `--tier` and `--part`; plain pytest runs whatever it is given. Two
marks say it, where the test stands:

- `slow`: left to `manage.py test --all`, because a shorter test guards in part what this one does in full.
  `slow(but_first=True)`: the first of its cases runs while one works as well.
- `postgres`: repeated on PostgreSQL while one works: locks, races, the outbox, the queries behind pages. With
  `--all` every test is repeated there that uses the database, but for slow ones without this mark.

What was left out is counted at the end, by module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

PARTS = ("sqlite", "browser", "postgres")
TIERS = ("working", "all")

COMMITTING = {"transactional_db", "django_db_reset_sequences", "live_server"}
DATABASE_FIXTURES = {"db", *COMMITTING}

MOST_NAMED = 30
"""Modules that are named; of more than that, only how many they are is said."""

LEFT_OUT = pytest.StashKey[Counter[str]]()
"""How many tests of each module the tier left out."""


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("tiers", "which tests run when")
    group.addoption("--tier", choices=TIERS, default="all", help="working: without tests marked slow")
    group.addoption("--pictures", action="store_true", help="keep what windows show in tests/artifacts/")
    group.addoption("--part", choices=PARTS, help="only what belongs on SQLite, in a browser, on PostgreSQL")


def configure(config: pytest.Config) -> None:
    config.stash[LEFT_OUT] = Counter()
    config.addinivalue_line("markers", "browser: drives Chromium")
    config.addinivalue_line("markers", "long: takes seconds; begun first")
    config.addinivalue_line("markers", "slow(but_first=False): left to `manage.py test --all`")
    config.addinivalue_line("markers", "postgres: repeated on PostgreSQL while one works")


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave in `items` those of the part and of the tier."""
    part, tier = config.getoption("part"), config.getoption("tier")
    belong = [item for item in items if part is None or _belongs(item, part)]
    kept = belong if tier == "all" else _for_working(belong, part)
    staying = {*kept}
    for item in belong:
        if item not in staying:
            config.stash[LEFT_OUT][item.nodeid.partition("::")[0]] += 1
    if len(kept) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in staying])
        items[:] = kept


def _belongs(item: pytest.Item, part: str) -> bool:
    is_in_browser = item.get_closest_marker("browser") is not None
    if part != "postgres":
        return is_in_browser is (part == "browser")
    is_worth_it = not item.get_closest_marker("slow") or item.get_closest_marker("postgres") or _commits(item)
    return not is_in_browser and uses_database(item) and bool(is_worth_it)


def _for_working(items: list[pytest.Item], part: str | None) -> list[pytest.Item]:
    kept, seen = [], set()
    for item in items:
        slow, function = item.get_closest_marker("slow"), item.nodeid.partition("[")[0]
        is_first = function not in seen
        seen.add(function)
        if part == "postgres":
            is_chosen = item.get_closest_marker("postgres") is not None
        else:
            is_chosen = slow is None or bool(slow.kwargs.get("but_first") and is_first)
        if is_chosen:
            kept.append(item)
    return kept


def _commits(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    asks = {*getattr(item, "fixturenames", ())} & COMMITTING
    return bool(asks or (mark and mark.kwargs.get("transaction")))


def uses_database(item: pytest.Item) -> bool:
    """Whether another database might make a difference to a test."""
    names = {*getattr(item, "fixturenames", ())}
    return bool(item.get_closest_marker("django_db") or names & DATABASE_FIXTURES)


def told(config: pytest.Config) -> dict[str, Any]:
    """What one of several processes tells of its choice; each of them chooses the same."""
    return {"left_out": dict(config.stash[LEFT_OUT])}


def heard(config: pytest.Config, said: Mapping[str, Any]) -> None:
    left_out: Counter[str] = Counter(said.get("left_out", {}))
    config.stash[LEFT_OUT] = config.stash[LEFT_OUT] | left_out


def summary(left_out: Counter[str]) -> list[str]:
    """Lines that say what was left out, if anything was: by module, or of how many."""
    if not left_out:
        return []
    modules = ", ".join(f"{module} ({count})" for module, count in sorted(left_out.items()))
    where = modules if len(left_out) <= MOST_NAMED else f"{len(left_out)} modules"
    return [f"Left to `manage.py test --all`: {left_out.total()} tests, in {where}."]
