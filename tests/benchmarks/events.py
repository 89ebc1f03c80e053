"""What the benchmarks of knock-outs and of tables of seven share: their command, a season that many have
entered, what each act takes, and its pages beside the league's home.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.benchmarks.compare import MOST
from tests.benchmarks.house import House, house, nanoseconds_an_addition
from tests.benchmarks.season_pages import more_queries, read
from tests.chaos.processes import Missing
from tests.chaos.running import stop_tidily


def run(
    says: str | None,
    measure: Callable[[House, argparse.Namespace], list[str]],
    *,
    folder: str,
    entrants: int,
    drawn: float,
) -> int:
    """The command: `measure` in a house of its own, whose wrongs are printed; the exit status."""
    asked = argparse.ArgumentParser(description=says, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--entrants", type=int, default=entrants)
    asked.add_argument("--times", type=int, default=100, help="how often each page is read (100)")
    asked.add_argument("--most", type=float, default=MOST, help=f"times the league's home's p95 ({MOST})")
    asked.add_argument("--drawn", type=float, default=drawn, help="seconds that a drawing may take")
    options = asked.parse_args()
    stop_tidily()
    try:
        with tempfile.TemporaryDirectory(prefix=folder) as where, house(Path(where)) as here:
            wrong = _measured(here, options, measure)
    except Missing as missing:
        print(f"Cannot run: {missing}.", file=sys.stderr)
        return 2
    for each in wrong:
        print(f"VIOLATION: {each}")
    return int(bool(wrong))


def _measured(
    here: House,
    options: argparse.Namespace,
    measure: Callable[[House, argparse.Namespace], list[str]],
) -> list[str]:
    from django.core.management import call_command

    call_command("messages", "--compile-only", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors; "
        f"an addition in Python: {nanoseconds_an_addition():.0f} ns\n"
    )
    return measure(here, options)


class Took:
    """What each act took, in seconds by its name; printed at once, unless it `tells` nothing."""

    def __init__(self, *, tells: bool = True) -> None:
        self.tells = tells
        self.seconds: dict[str, float] = {}

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[what] = time.perf_counter() - began
        if self.tells:
            print(f"{what:<40}{1000 * self.seconds[what]:>9.0f} ms", flush=True)

    def over(self, what: str, most: float) -> list[str]:
        """Whether an act took more than so many seconds, in words."""
        return [f"{what}: more than {most:.0f} s"] if self.seconds[what] > most else []


def entered(slug: str, entrants: int, base: Any, **more: Any) -> Any:
    """An announced season of the rules `base` in a league of its own, which so many have entered."""
    from games.common import clock
    from league.competitions import services
    from league.leagues.models import League, Membership
    from tests.benchmarks.ladder_rows import _enter
    from tests.benchmarks.scene import make_players

    league = League.objects.create(slug=slug, name=slug.capitalize())
    *people, organiser, arbiter = make_players(league, entrants + 2, name=slug)
    Membership.objects.filter(user=organiser).update(role=Membership.Role.ORGANISER)
    begins = clock.now() - timedelta(days=20)
    moments = {"enters_from": begins - timedelta(days=9), "enters_until": begins - timedelta(days=1)}
    moments |= {"starts_at": begins, "ends_at": begins + timedelta(days=2000)}
    rules = replace(base, league=league.slug, largest=entrants, **moments, **more)
    with clock.reading(lambda: begins - timedelta(days=10)):
        season = services.create_season(league=league, by=organiser, rules=rules, arbiters=[arbiter])
        season = services.announce(competition=season, by=organiser)
    _enter(season, people, begins - timedelta(days=2))
    return season


def settled(season: Any) -> None:
    """What is due is done, and what follows from it."""
    from league.competitions.models import Competition
    from league.competitions.services import turning

    while turning.turn(Competition.objects.get(pk=season.pk)):
        pass


def read_all(
    here: House, large: Any, small: Any, pages: Mapping[str, str], options: argparse.Namespace
) -> list[str]:
    """Read the pages of both seasons; what is wrong with their queries, rows and times."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return more_queries(large, small, pages) + read(here, large, pages, options.times, options.most)
