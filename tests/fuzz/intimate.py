"""Whole games of Intimate Diplomacy between bots, each phase checked, each record replayed.

python -m tests.fuzz.intimate --games 5000 --seed 1
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from adjudicator import engine
from adjudicator.canonical import dumps
from games.bots import Bot, Scene, greedy_bot, play, random_bot
from tests.fuzz.invariants import check

LAST_YEAR = 1912


def careless_bot(scene: Scene) -> Any:
    """What people really send: nothing, an empty sheet, half a sheet, somebody else's units, words."""
    random = scene.random
    whole = random_bot(scene)
    if isinstance(whole, dict):
        return random.choice(
            [whole, whole, {}, None, [], {"bids": {"GERMANY": -1, "MARS": 3}}, {"preferences": ["x"]}]
        )
    stray = ["A MUN - BER", "F NTH H", "A PAR - MOS", "WAIVE", "A BER B", "Russie A War-Pru", "??", "A PAR D"]
    half = [line for line in whole if random.random() < 0.7]
    return random.choice([whole, None, [], half, half + random.sample(stray, 3), whole + whole])


BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot, "careless": careless_bot}
PAIRINGS = (("greedy", "greedy"), ("greedy", "random"), ("greedy", "careless"), ("random", "careless"))


@dataclass(frozen=True)
class Game:
    """What is played: a variant between these bots by name, `check` shown every phase."""

    variant: str
    bots: Mapping[str, Bot]
    check: Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], None]
    settings: Mapping[str, tuple[Any, ...]]
    """What each setting may be; one of them is drawn for each game."""


INTIMATE = Game("intimate", BOTS, check, {"rulebook": ("classic", "modern")})


@dataclass
class Tally:
    """What became of many games."""

    endings: Counter[str] = field(default_factory=Counter)
    years: Counter[int] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    pairings: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)

    def add(self, names: tuple[str, str], record: dict[str, Any]) -> None:
        outcome = record["turns"][-1]["outcome"]
        self.endings[outcome["how"]] += 1
        self.years[int(record["turns"][-1]["position"]["phase"][1:5])] += 1
        self.pairings[" against ".join(names)] += 1
        if len(outcome["winners"]) == 1:
            self.wins[f"{names[int(outcome['winners'][0]) - 1]} ({' against '.join(names)})"] += 1
        before = record["start"]
        for turn in record["turns"]:
            self.phases[before["phase"][5]] += 1
            for item in (*turn["results"], *turn["news"]):
                clause = item.get("clause") or item.get("how")
                if clause:
                    self.clauses[clause] += 1
            before = turn["position"]


def play_one(
    seed: int, *, game: Game = INTIMATE, last_year: int = LAST_YEAR
) -> tuple[tuple[str, str], dict[str, Any]]:
    """Game number `seed`: its bots' names and its record, every phase checked and the whole replayed."""
    random = Random(seed)
    names = random.choice(PAIRINGS)
    if random.random() < 0.5:
        names = (names[1], names[0])
    settings = {name: random.choice(values) for name, values in game.settings.items()}
    record = play(
        variant=game.variant,
        settings=settings,
        bots={"1": game.bots[names[0]], "2": game.bots[names[1]]},
        lots=hashlib.sha256(str(seed).encode()).hexdigest(),
        random=random,
        last_year=last_year,
        watch=game.check,
    )
    assert dumps(engine.replay(record)["turns"]) == dumps(record["turns"]), f"game {seed} replays otherwise"
    return names, record


def run(seeds: Iterable[int], *, game: Game = INTIMATE, last_year: int = LAST_YEAR) -> Tally:
    """Play the games numbered `seeds`; AssertionError, with the game's number, at the first that fails."""
    tally = Tally()
    for seed in seeds:
        try:
            tally.add(*play_one(seed, game=game, last_year=last_year))
        except Exception as error:
            raise AssertionError(f"game {seed}") from error
    return tally


def _table(title: str, counts: Mapping[Any, int]) -> str:
    rows = "".join(
        f"  {key!s:<34}{count:>9,}\n" for key, count in sorted(counts.items(), key=lambda row: str(row[0]))
    )
    return f"{title}\n{rows}"


def main(game: Game = INTIMATE) -> int:
    parser = argparse.ArgumentParser(description=f"Whole games of {game.variant}: checked and replayed")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="the first game's number")
    given = parser.parse_args()
    began = time.monotonic()
    tally = run(range(given.seed, given.seed + given.games), game=game)
    for title in ("pairings", "wins", "endings", "years", "phases", "clauses"):
        print(_table(title, getattr(tally, title)))
    phases = sum(tally.phases.values())
    print(f"{given.games:,} games, {phases:,} phases, all invariants held, all records replayed: ", end="")
    print(f"{time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
