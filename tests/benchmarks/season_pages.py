"""The pages of a season beside its league's home, for the benchmarks of ladders and cups: what each takes,
read by turns; its rows; its queries in a large season and in a small one.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from random import Random
from typing import Any, Final

from tests.benchmarks.compare import ask_in_turn
from tests.benchmarks.house import House
from tests.benchmarks.pages import cookies_of, serve
from tests.benchmarks.visitors import Answered, Request, quantile

READERS = 60
ASKED: Final = 12
"""Readers of each page whose queries are counted."""
ROWS: Final = 100
"""On a page, at most."""
ROWS_IN: Final = ("table", "thead", "ul", "ol")
HOME: Final = "the league's home"
FILES: Final[Mapping[str, str]] = {
    "the table as CSV": "table.csv",
    "the table as JSON": "table.json",
    "the export": "season.json",
}
"""What is read of a season, by its address below the season's; files stream."""


class Readers:
    """People of the season, and what they ask for."""

    def __init__(self, season: Any) -> None:
        from league.competitions.ladder.selectors.ladder import RANKS_A_PAGE
        from league.competitions.models import Entry

        entries = list(Entry.objects.filter(competition=season, state="playing").select_related("user"))
        self.random = Random(2)
        some = self.random.sample(entries, min(READERS, len(entries)))
        self.people = [(each.number, cookies_of(each.user)) for each in some]
        self.last_page = -(-len(entries) // RANKS_A_PAGE)
        self.season = f"/l/{season.league.slug}/competitions/{season.code}/"

    def by_turns(self, pages: Mapping[str, str], times: int) -> Iterator[Request]:
        """Each of `pages` as often, all of them read by one person and then by another."""
        for _turn in range(times):
            entry, cookies = self.random.choice(self.people)
            for kind, below in pages.items():
                asked = below.format(entry=entry, last_page=self.last_page)
                path, mark, query = f"{self.season}{asked}".partition("?")
                path = os.path.normpath(path) + ("/" if path.endswith("/") else "")
                is_fragment = kind == "what is new"
                yield Request(kind, f"{path}{mark}{query}", cookies, is_fragment=is_fragment)


def read(here: House, season: Any, pages: Mapping[str, str], times: int, most: float) -> list[str]:
    """Let people read the season's pages, and print how long they take; what is wrong with them."""
    from django.db import connection

    readers = Readers(season)
    rows = {each.kind: rows_of(each) for each in readers.by_turns(pages, 1)}
    connection.close()
    print(f"\n{time.strftime('%H:%M:%S')} {times} times {len(pages)} pages", flush=True)
    port = serve(here)
    asyncio.run(ask_in_turn(port, readers.by_turns(pages, 4)))
    answers = asyncio.run(ask_in_turn(port, readers.by_turns(pages, times)))
    files = asyncio.run(ask_in_turn(port, readers.by_turns(FILES, 3)))
    home = _p95(answers, HOME)
    print(f"\n{'milliseconds':<26}{'p50':>8}{'p95':>8}{'of home':>9}{'rows':>6}{'bytes':>9}")
    wrong = []
    for kind in (*pages, *FILES):
        some = [each for each in (*answers, *files) if each.kind == kind]
        ratio = _p95(some, kind) / home
        half = quantile([1000 * each.seconds for each in some], 0.5)
        size = sum(each.size for each in some) / len(some)
        shown = rows.get(kind, "")
        print(f"{kind:<26}{half:>8.1f}{_p95(some, kind):>8.1f}{ratio:>9.2f}{shown:>6}{size:>9.0f}")
        if kind in pages and ratio > most:
            wrong.append(f"{kind} takes {ratio:.2f} times as long as {HOME}")
        if rows.get(kind, 0) > ROWS:
            wrong.append(f"{kind} shows {rows[kind]} rows")
    wrong += [f"{each.kind} was answered {each.status}" for each in (*answers, *files) if each.status != 200]
    return wrong


def _p95(answers: Sequence[Answered], kind: str) -> float:
    return quantile([1000 * each.seconds for each in answers if each.kind == kind], 0.95)


def more_queries(large: Any, small: Any, pages: Mapping[str, str]) -> list[str]:
    """Pages that make more queries in the large season than in the small one, each in words."""
    counts = [queries_of(season, pages) for season in (small, large)]
    print(f"\n{'queries':<26}{'small':>8}{'large':>8}")
    for kind in (*pages, *FILES):
        print(f"{kind:<26}{counts[0][kind]:>8}{counts[1][kind]:>8}")
    return [
        f"{kind} makes {counts[1][kind]} queries, and {counts[0][kind]} in a small season"
        for kind in (*pages, *FILES)
        if counts[1][kind] > counts[0][kind]
    ]


def queries_of(season: Any, pages: Mapping[str, str]) -> dict[str, int]:
    """The queries of each page and file, for the one of some readers who causes the most: people differ in
    what waits for them. Files are the same for all. Nothing is kept in the cache.
    """
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    most: dict[str, int] = {}
    readers = Readers(season)
    for each in (*readers.by_turns(pages, ASKED), *readers.by_turns(FILES, 1)):
        page_of(each)  # now and then it is written down that someone was here
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            page_of(each)
        most[each.kind] = max(most.get(each.kind, 0), len(queries))
    return most


def rows_of(request: Request) -> int:
    """The rows of the longest table or list of a page."""
    counter = Rows()
    counter.feed(page_of(request).decode())
    return counter.most


def page_of(request: Request) -> bytes:
    """The page, asked of this process."""
    from django.http import SimpleCookie
    from django.test import Client

    client = Client(headers={"host": "localhost", "x-forwarded-proto": "https", "accept-language": "en"})
    client.cookies = SimpleCookie(request.cookies)
    headers = {"HX-Request": "true"} if request.is_fragment else {}
    answer: Any = client.get(request.path, headers=headers)
    return bytes(answer.getvalue())


class Rows(HTMLParser):
    """Counts the rows of tables and the items of lists; `most` are those of the longest."""

    def __init__(self) -> None:
        super().__init__()
        self.most, self._open = 0, [0]

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag in ROWS_IN:
            self._open.append(0)
        elif tag in ("tr", "li"):
            self._open[-1] += 1
            self.most = max(self.most, self._open[-1])

    def handle_endtag(self, tag: str) -> None:
        if tag in ROWS_IN:
            self._open.pop()
