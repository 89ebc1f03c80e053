"""`python3 manage.py test`: all the tests, on SQLite, and again on PostgreSQL and Redis where they answer."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

POSTGRES = "postgresql://postgres@127.0.0.1:5432/poste_restante"
REDIS = "redis://127.0.0.1:6379/15"
SHARED = ["--dist", "loadscope", "--no-loadscope-reorder", "--durations", "25"]
"""`tests/conftest.py` says what stays together, and what begins."""
ADDITIONS = 3_000_000
PARALLEL = ["-n", "auto", *SHARED]


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


class Command(BaseCommand):
    help = "Run the tests. Arguments go to pytest; with any, only the SQLite run is made."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(self.run(argv[2:]))

    def handle(self, *args: Any, **options: Any) -> None:
        """Only `run_from_argv` is used, so that pytest's own options pass through untouched."""

    def run(self, arguments: list[str]) -> int:
        """Exit status of the runs: 0 when all passed."""
        if arguments:
            return self.pytest(arguments, {})
        status = self.part("All tests but those in a browser, on SQLite.", [*PARALLEL, "-m", "not browser"])
        # A browser is many processes already: two at a time, each with a house of its own.
        status |= self.part("The tests in a browser.", ["-n", "2", *SHARED, "-m", "browser"])
        services = {
            "TEST_DATABASE_URL": os.environ.get("TEST_DATABASE_URL") or (POSTGRES if answers(5432) else ""),
            "TEST_REDIS_URL": os.environ.get("TEST_REDIS_URL") or (REDIS if answers(6379) else ""),
        }
        missing = [name for name, url in services.items() if not url]
        if missing:
            print(
                "\nSkipped: the tests on PostgreSQL and Redis. Nothing answers on this machine's usual ports "
                f"for them, and {' and '.join(missing)} is not set.",
                flush=True,
            )
            return status
        again = [*PARALLEL, "-m", "uses_database and not browser"]
        return status | self.part("Whatever uses a data base, on PostgreSQL and Redis.", again, services)

    def part(self, what: str, arguments: list[str], environment: dict[str, str] | None = None) -> int:
        print(f"\n{what}", flush=True)
        began, speed = time.monotonic(), seconds_of_additions()
        status = self.pytest(["-q", *arguments], environment or {})
        took = time.monotonic() - began
        print(f"{took:.0f} s; {ADDITIONS:,} additions took {speed:.2f} s before, ", end="")
        print(f"{seconds_of_additions():.2f} s afterwards.", flush=True)
        return status

    @staticmethod
    def pytest(arguments: list[str], environment: dict[str, str]) -> int:
        return subprocess.run(
            [sys.executable, "-m", "pytest", *arguments], cwd=settings.ROOT, env={**os.environ, **environment}
        ).returncode
