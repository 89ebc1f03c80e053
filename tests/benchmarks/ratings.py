"""Computing the ratings of a large league again: `python -m tests.benchmarks.ratings`.

200,000 finished games of 20,000 members, copies of some that were played (four of Intimate Diplomacy for one
of seven players), in PostgreSQL. Printed: how long each list takes, what the process holds in memory before
and after, what one result costs, on time or late, and what the nightly comparison does.

    python -m tests.benchmarks.ratings --games 200000 --members 20000

Exit status 1 where the comparison finds anything, 2 where a service is missing.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.house import house, nanoseconds_an_addition
from tests.benchmarks.large import add_finished
from tests.chaos.processes import Missing
from tests.chaos.running import stop_tidily

if TYPE_CHECKING:
    from league.leagues.models import League

LATE = 1000
"""How many games have ended after the one whose result comes late."""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=200_000)
    asked.add_argument("--members", type=int, default=20_000)
    options = asked.parse_args()
    stop_tidily()
    try:
        with tempfile.TemporaryDirectory(prefix="ratings-") as folder, house(Path(folder)):
            return _run(options.games, options.members)
    except Missing as missing:
        print(f"Cannot run: {missing}.", file=sys.stderr)
        return 2


def _run(games: int, members: int) -> int:
    from django.db import connection

    from league.leagues.models import League
    from tests.benchmarks.scene import make_players

    league = League.objects.create(slug="storm", name="Storm")
    add_finished(games, make_players(league, members))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(
        f"\n{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors, "
        f"{games} games, {members} members; an addition in Python: {nanoseconds_an_addition():.0f} ns\n"
    )
    found = _run_lists(league)
    connection.close()
    return 1 if found else 0


def _run_lists(league: League) -> int:
    """Compute all lists without two games, add these, and compare; how many differences there are."""
    from games.models import Game
    from league.ratings import checking, lists

    over = Game.objects.filter(variant="intimate").order_by("-finished_at").values_list("pk", flat=True)
    last, late = over[0], over[LATE]
    coming = Game.objects.filter(pk__in=[last, late])
    coming.update(visibility="private")
    kept = [lists.list_of(scope, key) for scope in (league, None) for key in ("intimate", "standard")]
    for each in kept:
        with _timed(f"{each.key}, {'league' if each.league else 'overall'}: all anew"):
            lists.recompute(each)
        print(f"  {each.steps.values('game').distinct().count()} games, {each.steps.count()} steps")
    coming.update(visibility="public")
    for what, game in (("the last result", last), (f"a result {LATE} games late", late)):
        with _timed(f"{what}, league and overall"):
            lists.take_in([game])
            lists.refold_late()
    found = 0
    for each in kept:
        with _timed(f"{each.key}, {'league' if each.league else 'overall'}: compared"):
            found += checking.differences(each)
    print(f"differences: {found}")
    return found


@contextmanager
def _timed(what: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    spent, held = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:<52}{spent:>9.3f} s{held:>8.0f} MB at most so far", flush=True)


if __name__ == "__main__":
    sys.exit(main())
