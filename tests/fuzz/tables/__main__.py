"""The command: plays events at tables of seven, each of a seed of its own, and says what came of them.

python -m tests.fuzz.tables --events 12 --seed 1
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from typing import Any

from tests.fuzz.events.command import run

MANY = 12
"""In so many events everything that people can do occurs."""


def _find() -> tuple[Callable[[int], Any], Collection[str]]:
    from tests.fuzz.tables.acts import DONE
    from tests.fuzz.tables.event import played

    return played, DONE


if __name__ == "__main__":
    sys.exit(run("events", _find, MANY))
