"""Results of games become events of their seasons, by what the games' rows say: once each, in any order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction

from games.common import clock, outbox
from games.facts.contests import End, ends_of
from league.competitions.ladder import Ending, ending_of, log
from league.competitions.ladder.services import table
from league.competitions.ladder.services.challenging import write_overdue
from league.competitions.models import Challenge, Competition, Event, Pairing, Standing
from league.competitions.outbox import mail
from league.competitions.rules.event_kind import EventKind
from league.competitions.services.locking import lock, show_change

State = Challenge.State


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
    write_overdue(competition, clock.now())
    return count_ends(competition, pairings)


class Said(NamedTuple):
    """What the log says of a game (`logged`; None: nothing yet), and what its own rows say (`played`)."""

    challenge: Challenge
    end: End
    logged: Event | None
    played: Event

    @property
    def pairing(self) -> int:
        """The key of its pairing."""
        if self.challenge.pairing_id is None:
            raise ValueError(f"{self.challenge} was never played")
        return self.challenge.pairing_id

    @property
    def is_contradiction(self) -> bool:
        """Whether the log has the game's end, and another one."""
        return self.logged is not None


def differing(competition: Competition, pairings: Iterable[int] | None = None) -> list[Said]:
    """Those of these pairings (keys; None: all), by their games, whose game has ended otherwise than its
    event says, or has none yet. Nothing is written. Four queries.
    """
    return _differing(_said_of(competition, pairings))


def _differing(said: Iterable[Said]) -> list[Said]:
    return [each for each in said if each.logged is None or _facts(each.logged) != _facts(each.played)]


def _said_of(competition: Competition, pairings: Iterable[int] | None) -> list[Said]:
    rows = Challenge.objects.filter(competition=competition, pairing__game__isnull=False)
    if pairings is not None:
        rows = rows.filter(pairing__in=list(pairings))
    played = {each.game.pk: each for each in rows.select_related("by", "of", "pairing__game") if each.game}
    ends = ends_of(played)
    told = Event.objects.filter(competition=competition, kind=EventKind.RESULT, superseded_by=None)
    logged = {each.game_id: each for each in (told.filter(game__in=ends) if pairings is not None else told)}
    return [
        Said(played[game], end, logged.get(game), _event_of(competition, played[game], end))
        for game, end in sorted(ends.items())
    ]


def count_ends(competition: Competition, pairings: Iterable[int]) -> int:
    """Write an event for each of these pairings (keys) whose game has ended otherwise than its event says, or
    has none yet. Call it under the competition's lock.
    """
    said, now = _said_of(competition, pairings), clock.now()
    found, new = _differing(said), []
    for challenge, _end, logged, played in found:
        if logged is not None:
            played.supersedes = logged
        elif ending_of(played.facts["how"], played.facts["winner"]) is not Ending.VOID:
            new.append(challenge)
    for challenge, end, _logged, _played in said:  # void by silence or by a ruling: one result, not one pause
        if challenge.state == State.PLAYING:
            challenge.state, challenge.over_at = State.OVER, end.moment
        challenge.again_at = _again_at(competition, end)
        challenge.save(update_fields=["state", "over_at", "again_at"])
    if found:
        table.record(competition, *(each.played for each in found))
        _tell(new, now)
        show_change(competition, now)
    return len(found)


def _facts(event: Event) -> tuple[Any, ...]:
    return event.at, event.facts


def _tell(played: Sequence[Challenge], now: datetime) -> None:
    """Mail what came of their game to the two who `played` it, where they are on the ladder and anything came
    of it; a ruling is told of by itself.
    """
    ended = [(entry, each.pk) for each in played for entry in (each.by_id, each.of_id)]
    standing = Standing.objects.filter(entry__in=[entry for entry, _key in ended], rank__gt=0).order_by()
    people = dict(standing.values_list("entry", "entry__user")) if ended else {}
    told = sorted((entry, key) for entry, key in ended if entry in people)
    outbox.put(*(mail(people[entry], now, about="result", challenge=key) for entry, key in told))


def _again_at(competition: Competition, end: End) -> datetime | None:
    """Until when the two do not meet again. A game that a ruling ended void is as if it had not been played,
    but for seasons of the old format; one that silence ended is not: two friends could repeat it at once.
    """
    is_void = ending_of(end.clause, end.winner) is Ending.VOID
    days = competition.rules["challenges"]["pause_days"]
    if not days or (is_void and not end.is_silent and not competition.has_old_rules):
        return None
    return end.moment + timedelta(days=days)


def _event_of(competition: Competition, challenge: Challenge, end: End) -> Event:
    by_user = {challenge.by.user_id: challenge.by.number, challenge.of.user_id: challenge.of.number}
    return log.result(
        challenge,
        winner=by_user.get(end.winner) if end.winner else None,
        loser=by_user.get(end.loser) if end.loser else None,
        how=end.clause,
        early=None if competition.has_old_rules else end.is_early,
        at=end.moment,
        now=clock.now(),
    )
