"""Results of games become events of their seasons, by what the games' rows say: once each, in any order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db import transaction

from games import clock
from games.selectors.contests import End, ends_of
from league.tournaments import log
from league.tournaments.ladder import Kind
from league.tournaments.models import Challenge, Competition, Event
from league.tournaments.services import table
from league.tournaments.services.locking import lock, show_change

State = Challenge.State


def take_results(games: Iterable[int]) -> int:
    """Let the games with these keys count that belong to a season; how many events that wrote.

    Given again, or late, nothing is counted twice. A season at a time, each in a transaction of its own.
    """
    by_season: dict[int, list[int]] = defaultdict(list)
    found = Challenge.objects.filter(game__in=list(games)).order_by()
    for competition, challenge in found.values_list("competition_id", "pk"):
        by_season[competition].append(challenge)
    return sum(_take(competition, challenges) for competition, challenges in sorted(by_season.items()))


@transaction.atomic
def _take(competition_key: int, challenges: list[int]) -> int:
    competition = lock(Competition(pk=competition_key))
    return count_ends(competition, challenges)


def count_ends(competition: Competition, challenges: Iterable[int]) -> int:
    """Write an event for each of these challenges (keys) whose game has ended otherwise than its event says,
    or has none yet. Call it under the competition's lock.
    """
    rows = Challenge.objects.filter(pk__in=list(challenges), competition=competition, game__isnull=False)
    played = {each.game.pk: each for each in rows.select_related("by", "of", "game") if each.game}
    ends, now = ends_of(played), clock.now()
    told = Event.objects.filter(competition=competition, kind=Kind.RESULT, game__in=ends, superseded_by=None)
    before = {each.game_id: each for each in told}
    written = []
    for game, end in sorted(ends.items()):
        challenge = played[game]
        event = _event_of(challenge, end)
        earlier = before.get(game)
        if earlier is not None:
            if earlier.facts == event.facts:
                continue
            event.supersedes, event.at = earlier, earlier.at
        written.append(event)
        if challenge.state == State.PLAYING:
            challenge.state, challenge.over_at = State.OVER, end.moment
            challenge.save(update_fields=["state", "over_at"])
    if written:
        table.record(competition, *written)
        show_change(competition, now)
    return len(written)


def _event_of(challenge: Challenge, end: End) -> Event:
    by_user = {challenge.by.user_id: challenge.by.number, challenge.of.user_id: challenge.of.number}
    return log.result(
        challenge,
        winner=by_user.get(end.winner) if end.winner else None,
        loser=by_user.get(end.loser) if end.loser else None,
        how=end.clause,
        at=end.moment,
        now=clock.now(),
    )
