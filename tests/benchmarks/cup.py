"""A knock-out of hundreds: `python -m tests.benchmarks.cup`.

512 entrants in PostgreSQL. Printed: how long the draw of the seeds takes, the beginning with all its first
games, and one result with what follows; then, with two rounds played (by rows), each of the season's pages
beside its league's home, as `tests.benchmarks.ladder` reads them, with a cup of 128 for their queries.

    python -m tests.benchmarks.cup --entrants 512 --times 100

Exit status 1: the draw takes over `--drawn` seconds, the 95th percentile of a page is over `--most` times
that of the league's home, a page shows more than 100 rows or makes more queries than in the small cup.
Status 2: something it needs is not installed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from tests.benchmarks.events import Took, entered, read_all, run, settled
from tests.benchmarks.house import House
from tests.benchmarks.season_pages import HOME

SMALL: Final = 128
"""Entrants of the small cup: enough for more than one page of draws."""
PAGES: Final[Mapping[str, str]] = {
    HOME: "../../",
    "the bracket": "",
    "another quarter": "?quarter=3",
    "the first round": "?round=1&quarter=2",
    "what is new": "live/?version=0",
    "a player": "p/{entry}/",
    "results": "results/",
    "the log": "log/",
    "rules": "rules/",
    "entries": "entries/",
    "all competitions": "../",
}
"""What is read of the season, by its address below the season's."""


def main() -> int:
    return run(__doc__, _run, folder="cup-", entrants=512, drawn=2)


def _run(here: House, options: argparse.Namespace) -> list[str]:
    small = begun("calm", SMALL, Took(tells=False))
    took = Took()
    large = begun("storm", options.entrants, took)
    for season in (small, large):
        play_rounds(season)
    return took.over("the seeds are drawn", options.drawn) + read_all(here, large, small, PAGES, options)


def begun(slug: str, entrants: int, took: Took) -> Any:
    """A running knock-out of so many in a league of its own, begun by the services, with one result taken."""
    from games.common import clock
    from league.competitions.knock_out.state import read as read_cup
    from league.competitions.services import turning
    from tests.league.competitions.knock_outs import KNOCK_OUT

    season = entered(slug, entrants, KNOCK_OUT)
    with clock.reading(lambda: season.enters_until), took.timed("the seeds are drawn"):
        assert turning.turn(season)
    with clock.reading(lambda: season.starts_at), took.timed("it begins, with its first games"):
        settled(season)
    with took.timed("the whole bracket is read"):
        cup = read_cup(season).cup
    assert len(cup.begun) == entrants // 2
    _one_result(season, took)
    season.refresh_from_db()
    return season


def _one_result(season: Any, took: Took) -> None:
    from games.common import clock
    from games.services.players import votes
    from league.competitions.models import Competition
    from league.competitions.services import results, turning

    first = season.pairings.filter(number=1).select_related("game").get()
    loser = first.sides.select_related("entry__user").last().entry.user
    votes.concede(game=first.game, user=loser)
    with took.timed("a result"):
        assert results.take_results([first.game_id]) == 1
    later = clock.now() + timedelta(days=season.rules["dispute_days"], minutes=1)
    with clock.reading(lambda: later), took.timed("what follows, once it is final"):
        turning.turn(Competition.objects.get(pk=season.pk))


def play_rounds(season: Any, rounds: int = 2) -> None:
    """Write the results of the first rounds by rows, each the upper entry's, and what follows from them."""
    from games.common import clock
    from games.models import Game
    from league.competitions.knock_out.bracket import By, Decision
    from league.competitions.knock_out.state import facts_of
    from league.competitions.knock_out.state import read as read_cup
    from league.competitions.models import Event, Pairing, Side
    from league.competitions.rules.event_kind import EventKind

    at = clock.now() - timedelta(days=8)
    for number in range(1, rounds + 1):
        found = read_cup(season)
        bracket, entries = found.cup.bracket, {each.number: each for each in season.entries.all()}
        events, games = [], []
        for pairing in bracket.in_round(number):
            if pairing in bracket.decided:
                continue
            a, b = bracket.sides(pairing)
            row = season.pairings.filter(number=pairing).select_related("game").first()
            if row is None:
                row = Pairing.objects.create(competition=season, number=pairing)
                Side.objects.bulk_create(Side(pairing=row, entry=entries[each]) for each in (a, b))
            if row.game is not None:
                games.append(row.game_id)
            code = row.game.code if row.game else ""
            facts = {"pairing": pairing, "game": code, "winner": a, "loser": b, "how": "ID-19"}
            common = {"competition": season, "number": pairing, "at": at, "recorded_at": at}
            events.append(Event(kind=EventKind.RESULT, facts=facts, game=row.game, **common))
            decided = facts_of(pairing, Decision(a, By.GAME))
            events.append(Event(kind=EventKind.ADVANCES, facts=decided, **common))
        Event.objects.bulk_create(events)
        Game.objects.filter(pk__in=games).update(
            state=Game.State.FINISHED, finished_at=at, outcome={"winners": [], "how": "ID-19"}
        )


if __name__ == "__main__":
    sys.exit(main())
