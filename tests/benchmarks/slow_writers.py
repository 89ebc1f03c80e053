"""A reader beside 50 slow writers, and what hostile requests cost: `python -m tests.benchmarks.slow_writers`.

A slow writer posts a form of 1000 bytes at a byte every five seconds, and comes back when hung up on. The
page server runs as the container starts it, behind the real Caddy with the Caddyfile of `deploy/`; then the
embedded house runs by itself. Another reader asks each for pages, with and without the slow writers.

Then requests that are meant to make pages fail go straight to the page server and the socket server, while
`ADMINS` are set: what they are answered, what each costs beside an unknown address, how many mails
came of it.

    python -m tests.benchmarks.slow_writers --writers 50 --seconds 30

Exit status 1: a reader was not answered or waited more than `--times` (3) times as long in 95 of 100 cases,
or a hostile request was answered otherwise than it should be, cost more than 1.5 ordinary refusals, or made
the site write a mail. Status 2: something it needs is not installed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks import hostile, proxy
from tests.benchmarks.house import House, house, nanoseconds_an_addition
from tests.benchmarks.pages import serve
from tests.benchmarks.visitors import Answered, Request, quantile, visit
from tests.chaos.processes import Missing, Process, free_port, wait_for_port
from tests.chaos.running import stop_tidily

A_SECOND = 20.0
READ = ("/", "/leagues/", "/rules/", "/accounts/login/", "/security/")
BETWEEN_BYTES = 5.0
COOKIE = "a" * 32
"""Has the form of a token against forgery: with one, the form is read for its twin."""
DEAREST = 1.5
FLOOR = 0.05
"""Seconds: what is faster is fast, whatever it is a multiple of."""


@dataclass
class Writers:
    """So many slow writers: how many hold a connection now, and how often one was hung up on."""

    port: int
    number: int
    held: int = 0
    hung_up: int = 0
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def write(self) -> None:
        cookies = "; ".join(f"{name}={COOKIE}" for name in ("csrftoken", "__Host-csrf"))
        head = [
            "POST /accounts/login/ HTTP/1.1",
            "Host: localhost",
            f"Cookie: {cookies}",
            "Content-Length: 1000",
        ]
        form = "Content-Type: application/x-www-form-urlencoded"
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                self.held += 1
                try:
                    writer.write("\r\n".join([*head, form, "", "login=a"]).encode())
                    while await self.is_held(reader):
                        writer.write(b"a")
                finally:
                    self.held -= 1
                    self.hung_up += 1
                    writer.close()
            await asyncio.sleep(0.05)

    @staticmethod
    async def is_held(reader: asyncio.StreamReader) -> bool:
        """Whether nothing has come, not even an end, when it is time for the next byte."""
        try:
            await asyncio.wait_for(reader.read(1), BETWEEN_BYTES)
        except TimeoutError:
            return True
        return False


@asynccontextmanager
async def slow_writers(port: int, number: int) -> AsyncIterator[Writers]:
    writers = Writers(port, number)
    writers.tasks = [asyncio.create_task(writers.write()) for _ in range(number)]
    await asyncio.sleep(1.5)
    try:
        yield writers
    finally:
        for task in writers.tasks:
            task.cancel()
        await asyncio.gather(*writers.tasks, return_exceptions=True)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a reader of one house waits for, alone and beside slow writers."""

    house: str
    alone: list[Answered]
    beside: list[Answered]
    held: int
    hung_up: int

    def line(self) -> str:
        figures = [quantile([1000 * each.seconds for each in some], share) for some, share in self._parts()]
        p50, p95, slow50, slow95 = figures
        return (
            f"{self.house:<34}{p50:>8.1f}{p95:>8.1f}{slow50:>10.1f}{slow95:>8.1f}{slow50 / p50:>8.2f}"
            f"{slow95 / p95:>8.2f}{self.held:>7}{self.hung_up:>9}"
        )

    def _parts(self) -> Iterator[tuple[list[Answered], float]]:
        for some in (self.alone, self.beside):
            for share in (0.5, 0.95):
                yield some, share

    def violations(self, times: float) -> list[str]:
        said = []
        if wrong := {each.status for each in (*self.alone, *self.beside)} - {200}:
            said.append(f"{self.house}: readers were answered {sorted(wrong)}")
        alone, beside = (
            quantile([each.seconds for each in some], 0.95) for some in (self.alone, self.beside)
        )
        if beside > max(FLOOR, times * alone):
            said.append(
                f"{self.house}: beside slow writers one in twenty waits {beside:.2f} s, not {alone:.2f}"
            )
        return said


async def measure(name: str, port: int, options: argparse.Namespace) -> Measured:
    """A reader of the house on `port`: alone, while `options.writers` are held, and alone again, so that what
    else the machine does falls on both.
    """
    count = int(A_SECOND * options.seconds)
    requests = [Request("read", READ[number % len(READ)]) for number in range(count)]
    await visit(port, requests[:40], A_SECOND)
    half = len(requests) // 2
    alone = await visit(port, requests[:half], A_SECOND)
    async with slow_writers(port, options.writers) as writers:
        beside = await visit(port, requests, A_SECOND)
        held, hung_up = writers.held, writers.hung_up
    alone += await visit(port, requests[half:], A_SECOND)
    return Measured(name, alone, beside, held, hung_up)


@contextmanager
def embedded(folder: Path) -> Iterator[int]:
    """The house in one process, with data of its own in `folder`; its port."""
    port = free_port()
    around = {"DJANGO_SETTINGS_MODULE": "league.settings.embedded", "VAR_DIR": str(folder / "var")}
    command = [sys.executable, "manage.py", "up", "--no-demo", "--port", str(port)]
    process = Process("embedded", command, folder, around)
    try:
        process.wait_until_it_says("open:")
        yield port
    finally:
        process.kill()


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--writers", type=int, default=50)
    asked.add_argument("--seconds", type=float, default=30, help="how long the reader reads each time (30)")
    asked.add_argument("--times", type=float, default=3, help="as long as alone, at most (3)")
    options = asked.parse_args()
    stop_tidily()
    try:
        proxy.program()
        with tempfile.TemporaryDirectory(prefix="slow-writers-") as folder, house(Path(folder)) as here:
            return _run(here, options)
    except Missing as missing:
        print(f"Cannot run: {missing}.", file=sys.stderr)
        return 2


def _run(here: House, options: argparse.Namespace) -> int:
    from django.core.management import call_command
    from django.db import connection

    call_command("messages", "--compile-only", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    connection.close()
    letters = here.folder / "letters"
    here.start("sink", "tests.benchmarks.sink", str(here.mail_port), str(letters), says="ready")
    # Caddy speaks http here: what is asked is no question of certificates.
    here.environment |= {"ADMINS": "admin@example.org", "SECURE_SSL_REDIRECT": "0"}
    web, sockets = serve(here), free_port()
    here.processes["proxy"], door = proxy.start(here.folder, web)
    measured = [asyncio.run(measure("gunicorn behind Caddy", door, options))]
    with embedded(here.folder) as port:
        measured.append(asyncio.run(measure("the embedded house", port, options)))
    print(
        f"\n{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} processors, "
        f"an addition in Python {nanoseconds_an_addition():.0f} ns, {A_SECOND:.0f} pages a second for "
        f"{options.seconds:.0f} s\n\n{'milliseconds, another reader':<34}{'p50':>8}{'p95':>8}"
        f"{'slow p50':>10}{'p95':>8}{'ratio':>8}{'ratio':>8}{'held':>7}{'hung up':>9}"
    )
    print("\n".join(each.line() for each in measured), flush=True)
    here.start(
        "sockets", "uvicorn", "league.asgi:application", "--port", str(sockets), "--lifespan", "off",
        "--log-level", "warning", "--ws-per-message-deflate", "false",
    )  # fmt: skip
    wait_for_port(sockets)
    pages = hostile.refused(here, "pages", web, hostile.PAGES)
    knocks = hostile.refused(here, "sockets", sockets, hostile.SOCKETS)
    here.processes["sink"].process.terminate()
    here.processes["sink"].process.wait()
    mails = len(letters.read_text().splitlines())
    print(f"\n{hostile.table(pages)}\n\n{hostile.table(knocks)}\n\nmails to ADMINS: {mails}")
    said = [what for each in measured for what in each.violations(options.times)]
    said += hostile.violations(pages, DEAREST, by_our_page=True)
    said += hostile.violations(knocks, DEAREST, by_our_page=False)
    if mails:
        said.append(f"{mails} mails were written about what strangers sent")
    for what in said:
        print(f"VIOLATION: {what}")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
