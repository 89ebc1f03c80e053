"""The command: plays a season of the ladder on a database of its own and says what came of it.

python -m tests.fuzz.ladder --bots 30 --seed 1
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.own_database import on_its_own_database


def main() -> int:
    parser = argparse.ArgumentParser(description="Play a season of the ladder and check its table")
    parser.add_argument("--bots", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--days", type=int, default=90, help="how long the season lasts, to its last day")
    asked = parser.parse_args()
    return on_its_own_database(lambda: _season(asked))


def _season(asked: argparse.Namespace) -> int:
    from tests.fuzz.ladder.report import table
    from tests.fuzz.ladder.season import LadderSeason

    began = time.monotonic()

    def tell(line: str) -> None:
        print(f"{time.monotonic() - began:>6.0f} s  {line}", flush=True)

    season = LadderSeason(bots=asked.bots, seed=asked.seed, days=asked.days)
    try:
        season.play(tell=tell)
        tell("everything is counted anew")
        wrong = season.violations()
    except Exception as error:
        raise AssertionError(f"seed {asked.seed}, on {season.calendar.time:%d %B %H:%M}") from error
    print("\n".join(table(season)))
    for line in wrong:
        print(f"seed {asked.seed}: {line}")
    print(f"{asked.bots} bots, seed {asked.seed}: {season.checked} tables checked, ", end="")
    print(f"{len(wrong)} violations, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
