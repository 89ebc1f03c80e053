"""A knock-out for the script, played to its end while everything is killed: people concede, each result is
heard of twice, and the season is moved on by people and workers alike. One is left, nothing twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from games.common import clock, outbox
from games.common.outbox.row import OutboxRow
from games.errors import GameIsOver
from games.services.players import votes
from league.competitions.knock_out.course import PLAYS
from league.competitions.models import Competition, FinalPlace, Side
from league.competitions.rules.event_kind import EventKind
from league.competitions.services import turning
from league.leagues.models import League
from tests.chaos import events
from tests.chaos.counted import Counted
from tests.league.competitions.check_elimination import faults_in
from tests.league.competitions.knock_outs import KNOCK_OUT

NAME: Final = events.NAMES[0]
ENTRIES: Final = 8
GAMES: Final = range(1, ENTRIES + 1)
"""Seven of the bracket, and the one for the third place."""


def lay_out(league: League) -> list[Callable[[], None]]:
    """One that has just begun; who loses concedes, game by game."""
    season, _users = events.entered(league, KNOCK_OUT, ENTRIES, "cup", name=NAME, third_place=True)
    with clock.reading(lambda: season.enters_until):
        turning.turn(season)
    turning.turn(season)
    return [partial(_concede, season.pk, number) for number in GAMES]


def _concede(season: int, number: int) -> None:
    """The lower entry of a game concedes, once it has begun."""
    if (game := events.game_of(season, number)) is None:
        return
    loser = game.tenures.select_related("user").order_by("place").last()
    assert loser is not None
    with suppress(GameIsOver):  # conceded already, and no one saw the answer
        votes.concede(game=game, user=loser.user)
    outbox.put(outbox.tell("results", clock.now(), game=game.pk))
    turning.turn(Competition.objects.get(pk=season))


def counting() -> dict[str, Counted]:
    """By what had to happen of the cup: how often it did, once."""
    season = Competition.objects.get(name=NAME)
    champions = FinalPlace.objects.filter(competition=season, rank=1, last=1).count()
    return events.counting(season, "a cup", GAMES, ENTRIES, faults_in) | {
        "champions of a cup": Counted(int(champions == 1), 1),
        "pairings of a cup decided once": events.once(events.numbers(season, EventKind.ADVANCES), GAMES),
        "players of a cup told of a game once": _told(season),
    }


def _told(season: Competition) -> Counted:
    """Who plays after the first round is told of each game, by one row."""
    later = Side.objects.filter(pairing__competition=season, pairing__number__gt=ENTRIES // 2)
    plays = Counter(later.values_list("entry", flat=True))
    entries = set(season.entries.values_list("pk", flat=True))
    rows = OutboxRow.objects.filter(topic="season_mail", payload__occasion=PLAYS)
    told = Counter(key for row in rows if (key := row.payload["entry"]) in entries)
    return Counted(ENTRIES - (plays - told).total() - (told - plays).total(), ENTRIES)
