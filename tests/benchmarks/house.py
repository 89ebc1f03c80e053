"""The house as production runs it, with services of its own, and what its processes use."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.processes import ROOT, Postgres, Process, Redis, free_port

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Use:
    """What some processes have used so far: seconds of processor time, bytes of memory they hold now."""

    cpu: float
    memory: int


def used_by(roots: Iterable[int]) -> Use:
    """What the processes `roots` and all their children use; dead children count with their time."""
    children: dict[int, list[int]] = {}
    stats: dict[int, list[str]] = {}
    for path in Path("/proc").iterdir():
        if not path.name.isdigit():
            continue
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # gone meanwhile
        stats[int(path.name)] = fields
        children.setdefault(int(fields[1]), []).append(int(path.name))
    ticks = memory = 0
    waiting = list(roots)
    while waiting:
        pid = waiting.pop()
        if pid in stats:
            ticks += sum(map(int, stats[pid][11:15]))
            memory += int(stats[pid][21]) * PAGE
            waiting += children.get(pid, [])
    return Use(ticks / TICKS, memory)


def idle_share() -> tuple[int, int]:
    """The machine's processors since it started: ticks that were idle, and all ticks."""
    ticks = list(map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]))
    return ticks[3] + ticks[4], sum(ticks[:8])


def nanoseconds_an_addition() -> float:
    """How slow this machine is now: a loop of Python, the best of three. Hosts lend their time to others, so
    two runs compare only if this does.
    """
    best = 9.0
    for _time in range(3):
        began = time.process_time()
        total = 0
        for number in range(1_000_000):
            total += number
        best = min(best, time.process_time() - began)
    return best * 1000


def memory_of_postgres() -> str:
    """What `deploy/compose.yaml` lets PostgreSQL keep at hand."""
    found = re.search(r"shared_buffers=(\w+)", (ROOT / "deploy/compose.yaml").read_text())
    assert found, "deploy/compose.yaml says how much"
    return found[1]


class House:
    """PostgreSQL, Redis and a mail server that counts, and whatever processes are started on them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.processes = folder, {}
        self.redis = Redis(folder)
        stack.callback(self.redis.kill)
        self.postgres = Postgres(folder, shared_buffers=memory_of_postgres())
        stack.callback(self.postgres.stop)
        stack.callback(self.stop)
        self.mail_port = free_port()
        self.environment = {
            "DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings",
            "BENCHMARK_FOLDER": str(folder),
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "SECRET_KEY": "benchmarks only; signs nothing of worth, and is long enough for the checks",
            "ALLOWED_HOSTS": "localhost",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(self.mail_port),
            "EMAIL_USE_TLS": "0",
            "DEFAULT_FROM_EMAIL": "Poste Restante <post@example.org>",
        }
        os.environ.update(self.environment)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0, interactive=False)

    processes: dict[str, Process]

    def start(self, name: str, *arguments: str, says: str = "") -> Process:
        """Start `python -m ARGUMENTS`, and wait until it says that it is up."""
        process = Process(name, [sys.executable, "-m", *arguments], self.folder, self.environment)
        self.processes[name] = process
        if says:
            process.wait_until_it_says(says)
        return process

    def worker(self, name: str, queues: str) -> None:
        """A Celery worker as docs/running.md starts it."""
        node = ["--loglevel=INFO", "-n", f"{name}@localhost"]
        self.start(name, "celery", "-A", "league", "worker", "-Q", queues, *node, says="ready.")

    def beat(self) -> None:
        self.start(
            "beat",
            "celery",
            "-A",
            "league",
            "beat",
            "-s",
            str(self.folder / "schedule"),
            "--loglevel=WARNING",
        )

    def stop(self) -> None:
        """Stop what was started here."""
        for process in reversed(list(self.processes.values())):
            process.kill()
        self.processes.clear()

    def used_by(self, *names: str) -> Use:
        """What the processes with these names use; `postgres` and `redis` are names too."""
        roots = []
        for name in names:
            if name == "postgres":
                roots.append(int((self.postgres.data / "postmaster.pid").read_text().split("\n", 1)[0]))
            else:
                roots.append((self.redis if name == "redis" else self.processes[name]).process.pid)
        return used_by(roots)


@contextmanager
def house(folder: Path) -> Iterator[House]:
    """A house with a migrated, empty database; nothing of it is left afterwards."""
    with ExitStack() as stack:
        yield House(folder, stack)
        from django.db import connection

        connection.close()
