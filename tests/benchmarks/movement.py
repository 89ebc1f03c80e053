"""How long one real movement phase takes: `python -m tests.benchmarks.movement`.

Timed: a position value and order lines by power in, the turn out: verdicts with coded reasons, strengths,
clauses, retreats, the next position. JSON and sentences are timed apart. A phase's time in a round is the
median of its passes after a warm-up; rounds of the engines alternate, because machines are noisy; a
phase's time is its median over the rounds. Compare ratios, not digits.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from adjudicator.phases import movement
from adjudicator.position import Position
from adjudicator.rulebook import rulebook
from adjudicator.texts import sentence
from tests.adjudicator.core.cases import BOARD, Json, answered, phases, position, standing
from tests.benchmarks import peers

FEWEST_ORDERS = 10
Work = Callable[[], Any]


def sample(count: int, seed: int) -> list[Json]:
    """Movement phases of real games with at least ten orders, drawn with `seed`."""
    fit = [phase for phase in phases("M") if sum(map(len, phase["orders"].values())) >= FEWEST_ORDERS]
    return random.Random(seed).sample(fit, count)


def timed(work: Work, passes: int, clock: Callable[[], float] = perf_counter) -> float:
    """Median seconds by `clock` of `passes` calls after one to warm up."""
    work()
    spent = []
    for _ in range(passes):
        begin = clock()
        work()
        spent.append(clock() - begin)
    return statistics.median(spent)


def works(phase: Json) -> dict[str, Work]:
    """What is timed of our own engine, by name."""
    before = position(phase)
    answers = answered(phase["orders"])
    rules = rulebook("modern", phase.get("mark", {}).get("needs"))
    turn = movement.resolve(before, answers, rules)
    told = [result.to_json() for result in turn.results]
    text = json.dumps(before.to_json())
    return {
        "resolve": lambda: movement.resolve(before, answers, rules),
        "position from JSON": lambda: Position.from_json(json.loads(text), BOARD),
        "turn to JSON": lambda: json.dumps(
            {"position": turn.position.to_json(), "results": [result.to_json() for result in turn.results]}
        ),
        "sentences": lambda: [sentence(item, "en") for item in told],
    }


def agreeing(sampled: Sequence[Json]) -> int:
    """How many of the phases end as recorded."""
    return sum(
        movement.resolve(
            position(phase), answered(phase["orders"]), rulebook("modern", phase.get("mark", {}).get("needs"))
        ).position.units
        == standing(phase["after"])
        for phase in sampled
    )


def row(name: str, spent: Sequence[float], note: str = "") -> str:
    """A line of the table, in microseconds."""
    ordered = sorted(spent)
    p95 = ordered[int(len(ordered) * 0.95)]
    figures = (statistics.median(ordered), statistics.fmean(ordered), p95)
    return (
        f"{name:<22}"
        + "".join(f"{figure * 1e6:>10.1f}" for figure in figures)
        + (f"   {note}" if note else "")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--phases", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--passes", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1901)
    asked = parser.parse_args()

    sampled = sample(asked.phases, asked.seed)
    ours = [works(phase) for phase in sampled]
    prepare = peers.load()
    theirs = [prepare(phase) for phase in sampled] if prepare else []
    rounds: dict[str, list[list[float]]] = {}
    for _ in range(asked.rounds):
        for name in ours[0]:
            rounds.setdefault(name, []).append([timed(work[name], asked.passes) for work in ours])
        if theirs:
            rounds.setdefault(peers.NAME, []).append([timed(cycle, 3) for cycle in theirs])
    spent = {
        name: [statistics.median(each) for each in zip(*run, strict=True)] for name, run in rounds.items()
    }

    units = statistics.fmean(sum(map(len, phase["units"].values())) for phase in sampled)
    orders = statistics.fmean(sum(map(len, phase["orders"].values())) for phase in sampled)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, {len(sampled)} phases of real games,")
    print(f"{units:.1f} units and {orders:.1f} orders each; {asked.rounds} rounds. Microseconds a phase:")
    print(f"{'':<22}{'median':>10}{'mean':>10}{'p95':>10}")
    for name, times in spent.items():
        print(row(name, times))
    print(f"as recorded: {agreeing(sampled)} of {len(sampled)}")
    if theirs:
        good = sum(
            peers.agrees(cycle(), phase["after"]) for cycle, phase in zip(theirs, sampled, strict=True)
        )
        ratio = statistics.median(spent[peers.NAME]) / statistics.median(spent["resolve"])
        print(f"{peers.NAME}: {good} as recorded; its full cycle takes {ratio:.1f} times as long as ours")
    else:
        print(f"{peers.NAME} is not installed; ours alone.")


if __name__ == "__main__":
    main()
