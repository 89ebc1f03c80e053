"""A full house being read: `python -m tests.benchmarks.pages`.

Pages are served as docs/running.md says (gunicorn, two workers of one thread, PostgreSQL, Redis) from a
database of 10,000 games: four in five standard, the others games of Intimate Diplomacy some years old, with
their auctions and messages. Readers come evenly, 100 a second for half a minute, answered or not.

    python -m tests.benchmarks.pages --games 10000 --rate 100 --seconds 30

Exit status 1: the 95th percentile is over `--within` milliseconds (250), or an answer was not what it
should be. Status 2: something it needs is not installed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from tests.benchmarks.compare import SMALL, TIMES, Size, compare
from tests.benchmarks.house import House, house, nanoseconds_an_addition
from tests.benchmarks.large import SPREAD
from tests.benchmarks.visitors import Answered, Request, quantile, visit
from tests.chaos.processes import ROOT, Missing, free_port, wait_for_port
from tests.chaos.running import stop_tidily

INTIMATE = 0.2
"""The share of games of Intimate Diplomacy."""

READERS = 300
"""People who come: each has one session."""

OFFERED = 50
"""Seats of a large league's running games that stand open."""

WARMING = 12
"""Requests of each kind before any is counted: both workers should have met them all."""

SLOW = 0.02
"""Seconds; a query that takes longer, asked alone, is shown before the run."""

SHOWN = 1500
"""Characters of it."""

WITH_PHASES = 2000
"""Finished games of a large league that have their phases: with those of all the disk would be full."""

SMALL_GAMES = 1000
"""Finished games of the league that a large one is compared with."""

SEATS = 30
"""The fewest members it has: they sit in its games, two or seven at a table."""

LETTERS = 30
"""In each of the games that are read."""

MIX = {
    "a player's game": 14,
    "a watched game": 10,
    "what is new, a player": 28,
    "what is new, a watcher": 16,
    "their games": 6,
    "a league's games": 6,
    "a league": 4,
    "auction history": 4,
    "a past phase": 3,
    "the first page": 3,
    "saving a sheet": 6,
}
LARGE = {
    "a watched game": 7,
    "a league's games": 3,
    "finished games": 2,
    "a player's finished games": 1,
    "a finished game": 3,
    "members": 2,
    "a player": 2,
    "standings": 1,
    "head to head": 1,
    "games behind a figure": 1,
    "the organisers' desk": 1,
}
"""What is read instead of a part of that in a large league; the others less in proportion."""
"""Of a hundred requests, how many of each kind. Open pages ask what is new far more often than pages are
opened; every fourth time a player asks, something is.
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A running game of Intimate Diplomacy, and its players with their cookies."""

    code: str
    label: str
    past: str
    version: int
    seats: dict[str, str]


class Readers:
    """Everyone who comes, and what they ask for."""

    def __init__(self, tables: list[Table], standard: list[tuple[str, str, int]], seed: int = 1901) -> None:
        self.tables, self.standard, self.random = tables, standard, Random(seed)
        self.versions: dict[tuple[str, str], int] = {}
        self.finished, self.members, self.organiser = 0, 0, ""
        self.mix: dict[str, float] = dict(MIX)

    def settle_in(self, finished: int, members: int, organiser: str) -> None:
        """Read the pages of a large league, too."""
        self.finished, self.members, self.organiser = finished, members, organiser
        left = 1 - sum(LARGE.values()) / 100
        rest = {kind: weight for kind, weight in MIX.items() if kind not in LARGE}
        scale = 100 * left / sum(rest.values())
        self.mix = {kind: weight * scale for kind, weight in rest.items()} | LARGE

    @property
    def player(self) -> str:
        return f"player{self.random.randrange(self.members)}"

    def requests(self, count: int) -> Iterator[Request]:
        kinds = self.random.choices(list(self.mix), weights=list(self.mix.values()), k=count)
        for kind in kinds:
            yield self.request(kind)

    def request(self, kind: str) -> Request:
        table = self.random.choice(self.tables)
        seat = self.random.choice(sorted(table.seats))
        own = table.seats[seat]
        watched, watched_phase, watched_version = self.random.choice(self.standard)
        here = "/l/storm"
        match kind:
            case "a player's game":
                return Request(kind, f"{here}/g/{table.code}/", own)
            case "a watched game":
                return Request(kind, f"{here}/g/{watched}/")
            case "what is new, a player":
                letter = 0 if self.random.random() < 0.25 else 10**18
                asked = f"phase={table.label}&version={table.version}&letter={letter}"
                return Request(kind, f"{here}/g/{table.code}/status/?{asked}", own, is_fragment=True)
            case "what is new, a watcher":
                as_watcher = "as=watcher&lang=en&zone=UTC"
                asked = f"phase={watched_phase}&version={watched_version}&heard=0&{as_watcher}"
                return Request(kind, f"{here}/g/{watched}/status/?{asked}", is_fragment=True)
            case "their games":
                return Request(kind, "/games/", own)
            case "a league's games":
                return Request(kind, f"{here}/games/?state=running", own)
            case "a league":
                return Request(kind, f"{here}/", own)
            case "finished games":
                return Request(kind, f"{here}/games/?state=finished", own)
            case "a player's finished games":
                return Request(kind, f"{here}/games/?player={self.player}&state=finished", own)
            case "a finished game":
                return Request(
                    kind, f"{here}/g/storm{self.random.randrange(min(self.finished, WITH_PHASES))}/"
                )
            case "members":
                return Request(kind, f"{here}/members/?q=player1{self.random.randrange(100)}", own)
            case "a player":
                return Request(kind, f"{here}/p/{self.player}/", own)
            case "standings":
                return Request(kind, f"{here}/standings/", own)
            case "head to head":
                one = self.random.randrange(self.members)
                other = (one + SPREAD) % self.members
                return Request(kind, f"{here}/p/player{one}/against/player{other}/", own)
            case "games behind a figure":
                return Request(kind, f"{here}/games/?player={self.player}&reliability=asked", own)
            case "the organisers' desk":
                return Request(kind, f"{here}/desk/", self.organiser)
            case "auction history":
                return Request(kind, f"{here}/g/{table.code}/auctions/")
            case "a past phase":
                return Request(kind, f"{here}/g/{table.code}/{table.past}/", own)
            case "the first page":
                return Request(kind, "/")
            case "saving a sheet":
                return self.saving(table, seat)
        raise ValueError(kind)

    def saving(self, table: Table, seat: str) -> Request:
        """They write on over what they saved last. A save on its way keeps them from beginning another."""
        version = self.versions.get((table.code, seat), 0)
        self.versions[table.code, seat] = version + 1
        form = {"label": table.label, "version": str(version), "text": f"# {version}"}
        return Request("saving a sheet", f"/l/storm/g/{table.code}/answer/", table.seats[seat], form)


def fill(games: int, finished: int = 0, members: int = 0) -> Readers:
    """Lay out the house, and say who reads."""
    from django.db import connection

    from games.models import Game, Phase
    from league.leagues.models import Membership
    from tests.benchmarks.large import add_finished, add_league, count_results, offer_seats
    from tests.benchmarks.scene import add_intimate, add_letters, lay_out

    intimate = int(games * INTIMATE)
    users = lay_out(games - intimate, members=members)
    with_history = add_intimate(intimate, users, timedelta(days=30))
    writing = Phase.objects.filter(game__in=with_history, adjudicated_at=None, label__regex="[BM]$")
    can_write = list(writing.order_by("pk").values_list("game", flat=True))
    read = can_write[:: max(1, len(can_write) // (READERS // 2))][: READERS // 2]
    add_letters(read, LETTERS)
    if finished:
        offer_seats(OFFERED)
        add_finished(finished, users, phases=WITH_PHASES)
        small = small_league(finished, members)
        add_league(SMALL, min(finished, SMALL_GAMES), small.members, WITH_PHASES)
        for slug in ("storm", SMALL):
            count_results(slug)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    tables = [_table(game) for game in Game.objects.filter(pk__in=read)]
    watched = Phase.objects.filter(game__league__slug="storm", game__variant="standard", adjudicated_at=None)
    standard = list(watched.order_by("pk").values_list("game__code", "label", "game__version")[:READERS])
    readers = Readers(tables, standard)
    if finished:
        organiser = Membership.objects.filter(league__slug="storm").select_related("user").latest("pk")
        Membership.objects.filter(pk=organiser.pk).update(role=Membership.Role.ORGANISER)
        readers.settle_in(finished, members, cookies_of(organiser.user))
    return readers


def small_league(finished: int, members: int) -> Size:
    """The league beside a large one, with as many games a member."""
    games = min(finished, SMALL_GAMES)
    return Size(SMALL, SMALL, max(SEATS, members * games // finished), min(games, WITH_PHASES))


def _table(game: Any) -> Table:
    from games.models import Phase, Tenure

    phases = list(Phase.objects.filter(game=game).order_by("ordinal").values_list("label", flat=True))
    seats = {
        tenure.seat.key: cookies_of(tenure.user)
        for tenure in Tenure.objects.filter(game=game).select_related("seat", "user")
    }
    return Table(game.code, phases[-1], phases[-2], game.version, seats)


def cookies_of(user: Any) -> str:
    """What the browser of someone sends who has signed in, and has been here since: their session is
    noted.
    """
    from django.conf import settings
    from django.middleware.csrf import _get_new_csrf_string
    from django.test import Client

    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    client.get("/", headers={"host": "localhost", "x-forwarded-proto": "https"})
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={_get_new_csrf_string()}"


def serve(here: House) -> int:
    """Start the page server as the container does; its port."""
    port = free_port()
    command = re.search(r"^CMD (\[.*\])$", (ROOT / "deploy/Containerfile").read_text(), re.MULTILINE)
    assert command, "deploy/Containerfile starts the page server"
    here.start("pages", *json.loads(command[1].replace("0.0.0.0:8000", f"127.0.0.1:{port}")))
    wait_for_port(port)
    return port


def queries_of(readers: Readers) -> dict[str, int]:
    """How many queries each kind of request makes, asked of this process: the most of three."""
    from django.db import connection
    from django.http import SimpleCookie
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    counted: dict[str, int] = {}
    client = Client(headers={"host": "localhost", "x-forwarded-proto": "https", "accept-language": "en"})
    for kind in readers.mix:
        for _time in range(3):
            request = readers.request(kind)
            client.cookies = SimpleCookie(request.cookies)
            with CaptureQueriesContext(connection) as queries:
                client.get(request.path) if request.form is None else client.post(request.path, request.form)
            counted[kind] = max(counted.get(kind, 0), len(queries))
            slow = [query for query in queries.captured_queries if float(query["time"]) > SLOW]
            for query in slow:
                print(f"{1000 * float(query['time']):.0f} ms in {kind}: {query['sql'][:SHOWN]}", flush=True)
    return counted


def table(answers: list[Answered], queries: dict[str, int]) -> str:
    lines = [
        f"{'milliseconds':<26}{'number':>8}{'p50':>8}{'p95':>8}{'p99':>8}{'most':>8}{'bytes':>9}{'queries':>9}"
    ]
    for kind in [*dict.fromkeys(each.kind for each in sorted(answers, key=_place)), "all"]:
        some = [each for each in answers if kind in ("all", each.kind)]
        if not some:
            continue
        spent = [1000 * each.seconds for each in some]
        figures = [quantile(spent, 0.5), quantile(spent, 0.95), quantile(spent, 0.99), max(spent)]
        size = sum(each.size for each in some) / len(some)
        lines.append(
            f"{kind:<26}{len(some):>8}"
            + "".join(f"{figure:>8.0f}" for figure in figures)
            + f"{size:>9.0f}{queries.get(kind, ''):>9}"
        )
    return "\n".join(lines)


def _place(answer: Answered) -> tuple[int, str]:
    kinds = [*MIX, *LARGE]
    return kinds.index(answer.kind), answer.kind


def main(finished: int = 0, members: int = 0, within: float = 250) -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=10000)
    asked.add_argument("--rate", type=float, default=100, help="requests a second (100)")
    asked.add_argument("--seconds", type=float, default=30)
    asked.add_argument("--within", type=float, default=within, help="milliseconds for 95 of 100")
    asked.add_argument("--finished", type=int, default=finished, help="finished games beside them")
    asked.add_argument("--members", type=int, default=members, help="members of the league")
    asked.add_argument("--times", type=int, default=TIMES, help="how often pages of two leagues are compared")
    options = asked.parse_args()
    stop_tidily()
    try:
        with tempfile.TemporaryDirectory(prefix="pages-") as folder, house(Path(folder)) as here:
            return _run(here, options)
    except Missing as missing:
        print(f"Cannot run: {missing}.", file=sys.stderr)
        return 2


def _run(here: House, options: argparse.Namespace) -> int:
    from django.core.management import call_command
    from django.db import connection

    call_command("messages", "--compile-only", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    print(f"{time.strftime('%H:%M:%S')} Laying out {options.games} games", flush=True)
    readers = fill(options.games, options.finished, options.members)
    queries = queries_of(readers)
    readers.versions.clear()
    _forget_what_was_saved()
    connection.close()
    port = serve(here)
    warming = [readers.request(kind) for kind in list(readers.mix) * WARMING if "saving" not in kind]
    asyncio.run(visit(port, warming, 20))
    requests = list(readers.requests(int(options.rate * options.seconds)))
    print(f"{time.strftime('%H:%M:%S')} {len(requests)} requests, {options.rate:.0f} a second", flush=True)
    names = ("pages", "postgres", "redis")
    before = {name: here.used_by(name).cpu for name in names}
    slow, own = nanoseconds_an_addition(), time.process_time()
    answers = asyncio.run(visit(port, requests, options.rate))
    cpu = {name: 1000 * (here.used_by(name).cpu - before[name]) / len(answers) for name in names}
    cpu["readers"] = 1000 * (time.process_time() - own) / len(answers)
    print(
        f"\n{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors, "
        f"{options.games} games, {options.finished} finished, "
        f"{options.rate:.0f} requests a second for {options.seconds:.0f} s\n"
        f"an addition in Python: {slow:.0f} ns before, {nanoseconds_an_addition():.0f} ns after\n"
    )
    print(table(answers, queries))
    print(
        "\nprocessor time a request, ms: " + ", ".join(f"{name} {spent:.1f}" for name, spent in cpu.items())
    )
    status = 0
    wrong = [each for each in answers if each.status not in (200, 204, 302)]
    if wrong:
        print(f"VIOLATION: {len(wrong)} answers were {sorted({each.status for each in wrong})}")
        status = 1
    stale = [each for each in answers if each.kind == "saving a sheet" and each.status != 302]
    if stale:
        print(f"VIOLATION: {len(stale)} saves were refused")
        status = 1
    if quantile([1000 * each.seconds for each in answers], 0.95) > options.within:
        print(f"VIOLATION: more than one in twenty took longer than {options.within:.0f} ms")
        status = 1
    if options.finished:
        large = Size(
            "storm", "player", max(options.games, options.members), min(options.finished, WITH_PHASES)
        )
        status |= compare(port, (large, small_league(options.finished, options.members)), options.times)
    return status


def _forget_what_was_saved() -> None:
    from games.models import Answer

    Answer.objects.filter(phase__game__variant="intimate", phase__adjudicated_at=None).delete()


if __name__ == "__main__":
    sys.exit(main())
