"""An event at tables of seven for hundreds: `python -m tests.benchmarks.tables`.

490 entrants in PostgreSQL. Printed: how long the drawing of a round takes and its beginning with 70 games,
one result, and the drawing and beginning of the second round, once the first is over (by rows); how long the
search takes where it goes on to its last step, as in an eighth round. Then each of the season's pages beside
its league's home, as `tests.benchmarks.ladder` reads them, with an event of 140 for their queries.

    python -m tests.benchmarks.tables --entrants 490 --times 100

Exit status 1: a drawing takes over `--drawn` seconds, the 95th percentile of a page is over `--most` times
that of the league's home, a page shows more than 100 rows or makes more queries than in the small event.
Status 2: something it needs is not installed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any, Final

from tests.benchmarks.events import Took, entered, read_all, run, settled
from tests.benchmarks.house import House
from tests.benchmarks.season_pages import HOME

SMALL: Final = 140
"""Entrants of the small event: enough for more than one page of standings and tables."""
PAGES: Final[Mapping[str, str]] = {
    HOME: "../../",
    "the standings": "",
    "their end": "?page=5",
    "the first round": "?round=1",
    "its last tables": "?round=1&tables=4",
    "what is new": "live/?version=0",
    "a player": "p/{entry}/",
    "results": "results/",
    "the log": "log/",
    "rules": "rules/",
    "scoring": "scoring/",
    "entries": "entries/",
    "all competitions": "../",
}
"""What is read of the season, by its address below the season's."""
BOARD: Final = (10, 8, 6, 5, 3, 2, 0)
SEARCHED: Final = "an eighth drawing, to the search's last step"


def main() -> int:
    return run(__doc__, _run, folder="tables-", entrants=490, drawn=10)


def _run(here: House, options: argparse.Namespace) -> list[str]:
    small = begun("calm", SMALL, Took(tells=False))
    took = Took()
    large = begun("storm", options.entrants, took)
    with took.timed(SEARCHED):
        search_on(options.entrants)
    wrong = [each for what in took.seconds if "draw" in what for each in took.over(what, options.drawn)]
    return wrong + read_all(here, large, small, PAGES, options)


def begun(slug: str, entrants: int, took: Took) -> Any:
    """An event of so many in a league of its own, whose second round is played; the first is over."""
    from games.common import clock
    from league.competitions.tables.rules import LOOKING
    from league.competitions.tables.state import read
    from tests.league.competitions.tables_seasons import TABLES

    season = entered(slug, entrants, TABLES)
    with clock.reading(lambda: season.enters_until):
        settled(season)
    for number in (1, 2):
        check_in(season, number)
        closes = read(season).rounds[number].closes
        with clock.reading(lambda at=closes: at), took.timed(f"round {number} is drawn"):
            settled(season)
        what = f"round {number} begins, with {entrants // 7} games"
        with clock.reading(lambda at=closes + LOOKING: at), took.timed(what):
            settled(season)
        if number == 1:
            first_results(season, took)
    season.refresh_from_db()
    return season


def check_in(season: Any, number: int) -> None:
    """By rows: everyone checks in for a round."""
    from league.competitions.models import CheckIn, Entry

    at = season.enters_until
    entries = season.entries.filter(state__in=Entry.IN)
    CheckIn.objects.bulk_create(CheckIn(entry=entry, round=number, at=at) for entry in entries)


def first_results(season: Any, took: Took) -> None:
    """The first round's results: one that is heard of, the others by rows, all of them final; the next round
    is called.
    """
    from games.common import clock
    from games.models import Game
    from league.competitions import kinds
    from league.competitions.models import Event
    from league.competitions.rules.event_kind import EventKind
    from league.competitions.services import results
    from league.competitions.tables.seating import POWERS
    from tests.league.competitions.tables_seasons import end_with

    first, *others = season.pairings.select_related("game").order_by("number")
    random, at = Random(1), season.starts_at + timedelta(days=9)
    with clock.reading(lambda: at):
        end_with(first.game, dict(zip(POWERS, BOARD, strict=True)))
        with took.timed("a result"):
            assert results.take_results([first.game_id]) == 1
    rows = []
    for each in others:
        centres = dict(zip(POWERS, random.sample(BOARD, len(BOARD)), strict=True))
        out = {power: 1905 for power, owned in centres.items() if not owned}
        facts = {
            "pairing": each.number,
            "game": each.game.code,
            "winner": None,
            "loser": None,
            "how": "RB-13",
        }
        facts |= {"centres": centres, "out": out}
        row = {"competition": season, "number": each.number, "game": each.game, "at": at, "recorded_at": at}
        rows.append(Event(kind=EventKind.RESULT, facts=facts, **row))
    Event.objects.bulk_create(rows)
    Game.objects.filter(pk__in=[each.game_id for each in others]).update(
        state=Game.State.FINISHED, finished_at=at, outcome={"winners": [], "how": "RB-13"}
    )
    kinds.of(season).refold(season)
    later = at + timedelta(days=season.rules["dispute_days"], minutes=1)
    with clock.reading(lambda: later), took.timed("all are final: the next is called"):
        settled(season)


def search_on(entrants: int) -> None:
    """Draw an eighth round: no one has a power left, so the search ends with its last step."""
    from league.competitions.tables.drawing import drawn

    before: list[Any] = []
    for seed in range(7):
        before += _laid(entrants, seed)
    order = list(range(1, entrants + 1))
    Random(8).shuffle(order)
    found = drawn(order, (), before, ())
    print(f"  {found.steps} steps, cost {tuple(found.cost)}")


def _laid(entrants: int, turn: int) -> list[tuple[int, ...]]:
    """The tables of a round in which everyone has the power after that of the round before."""
    order = list(range(1, entrants + 1))
    tables = entrants // 7
    rows = [order[at * tables : (at + 1) * tables] for at in range(7)]
    return [
        tuple(rows[(seat + turn) % 7][(table + seat * turn) % tables] for seat in range(7))
        for table in range(tables)
    ]


if __name__ == "__main__":
    sys.exit(main())
