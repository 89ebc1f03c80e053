"""How long a board takes to draw: `python -m tests.benchmarks.board`.

Real movement phases, drawn with a mark for every order, beside resolving the same phases: once for the first
reader, once again for the next (pictures are kept), once as a draft (which are not).
Median, mean and 95th percentile in milliseconds, and what a picture weighs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import statistics
import time
from pathlib import Path
from random import Random

import adjudicator
from games.board import render_board

GAMES = Path(__file__).parents[1] / "data" / "games.jsonl.xz"


def phases(count: int) -> list[tuple[dict, dict]]:
    """`count` movement phases of real games, drawn with a fixed seed: position and answers."""
    with lzma.open(GAMES, "rt") as file:
        found = [phase for line in file for phase in json.loads(line)["phases"] if phase["phase"][-1] == "M"]
    chosen = Random(1901).sample(found, count)
    return [
        (
            {key: phase.get(key, {}) for key in ("phase", "units", "centres")},
            {power: phase["orders"].get(power, []) for power in phase["units"]},
        )
        for phase in chosen
    ]


def table(name: str, taken: list[float]) -> None:
    p95 = sorted(taken)[int(len(taken) * 0.95)]
    print(f"{name:<24}{statistics.median(taken):>9.2f}{statistics.mean(taken):>9.2f}{p95:>9.2f}")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--phases", type=int, default=500)
    resolving, drawing, again, drafting, weights = [], [], [], [], []
    for position, answers in phases(asked.parse_args().phases):
        begun = time.perf_counter()
        turn = adjudicator.resolve(variant="standard", settings={}, position=position, answers=answers)
        resolved = time.perf_counter()
        svg = render_board(position, language="en", results=turn["results"])
        drawn = time.perf_counter()
        render_board(position, language="en", results=turn["results"])
        redrawn = time.perf_counter()
        render_board(position, language="en", draft=[order for given in answers.values() for order in given])
        drafted = time.perf_counter()
        resolving.append(1000 * (resolved - begun))
        drawing.append(1000 * (drawn - resolved))
        again.append(1000 * (redrawn - drawn))
        drafting.append(1000 * (drafted - redrawn))
        weights.append((len(svg.encode()), len(gzip.compress(svg.encode(), 6))))
    print(f"{'milliseconds':<24}{'median':>9}{'mean':>9}{'p95':>9}")
    table("resolve (JSON to JSON)", resolving)
    table("draw the board", drawing)
    table("for the next reader", again)
    table("draw a draft", drafting)
    plain, packed = (statistics.median(sizes) for sizes in zip(*weights, strict=True))
    print(f"a picture has {plain:,.0f} bytes, {packed:,.0f} compressed (medians)")


if __name__ == "__main__":
    main()
