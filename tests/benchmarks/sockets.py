"""A thousand open pages of one game: `python -m tests.benchmarks.sockets`.

Sockets, pages, the worker for the outbox and the beat run as docs/running.md says. Something happens in the
game: everyone's socket is told, and everyone fetches what is new, over the connections of the proxy, with
their own session: the two players, some members, for the most part visitors. Timed from the commit until each
has their answer. First a player says that they are ready (a small answer), then the phase
moves on (the page).

    python -m tests.benchmarks.sockets --sockets 1000

Exit status 1: someone was not told or got the wrong thing, or the 95th percentile is over `--within` seconds
(1). Status 2: something it needs is not installed.
"""

from __future__ import annotations

import argparse
import asyncio
import ipaddress
import json
import os
import platform
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.benchmarks.house import House, house, nanoseconds_an_addition
from tests.benchmarks.pages import cookies_of, serve
from tests.benchmarks.visitors import Connections, Request, quantile
from tests.chaos.processes import Missing, free_port, wait_for_port
from tests.chaos.running import stop_tidily

MEMBERS = 0.2
"""The share of those who watch that are signed in."""


ADDRESSES = ipaddress.IPv4Network("10.0.0.0/8").hosts()
"""Each page is open at an address of its own: from one, only so many sockets are (`consumers`)."""

ZONE = re.compile(r'id="live"[^>]* data-zone="([^"]*)"')
"""Where a page says that it asks as a watcher."""


@dataclass
class Page:
    """One open page of the game."""

    cookies: str
    answer: str = ""
    watcher: str = ""
    label: str = ""
    version: int = 0
    is_open: bool = False
    told: float = 0.0
    refreshed: float = 0.0
    wrong: list[str] = field(default_factory=list)
    pages: Connections | None = None

    async def follow(self, port: int, pages: Connections, path: str) -> None:
        """Stay open, and fetch what is new whenever told."""
        import websockets

        self.pages = pages
        headers = {"Cookie": self.cookies} if self.cookies else {}
        headers["X-Forwarded-For"] = str(next(ADDRESSES))
        address = f"ws://localhost:{port}/ws/g/{path.rstrip('/').rpartition('/')[2]}/"
        async with websockets.connect(
            address,
            additional_headers=headers,
            origin=f"https://localhost:{port}",
            open_timeout=60,
        ) as socket:
            self.version = json.loads(await socket.recv())["version"]
            opened = (await self.fetch(path)).decode()
            if found := ZONE.search(opened):
                language = opened.partition('<html lang="')[2][:2]
                self.watcher = f"&as=watcher&with=page&lang={language}&zone={quote(found[1], safe='')}"
            self.is_open = True
            async for message in socket:
                hint = json.loads(message)
                if hint["version"] > self.version:
                    self.told = time.time()
                    self.version = await self.refresh(path, hint["version"])
                    self.refreshed = time.time()

    async def refresh(self, path: str, version: int) -> int:
        """Ask as the page's script does: what is new; if the phase has moved on, the page."""
        asked = f"status/?phase={self.label}&version={self.version}&heard={version}"
        said = await self.fetch(path + asked + self.answer + self.watcher)
        if b"data-moved-on" in said:
            said = await self.fetch(path)
        if b'id="page"' in said:
            self.label = said.partition(b'data-phase="')[2].partition(b'"')[0].decode()
        if f'data-version="{version}"'.encode() not in said:
            self.wrong.append(f"not version {version}: {said[:80]!r}")
        return version

    async def fetch(self, path: str) -> bytes:
        assert self.pages is not None
        status, body = await self.pages.ask(
            Request("", path, self.cookies, is_fragment="heard=" in path).raw()
        )
        if status != 200:
            self.wrong.append(f"{path.partition('?')[0]} answered {status}")
        return body


def lay_out(count: int) -> tuple[Any, list[Page]]:
    """A game of Intimate Diplomacy whose spring moves are due, and its open pages."""
    from games.models import Game, Phase
    from league.leagues.models import League
    from tests.benchmarks.scene import add_intimate, make_players

    league = League.objects.create(slug="storm", name="Storm")
    users = make_players(league, max(2, int(count * MEMBERS)))
    add_intimate(22, users, timedelta(days=30))
    phase = Phase.objects.filter(label__endswith="M", adjudicated_at=None).order_by("-ordinal").first()
    assert phase is not None
    game = Game.objects.get(pk=phase.game_id)
    players = [tenure.user for tenure in game.tenures.select_related("user")]
    others = [user for user in users if user not in players]
    readers = [Page(cookies_of(user), "&letter=0&answer=1") for user in players]
    readers += [Page(cookies_of(user)) for user in others]
    readers += [Page("") for _each in range(count - len(readers))]
    for each in readers:
        each.label = phase.label
    return game, readers


async def watched(
    here: House,
    web: int,
    sockets: int,
    path: str,
    pages: list[Page],
    events: list[tuple[str, Callable[[], float]]],
) -> tuple[list[str], dict[str, list[float]]]:
    """Open all pages, let the events come one after the other; the lines of the table, seconds by event."""
    opening, proxy = asyncio.Semaphore(20), Connections(web)
    lines, refreshed = [], {}

    async def open_one(page: Page) -> asyncio.Task[None]:
        async with opening:
            task = asyncio.create_task(page.follow(sockets, proxy, path))
            while not page.is_open and not task.done():
                await asyncio.sleep(0.02)
            return task

    tasks = await asyncio.gather(*(open_one(page) for page in pages))
    await settle(pages, lambda page: True, 2)
    for what, happen in events:
        for page in pages:
            page.told = page.refreshed = 0.0
        names = ("sockets", "pages", "outbox", "postgres", "redis")
        before = {name: here.used_by(name).cpu for name in names}
        own = time.process_time()
        committed = await asyncio.to_thread(happen)
        await settle(pages, lambda page: page.refreshed > 0, 30)
        cpu = {name: here.used_by(name).cpu - before[name] for name in names}
        cpu["readers"] = time.process_time() - own
        lines.append(line(f"{what}: told", [page.told - committed for page in pages if page.told]))
        refreshed[what] = [page.refreshed - committed for page in pages if page.refreshed]
        lines.append(line(f"{what}: refreshed", refreshed[what]))
        lines.append(
            "    processor time, s: " + ", ".join(f"{name} {spent:.2f}" for name, spent in cpu.items())
        )
    for page, task in zip(pages, tasks, strict=True):
        if task.done():
            page.wrong.append(f"closed: {task.exception()!r}")
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return lines, refreshed


async def settle(pages: list[Page], is_done: Callable[[Page], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until and not all(map(is_done, pages)):
        await asyncio.sleep(0.05)


def line(what: str, spent: list[float]) -> str:
    if not spent:
        return f"{what:<36}{0:>8}"
    figures = [quantile(spent, 0.5), quantile(spent, 0.95), max(spent)]
    return f"{what:<36}{len(spent):>8}" + "".join(f"{figure:>9.2f}" for figure in figures)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--sockets", type=int, default=1000)
    asked.add_argument("--within", type=float, default=1.0, help="seconds for 95 of 100 (1)")
    options = asked.parse_args()
    stop_tidily()
    try:
        with tempfile.TemporaryDirectory(prefix="sockets-") as folder, house(Path(folder)) as here:
            return _run(here, options)
    except Missing as missing:
        print(f"Cannot run: {missing}.", file=sys.stderr)
        return 2


def _run(here: House, options: argparse.Namespace) -> int:
    import resource

    from django.core.management import call_command
    from django.db import connection

    from games.adjudication.processing import process_phase
    from games.services.players.answers import save_answer, set_ready

    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    call_command("messages", "--compile-only", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    game, pages = lay_out(options.sockets)
    web, sockets = serve(here), free_port()
    here.start(
        "sockets", "uvicorn", "league.asgi:application", "--port", str(sockets), "--lifespan", "off",
        "--log-level", "warning", "--ws-per-message-deflate", "false",
    )  # fmt: skip
    wait_for_port(sockets)
    here.worker("outbox", "hints,outbox,background")
    here.beat()
    phase = game.phases.get(adjudicated_at=None)
    user = game.tenures.select_related("user").order_by("place")[0].user

    def readiness() -> float:
        draft = phase.drafts.filter(seat__tenures__user=user).first()
        if draft is None:
            save_answer(game=game, user=user, label=phase.label, text="", version=0)
        set_ready(game=game, user=user, label=phase.label, ready=True)
        committed = time.time()
        connection.close()
        return committed

    def moving_on() -> float:
        from django.db.models.functions import Now

        type(phase).objects.filter(pk=phase.pk).update(closes_at=Now())
        process_phase(phase=phase)
        committed = time.time()
        connection.close()
        return committed

    connection.close()
    path = f"/l/storm/g/{game.code}/"
    print(f"{time.strftime('%H:%M:%S')} Opening {len(pages)} pages", flush=True)
    events = [("a player is ready", readiness), ("the phase moves on", moving_on)]
    lines, refreshed = asyncio.run(watched(here, web, sockets, path, pages, events))
    print(
        f"\n{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors, "
        f"an addition in Python {nanoseconds_an_addition():.0f} ns\n"
    )
    print(f"{'seconds after the commit':<36}{'pages':>8}{'p50':>9}{'p95':>9}{'last':>9}")
    print("\n".join(lines))
    status = 0
    wrong = [what for page in pages for what in page.wrong]
    for what in wrong[:5]:
        print(f"VIOLATION: {what}")
        status = 1
    for what, spent in refreshed.items():
        if len(spent) != len(pages) or quantile(spent, 0.95) > options.within:
            print(f"VIOLATION: {what}: not everybody was refreshed in time")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
