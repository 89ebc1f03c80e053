"""Plays the games that the demo's tables of seven are made of, and writes their answers down.

python -m tests.tables_games > league/demo/tables_games.json

Nothing in them may hang on lots, as in those of the ladder (`tests.ladder_games`).
"""

from __future__ import annotations

import os
import sys
from itertools import count
from random import Random
from typing import Any, Final

import django

from games.bots import brisk_bot, greedy_bot, play
from tests.ladder_games import LOTS, a_game_a_line, answers_in, is_settled

WANTED: Final = 6
"""Games: two rounds of three tables."""
BRISK: Final = 3
"""Of the seven, so many think ahead: boards become uneven."""


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
    django.setup()
    from league.competitions.tables.rules import settings_of
    from league.competitions.tables.seating import POWERS
    from league.demo.recorded import LAST_YEAR

    found: list[dict[str, Any]] = []
    for seed in count(1):
        random = Random(seed)
        brisk = random.sample(POWERS, BRISK)
        record = play(
            variant="standard",
            settings={**settings_of({"last_year": LAST_YEAR}), "draws": False},
            bots={power: brisk_bot if power in brisk else greedy_bot for power in POWERS},
            lots=LOTS,
            random=random,
            last_year=9999,
        )
        if is_settled(record):
            found.append(answers_in(record))
        if len(found) == WANTED:
            break
    print(a_game_a_line(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
