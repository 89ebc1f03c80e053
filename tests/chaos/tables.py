"""An event at tables of seven for the script: its round is drawn and begun, and all games end by votes, while
everything is killed. Every result is heard of twice; nothing is drawn, begun or counted twice.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from games.common import clock, outbox
from games.errors import AlreadyVoted, GameIsOver
from games.models import Vote
from games.services.players import votes
from league.competitions.models import Competition
from league.competitions.rules.event_kind import EventKind
from league.competitions.services import turning
from league.competitions.tables.checking import check_in
from league.competitions.tables.systems import System
from league.leagues.models import League
from tests.chaos import events
from tests.chaos.counted import Counted
from tests.league.competitions.check_tables import faults_in
from tests.league.competitions.tables_seasons import TABLES

NAME: Final = events.NAMES[1]
TABLES_: Final = range(1, 3)
SEATS: Final = 7
ENTRIES: Final = len(TABLES_) * SEATS


def lay_out(league: League) -> list[Callable[[], None]]:
    """One for which check-in is over: the first to look at the clock draws and begins it. All at a
    table vote for a draw.
    """
    settings = TABLES.settings | {"draws": True}
    one = {"rounds": 1, "best_of": 1, "final": False, "scoring": System.DRAW_SIZE}
    season, users = events.entered(league, TABLES, ENTRIES, "table", name=NAME, settings=settings, **one)
    with clock.reading(lambda: season.enters_until):
        turning.turn(season)
        for user in users:
            check_in(competition=season, user=user, number=1)
    return [partial(_vote, season.pk, table, seat) for table in TABLES_ for seat in range(SEATS)]


def _vote(season: int, table: int, seat: int) -> None:
    """Vote for a draw, once the game has begun."""
    turning.turn(Competition.objects.get(pk=season))
    if (game := events.game_of(season, table)) is None:
        return
    voter = game.tenures.select_related("user").order_by("place")[seat]
    with suppress(GameIsOver, AlreadyVoted):  # cast already, and no one saw the answer
        votes.cast(game=game, user=voter.user, kind=Vote.Kind.DRAW)
    if seat == SEATS - 1:
        outbox.put(outbox.tell("results", clock.now(), game=game.pk))


def counting() -> dict[str, Counted]:
    """By what had to happen of the event: how often it did, once."""
    season = Competition.objects.get(name=NAME)
    told = {
        f"rounds of tables {what} once": events.once(events.numbers(season, kind), [1])
        for what, kind in (
            ("called", EventKind.CALLED),
            ("drawn", EventKind.DRAWN),
            ("begun", EventKind.ROUND),
        )
    }
    return events.counting(season, "tables", TABLES_, ENTRIES, faults_in) | told
