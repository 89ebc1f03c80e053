"""What the fuzzers of all games share: games by their numbers, records that replay, tallies, the command."""

from __future__ import annotations

import argparse
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

import adjudicator
from adjudicator.canonical import dumps

Json = dict[str, Any]


@dataclass
class Tally:
    """What became of many games."""

    endings: Counter[str] = field(default_factory=Counter)
    years: Counter[int] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)

    def add(self, record: Json) -> None:
        last = record["turns"][-1]
        self.endings[last["outcome"]["how"]] += 1
        self.years[int(last["position"]["phase"][1:5])] += 1
        before = record["start"]
        for turn in record["turns"]:
            self.phases[before["phase"][5]] += 1
            items = (*turn["results"], *turn["news"])
            self.clauses.update(i.get("clause") or i["how"] for i in items if i.get("clause") or i.get("how"))
            before = turn["position"]


AnyTally = TypeVar("AnyTally", bound=Tally)


def lots_of(seed: int) -> str:
    """The lots of game number `seed`."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def replayed(record: Json) -> Json:
    """The record, if it replays to the same bytes."""
    assert dumps(adjudicator.replay(record)["turns"]) == dumps(record["turns"]), "the game replays otherwise"
    return record


@contextmanager
def numbered(seed: int) -> Iterator[None]:
    """Whatever goes wrong inside is told with the game's number."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"game {seed}") from error


def play_many(play_one: Callable[[int], Json], seeds: Iterable[int], tally: AnyTally) -> AnyTally:
    """Play the games numbered `seeds`; AssertionError, with the game's number, at the first that fails."""
    for seed in seeds:
        with numbered(seed):
            tally.add(play_one(seed))
    return tally


def main(description: str | None, run: Callable[[Iterable[int]], Tally], games: int) -> int:
    """The command: `games` of them unless another number is asked for."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=0, help="the first game's number")
    given = parser.parse_args()
    began = time.monotonic()
    tally = run(range(given.seed, given.seed + given.games))
    for each in fields(tally):
        print(each.name)
        for key, count in sorted(getattr(tally, each.name).items(), key=lambda row: str(row[0])):
            print(f"  {key!s:<34}{count:>9,}")
    phases = sum(tally.phases.values())
    print(f"{given.games:,} games, {phases:,} phases, all invariants held, all records replayed: ", end="")
    print(f"{time.monotonic() - began:.0f} s")
    return 0
