"""The first view on a phone, by Lighthouse: `python -m tests.benchmarks.first_paint`.

The house is started on a folder of its own, with the demo league, and every page in `PAGES` is opened by
Lighthouse's mobile profile (a slow telephone on a slow line, both simulated) with an empty cache, some as a
player who is signed in. Three runs a page; the median is told.

    python -m tests.benchmarks.first_paint --runs 3 --only game

Lighthouse comes from npm and is kept in `--cache`. Exit status 1: a page is outside what `is_as_wanted` says.
Status 2: something it needs is not installed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from tests.benchmarks.house import nanoseconds_an_addition
from tests.chaos.processes import Missing
from tests.chaos.running import stop_tidily

LIGHTHOUSE = "12.8.2"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update"
    " --disable-sync --no-first-run"
)
PATIENCE = 180
"""Seconds for one run."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page to open: its name in the table, where it is, and who opens it (no one in particular)."""

    name: str
    path: str = ""
    """Below a game or a season of the demo league, where one is named."""
    game: str = ""
    season: str = ""
    who: str = ""
    practices: bool = False


PAGES = (
    Page("home", "/"),
    Page("league home", "/l/cafe/"),
    Page("leagues", "/leagues/"),
    Page("a league's games", "/l/cafe/games/"),
    Page("a player", "/l/cafe/p/ada/"),
    Page("a season", season="Season 1"),
    Page("my games", "/games/", who="ada"),
    Page("a game", game="Letters from Smyrna", who="ada"),
    Page("a game of seven", game="A concert of seven", who="ada"),
    Page("the auction room", game="Five for Germany", who="ada"),
    Page("a replay", "replay/", game="The Bosporus question"),
    Page("find an opponent", "/opponent/"),
    Page("practice, its first page", "/learn/"),
    Page("practice, its game", "/learn/", practices=True),
    Page("rules", "/rules/"),
    Page("rules of Intimate", "/rules/intimate/"),
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What one run, or the median of several, gave. Scores from 0 to 1, times in s, sizes in bytes."""

    performance: float
    shift: float
    largest: float
    size: float
    accessibility: float
    practices: float

    def is_as_wanted(self) -> bool:
        """The bounds of docs/speed.md."""
        return (
            self.performance >= 0.95
            and self.shift <= 0.05
            and self.size <= 250_000
            and self.accessibility == self.practices == 1
        )

    def cells(self) -> str:
        return (
            f"{self.performance:.2f} | {self.shift:.3f} | {self.largest:.1f} s | {self.size / 1000:.0f} kB | "
            f"{self.accessibility:.2f} | {self.practices:.2f}"
        )


class Visitor:
    """Someone's cookies, got as a browser gets them."""

    def __init__(self, address: str) -> None:
        self.address, self.jar = address.rstrip("/"), CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))
        self.opener.addheaders = [("Accept-Language", "en"), ("Origin", self.address)]

    def get(self, path: str) -> str:
        with self.opener.open(self.address + path, timeout=60) as answer:
            return str(answer.read().decode())

    def post(self, page: str, action: str, **fields: str) -> None:
        """Send the form of `page` to `action`."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(page))
        assert token is not None, f"{page} has no form"
        sent = urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        with self.opener.open(self.address + action, sent, timeout=60) as answer:
            answer.read()

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        return {"Accept-Language": "en"} | ({"Cookie": cookies} if cookies else {})


def visitor(address: str, page: Page) -> tuple[Visitor, str]:
    """The name of the user who opens `page`, and its path."""
    visitor = Visitor(address)
    if page.who:
        visitor.post("/accounts/login/", "/accounts/login/", login=page.who, password=f"{page.who}-plays")
    if page.practices:
        visitor.post("/learn/", "/learn/start/")
    named, where = page.game or page.season, "competitions" if page.season else "games"
    if not named:
        return visitor, page.path
    links = "".join(visitor.get(f"/l/cafe/{where}/{query}") for query in ("", "?state=finished"))
    link = re.search(rf'href="([^"#]+)"[^>]*>\s*{re.escape(escape(named))}\s*</a>', links)
    assert link is not None, f"{page.who} is shown no {named}"
    return visitor, link[1] + page.path


class Lighthouse:
    """The program, installed where it is missing, and the browser that it drives."""

    def __init__(self, cache: Path, folder: Path) -> None:
        self.folder, self.browser = folder, shutil.which("chromium") or ""
        if not self.browser:
            raise Missing("Chromium is not installed (Debian, Ubuntu: apt install chromium)")
        self.program = cache / LIGHTHOUSE / "node_modules/.bin/lighthouse"
        if not self.program.exists():
            self.install(cache / LIGHTHOUSE)

    @staticmethod
    def install(into: Path) -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise Missing("Node.js with npm is not installed (18.20 or newer: apt install nodejs npm)")
        into.mkdir(parents=True, exist_ok=True)
        print(f"Installing Lighthouse {LIGHTHOUSE} in {into} …", flush=True)
        command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--prefix", str(into)]
        done = subprocess.run([*command, f"lighthouse@{LIGHTHOUSE}"], capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"npm could not install Lighthouse: {done.stderr.strip()[-500:]}")

    def run(self, url: str, headers: dict[str, str]) -> Seen:
        """Open the page once. RuntimeError if Lighthouse failed three times: busy machines lose traces."""
        for _left in range(2):
            try:
                return self.run_once(url, headers)
            except RuntimeError:
                continue
        return self.run_once(url, headers)

    def run_once(self, url: str, headers: dict[str, str]) -> Seen:
        said, sent = self.folder / "report.json", self.folder / "headers.json"
        sent.write_text(json.dumps(headers))
        said.unlink(missing_ok=True)
        done = subprocess.run(
            [
                str(self.program),
                url,
                "--quiet",
                "--only-categories=performance,accessibility,best-practices",
                "--output=json",
                f"--output-path={said}",
                f"--extra-headers={sent}",
                f"--chrome-flags={FLAGS}",
            ],
            env={**os.environ, "CHROME_PATH": self.browser},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        report = json.loads(said.read_text()) if said.exists() else {}
        if done.returncode or report.get("runtimeError"):
            raise RuntimeError(f"Lighthouse failed on {url}: {done.stderr.strip()[-500:]}")
        return seen(report)


def seen(report: dict[str, Any]) -> Seen:
    """What Lighthouse's report says of the page."""
    scores = {name: float(found["score"] or 0) for name, found in report["categories"].items()}
    figures = {name: float(found.get("numericValue") or 0) for name, found in report["audits"].items()}
    return Seen(
        scores["performance"],
        figures["cumulative-layout-shift"],
        figures["largest-contentful-paint"] / 1000,
        figures["total-byte-weight"],
        scores["accessibility"],
        scores["best-practices"],
    )


def median(runs: list[Seen]) -> Seen:
    return Seen(*(statistics.median(getattr(run, name) for run in runs) for name in Seen.__slots__))


def measure(
    lighthouse: Lighthouse, address: str, pages: list[Page], runs: int
) -> Iterator[tuple[Page, Seen]]:
    for page in pages:
        who, path = visitor(address, page)
        yield page, median([lighthouse.run(who.address + path, who.headers()) for _run in range(runs)])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3, help="runs a page; the median is told (3)")
    parser.add_argument("--only", default="", help="only pages with this in their name")
    parser.add_argument("--address", default="", help="a house that runs already, with the demo league")
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    parser.add_argument(
        "--cache", type=Path, default=home / "poste-restante/lighthouse", help="where Lighthouse is"
    )
    asked = parser.parse_args()
    stop_tidily()
    pages = [page for page in PAGES if asked.only in page.name]
    with tempfile.TemporaryDirectory(prefix="first-paint-") as scratch:
        folder = Path(scratch)
        try:
            lighthouse = Lighthouse(asked.cache, folder)
        except Missing as missing:
            print(f"Cannot run: {missing}.", file=sys.stderr)
            return 2
        if asked.address:
            return tell(lighthouse, asked.address, pages, asked.runs)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings.test")
        from tests.house.process import house

        (folder / "var").mkdir()
        with house(folder / "var") as (address, _process, _output):
            return tell(lighthouse, address, pages, asked.runs)


def tell(lighthouse: Lighthouse, address: str, pages: list[Page], runs: int) -> int:
    """Print the table; the exit status."""
    began = nanoseconds_an_addition()
    print("| page | performance | shift | largest paint | first view | accessibility | best practices |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    outside = 0
    for page, found in measure(lighthouse, address, pages, runs):
        outside += not found.is_as_wanted()
        print(f"| {page.name} | {found.cells()} |{'' if found.is_as_wanted() else ' <- outside'}", flush=True)
    load, ended = os.getloadavg()[0], nanoseconds_an_addition()
    print(f"\nAn addition took {began:.0f} ns before, {ended:.0f} ns after; load {load:.1f}.")
    return 1 if outside else 0


if __name__ == "__main__":
    sys.exit(main())
