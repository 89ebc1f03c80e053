"""The same pages of a large league and of a small one, asked for in turn: how much size slows them down.

A page fails where its p95 in the large league is more than MOST times that in the small one, or where it
makes more queries there. Files hold a line for everyone, so their time counts by the line.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.benchmarks.large import SPREAD
from tests.benchmarks.visitors import Answered, Connections, Request, quantile

MOST: Final = 1.2
TIMES: Final = 200
"""How often each page is asked for in each league."""
ASKED: Final = 12
"""Addresses of each page whose queries are counted."""
SMALL: Final = "small"
ROWS_A_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Size:
    """One of the two leagues: its members' names begin with `name`, the codes of its games with its slug."""

    slug: str
    name: str
    members: int
    with_phases: int

    def player(self, number: int) -> str:
        return f"{self.name}{number % self.members}"


PAGES: Final[Mapping[str, str]] = {
    "league": "",
    "members": "members/",
    "running games": "games/?state=running",
    "finished games": "games/?state=finished",
    "a finished game": "g/{game}/",
    "standings": "standings/",
    "standings, all years": "standings/?year=all&scoring=shares",
    "standings, far down": "standings/?year=all&page={last_page}",
    "standings by games": "standings/?year=all&sort=games",
    "standings by name": "standings/?year=all&sort=name",
    "standings, a name": "standings/?year=all&player={one}",
    "standings, CSV": "standings.csv?year=all",
    "standings, JSON": "standings.json?year=all",
    "record book": "records/",
    "games of the book": "records/games/?game=intimate",
    "ratings": "ratings/",
    "player": "p/{one}/",
    "player's games": "p/{one}/games/?result=won",
    "opponents": "p/{one}/against/?game=standard",
    "head to head": "p/{one}/against/{other}/",
    "find two": "against/?one={one}&other={other}",
}
FILES: Final = ("standings, CSV", "standings, JSON")


def address(page: str, size: Size, number: int) -> str:
    """One address of such a page; which player or game of the league is drawn by `number`."""
    facts = {
        "game": f"{size.slug}{number % size.with_phases}",
        "last_page": max(1, size.members // ROWS_A_PAGE - 1),
        "one": size.player(number),
        "other": size.player(number + SPREAD),  # whom they meet in games for two
    }
    return f"/l/{size.slug}/{PAGES[page].format(**facts)}"


def requests(sizes: tuple[Size, Size], times: int) -> Iterator[Request]:
    """Every page as often in both leagues, by turns, so that whatever disturbs the machine meets both."""
    random = Random(1901)
    for _turn in range(times):
        for page in PAGES:
            number = random.randrange(10**6)
            for size in sizes:
                yield Request(f"{page} {size.slug}", address(page, size, number))


async def ask_in_turn(port: int, asked: Iterable[Request]) -> list[Answered]:
    """One after the other, so that no answer waits for another: what is compared is a page's own time."""
    connections, answers = Connections(port, most=1), []
    for each in asked:
        began = time.perf_counter()
        status, body = await connections.ask(each.raw())
        answers.append(Answered(each.kind, time.perf_counter() - began, status, len(body)))
    return answers


def queries_of(page: str, size: Size) -> int:
    """The most of some: people differ in what there is of them."""
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from games.common import clock

    client = Client(headers={"host": "localhost", "x-forwarded-proto": "https", "accept-language": "en"})
    most = 0
    for number in range(ASKED):
        cache.clear()
        clock.shown()  # a process asks what time it is once a minute, whichever page is the first after it
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address(page, size, number))
            if answer.streaming:
                b"".join(answer.streaming_content)
        most = max(most, len(queries))
    return most


@dataclass(frozen=True, slots=True)
class Compared:
    """One page in both leagues: p95 in milliseconds, how many lines it has (1: not a file), queries."""

    page: str
    milliseconds: tuple[float, float]
    lines: tuple[int, int]
    queries: tuple[int, int]

    @property
    def ratio(self) -> float:
        """The large league's to the small one's, by the line."""
        large, small = (spent / many for spent, many in zip(self.milliseconds, self.lines, strict=True))
        return large / small

    @property
    def is_as_wanted(self) -> bool:
        return self.ratio <= MOST and self.queries[0] <= self.queries[1]

    def __str__(self) -> str:
        large, small = self.milliseconds
        more, fewer = self.queries
        verdict = "" if self.is_as_wanted else "  VIOLATION"
        return f"{self.page:<24}{large:>9.1f}{small:>9.1f}{self.ratio:>8.2f}{more:>9}{fewer:>6}{verdict}"


def compared(
    answers: list[Answered], queries: Mapping[tuple[str, str], int], sizes: tuple[Size, Size]
) -> list[Compared]:
    """What these answers, and the queries by page and league, come to."""
    found = []
    for page in PAGES:
        spent = [
            quantile([1000 * each.seconds for each in answers if each.kind == f"{page} {size.slug}"], 0.95)
            for size in sizes
        ]
        lines = [size.members if page in FILES else 1 for size in sizes]
        asked = [queries[page, size.slug] for size in sizes]
        found.append(Compared(page, (spent[0], spent[1]), (lines[0], lines[1]), (asked[0], asked[1])))
    return found


def compare(port: int, sizes: tuple[Size, Size], times: int = TIMES) -> int:
    """Ask the page server on `port` for everything, print what it took; 1 where anything is not as wanted."""
    from django.db import connection

    queries = {(page, size.slug): queries_of(page, size) for page in PAGES for size in sizes}
    connection.close()
    asyncio.run(ask_in_turn(port, requests(sizes, 2)))
    answers = asyncio.run(ask_in_turn(port, requests(sizes, times)))
    print(f"\n{'p95, milliseconds':<24}{sizes[0].slug:>9}{sizes[1].slug:>9}{'ratio':>8}{'queries':>15}")
    found = compared(answers, queries, sizes)
    for each in found:
        print(each)
    wrong = sorted({(each.kind, each.status) for each in answers if each.status not in (200, 302)})
    for kind, status in wrong:
        print(f"VIOLATION: {kind} answered {status}")
    return int(bool(wrong) or not all(each.is_as_wanted for each in found))
