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
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from tests.benchmarks.compare import MOST
from tests.benchmarks.house import House, house, nanoseconds_an_addition
from tests.benchmarks.season_pages import HOME, more_queries, read
from tests.chaos.processes import Missing
from tests.chaos.running import stop_tidily

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
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--entrants", type=int, default=512)
    asked.add_argument("--times", type=int, default=100, help="how often each page is read (100)")
    asked.add_argument("--most", type=float, default=MOST, help=f"times the league's home's p95 ({MOST})")
    asked.add_argument("--drawn", type=float, default=2, help="seconds to draw the seeds")
    options = asked.parse_args()
    stop_tidily()
    try:
        with tempfile.TemporaryDirectory(prefix="cup-") as folder, house(Path(folder)) as here:
            return _run(here, options)
    except Missing as missing:
        print(f"Cannot run: {missing}.", file=sys.stderr)
        return 2


def _run(here: House, options: argparse.Namespace) -> int:
    from django.core.management import call_command
    from django.db import connection

    call_command("messages", "--compile-only", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors; "
        f"an addition in Python: {nanoseconds_an_addition():.0f} ns\n"
    )
    small = begun("calm", SMALL)
    wrong = []
    took: dict[str, float] = {}
    large = begun("storm", options.entrants, took)
    if took["the seeds are drawn"] > options.drawn:
        wrong.append(f"drawing the seeds took more than {options.drawn:.0f} s")
    for season in (small, large):
        play_rounds(season)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    wrong += more_queries(large, small, PAGES)
    wrong += read(here, large, PAGES, options.times, options.most)
    for each in wrong:
        print(f"VIOLATION: {each}")
    return int(bool(wrong))


def begun(slug: str, entrants: int, took: dict[str, float] | None = None) -> Any:
    """A running knock-out of so many in a league of its own, begun by the services, with one result taken;
    what each act `took` is printed where it is asked for.
    """
    from games.common import clock
    from league.competitions.knock_out.state import read as read_cup
    from league.competitions.models import Competition
    from league.competitions.services import turning

    @contextmanager
    def timed(what: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        if took is not None:
            took[what] = time.perf_counter() - began
            print(f"{what:<40}{1000 * took[what]:>9.0f} ms", flush=True)

    season = _entered(slug, entrants)
    with clock.reading(lambda: season.enters_until), timed("the seeds are drawn"):
        assert turning.turn(season)
    with clock.reading(lambda: season.starts_at), timed("it begins, with its first games"):
        while turning.turn(Competition.objects.get(pk=season.pk)):
            pass
    with timed("the whole bracket is read"):
        cup = read_cup(season).cup
    assert len(cup.begun) == entrants // 2
    _one_result(season, timed)
    season.refresh_from_db()
    return season


def _entered(slug: str, entrants: int) -> Any:
    from dataclasses import replace

    from games.common import clock
    from league.competitions import services
    from league.leagues.models import League, Membership
    from tests.benchmarks.ladder_rows import _enter
    from tests.benchmarks.scene import make_players
    from tests.league.competitions.knock_outs import KNOCK_OUT

    league = League.objects.create(slug=slug, name=slug.capitalize())
    *people, organiser, arbiter = make_players(league, entrants + 2, name=slug)
    Membership.objects.filter(user=organiser).update(role=Membership.Role.ORGANISER)
    begins = clock.now() - timedelta(days=20)
    moments = {"enters_from": begins - timedelta(days=9), "enters_until": begins - timedelta(days=1)}
    moments |= {"starts_at": begins, "ends_at": begins + timedelta(days=2000)}
    rules = replace(KNOCK_OUT, league=league.slug, largest=entrants, **moments)  # type: ignore[arg-type]
    with clock.reading(lambda: begins - timedelta(days=10)):
        season = services.create_season(league=league, by=organiser, rules=rules, arbiters=[arbiter])
        season = services.announce(competition=season, by=organiser)
    _enter(season, people, begins - timedelta(days=2))
    return season


def _one_result(season: Any, timed: Any) -> None:
    from games.common import clock
    from games.services.players import votes
    from league.competitions.models import Competition
    from league.competitions.services import results, turning

    first = season.pairings.filter(number=1).select_related("game").get()
    loser = first.sides.select_related("entry__user").last().entry.user
    votes.concede(game=first.game, user=loser)
    with timed("a result"):
        assert results.take_results([first.game_id]) == 1
    later = clock.now() + timedelta(days=season.rules["dispute_days"], minutes=1)
    with clock.reading(lambda: later), timed("what follows, once it is final"):
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
