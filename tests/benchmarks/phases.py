"""How long each kind of phase takes, in games between bots: `python -m tests.benchmarks.phases`.

Timed: a position value and answers by seat in, the step out, the calendar's going on with it: seasons' ends,
skipped phases, news. JSON is not. Phases are collected from whole games of the variant; a phase's time is the
median of its passes after one to warm up, in processor time. Machines differ, and one machine from hour to
hour: the table says how long an addition in Python took beside each kind of phase, and what part of a
movement phase of the same game the others take. Compare those.
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import statistics
from collections.abc import Mapping
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from adjudicator import asking
from adjudicator.lots import Lots
from adjudicator.variants import course
from adjudicator.variants.tables import checked_position, table_for
from games.bots import Bot, play
from tests.benchmarks.house import nanoseconds_an_addition
from tests.benchmarks.movement import Work, row, timed
from tests.fuzz import devil_and_god, intimate, intimate_ii, spy, standard


class Seating(NamedTuple):
    """Who plays the games that are timed, by seat, and under which settings."""

    bots: Mapping[str, Bot]
    settings: Mapping[str, Any]


def _of_two(game: intimate.Game) -> Seating:
    settings = {name: values[0] for name, values in game.settings.items()}
    return Seating({"1": game.bots["greedy"], "2": game.bots["random"]}, settings)


GAMES: Final[Mapping[str, Seating]] = {
    "standard": Seating(
        {
            seat: intimate.BOTS[("greedy", "random")[at % 2]]
            for at, seat in enumerate(sorted(standard.POWERS))
        },
        {},
    ),
    "intimate": _of_two(intimate.INTIMATE),
    "intimate-ii": _of_two(intimate_ii.GAME),
    "devil-and-god": Seating(
        dict.fromkeys(devil_and_god.POWERS, devil_and_god.MORTALS["greedy"])
        | dict.fromkeys(devil_and_god.DIVINE, devil_and_god.GODS["cunning"]),
        {},
    ),
    "spy": Seating(
        {seat: spy.GAME.bots[("greedy", "random")[at % 2]] for at, seat in enumerate(spy.SEATS)}, {}
    ),
}
BOUND = 300e-6
"""Seconds that a phase without movement may take at the median."""


def sample(variant: str, count: int) -> dict[str, list[Work]]:
    """What is timed, by kind of phase: the phases of `count` games between the variant's bots."""
    bots, settings = GAMES[variant]
    works: dict[str, list[Work]] = {}
    for seed in range(count):
        random, lots = Random(seed), hashlib.sha256(str(seed).encode()).hexdigest()
        record = play(
            variant=variant,
            settings=settings,
            bots=bots,
            lots=lots,
            random=random,
            last_year=1906,
        )
        before = record["start"]
        for turn in record["turns"]:
            if "answers" in turn:
                work = _work(variant, settings, before, turn["answers"], lots)
                works.setdefault(before["phase"][5], []).append(work)
            before = turn["position"]
    return works


def _work(
    variant: str, settings: Mapping[str, Any], before: Any, answers: Mapping[str, Any], lots: str
) -> Work:
    table = table_for(variant, settings)
    position, drawn = checked_position(table, before), Lots(lots)
    given = asking.answers(answers, table.seats)
    return lambda: course.resolve(table, position, given, drawn)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--variant", choices=sorted(GAMES), action="append")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--passes", type=int, default=7)
    asked = parser.parse_args()
    print(f"{platform.python_implementation()} {platform.python_version()}. Microseconds a phase:")
    slow = []
    for variant in asked.variant or sorted(GAMES):
        print(f"{variant:<22}{'median':>10}{'mean':>10}{'p95':>10}")
        movement = 0.0
        for kind, works in sorted(sample(variant, asked.games).items(), key=lambda each: each[0] != "M"):
            before = nanoseconds_an_addition()
            spent = [timed(work, asked.passes, process_time) for work in works]
            addition = (before + nanoseconds_an_addition()) / 2
            movement = movement or statistics.median(spent)
            part = f"{statistics.median(spent) / movement:.2f} of a movement phase"
            print(row(f"  {kind}", spent, f"{len(spent)} phases, an addition {addition:.0f} ns, {part}"))
            if kind != "M" and statistics.median(spent) > BOUND:
                slow.append(f"{variant} {kind}")
    print(f"over {BOUND * 1e6:.0f} at the median, movement aside: {', '.join(slow) or 'none'}")
    return len(slow) > 0


if __name__ == "__main__":
    raise SystemExit(main())
