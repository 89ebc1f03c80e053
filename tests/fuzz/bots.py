"""The planning bot against the greedy one, its baseline: who wins how many games, who has how many centres.

python -m tests.fuzz.bots --games 100
python -m tests.fuzz.bots --games 10 --variant standard --players 4

Each pair of games has one seed and its seats swapped. Where more than two play, either bot has half of the
seats; whatever was ordered that could not stand is counted, too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import adjudicator
from games.bots import Bot, brisk_bot, greedy_bot, planning_bot, play
from tests.fuzz.running import lots_of

LAST_YEAR = 1912


HEAD = f"{'planning in':<14}{'games':>7}{'wins':>7}{'draws':>7}{'losses':>8}{'phases':>8}"


@dataclass
class Score:
    """The planning bot's games by the seat it had: `won`, `drawn` or `lost`, and phases in all."""

    games: Counter[tuple[str, str]] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)

    @property
    def wins(self) -> int:
        return sum(count for (_seat, how), count in self.games.items() if how == "won")

    def row(self, seats: str) -> str:
        """A line of the table, for one seat or for `12`, both."""
        found = Counter[str]()
        for (seat, how), count in self.games.items():
            if seat in seats:
                found[how] += count
        games = found.total()
        phases = sum(self.phases[seat] for seat in seats) / max(1, games)
        name = f"seat {seats}" if len(seats) == 1 else "both"
        return f"{name:<14}{games:>7}{found['won']:>7}{found['drawn']:>7}{found['lost']:>8}{phases:>8.1f}"


def compare(games: int, first: int = 1) -> Score:
    """The score of so many games; game 2n and game 2n + 1 have one seed."""
    score = Score()
    for number in range(games):
        seat, other = ("1", "2") if number % 2 == 0 else ("2", "1")
        seed = first + number // 2
        record = play(
            variant="intimate",
            settings={},
            bots={seat: planning_bot, other: greedy_bot},
            lots=lots_of(seed),
            random=Random(seed),
            last_year=LAST_YEAR,
        )
        winners = record["turns"][-1]["outcome"]["winners"]
        score.games[seat, "drawn" if len(winners) > 1 else "won" if winners == [seat] else "lost"] += 1
        score.phases[seat] += len(record["turns"])
    return score


@dataclass
class Standings:
    """What became of seats by whose they were, `planning` or `greedy`."""

    seats: Counter[str] = field(default_factory=Counter)
    centres: Counter[str] = field(default_factory=Counter)
    """Centres of all these seats together, when their games were over."""
    firsts: Counter[str] = field(default_factory=Counter)
    """Games in which no one had more centres than one of these seats."""
    faults: Counter[str] = field(default_factory=Counter)
    """What the planning bot ordered that could not stand, by how."""
    orders: int = 0

    def mean(self, bot: str) -> float:
        """Centres that a seat of `bot` has in the end."""
        return self.centres[bot] / max(1, self.seats[bot])

    def rows(self) -> list[str]:
        """The table, a line for each bot, and what there was of faults."""
        lines = [f"{'bot':<14}{'seats':>7}{'firsts':>8}{'centres each':>14}"]
        for bot in ("planning", "greedy"):
            lines.append(f"{bot:<14}{self.seats[bot]:>7}{self.firsts[bot]:>8}{self.mean(bot):>14.2f}")
        faults = ", ".join(f"{how} {count}" for how, count in sorted(self.faults.items())) or "none"
        return [*lines, f"faults in {self.orders} orders of the planning bot: {faults}"]


def compete(
    variant: str,
    settings: dict[str, Any],
    games: int,
    first: int = 1,
    *,
    years: int = 8,
    bot: Bot = planning_bot,
) -> Standings:
    """The standings of so many games of `years`; game 2n and game 2n + 1 have one seed.

    The greedy bot plays seats without powers (DG-1): its spells are everyone's.
    """
    standings = Standings()
    about = adjudicator.about(variant, settings)
    for number in range(games):
        seed = first + number // 2
        start = adjudicator.start(variant, settings, lots=lots_of(seed))["position"]
        powers = start.get("powers") or {power: [power] for power in start["centres"]}
        seats = Random(seed).sample(sorted(powers), len(powers))
        half = set(seats[::2] if number % 2 == 0 else seats[1::2])
        ordered = {power for seat in half for power in powers[seat]}

        def watch(before: dict[str, Any], _answers: object, turn: dict[str, Any]) -> None:
            _note_faults(standings, ordered, before, turn)  # noqa: B023

        record = play(
            variant=variant,
            settings=settings,
            bots={seat: bot if seat in half else greedy_bot for seat in about["seats"]},
            lots=lots_of(seed),
            random=Random(seed),
            last_year=int(start["phase"][1:5]) + years - 1,
            watch=watch,
        )
        last = record["turns"][-1]["position"]
        owned = last.get("powers") or powers
        counts = {seat: sum(len(last["centres"].get(power, ())) for power in owned[seat]) for seat in powers}
        for seat, count in counts.items():
            whose = "planning" if seat in half else "greedy"
            standings.seats[whose] += 1
            standings.centres[whose] += count
        best = {seat for seat, count in counts.items() if count == max(counts.values())}
        standings.firsts["planning"] += bool(best & half)
        standings.firsts["greedy"] += bool(best - half)
    return standings


def _note_faults(
    standings: Standings, powers: set[str], before: dict[str, Any], turn: dict[str, Any]
) -> None:
    """Orders that are void or fit nothing, and moves that units of the same side stop."""
    side_of = {unit: power for power, units in before["units"].items() for unit in units}
    for result in turn["results"]:
        if result["power"] not in powers:
            continue
        standings.orders += 1
        if result["verdict"] == "void":
            standings.faults["void"] += 1
        elif result.get("reason") == "unmatched":
            standings.faults["unmatched"] += 1
        elif result.get("reason") == "bounced":
            by = {side_of.get(unit) for unit in result.get("by", ())}
            standings.faults["stopped by own"] += by == {result["power"]}


def main() -> int:
    parser = argparse.ArgumentParser(description="The planning bot against the greedy one")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first pair of games")
    parser.add_argument("--variant", default="intimate", help="any other is played by half of each")
    parser.add_argument("--players", help="the table of the classic game: 2, 3a, 3b, 4, 5, 6 or 7")
    parser.add_argument("--years", type=int, default=8, help="after which such games end")
    parser.add_argument("--brisk", action="store_true", help="the bot of the demo: a tenth of the trials")
    asked = parser.parse_args()
    began = time.perf_counter()
    if asked.variant != "intimate":
        players = asked.players and (int(asked.players) if asked.players.isdecimal() else asked.players)
        standings = compete(
            asked.variant,
            {"players": players} if players else {},
            asked.games,
            asked.seed,
            years=asked.years,
            bot=brisk_bot if asked.brisk else planning_bot,
        )
        print(*standings.rows(), sep="\n")
        print(f"{time.perf_counter() - began:.0f} s")
        return 0
    score = compare(asked.games, asked.seed)
    print(HEAD)
    for seats in ("1", "2", "12"):
        print(score.row(seats))
    print(f"{time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
