"""Results of games become events of their seasons, by what the games' rows say: once each, in any order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from games.common import clock
from games.facts.contests import End, ends_of
from league.competitions import kinds
from league.competitions.kinds import Taken
from league.competitions.models import Competition, Event, Pairing
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.locking import lock, show_change


def take_results(games: Iterable[int]) -> int:
    """Let the games with these keys count that belong to a season; how many events that wrote.

    Given again, or late, nothing is counted twice. A season at a time, each in a transaction of its own.
    """
    by_season: dict[int, list[int]] = defaultdict(list)
    found = Pairing.objects.filter(game__in=list(games)).order_by()
    for competition, pairing in found.values_list("competition_id", "pk"):
        by_season[competition].append(pairing)
    return sum(_take(competition, pairings) for competition, pairings in sorted(by_season.items()))


@transaction.atomic
def _take(competition_key: int, pairings: list[int]) -> int:
    competition = lock(Competition(pk=competition_key))
    kinds.of(competition).catch_up(competition, clock.now())
    return count_ends(competition, pairings)


def differing(competition: Competition, pairings: Iterable[int] | None = None) -> list[Taken]:
    """Those of these pairings (keys; None: all), by their games, whose game has ended otherwise than its
    event says, or has none yet. Nothing is written. Five queries.
    """
    return [each for each in _taken_of(competition, pairings, clock.now()) if each.is_new]


def _taken_of(competition: Competition, pairings: Iterable[int] | None, now: datetime) -> list[Taken]:
    rows = competition.pairings.filter(game__isnull=False)
    if pairings is not None:
        rows = rows.filter(pk__in=list(pairings))
    rows = rows.select_related("game").prefetch_related("sides__entry")
    played = {each.game.pk: each for each in rows if each.game is not None}
    ends = sorted(ends_of(played).items())
    told = Event.objects.filter(competition=competition, kind=EventKind.RESULT, superseded_by=None)
    if pairings is not None:
        told = told.filter(game__in=[game for game, _end in ends])
    logged = {each.game_id: each for each in told}
    more = kinds.of(competition).result_facts([(played[game], end) for game, end in ends], competition)
    return [
        Taken(played[game], end, logged.get(game), _event_of(played[game], end, facts, now))
        for (game, end), facts in zip(ends, more, strict=True)
    ]


def _event_of(pairing: Pairing, end: End, more: dict[str, Any], now: datetime) -> Event:
    numbers = {entry.user_id: entry.number for entry in pairing.entries}
    facts = {
        "game": pairing.game.code if pairing.game is not None else "",
        "winner": numbers.get(end.winner) if end.winner else None,
        "loser": numbers.get(end.loser) if end.loser else None,
        "how": end.clause,
    }
    return Event(
        competition_id=pairing.competition_id,
        at=end.moment,
        kind=EventKind.RESULT,
        number=pairing.number,
        facts=facts | more,
        game=pairing.game,
        recorded_at=now,
    )


def count_ends(competition: Competition, pairings: Iterable[int]) -> int:
    """Write an event for each of these pairings (keys) whose game has ended otherwise than its event says, or
    has none yet. Call it under the competition's lock.
    """
    now = clock.now()
    taken = _taken_of(competition, pairings, now)
    found = [each for each in taken if each.is_new]
    for each in found:
        each.played.supersedes = each.logged
    kinds.of(competition).takes(competition, taken, now)
    if found:
        show_change(competition, now)
    return len(found)
