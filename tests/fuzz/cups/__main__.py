"""The command: plays knock-outs, each of a seed of its own, and says what came of them.

python -m tests.fuzz.cups --cups 20 --seed 1
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from typing import Any

from tests.fuzz.events.command import run

MANY = 20
"""In so many cups everything that people can do occurs."""


def _find() -> tuple[Callable[[int], Any], Collection[str]]:
    from tests.fuzz.cups.acts import DONE
    from tests.fuzz.cups.cup import played

    return played, DONE


if __name__ == "__main__":
    sys.exit(run("cups", _find, MANY))
