"""The command: plays knock-outs, each of a seed of its own, and says what came of them.

python -m tests.fuzz.cups --cups 20 --seed 1
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.fuzz.own_database import on_its_own_database

MANY = 20
"""In so many cups everything that people can do occurs."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Play knock-outs and check their brackets")
    parser.add_argument("--cups", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="the first cup's; each has the next")
    asked = parser.parse_args()
    return on_its_own_database(lambda: _cups(range(asked.seed, asked.seed + asked.cups)))


def _cups(seeds: range) -> int:
    from tests.fuzz.cups.acts import DONE
    from tests.fuzz.cups.cup import played

    began, wrong, seen = time.monotonic(), 0, Counter[str]()
    for seed in seeds:
        cup = played(seed)
        print(f"{time.monotonic() - began:>6.0f} s  seed {seed}: {cup.said}", flush=True)
        for line in cup.faults:
            print(f"seed {seed}: {line}", flush=True)
        wrong += len(cup.faults)
        seen += cup.counted
    for what, count in sorted(seen.items()):
        print(f"  {what:<44}{count:>7,}")
    # With fewer, chance may leave something out.
    for what in sorted(DONE - (+seen).keys()) if len(seeds) >= MANY else ():
        print(f"never {what}")
        wrong += 1
    print(f"{len(seeds)} cups, {wrong} violations, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
