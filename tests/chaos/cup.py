"""A knock-out for the script, played to its end while everything is killed: people concede, each result is
heard of twice, and the season is moved on by people and workers alike. One is left, nothing twice.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

from games.common import clock, outbox
from games.common.outbox.row import OutboxRow
from games.errors import GameIsOver
from games.models import Game
from games.services.players import votes
from league.competitions import kinds, services
from league.competitions.knock_out.course import PLAYS
from league.competitions.log.exporting import export
from league.competitions.models import Competition, FinalPlace, Pairing, Side
from league.competitions.rules.event_kind import EventKind
from league.competitions.services import turning
from league.leagues.models import League
from tests.chaos.counted import Counted
from tests.chaos.ladder import person
from tests.chaos.money import member
from tests.league.competitions.check_elimination import faults_in
from tests.league.competitions.knock_outs import KNOCK_OUT

NAME: Final = "A cup of eight"
ENTRIES: Final = 8
GAMES: Final = range(1, ENTRIES + 1)
"""Seven of the bracket, and the one for the third place."""
DAY: Final = timedelta(days=1)
PATIENCE: Final = 60.0
"""Seconds that people wait for their next game."""


def lay_out(league: League) -> list[Callable[[], None]]:
    """One that has just begun; who loses concedes, game by game."""
    organiser, arbiter = person(league, "organiser"), person(league, "arbiter")
    now = clock.now()
    moments = {"enters_from": now - 9 * DAY, "enters_until": now - 2 * DAY, "starts_at": now - DAY}
    rules = replace(KNOCK_OUT, name=NAME, league=league.slug, ends_at=now + 600 * DAY, **moments)
    rules = replace(rules, third_place=True, dispute_days=0)
    with clock.reading(lambda: moments["enters_from"]):
        season = services.create_season(league=league, by=organiser, rules=rules, arbiters=[arbiter])
        season = services.announce(competition=season, by=organiser)
        for number in GAMES:
            services.enter(competition=season, user=member(league, f"cup {number}"))
    with clock.reading(lambda: moments["enters_until"]):
        turning.turn(season)
    turning.turn(season)
    return [partial(_concede, season.pk, number) for number in GAMES]


def _concede(season: int, number: int) -> None:
    """The lower entry of a game concedes, once it has begun."""
    until = time.monotonic() + PATIENCE
    while (game := _game(season, number)) is None and time.monotonic() < until:
        time.sleep(0.2)
    if game is None:
        return
    loser = game.tenures.select_related("user").order_by("place").last()
    assert loser is not None
    with suppress(GameIsOver):  # conceded already, and nobody saw the answer
        votes.concede(game=game, user=loser.user)
    outbox.put(outbox.tell("results", clock.now(), game=game.pk))
    turning.turn(Competition.objects.get(pk=season))


def _game(season: int, number: int) -> Game | None:
    found = Pairing.objects.filter(competition=season, number=number).select_related("game").first()
    return found.game if found is not None else None


def is_over() -> bool:
    """Whether nothing is left to be done: the clock has ended it, if there was one."""
    return not Competition.objects.filter(name=NAME).exclude(state=Competition.State.FINISHED).exists()


def counting() -> dict[str, Counted]:
    """By what had to happen of the cup: how often it did, once."""
    season = Competition.objects.get(name=NAME)
    games = Game.objects.filter(contest__key=season.code, contest__league=season.league_id)
    places = FinalPlace.objects.filter(competition=season)
    champions = places.filter(rank=1, last=1).count()
    return {
        "games of a cup begun once": _once(games.values_list("contest__number", flat=True)),
        "results of a cup counted once": _once(_numbers(season, EventKind.RESULT)),
        "pairings of a cup decided once": _once(_numbers(season, EventKind.ADVANCES)),
        "players of a cup told of a game once": _told(season),
        "places of a cup given once": _once(places.values_list("entry__number", flat=True)),
        "champions of a cup": Counted(int(champions == 1), 1),
        "cups that are over and can be checked": Counted(int(_is_right(season)), 1),
    }


def _numbers(season: Competition, kind: EventKind) -> Iterable[int]:
    return season.events.filter(kind=kind).values_list("number", flat=True)


def _once(numbers: Iterable[int]) -> Counted:
    """Of the numbers of games, or of entries; any other is one too many."""
    times = Counter(numbers)
    return Counted(sum(times[number] == 1 for number in GAMES) - len(times.keys() - {*GAMES}), ENTRIES)


def _told(season: Competition) -> Counted:
    """Who plays after the first round is told of each game, by one row."""
    later = Side.objects.filter(pairing__competition=season, pairing__number__gt=ENTRIES // 2)
    plays = Counter(later.values_list("entry", flat=True))
    entries = set(season.entries.values_list("pk", flat=True))
    rows = OutboxRow.objects.filter(topic="season_mail", payload__occasion=PLAYS)
    told = Counter(key for row in rows if (key := row.payload["entry"]) in entries)
    return Counted(ENTRIES - (plays - told).total() - (told - plays).total(), ENTRIES)


def _is_right(season: Competition) -> bool:
    if season.state != Competition.State.FINISHED or kinds.of(season).has_drifted(season):
        return False
    return not faults_in(export(season, clock.now()))
