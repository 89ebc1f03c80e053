"""The embedded process frozen, as when a laptop is suspended, for longer than an outage."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tests.chaos.embedded_run import start
from tests.chaos.freezing import ENVIRONMENT, Step, freeze
from tests.chaos.running import run


def embedded_freezes(_games: int, _seconds: int, folder: Path) -> Any:
    house = start(folder, ENVIRONMENT)

    def start_again() -> None:
        house.start()
        house.wait_until_it_says("ready")

    try:
        house.wait_until_it_says("ready")
        return freeze(
            "Embedded, frozen",
            [
                Step("the whole process frozen", house.freeze, house.thaw),
                Step("the whole process killed -9 and started again", house.kill, start_again),
            ],
        )
    finally:
        house.kill()


if __name__ == "__main__":
    sys.exit(run(embedded_freezes))
