"""A ladder of thousands: `python -m tests.benchmarks.ladder`.

5,000 entries and 20,000 results in PostgreSQL, copies of games that were played. Printed: how long the table
takes to be made from its log anew, and compared with it; what a result, a late one, a challenge, a
midnight check of who is idle and a departure cost; the export; and how fast the season's pages answer, in
production's own servers, to readers who come evenly.

    python -m tests.benchmarks.ladder --entries 5000 --results 20000 --rate 40 --within 100

Exit status 1: making the table anew takes over `--anew` seconds, the 95th percentile of pages is over
`--within` milliseconds, or something is wrong. Status 2: something it needs is not installed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from tests.benchmarks.house import House, house, nanoseconds_an_addition
from tests.benchmarks.pages import cookies_of, serve
from tests.benchmarks.visitors import Request, quantile, visit
from tests.chaos.processes import Missing
from tests.chaos.running import stop_tidily

DAY = timedelta(days=1)
BEGAN = 60
"""For how many days the season has been running; its results are spread evenly over them."""
SURPLUS = 1.3
"""Games copied for each result: a part of them is not for two."""
READERS = 60
REACH = 4
"""Ranks that challenges of the season go up, at most."""
PAGES = {
    "the ladder": "",
    "what is new": "live/?version=0",
    "a player": "p/{entry}/",
    "results": "results/",
    "the log": "log/",
    "rules": "rules/",
    "entries": "entries/",
    "the table as CSV": "table.csv",
    "all competitions": "../",
}
"""What is read of the season, by its address below the season's."""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--entries", type=int, default=5000)
    asked.add_argument("--results", type=int, default=20_000)
    asked.add_argument("--rate", type=float, default=40, help="requests a second (40)")
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--within", type=float, default=100, help="milliseconds for 95 of 100")
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
    season = lay_out(options.entries, options.results)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    print(
        f"\n{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors, "
        f"{options.entries} entries, {options.results} results; "
        f"an addition in Python: {nanoseconds_an_addition():.0f} ns\n"
    )
    spent = acts(season)
    status = 0
    if spent["the table made anew"] > options.anew:
        print(f"VIOLATION: making the table anew took more than {options.anew:.0f} s")
        status = 1
    return read(here, season, options) or status


def lay_out(entries: int, results: int) -> Any:
    """A running season with so many entries and results, by their rows; its table is not made yet."""
    from games import clock
    from league.leagues.models import League, Membership
    from league.tournaments import services
    from league.tournaments.models import Competition, Entry
    from tests.benchmarks.large import add_finished
    from tests.benchmarks.scene import make_players
    from tests.league.tournaments.seasons import RULES

    league = League.objects.create(slug="storm", name="Storm")
    users = make_players(league, entries + 2)
    add_finished(int(results * SURPLUS), users[:entries])
    organiser, arbiter = users[entries:]
    Membership.objects.filter(user=organiser).update(role=Membership.Role.ORGANISER)
    now = clock.now()
    begins = now - BEGAN * DAY
    moments = {"enters_from": begins - 9 * DAY, "enters_until": begins, "starts_at": begins}
    moments |= {"challenges_until": begins + DAY, "ends_at": now + BEGAN * DAY}
    with clock.reading(lambda: begins - 10 * DAY):
        season = services.create_season(
            league=league,
            by=organiser,
            rules=replace(RULES, largest=entries, **moments),
            arbiters=[arbiter],
        )
        season = services.announce(competition=season, by=organiser)
    rows = (
        Entry(competition=season, number=number, user=user, state="playing", word="", entered_at=begins)
        for number, user in enumerate(users[:entries], start=1)
    )
    Entry.objects.bulk_create(rows, batch_size=1000)
    season.entries_given, season.state, season.started_at = entries, Competition.State.RUNNING, begins
    season.save()
    add_results(season, results)
    return season


def add_results(season: Any, wanted: int) -> None:
    """Challenges a few ranks up, and results: rows, as services would write them. Their games are copies, and
    were played by others.
    """
    from games.models import Game
    from league.tournaments import log
    from league.tournaments.models import Challenge, Entry, Event
    from league.tournaments.models.challenge import pair_of

    random = Random(1)
    entries = {each.number: each for each in Entry.objects.filter(competition=season)}
    order = sorted(entries)
    random.shuffle(order)
    log.opens(season, order, season.starts_at, season.starts_at).save()
    played = Game.objects.filter(
        league=season.league, state=Game.State.FINISHED, variant="intimate", code__startswith="big"
    )
    chosen = list(played.order_by("-finished_at")[:wanted])
    assert len(chosen) == wanted, "enough games were copied"
    challenges, events = [], []
    for number, game in enumerate(reversed(chosen), start=1):
        low = random.randrange(1, len(order))
        high = max(0, low - random.randint(1, REACH))
        by, of = entries[order[low]], entries[order[high]]
        at = season.starts_at + BEGAN * DAY * number / (wanted + 1)
        challenge = Challenge(
            competition=season,
            number=number,
            by=by,
            of=of,
            pair=pair_of(by.user_id, of.user_id),
            state=Challenge.State.OVER,
            by_rank=low + 1,
            of_rank=high + 1,
            made_at=at - 2 * DAY,
            answer_by=at,
            answered_at=at - DAY,
            over_at=at,
            game=game,
        )
        challenges.append(challenge)
        winner, loser = (by, of) if number % 2 else (of, by)
        if winner is by:
            order.insert(high, order.pop(low))
        facts = {"winner": winner.number, "loser": loser.number, "how": "ID-15"}
        events += [log.challenged(challenge, (None, None)), log.result(challenge, **facts, at=at, now=at)]
    Challenge.objects.bulk_create(challenges, batch_size=1000)
    Event.objects.bulk_create(events, batch_size=1000)
    season.challenges_given = wanted
    season.save(update_fields=["challenges_given"])


def acts(season: Any) -> dict[str, float]:
    """What is done on such a ladder, each in its transaction; the seconds by what."""
    from django.db import transaction

    from games import clock
    from games.holidays import midnight
    from games.models import Game
    from games.services import votes
    from league.tournaments import services
    from league.tournaments.challenges import may_challenge
    from league.tournaments.exporting import export_bytes
    from league.tournaments.models import Challenge, Event, Standing
    from league.tournaments.scene import scene_of
    from league.tournaments.services import idling, results, table

    spent: dict[str, float] = {}

    @contextmanager
    def timed(what: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        spent[what] = time.perf_counter() - began
        print(f"{what:<40}{1000 * spent[what]:>9.0f} ms", flush=True)

    def at(rank: int) -> Any:
        return Standing.objects.select_related("entry__user").get(competition=season, rank=rank).entry

    def progress(events: int) -> None:
        print(f"{events} events", end="\r", flush=True)

    with timed("the table made anew"), transaction.atomic():
        table.refold(season, progress)
    with timed("the table compared with its log"):
        assert not table.has_drifted(season)
    with timed("the export"):
        size = len(export_bytes(season, clock.now()))
    print(f"  {size / 1e6:.1f} MB")
    low = at(Standing.objects.filter(competition=season, rank__gt=0).count() // 2)
    with timed("the ladder as it is now"):
        scene = scene_of(season, clock.now())
    with timed("whom one may challenge"):
        offered = may_challenge(season.terms.challenges, scene, low.number, clock.now())
    with timed("a challenge"):
        made = services.challenge(competition=season, user=low.user, of=offered[0])
    with timed("accepted: its game begins"):
        services.accept(challenge=made, user=made.of.user)
    made = Challenge.objects.select_related("game", "of__user").get(pk=made.pk)
    assert made.game is not None
    votes.concede(game=Game.objects.get(pk=made.game.pk), user=made.of.user)
    with timed("its result"):
        assert results.take_results([made.game.pk]) == 1
    late = Event.objects.filter(competition=season, kind="result").order_by("at")[100]
    Event.objects.filter(pk=late.pk).delete()
    with timed("a late result: all folded anew"):
        assert results.take_results([late.game_id]) <= 1
    zone = season.rules["zone"]
    night = midnight(clock.now().astimezone(ZoneInfo(zone)).date() + DAY, zone)
    with timed("who is idle: a midnight check"), clock.reading(lambda: night):
        assert idling.watch(season)
    with timed("somebody leaves the middle"):
        services.withdraw(
            competition=season, user=at(low.number and 2500 if len(scene.table) > 2500 else 2).user
        )
    season.refresh_from_db()
    assert not table.has_drifted(season)
    return spent


def read(here: House, season: Any, options: argparse.Namespace) -> int:
    """Let readers come to the season's pages; exit status 1 where they wait too long."""
    from django.db import connection

    from league.tournaments.models import Entry

    random = Random(2)
    entries = list(Entry.objects.filter(competition=season, state="playing").select_related("user"))
    people = [
        (each.number, cookies_of(each.user)) for each in random.sample(entries, min(READERS, len(entries)))
    ]
    home = f"/l/{season.league.slug}/competitions/{season.code}/"
    connection.close()
    port = serve(here)

    def request(kind: str) -> Request:
        entry, cookies = random.choice(people)
        path = os.path.normpath(home + PAGES[kind].format(entry=entry))
        path += "/" if PAGES[kind].endswith("/") or not PAGES[kind] else ""
        return Request(kind, path, cookies, is_fragment=kind == "what is new")

    asyncio.run(visit(port, [request(kind) for kind in PAGES for _time in range(4)], 4))
    count = int(options.rate * options.seconds)
    answers = asyncio.run(
        visit(port, [request(random.choice(list(PAGES))) for _one in range(count)], options.rate)
    )
    print(f"\n{'milliseconds':<26}{'number':>8}{'p50':>8}{'p95':>8}{'most':>8}{'bytes':>9}{'of all':>8}")
    all_ = quantile([1000 * each.seconds for each in answers], 0.95)
    for kind in (*PAGES, "all"):
        some = [each for each in answers if kind in ("all", each.kind)]
        if some:
            times = [1000 * each.seconds for each in some]
            figures = [quantile(times, 0.5), quantile(times, 0.95), max(times)]
            size = sum(each.size for each in some) / len(some)
            print(
                f"{kind:<26}{len(some):>8}"
                + "".join(f"{figure:>8.0f}" for figure in figures)
                + f"{size:>9.0f}{figures[1] / all_:>8.1f}"
            )
    if wrong := sorted({(each.kind, each.status) for each in answers if each.status != 200}):
        print(f"VIOLATION: answers were {wrong}")
        return 1
    if all_ > options.within:
        print(f"VIOLATION: more than one in twenty took longer than {options.within:.0f} ms")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
