"""The command of a kind's fuzzer: plays events, each of a seed of its own, and says what came of them."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from tests.fuzz.own_database import on_its_own_database

LONGEST = 400
"""Letters of a fault, at most: a whole file can stand in one. What the site raised is told in full."""


def run(called: str, find: Callable[[], tuple[Callable[[int], Any], Collection[str]]], many: int) -> int:
    """Play as many as the command line asks for, which names them as they are `called`; its exit status.

    `find` gives what plays one of a seed, and what has to occur, as it is counted, where `many` are played;
    it is asked once there is a database.
    """
    parser = argparse.ArgumentParser(description=f"Play {called} and check them")
    parser.add_argument(f"--{called}", type=int, default=many, dest="number")
    parser.add_argument("--seed", type=int, default=1, help="the first one's; each has the next")
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + asked.number)
    return on_its_own_database(lambda: _play(called, seeds, *find(), many))


def _play(called: str, seeds: range, played: Callable[[int], Any], done: Collection[str], many: int) -> int:
    began, wrong, seen = time.monotonic(), 0, Counter[str]()
    for seed in seeds:
        event = played(seed)
        print(f"{time.monotonic() - began:>6.0f} s  seed {seed}: {event.said}", flush=True)
        for line in event.faults:
            is_traceback = "\n" in line
            print(f"seed {seed}: {line if is_traceback else line[:LONGEST]}", flush=True)
        wrong += len(event.faults)
        seen += event.counted
    for what, count in sorted(seen.items()):
        print(f"  {what:<44}{count:>7,}")
    # With fewer, chance may leave something out.
    for what in sorted(set(done) - (+seen).keys()) if len(seeds) >= many else ():
        print(f"never {what}")
        wrong += 1
    print(f"{len(seeds)} {called}, {wrong} violations, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0
