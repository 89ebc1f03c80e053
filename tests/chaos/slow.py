"""An engine, a ladder, a cup, tables, a ledger and a search that take their time, so that a worker can be
killed while it adjudicates, counts results, books money or brings people together.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from games.adjudication import outage
from games.engine import bridge
from league.competitions.knock_out import course as cups
from league.competitions.ladder.services import table
from league.competitions.tables import course as tables
from league.leagues.opponents import turning as opponents
from league.prizes.book import ledger
from league.prizes.services.incoming import reconciling, webhook_queue
from league.prizes.services.refunds import refunding


def _slowed(advance: Callable[..., int], seconds: float) -> Callable[..., int]:
    def advance_slowly(*args: Any, **kwargs: Any) -> int:
        written = advance(*args, **kwargs)
        time.sleep(seconds if written else 0)
        return written

    return advance_slowly


def slow_down() -> None:
    """Let every adjudication of this process take `CHAOS_SECONDS_A_GAME` longer, and so everything that is
    written to a ladder's log or a ledger, every step of a cup or of tables and every turn of the search,
    before that is committed; `CHAOS_BEAT_EVERY` are the seconds between two heartbeats, where an outage is to
    be short.
    """
    seconds = float(os.environ.get("CHAOS_SECONDS_A_GAME", "0.05"))
    resolve = bridge.resolve

    def resolve_slowly(*args: Any, **kwargs: Any) -> Any:
        time.sleep(seconds / 2)
        turn = resolve(*args, **kwargs)
        time.sleep(seconds / 2)
        return turn

    bridge.resolve = resolve_slowly
    record = table.record

    def record_slowly(*args: Any) -> None:
        record(*args)
        time.sleep(seconds)

    table.record = record_slowly
    for course in (cups, tables):
        course.advance = _slowed(course.advance, seconds)
    post = ledger.post

    def post_slowly(*args: Any, **kwargs: Any) -> Any:
        booking = post(*args, **kwargs)
        time.sleep(seconds)
        return booking

    ledger.post = post_slowly
    match = opponents._match

    def match_slowly(*args: Any) -> int:
        found = match(*args)
        time.sleep(seconds)
        return found

    opponents._match = match_slowly
    reconciling.ASKED_EVERY = timedelta(seconds=5)
    refunding.FIRST_PAUSE = timedelta(seconds=2)
    webhook_queue.FIRST_PAUSE = timedelta(seconds=2)
    if every := os.environ.get("CHAOS_BEAT_EVERY"):
        outage.BEAT_EVERY = timedelta(seconds=float(every))
