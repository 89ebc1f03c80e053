"""What one runs while working and what is left to `manage.py test --all` are the whole suite together."""

from __future__ import annotations

import json
import socket
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from league.management.commands.test import Command, services
from tests import outcomes, tiers
from tests.chaos.processes import Missing


class Test:
    """One test as pytest has collected it: where it stands, its marks, what it asks for."""

    __test__ = False

    def __init__(self, nodeid: str, *marks: str, asks: tuple[str, ...] = ()) -> None:
        self.nodeid, self.marks, self.fixturenames = nodeid, marks, asks

    def get_closest_marker(self, name: str) -> Any:
        return next((getattr(pytest.mark, mark).mark for mark in self.marks if mark == name), None)


PLAIN = Test("tests/test_plain.py::test_one")
ROWS = Test("tests/games/test_rows.py::test_one", asks=("db",))
RACES = Test("tests/games/test_races.py::test_one", "django_db", "postgres")
WORLDS = Test("tests/secrecy/worlds/test_x.py::test_one", "slow", asks=("db",))
SEASON = Test("tests/browser/test_x.py::test_a_season", "browser")
YEARS = Test("tests/browser/test_x.py::test_years", "browser", "slow")
ALL = (PLAIN, ROWS, RACES, WORLDS, SEASON, YEARS)


def selected(part: str | None, tier: str) -> tuple[list[Any], Counter[str]]:
    """What is run of ALL, and what the tier left out, by module."""
    dropped: list[Any] = []
    config: Any = SimpleNamespace(
        getoption={"part": part, "tier": tier}.__getitem__,
        stash={tiers.LEFT_OUT: Counter()},
        hook=SimpleNamespace(pytest_deselected=lambda items: dropped.extend(items)),
    )
    items: list[Any] = list(ALL)
    tiers.select(config, items)
    assert Counter(map(id, [*items, *dropped])) == Counter(map(id, ALL)), "what is not run is told"
    return items, config.stash[tiers.LEFT_OUT]


@pytest.mark.parametrize(
    ("part", "working", "everything"),
    [
        ("sqlite", [PLAIN, ROWS, RACES], [PLAIN, ROWS, RACES, WORLDS]),
        ("browser", [SEASON], [SEASON, YEARS]),
        ("postgres", [RACES], [ROWS, RACES]),
        (None, [PLAIN, ROWS, RACES, SEASON], list(ALL)),
    ],
)
def test_a_tier_runs_what_belongs_to_it(
    part: str | None, working: list[Test], everything: list[Test]
) -> None:
    assert selected(part, "working")[0] == working
    assert selected(part, "all")[0] == everything


def test_what_a_tier_leaves_out_is_counted_by_module() -> None:
    assert selected("browser", "working")[1] == {"tests/browser/test_x.py": 1}
    assert selected("postgres", "working")[1] == {"tests/games/test_rows.py": 1}
    assert not selected("sqlite", "all")[1]
    assert tiers.summary(Counter()) == []
    assert tiers.summary(Counter({"b": 1, "a": 2})) == [
        "Left to `manage.py test --all`: 3 tests, in a (2), b (1)."
    ]
    assert tiers.summary(Counter(map(str, range(99)))) == [
        "Left to `manage.py test --all`: 99 tests, in 99 modules."
    ]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], bool]]:
    """What pytest is called with, and whether on PostgreSQL; each run but the browser's passes."""
    called: list[tuple[list[str], bool]] = []

    def pytest_run(arguments: list[str], environment: dict[str, str]) -> int:
        assert not [each for each in arguments if each.startswith("/")], "pytest would look there for tests"
        called.append((arguments, "TEST_DATABASE_URL" in environment))
        for each in arguments:
            if each.startswith("--outcomes="):
                found = outcomes.Outcomes(passed=["one"])
                Path(each.partition("=")[2]).write_text(json.dumps(asdict(found)))
        return 5 if "browser" in arguments else 0

    monkeypatch.setattr(Command, "pytest", staticmethod(pytest_run))
    monkeypatch.setattr("league.management.commands.test.ADDITIONS", 1)
    monkeypatch.setattr("tests.migrated.migrate", lambda environment: None)
    monkeypatch.setenv("TEST_DATABASE_URL", "postgresql://there")
    monkeypatch.setenv("TEST_REDIS_URL", "redis://there")
    return called


@pytest.mark.parametrize(("arguments", "tier"), [([], "working"), (["--all"], "all")])
def test_a_run_has_three_parts(
    runs: list[tuple[list[str], bool]], arguments: list[str], tier: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One in which nothing was asked for is no failure."""
    assert Command().run(arguments) == 0
    parts = [(called[called.index("--part") + 1], postgres) for called, postgres in runs]
    assert parts == [("sqlite", False), ("browser", False), ("postgres", True)]
    assert all(called[called.index("--tier") + 1] == tier for called, _postgres in runs)
    assert capsys.readouterr().out.splitlines()[-1] == "2 passed, 0 failed"


def test_arguments_go_to_pytest(runs: list[tuple[list[str], bool]]) -> None:
    Command().run(["tests/games", "-k", "mail"])
    assert runs == [(["tests/games", "-k", "mail"], False)]
    Command().run(["--all", "tests/games"])
    assert [called[-1] for called, _postgres in runs[1:]] == ["tests/games"] * 3
    assert not any("--all" in called for called, _postgres in runs)


def test_missing_services_are_named_and_nothing_is_repeated(
    runs: list[tuple[list[str], bool]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_redis(_folder: Path) -> None:
        raise Missing("redis-server is not installed (Debian: apt-get install redis-server)")

    monkeypatch.delenv("TEST_REDIS_URL")
    monkeypatch.setattr("tests.chaos.processes.Redis", no_redis)
    assert Command().run([]) == 0
    assert [postgres for _called, postgres in runs] == [False, False]
    assert (
        "Skipped: the tests on PostgreSQL and Redis. redis-server is not installed" in capsys.readouterr().out
    )


@pytest.mark.slow
def test_services_have_data_and_ports_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs at once do not meet; nothing of them is left afterwards."""
    for name in ("TEST_DATABASE_URL", "TEST_REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    with services() as (first, missing), services() as (second, _missing):
        if missing:
            pytest.skip(" ".join(missing))
        assert not {*first.values()} & {*second.values()}
        ports = [urlsplit(url).port for url in (*first.values(), *second.values())]
        assert all(answers(port) for port in ports)
    assert not any(answers(port) for port in ports)


def answers(port: int | None) -> bool:
    with socket.socket() as probe:
        return port is not None and probe.connect_ex(("127.0.0.1", port)) == 0


def test_of_slow_cases_the_first_runs_while_working_where_it_says_so() -> None:
    class Case(Test):
        def get_closest_marker(self, name: str) -> Any:
            return pytest.mark.slow(but_first=self.nodeid.startswith("a")).mark if name == "slow" else None

    items: list[Any] = [Case(name) for name in ("a::one", "a::two[x]", "a::two[y]", "b::one", "b::two[x]")]
    assert tiers._for_working(items, "sqlite") == items[:2]


def test_what_commits_is_repeated_on_postgres_however_slow() -> None:
    slow = Test("tests/games/test_x.py::test_one", "slow", asks=("transactional_db",))
    assert tiers._belongs(slow, "postgres")  # type: ignore[arg-type]
