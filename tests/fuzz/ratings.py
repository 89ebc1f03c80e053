"""Ratings of simulated players whose strength is known: how well do they find it, how well do they predict?

    python -m tests.fuzz.ratings --players 200 --games 20 100 --seed 1

Strengths are drawn once, normal with a standard deviation of 200 points. For two, the stronger of two players
200 points apart wins three decided games in four (as chess ratings have it); how many games are drawn is
given, fewer the further apart the two are. At a table of seven everybody shows their strength with some luck
(Gumbel, so that the chance of each to be first is known); then either the first has won alone, or the first
two to four share a draw.

Printed for each way of playing, with so many games a player: Spearman's rank correlation between ratings and
strengths at the end; and over the second half of the games the mean log loss of what the ratings expected
before each game, beside that of whoever knows the strengths, and of a coin. Of a table of seven: of the
expectation who wins alone, where somebody does. Exit status 1 where ratings predict no better than the coin.
"""

from __future__ import annotations

import argparse
import os
import sys

import django


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--players", type=int, default=200)
    asked.add_argument("--games", type=int, nargs="+", default=[10, 30, 100], help="games a player")
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
    django.setup()
    from tests.fuzz.known_players import HEAD, WAYS, simulate

    print(f"{options.players} players, seed {options.seed}; points: root mean square error; rest: log loss\n")
    print(HEAD)
    status = 0
    for way in WAYS:
        for games in options.games:
            run = simulate(way, options.players, games, options.seed)
            print(run.row, flush=True)
            if run.loss.mean("rated") >= run.loss.mean("coin"):
                print("VIOLATION: a coin predicts as well")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
