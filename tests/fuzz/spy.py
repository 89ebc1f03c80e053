"""Whole games of Spy Diplomacy between bots, each phase checked, each record replayed.

python -m tests.fuzz.spy --games 500 --seed 1
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import adjudicator
from games.bots import Bot, Scene, play
from tests.fuzz import intimate
from tests.fuzz.invariants_spy import check
from tests.fuzz.running import Tally, lots_of, main, play_many, replayed

SEATS = tuple(adjudicator.VARIANTS["spy"]["seats"])
STRAY = (
    "E MUN - SIL (RUS)",
    "E LON - BEL VIA",
    "F NTH C FRANCE E LON - BEL",
    "E PAR B",
    "E PAR D",
    "espion ?",
)


def spying(bot: Bot) -> Bot:
    """`bot`, which also moves spies and builds them, mostly to kill, and gives some orders ahead."""

    def answer(scene: Scene) -> Any:
        random, kind = scene.random, scene.owed["kind"]
        if kind == "espionage":
            return [random.choice(_some(lines, random)) for lines in scene.options.values()]
        given = bot(scene)
        if kind == "adjustments" and isinstance(given, list):
            sites = [line for lines in scene.sites.values() for line in lines if line.startswith("E ")]
            given = [line for line in given if not line.startswith("E ")]
            given += [random.choice(sites) for _ in range(2) if sites and random.random() < 0.8]
            given += [line for line in _removals(scene) if random.random() < 0.5]
        if kind == "orders" and isinstance(given, list) and random.random() < 0.2:
            return {"orders": given, "later": _ahead(scene)}
        return given

    return answer


def _some(lines: Iterable[str], random: Random) -> list[str]:
    """Moves by land and sea as often as convoys, of which there are many more."""
    listed = list(lines)
    near = [line for line in listed if " VIA" not in line and " C " not in line]
    return near if near and random.random() < 0.8 else listed


def _removals(scene: Scene) -> list[str]:
    return [lines[0] for unit, lines in scene.options.items() if unit.startswith("E ")]


def _ahead(scene: Scene) -> dict[str, Any]:
    seat, random = scene.seat, scene.random
    places = [spy["at"] for spy in scene.position["spies"].get(seat, ())]
    units = scene.position["units"].get(seat, ()) or ["A PAR"]
    state = random.choice(["MOVED", "FAILED", "DISLODGED", "CUT", "DESTROYED", "SEEN"])
    orders = [f"E {at} H ({random.choice(['RUS', 'FRA', 'TUR'])})" for at in places]
    return {"E": [{"if": [f"{random.choice(units)[:5]} {state}"], "orders": orders}, {"orders": []}], "R": []}


def careless(bot: Bot) -> Bot:
    """`bot` as people are: nothing, half of it, or lines from somewhere else besides."""

    def answer(scene: Scene) -> Any:
        given, random = bot(scene), scene.random
        if not isinstance(given, list):
            return given
        half = [line for line in given if random.random() < 0.7]
        return random.choice([given, None, [], half, half + random.sample(STRAY, 3), given + given])

    return answer


GAME = intimate.Game(
    "spy",
    {
        "random": spying(intimate.BOTS["random"]),
        "greedy": spying(intimate.BOTS["greedy"]),
        "careless": careless(spying(intimate.BOTS["greedy"])),
    },
    check,
    {"rulebook": ("classic", "modern"), "last_year": (None, 1905)},
)


@dataclass
class SpyTally(Tally):
    """How often each clause, each reason and each kind of news was told, and orders were given ahead."""

    told: Counter[str] = field(default_factory=Counter)

    def add(self, record: dict[str, Any]) -> None:
        super().add(record)
        for turn in record["turns"]:
            for item in (*turn["results"], *turn["news"]):
                self.told.update(item[key] for key in ("clause", "how", "reason", "kind") if item.get(key))
            self.told["later"] += bool(turn.get("later"))


def play_one(seed: int, *, last_year: int) -> dict[str, Any]:
    """The record of game number `seed`, every phase checked and the whole replayed."""
    random = Random(seed)
    settings = {name: random.choice(values) for name, values in GAME.settings.items()}
    record = play(
        variant="spy",
        settings=settings,
        bots={seat: GAME.bots[random.choice(sorted(GAME.bots))] for seat in SEATS},
        lots=lots_of(seed),
        random=random,
        last_year=last_year,
        watch=check,
    )
    return replayed(record)


def run(seeds: Iterable[int], *, last_year: int = 1906) -> SpyTally:
    """Play the games numbered `seeds`; AssertionError, with the game's number, at the first that fails."""
    return play_many(partial(play_one, last_year=last_year), seeds, SpyTally())


if __name__ == "__main__":
    sys.exit(main(__doc__, run, 100))
