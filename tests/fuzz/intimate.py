"""Whole games of Intimate Diplomacy between bots, each phase checked, each record replayed.

python -m tests.fuzz.intimate --games 5000 --seed 1
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from games.bots import Bot, Scene, greedy_bot, play, random_bot
from tests.fuzz import running
from tests.fuzz.invariants import check
from tests.fuzz.running import Tally, lots_of, play_many, replayed

LAST_YEAR = 1912


def careless_bot(scene: Scene) -> Any:
    """What people really send: nothing, an empty answer, half an answer, someone else's units, words."""
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


def short(game: Game) -> Game:
    """`game` with a last year (HR-7), and often with given homes (HR-11)."""
    homes = (None, {"1": "FRANCE", "2": "TURKEY"}, {"1": "ENGLAND", "2": "AUSTRIA"})
    return replace(game, settings={**game.settings, "last_year": (1901, 1902, 1903), "homes": homes})


@dataclass
class TallyOfTwo(Tally):
    """Who played, and who of them won."""

    pairings: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)

    def note(self, names: tuple[str, str], record: dict[str, Any]) -> None:
        winners = record["turns"][-1]["outcome"]["winners"]
        self.pairings[" against ".join(names)] += 1
        if len(winners) == 1:
            self.wins[f"{names[int(winners[0]) - 1]} ({' against '.join(names)})"] += 1


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
        lots=lots_of(seed),
        random=random,
        last_year=last_year,
        watch=game.check,
    )
    return names, replayed(record)


def run(seeds: Iterable[int], *, game: Game = INTIMATE, last_year: int = LAST_YEAR) -> TallyOfTwo:
    """Play the games numbered `seeds`; AssertionError, with the game's number, at the first that fails."""
    tally = TallyOfTwo()

    def play_and_note(seed: int) -> dict[str, Any]:
        names, record = play_one(seed, game=game, last_year=last_year)
        tally.note(names, record)
        return record

    return play_many(play_and_note, seeds, tally)


def main(game: Game = INTIMATE) -> int:
    return running.main(f"Whole games of {game.variant}: checked and replayed", partial(run, game=game), 1000)


if __name__ == "__main__":
    sys.exit(main())
