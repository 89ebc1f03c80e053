"""The embedded process under fire: killed -9 again and again in mid-adjudication, and started again."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from tests.chaos.processes import Process, free_port
from tests.chaos.running import by_turns, run, told, wait_for_work, wait_until_done

DEATHS = 6
SHARE = 2
"""One process adjudicates one game at a time: it gets this part of the games."""


def start(folder: Path, more: Mapping[str, str]) -> Process:
    """The house in one process, on a database of its own, with `more` in its environment."""
    environment = {
        "DJANGO_SETTINGS_MODULE": "tests.chaos.embedded_settings",
        "CHAOS_DATABASE": str(folder / "chaos.sqlite3"),
        **more,
    }
    os.environ.update(environment)
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    command = [sys.executable, "-m", "tests.chaos.embedded", str(free_port())]
    return Process("embedded", command, folder, environment)


def embedded(games: int, seconds: int, folder: Path) -> Any:
    house = start(folder, {})
    from datetime import timedelta

    from django.db import connection

    from games.common import clock
    from tests.chaos import absence, money, once
    from tests.chaos.report import Disaster, make_report
    from tests.chaos.scene import lay_out

    try:
        house.wait_until_it_says("ready")
        games //= SHARE
        with told("Laying out seasons with money"):
            acts = money.lay_out()
        with told("Laying out games whose players go away, searches, sandboxes"):
            acts = by_turns(acts, absence.lay_out(), once.lay_out())
        with told(f"Laying out {games} games that fall due within {seconds} s"):
            expected = lay_out(games, timedelta(seconds=seconds))
        people = money.People(acts, seconds)
        people.start()
        began, happened, random = time.monotonic(), [], Random(1901)
        for number in range(1, DEATHS + 1):
            time.sleep(seconds / (DEATHS + 4) + random.uniform(-0.5, 0.5))
            with told("The whole process killed -9 and started again"):
                wait_for_work(expected)
                house.kill()
                house.start()
                house.wait_until_it_says("ready")
            happened.append(Disaster(f"the process killed -9, time {number}", clock.now()))
        people.finish()
        money.wait_until_settled(began + seconds + money.PATIENCE)
        # What money that arrived last has to tell is delivered too.
        wait_until_done(expected, max(began + seconds, time.monotonic()))
        report = make_report("Embedded: SQLite, everything in one process", expected, happened)
    finally:
        house.kill()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        (verdict,) = cursor.fetchone()
    print(f"SQLite's integrity check: {verdict}")
    if verdict != "ok":
        raise SystemExit(1)
    return report


if __name__ == "__main__":
    sys.exit(run(embedded))
