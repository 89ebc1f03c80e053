"""Plays the games that the demo's ladder is made of, and writes their answers down.

python -m tests.ladder_games > league/demo/ladder_games.json

Nothing in them may hang on lots, which are others when they are played again: such games, and those that
no one wins, are left out.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from itertools import count
from random import Random
from typing import Any, Final

import django

import adjudicator
from games.bots import brisk_bot, greedy_bot, play

WANTED: Final = 6
"""Games won by each seat."""
LOTS: Final = "00" * 32


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
    django.setup()
    from league.demo.recorded import SETTINGS

    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for seed in count(1):
        record = play(
            variant="intimate",
            settings={**SETTINGS, "draws": False},
            bots={"1": brisk_bot, "2": (brisk_bot, greedy_bot)[seed % 2]},
            lots=LOTS,
            random=Random(seed),
            last_year=9999,
        )
        winners = record["turns"][-1]["position"]["outcome"]["winners"]
        if len(winners) == 1 and is_settled(record) and len(found[winners[0]]) < WANTED:
            found[winners[0]].append(answers_in(record))
        if len(found) == 2 and min(map(len, found.values())) == WANTED:
            break
    print("{" + ",\n".join(f'"{seat}":{a_game_a_line(games)}' for seat, games in sorted(found.items())) + "}")
    return 0


def a_game_a_line(games: list[dict[str, Any]]) -> str:
    """A game a line."""
    return "[\n" + ",\n".join(json.dumps(game, separators=(",", ":")) for game in games) + "\n]"


def is_settled(record: dict[str, Any]) -> bool:
    """Whether the same answers lead to the same end by any lots."""
    return not any(adjudicator.was_drawn(turn) for turn in record["turns"])


def answers_in(record: dict[str, Any]) -> dict[str, Any]:
    """By label, what each seat answered."""
    labels = [record["start"]["phase"], *(turn["position"]["phase"] for turn in record["turns"])]
    return {label: turn["answers"] for label, turn in zip(labels, record["turns"], strict=False)}


if __name__ == "__main__":
    sys.exit(main())
