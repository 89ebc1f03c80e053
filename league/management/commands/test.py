"""`python3 manage.py test`: what one runs while working; `python3 manage.py test --all`: everything.

On SQLite, then in a browser, then again on PostgreSQL and Redis. `tests/tiers.py` says what belongs where,
and what is left to `--all`. PostgreSQL and Redis are started for the run where their programs are installed,
on free ports with data of their own; `TEST_DATABASE_URL` and `TEST_REDIS_URL` name others.

A test that fails runs once more, by itself. Passing then does not fail the run but is listed at its end: such
a test waits for time instead of for a fact, and has to be corrected.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

ALL = "--all"
PARALLEL = ["--dist", "worksteal", "--max-worker-restart", "0", "--durations", "25"]
"""Each process begins with a stretch of the tests, so that those of a module stay with what they have made.
One that is done takes half of what another has left. When a process dies the run is over."""
ADDITIONS = 3_000_000
FAILED, NOTHING_COLLECTED = 1, 5
"""What pytest answers where tests failed, and where none of those asked for belongs to a part."""
MOST_PASSING_LATER = 5
"""How many tests of a run may need a second try; more of them are no accident."""
MOST_TRIED_AGAIN = 50
"""More failures than that have one cause, which a second try would only show again."""
MODULES_TOLD = 20
"""Modules of a part whose seconds are told."""


@dataclass(slots=True)
class Tally:
    """What the parts of a run came to."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    passed_later: dict[str, str] = field(default_factory=dict)
    """Tests that passed only on the second try, with the last line of their first failure."""
    is_broken: bool = False
    """Whether a part ended otherwise than with tests that passed or failed."""

    def is_fine(self) -> bool:
        return not (self.is_broken or self.failed) and len(self.passed_later) <= MOST_PASSING_LATER


def seconds_of_additions() -> float:
    """How fast this machine is at this hour: what a run takes can only be compared beside it."""
    began = time.perf_counter()
    total = 0
    for number in range(ADDITIONS):
        total += number
    return time.perf_counter() - began


def seconds_of_processors() -> float:
    """What all processes that were started here and have ended have used so far."""
    times = os.times()
    return times.children_user + times.children_system


@contextmanager
def services() -> Iterator[tuple[dict[str, str], list[str]]]:
    """The addresses of a PostgreSQL and a Redis for tests, and sentences about those that are missing.

    Both are started here unless the environment names others, and ended with the block.
    """
    from tests.chaos.processes import Missing, Postgres, Redis

    found, missing = {}, []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="test-services-")))
        for name, service in (("TEST_DATABASE_URL", Postgres), ("TEST_REDIS_URL", Redis)):
            if url := os.environ.get(name):
                found[name] = url
                continue
            try:
                started = service(folder)
            except Missing as error:
                missing.append(f"{error}, and {name} is not set.")
                continue
            stack.callback(started.stop)
            found[name] = started.url
        yield found, missing


def _end(*_signal: object) -> None:
    """Leave by an exception, so that services are stopped and folders removed."""
    sys.exit(128 + signal.SIGTERM)


class Command(BaseCommand):
    help = (
        "Run what one runs while working; --all: every test. Other arguments go to pytest, on SQLite; "
        "with --all and arguments the tests they name run on SQLite, in a browser and on PostgreSQL."
    )
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        signal.signal(signal.SIGTERM, _end)
        sys.exit(self.run(argv[2:]))

    def handle(self, *args: Any, **options: Any) -> None:
        """Only `run_from_argv` is used, so that pytest's own options pass through untouched."""

    def run(self, arguments: list[str]) -> int:
        """Exit status of the runs: 0 when all passed."""
        is_all = ALL in arguments
        rest = [argument for argument in arguments if argument != ALL]
        if rest and not is_all:
            return self.pytest(rest, {})
        return self.parts(["--tier", "all" if is_all else "working"], rest)

    def parts(self, options: list[str], named: list[str]) -> int:
        """The run on SQLite, in a browser and on PostgreSQL, of all or of what is named; exit status."""
        from tests import migrated

        is_all = "all" in options
        began, tally = time.monotonic(), Tally()
        with services() as (addresses, missing), ThreadPoolExecutor() as meanwhile:
            template = None
            if not missing and "TEST_DATABASE_URL" not in os.environ:  # someone else's server stays as it is
                template = meanwhile.submit(migrated.template, addresses["TEST_DATABASE_URL"])
            with migrated.file() as file:
                sqlite = ["-n", "auto", "--reuse-db", *options, *named]
                self.part(tally, "Tests without a browser, on SQLite.", "sqlite", sqlite, file)
                # Browsers wait half of the time, for pages, hints and deadlines.
                browser = ["-n", "3", "--reuse-db", *options, *(named or ["tests/browser"])]
                self.part(tally, "Tests in a browser.", "browser", browser, file)
            if missing:
                print("\nSkipped: the tests on PostgreSQL and Redis.", *missing, flush=True)
            else:
                addresses |= template.result() if template else {}
                postgres = ["-n", "auto", *options, *named]
                what = "Tests that use the database, on PostgreSQL and Redis."
                self.part(tally, what, "postgres", postgres, addresses)
        what = "every test" if is_all else f"what one runs while working; `manage.py test {ALL}`: every test"
        print(f"\n{time.monotonic() - began:.0f} s: {what}.", flush=True)
        return self.conclude(tally)

    def part(
        self,
        tally: Tally,
        what: str,
        part: str,
        arguments: list[str],
        environment: dict[str, str] | None = None,
    ) -> None:
        """Run one part, what failed of it a second time, and add both to `tally`."""
        from tests import outcomes

        print(f"\n{what}", flush=True)
        began, used, speed = time.monotonic(), seconds_of_processors(), seconds_of_additions()
        with TemporaryDirectory(prefix="outcomes-") as folder:
            told = Path(folder, "first"), Path(folder, "second")
            common = ["-q", "--part", part]
            first = [*common, *PARALLEL, f"--outcomes={told[0]}", *arguments]
            status = self.pytest(first, environment or {})
            took, used = time.monotonic() - began, seconds_of_processors() - used
            print(
                f"{took:.0f} s, {used:.0f} s of processors; {ADDITIONS:,} additions took {speed:.2f} s "
                f"before, {seconds_of_additions():.2f} s afterwards.",
                flush=True,
            )
            if status == NOTHING_COLLECTED:
                return
            found = outcomes.read(told[0])
            self.tell_seconds(found.seconds)
            tally.passed += len(found.passed)
            may_try = status == FAILED and not found.is_broken and 0 < len(found.failed) <= MOST_TRIED_AGAIN
            if may_try:
                print(f"\n{len(found.failed)} failed; once more, one at a time.", flush=True)
                second = [*common, "-n", "0", f"--outcomes={told[1]}", *found.failed]
                self.pytest(second, environment or {})
                again = outcomes.read(told[1])
                later = {*again.passed} & {*found.failed}
                tally.passed += len(later)
                tally.passed_later |= {name: found.failed[name] for name in sorted(later)}
                tally.failed += [name for name in found.failed if name not in later]
                tally.is_broken |= again.is_broken
            else:
                tally.failed += found.failed
                tally.is_broken |= found.is_broken or status not in (0, FAILED)

    @staticmethod
    def tell_seconds(seconds: dict[str, float]) -> None:
        """Print how long the dearest modules took; `seconds` are those of each test."""
        modules: defaultdict[str, float] = defaultdict(float)
        for test, took in seconds.items():
            modules[test.partition("::")[0]] += took
        shown = ", ".join(
            f"{module.removeprefix('tests/')} {took:.0f}"
            for module, took in sorted(modules.items(), key=lambda each: -each[1])[:MODULES_TOLD]
        )
        if shown:
            print(f"{sum(seconds.values()):.0f} s of tests; the dearest modules: {shown}.", flush=True)

    @staticmethod
    def conclude(tally: Tally) -> int:
        """Print what `tally` comes to; exit status."""
        if tally.passed_later:
            print("\nPassed only on the second try:")
            for name, line in tally.passed_later.items():
                print(f"  {name}\n    {line}")
            if len(tally.passed_later) > MOST_PASSING_LATER:
                print(f"  {len(tally.passed_later)} of them: more than {MOST_PASSING_LATER} fail the run.")
        if tally.failed:
            print("\nFailed:", *tally.failed, sep="\n  ")
        if tally.is_broken:
            print("\nBroken: a process died, or modules could not be read; pytest says above what happened.")
        without_failures = not (tally.failed or tally.is_fine())
        but = ", and yet the run fails: see above" if without_failures else ""
        print(f"{tally.passed} passed, {len(tally.failed)} failed{but}", flush=True)
        return 0 if tally.is_fine() else 1

    @staticmethod
    def pytest(arguments: list[str], environment: dict[str, str]) -> int:
        return subprocess.run(
            [sys.executable, "-m", "pytest", *arguments], cwd=settings.ROOT, env={**os.environ, **environment}
        ).returncode
