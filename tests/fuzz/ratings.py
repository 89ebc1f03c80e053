"""Models of ratings among simulated players whose strength is known: how well do they find it and predict?

    python -m tests.fuzz.ratings --seeds 20 --only two

Strengths are drawn once a seed, normal with a standard deviation of 200 points. For two, the stronger of two
players 200 points apart wins three games in four (as chess ratings have it); opponents are drawn from all, or
from the 20 nearest in strength. At a table of seven everyone shows their strength with some luck (Gumbel, so
that the chance of each to be first is known); then either the first has won alone, or the first two to four
share a draw.

Printed: for two, and for seven, the mean log loss of every model's expectations over the second half of
the games, with 10, 30 and 100 games a player, beside those of a judge who knows the strengths, and of a
coin; and whether the model keeps order, as docs/ratings.md demands. Of a table of seven: of the expectation
who wins alone, where someone does. Then what the page says of today's model. Exit status 1 where another
model that keeps order predicts better, or the page says something else; with fewer
seeds 0.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from tests.fuzz.candidates import Candidate
    from tests.fuzz.known_players import Found, Way


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--seeds", type=int, default=20, help="worlds of each kind")
    asked.add_argument("--only", choices=("two", "seven"), help="tables of this size alone")
    options = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
    django.setup()
    from tests.fuzz.candidates import FOR_SEVEN, FOR_TWO
    from tests.fuzz.known_players import SEEDS, SEVEN, TWO

    seeds, is_right = range(1, options.seeds + 1), True
    for size, candidates, ways in (("two", FOR_TWO, TWO), ("seven", FOR_SEVEN, SEVEN)):
        if options.only in (None, size):
            is_right &= _table(candidates, ways, seeds, is_whole=seeds == SEEDS)
    return 0 if is_right else 1


def _table(
    candidates: Mapping[str, Candidate], ways: tuple[Way, ...], seeds: range, *, is_whole: bool
) -> bool:
    """Print a table; whether today's model is the right one and the page says what was found."""
    from league.ratings.figures import FIGURES
    from tests.fuzz import keeping_order
    from tests.fuzz.candidates import TODAY
    from tests.fuzz.known_players import GAMES, means

    columns = [(way, games) for way in ways for games in GAMES]
    found: dict[tuple[str, int], dict[str, Found]] = {
        (way.name, games): means(candidates, way, games, seeds=seeds) for way, games in columns
    }
    means_of = {name: sum(each[name].rated for each in found.values()) / len(found) for name in candidates}
    print(f"\n{len(seeds)} seeds; {' · '.join(way.name for way in ways)}; each with {GAMES} games a player\n")
    print(f"{'model':<40}{'mean':>8}" + "".join(f"{games:>8}" for _way, games in columns) + "  keeps order")
    any_of = next(iter(candidates))
    for line in ("known", "coin"):
        losses = [getattr(each[any_of], line) for each in found.values()]
        print(_row("who knows" if line == "known" else "a coin", losses, ""))
    sizes = keeping_order.TWO if ways[0].seats == 2 else keeping_order.ALL
    ordered = {name: keeping_order.keeps_order(each, sizes) for name, each in candidates.items()}
    for name in sorted(candidates, key=means_of.__getitem__):
        losses = [each[name].rated for each in found.values()]
        print(_row(name, losses, "yes" if ordered[name] else "no"), flush=True)
    best = min(means_of[name] for name in candidates if ordered[name])
    is_right = ordered[TODAY] and means_of[TODAY] == best
    print()
    for figure in FIGURES:
        if (each := found.get((figure.way, figure.games))) is not None:
            now = each[TODAY]
            print(
                f"{figure.way:<40}{figure.games:>4}  correlation {now.correlation:.3f}"
                f"  off by {now.error:.0f}"
                f"  ratings {now.rated:.4f}  known {now.known:.4f}  coin {now.coin:.4f}"
            )
            is_right &= not is_whole or figure.is_of(now.correlation, now.rated, now.known, now.coin)
    if not is_right:
        print("VIOLATION: another model predicts better, or the page says something else")
    return is_right or not is_whole


def _row(name: str, losses: list[float], last: str) -> str:
    mean = sum(losses) / len(losses)
    return f"{name:<40}{mean:>8.4f}" + "".join(f"{each:>8.3f}" for each in losses) + f"  {last}"


if __name__ == "__main__":
    sys.exit(main())
