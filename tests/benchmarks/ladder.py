"""A ladder of thousands: `python -m tests.benchmarks.ladder`.

2,000 entries and 10,000 results in PostgreSQL, copies of games that were played (`ladder_rows`). Printed: how
long the table takes to be made from its log again, and compared with it; what a result, a late one, a
challenge, a midnight check of who is idle and a departure cost; the export. Then each of the season's pages,
beside its league's home: both are read by the same people, by turns, one answer after the other, in
production's own servers. Files stream, and are shown by themselves. Beside the ladder stands a small one, in
a league of its own, for the queries that each page makes.

    python -m tests.benchmarks.ladder --entries 2000 --results 10000 --times 100

Exit status 1: making the table again takes over `--anew` seconds or does not say how far it is, the 95th
percentile of a page is over `--most` times that of the league's home, a page shows more than 100 rows or
makes more queries than in the small ladder, or something is wrong. Status 2: something it needs is not
installed.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from tests.benchmarks.compare import MOST
from tests.benchmarks.house import House, house, nanoseconds_an_addition
from tests.benchmarks.ladder_rows import DAY, lay_out, wrong_in
from tests.benchmarks.season_pages import HOME, more_queries, read
from tests.chaos.processes import Missing
from tests.chaos.running import stop_tidily

SMALL: Final = (60, 240)
"""Entries and results of the small ladder."""
PAGES: Final[Mapping[str, str]] = {
    HOME: "../../",
    "the ladder": "",
    "the ladder's end": "?page={last_page}",
    "what is new": "live/?version=0",
    "a player": "p/{entry}/",
    "results": "results/",
    "the log": "log/",
    "the log of entries": "log/?part=entries",
    "rules": "rules/",
    "entries": "entries/",
    "all competitions": "../",
}
"""What is read of the season, by its address below the season's."""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--entries", type=int, default=2000)
    asked.add_argument("--results", type=int, default=10_000)
    asked.add_argument("--times", type=int, default=100, help="how often each page is read (100)")
    asked.add_argument("--most", type=float, default=MOST, help=f"times the league's home's p95 ({MOST})")
    asked.add_argument("--anew", type=float, default=10, help="seconds to make the table anew")
    options = asked.parse_args()
    stop_tidily()
    try:
        with tempfile.TemporaryDirectory(prefix="ladder-") as folder, house(Path(folder)) as here:
            return _run(here, options)
    except Missing as missing:
        print(f"Cannot run: {missing}.", file=sys.stderr)
        return 2


def _run(here: House, options: argparse.Namespace) -> int:
    from django.core.management import call_command
    from django.db import connection

    call_command("messages", "--compile-only", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    began = time.perf_counter()
    season, small = lay_out("storm", options.entries, options.results), lay_out("calm", *SMALL)
    print(f"laid out in {time.perf_counter() - began:.0f} s", flush=True)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    print(
        f"\n{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors, "
        f"{options.entries} entries, {options.results} results; "
        f"an addition in Python: {nanoseconds_an_addition():.0f} ns\n"
    )
    wrong = [*wrong_in(season), *wrong_in(small)]
    wrong += acts(season, options.anew)
    acts(small, options.anew)
    wrong += more_queries(season, small, PAGES)
    wrong += read(here, season, PAGES, options.times, options.most)
    for each in wrong:
        print(f"VIOLATION: {each}")
    return int(bool(wrong))


def acts(season: Any, anew: float) -> list[str]:
    """Do what is done on such a ladder, each in its transaction, and print what it takes; what is wrong."""
    from django.db import transaction

    from games.common import clock
    from games.common.clock import midnight
    from games.models import Game
    from games.services.players import votes
    from league.competitions import services
    from league.competitions.ladder import services as ladder_services
    from league.competitions.ladder.challenges import may_challenge
    from league.competitions.ladder.services import idling, table
    from league.competitions.ladder.state.ladder_state import ladder_state_of
    from league.competitions.log.exporting import export_bytes
    from league.competitions.models import Challenge, Event, Standing
    from league.competitions.services import results

    spent: dict[str, float] = {}

    @contextmanager
    def timed(what: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        spent[what] = time.perf_counter() - began
        print(f"{what:<40}{1000 * spent[what]:>9.0f} ms", flush=True)

    def at(rank: int) -> Any:
        return Standing.objects.select_related("entry__user").get(competition=season, rank=rank).entry

    told = []

    def progress(events: int) -> None:
        told.append(events)
        print(f"{events} events", end="\r", flush=True)

    with timed("the table made anew"), transaction.atomic():
        table.refold(season, progress)
    with timed("the table compared with its log"):
        assert not table.has_drifted(season)
    with timed("the export"):
        size = len(export_bytes(season, clock.now()))
    print(f"  {size / 1e6:.1f} MB")
    with timed("the ladder as it is now"):
        scene = ladder_state_of(season, clock.now())

    def offered_to(rank: int) -> list[int]:
        return list(may_challenge(season.terms.challenges, scene, at(rank).number, clock.now()))

    middle = len(scene.table) // 2
    rank = next(each for each in range(middle, len(scene.table) + 1) if offered_to(each))
    low = at(rank)
    with timed("whom one may challenge"):
        offered = offered_to(rank)
    with timed("a challenge"):
        made = ladder_services.challenge(competition=season, user=low.user, of=offered[0])
    with timed("accepted: its game begins"):
        ladder_services.accept(challenge=made, user=made.of.user)
    made = Challenge.objects.select_related("pairing__game", "of__user").get(pk=made.pk)
    assert made.game is not None
    votes.concede(game=Game.objects.get(pk=made.game.pk), user=made.of.user)
    with timed("its result"):
        assert results.take_results([made.game.pk]) == 1
    late = Event.objects.filter(competition=season, kind="result").order_by("at")[100]
    Event.objects.filter(pk=late.pk).delete()
    with timed("a late result: all folded anew"):
        assert results.take_results([late.game_id]) == 1
    zone = season.rules["zone"]
    night = midnight(clock.now().astimezone(ZoneInfo(zone)).date() + DAY, zone)
    with timed("who is idle: a midnight check"), clock.reading(lambda: night):
        assert idling.watch(season)
    with timed("somebody leaves the middle"):
        services.withdraw(competition=season, user=at(len(scene.table) // 3).user)
    season.refresh_from_db()
    assert not table.has_drifted(season)
    wrong = []
    if spent["the table made anew"] > anew:
        wrong.append(f"making the table anew took more than {anew:.0f} s")
    if not told:
        wrong.append("making the table anew never said how far it was")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
