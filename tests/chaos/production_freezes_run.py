"""Production frozen: workers, or PostgreSQL, stand still for longer than an outage, and go on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.chaos.freezing import ENVIRONMENT, Step, freeze
from tests.chaos.production_run import house
from tests.chaos.running import run


def production_freezes(_games: int, _seconds: int, folder: Path) -> Any:
    with house(folder, ENVIRONMENT) as here:

        def of_workers(act: str) -> None:
            for worker in here.workers:
                getattr(worker, act)()

        def kill() -> None:
            here.manager.looks_away.set()
            of_workers("kill")

        def start() -> None:
            here.manager.looks_away.clear()
            for worker in here.workers:
                worker.wait_until_started_again()
                worker.wait_until_it_says("ready.")

        return freeze(
            "Production, frozen",
            [
                Step("both workers frozen", lambda: of_workers("freeze"), lambda: of_workers("thaw")),
                Step("PostgreSQL frozen", here.postgres.freeze, here.postgres.thaw),
                Step("both workers killed -9 and started again", kill, start),
            ],
        )


if __name__ == "__main__":
    sys.exit(run(production_freezes))
