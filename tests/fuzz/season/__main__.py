"""The command: plays a season on a database of its own and says what came of it.

python -m tests.fuzz.season --games 24 --bots 40 --seed 1 --weeks 30
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.own_database import on_its_own_database


def main() -> int:
    parser = argparse.ArgumentParser(description="Play a season of bots and count everything anew")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--bots", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weeks", type=int, default=40, help="when every game has to be over")
    asked = parser.parse_args()
    return on_its_own_database(lambda: _season(asked))


def _season(asked: argparse.Namespace) -> int:
    from tests.fuzz.season.league import Season
    from tests.fuzz.season.report import table

    began = time.monotonic()

    def tell(line: str) -> None:
        print(f"{time.monotonic() - began:>6.0f} s  {line}", flush=True)

    season = Season(games=asked.games, people=asked.bots, seed=asked.seed)
    try:
        season.play(weeks=asked.weeks, tell=tell)
        tell("every game is counted anew")
        wrong = season.violations()
    except Exception as error:
        raise AssertionError(f"seed {asked.seed}, on {season.calendar.time:%d %B %H:%M}") from error
    print("\n".join(table(season)))
    for line in wrong:
        print(f"seed {asked.seed}, {line}")
    print(f"{asked.games} games, {asked.bots} bots, seed {asked.seed}: ", end="")
    print(f"{len(wrong)} violations, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
