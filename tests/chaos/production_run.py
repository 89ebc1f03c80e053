"""Production under fire: two workers of two processes, two beats, PostgreSQL and Redis, all killed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.chaos.processes import Postgres, Process, Redis, ServiceManager, celery
from tests.chaos.running import by_turns, run, told, wait_for_work, wait_until_done

REDIS_AWAY = 12
"""Seconds: longer than a client that waits longer and longer would forgive."""

WORKER = ["worker", "--concurrency=2", "-Q", "deadlines,hints,outbox,background", "--loglevel=INFO"]


@dataclass(frozen=True, slots=True)
class House:
    """Production on this machine: two workers and two beats, and what they work with."""

    redis: Redis
    postgres: Postgres
    processes: list[Process]
    manager: ServiceManager

    @property
    def workers(self) -> list[Process]:
        return self.processes[:2]


@contextmanager
def house(folder: Path, more: Mapping[str, str]) -> Iterator[House]:
    """Start it, with `more` in its environment; in the end nothing of it is left."""
    redis = Redis(folder)
    processes: list[Process] = []
    manager = None
    postgres = None
    try:
        postgres = Postgres(folder)
        environment = {
            "DJANGO_SETTINGS_MODULE": "tests.chaos.production_settings",
            "DATABASE_URL": postgres.url,
            "REDIS_URL": redis.url,
            "SECRET_KEY": "chaos only; signs nothing of worth, and is long enough for the checks",
            "ALLOWED_HOSTS": "localhost",
            "EMAIL_HOST": "localhost",
            "DEFAULT_FROM_EMAIL": "chaos@localhost",
            **more,
        }
        os.environ.update(environment)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0, interactive=False)
        for name in ("worker-1", "worker-2"):
            node = ["-n", f"{name}@localhost"]
            processes.append(Process(name, celery([*WORKER, *node]), folder, environment))
        for name in ("beat-1", "beat-2"):
            processes.append(Process(name, celery(["beat", "--loglevel=WARNING"]), folder, environment))
        for worker in processes[:2]:
            worker.wait_until_it_says("ready.")
        manager = ServiceManager(processes)
        yield House(redis, postgres, processes, manager)
    finally:
        if manager is not None:
            manager.stop()
        for process in processes:
            process.kill()
        redis.kill()
        if postgres is not None:
            from django.db import connection

            connection.close()
            postgres.stop()


def production(games: int, seconds: int, folder: Path) -> Any:
    with house(folder, {}) as here:
        return _under_fire(games, seconds, here.redis, here.postgres, here.processes)


def _under_fire(games: int, seconds: int, redis: Redis, postgres: Postgres, processes: list[Process]) -> Any:
    from datetime import timedelta

    from django.db import DatabaseError, connection

    from games.common import clock
    from games.tasks import drain_due
    from tests.chaos import absence, money, once
    from tests.chaos.report import Disaster, make_report
    from tests.chaos.scene import lay_out
    from tests.league.prizes import unruly

    workers, beats = processes[:2], processes[2:]

    def kill_a_child() -> None:
        workers[0].kill_child()

    def kill_a_worker() -> None:
        workers[0].kill()

    def kill_both_workers() -> None:
        for worker in workers:
            worker.kill()
        workers[0].wait_until_started_again()
        workers[0].wait_until_it_says("ready.")

    def kill_a_beat() -> None:
        beats[0].kill()

    def double_tasks() -> None:
        for _each in range(30):
            drain_due.apply_async()

    def kill_redis() -> None:
        redis.kill()
        time.sleep(REDIS_AWAY)
        redis.start()

    disasters: list[tuple[str, Callable[[], None]]] = [
        ("thirty duplicate tasks at once", double_tasks),
        ("a worker's child killed -9", kill_a_child),
        ("a worker's whole group killed -9, the other goes on", kill_a_worker),
        ("Redis emptied", redis.flush),
        ("PostgreSQL restarted at once", postgres.restart_at_once),
        ("a worker's child killed -9 again", kill_a_child),
        (f"Redis killed, away for {REDIS_AWAY} seconds", kill_redis),
        ("a beat killed -9, the other goes on", kill_a_beat),
        ("both workers' groups killed -9", kill_both_workers),
        ("the payment provider does not answer for 5 seconds", lambda: unruly.be_down(5)),
        ("PostgreSQL restarted at once, again", postgres.restart_at_once),
    ]
    with told("Laying out seasons with money"):
        acts = money.lay_out()
    with told("Laying out games whose players go away, searches, sandboxes"):
        acts = by_turns(acts, absence.lay_out(), once.lay_out())
    with told(f"Laying out {games} games that fall due within {seconds} s"):
        expected = lay_out(games, timedelta(seconds=seconds))
    people = money.People(acts, seconds)
    people.start()
    began, happened, random = time.monotonic(), [], Random(1901)
    pause = max(3.0, (seconds - REDIS_AWAY) / (len(disasters) + 3))
    for what, strike in disasters:
        time.sleep(pause + random.uniform(-0.3, 0.3))
        with told(what):
            wait_for_work(expected)
            strike()
        try:
            over_at = clock.now()
        except DatabaseError:
            connection.close()
            over_at = clock.now()
        happened.append(Disaster(what, over_at))
    people.finish()
    money.wait_until_settled(began + seconds + money.PATIENCE)
    # What money that arrived last has to tell is delivered too.
    wait_until_done(expected, max(began + seconds, time.monotonic()))
    return make_report("Production: PostgreSQL, Redis, two workers, two beats", expected, happened)


if __name__ == "__main__":
    sys.exit(run(production))
