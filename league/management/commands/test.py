"""`python3 manage.py test`: what one runs while working; `python3 manage.py test --all`: everything.

On SQLite, then in a browser, then again on PostgreSQL and Redis where they answer. `tests/tiers.py` says what
belongs where, and what is left to `--all`.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

ALL = "--all"
POSTGRES = "postgresql://postgres@127.0.0.1:5432/poste_restante"
REDIS = "redis://127.0.0.1:6379/15"
PARALLEL = ["--dist", "loadscope", "--no-loadscope-reorder", "--durations", "25"]
"""`tests/conftest.py` says what stays together, and what begins."""
ADDITIONS = 3_000_000
NOTHING_COLLECTED = 5
"""What pytest answers where none of the tests asked for belongs to a part."""


def answers(port: int) -> bool:
    """Whether something listens on this machine's `port`."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


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


class Command(BaseCommand):
    help = (
        "Run what one runs while working; --all: every test. Other arguments go to pytest, on SQLite; "
        "with --all and arguments the tests they name run on SQLite, in a browser and on PostgreSQL."
    )
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(self.run(argv[2:]))

    def handle(self, *args: Any, **options: Any) -> None:
        """Only `run_from_argv` is used, so that pytest's own options pass through untouched."""

    def run(self, arguments: list[str]) -> int:
        """Exit status of the runs: 0 when all passed."""
        is_all = ALL in arguments
        rest = [argument for argument in arguments if argument != ALL]
        if rest and not is_all:
            return self.pytest(rest, {})
        with TemporaryDirectory(prefix="statements-") as folder:
            # Of tests that are named, each is repeated. (A folder by itself would be one to test.)
            tier = (
                ["--tier", "all", *(rest or [f"--statements={folder}"])] if is_all else ["--tier", "working"]
            )
            return self.parts(tier, is_all=is_all)

    def parts(self, tier: list[str], *, is_all: bool) -> int:
        """The run on SQLite, in a browser and on PostgreSQL; exit status."""
        began = time.monotonic()
        status = self.part("Tests without a browser, on SQLite.", "sqlite", ["-n", "auto", *tier])
        # Whoever sits at a browser waits half of the time, for pages, hints and deadlines.
        status |= self.part("Tests in a browser.", "browser", ["-n", "3", *tier])
        services = {
            "TEST_DATABASE_URL": os.environ.get("TEST_DATABASE_URL") or (POSTGRES if answers(5432) else ""),
            "TEST_REDIS_URL": os.environ.get("TEST_REDIS_URL") or (REDIS if answers(6379) else ""),
        }
        if missing := [name for name, url in services.items() if not url]:
            print(
                "\nSkipped: the tests on PostgreSQL and Redis. Nothing answers on this machine's usual ports "
                f"for them, and {' and '.join(missing)} is not set.",
                flush=True,
            )
        else:
            what = "Tests that use the database, on PostgreSQL and Redis."
            status |= self.part(what, "postgres", ["-n", "auto", *tier], services)
        verdict = "Something failed" if status else "All passed"
        told = (
            "every test" if is_all else f"what one runs while working; `manage.py test {ALL}` runs every test"
        )
        print(f"\n{verdict}, after {time.monotonic() - began:.0f} s: {told}.", flush=True)
        return status

    def part(
        self, what: str, part: str, arguments: list[str], environment: dict[str, str] | None = None
    ) -> int:
        print(f"\n{what}", flush=True)
        began, used, speed = time.monotonic(), seconds_of_processors(), seconds_of_additions()
        status = self.pytest(["-q", "--part", part, *PARALLEL, *arguments], environment or {})
        took, used = time.monotonic() - began, seconds_of_processors() - used
        print(
            f"{took:.0f} s, {used:.0f} s of processors; {ADDITIONS:,} additions took {speed:.2f} s before, "
            f"{seconds_of_additions():.2f} s afterwards.",
            flush=True,
        )
        return 0 if status == NOTHING_COLLECTED else status

    @staticmethod
    def pytest(arguments: list[str], environment: dict[str, str]) -> int:
        return subprocess.run(
            [sys.executable, "-m", "pytest", *arguments], cwd=settings.ROOT, env={**os.environ, **environment}
        ).returncode
