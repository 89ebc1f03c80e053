"""One writer at a time in each competition: code that changes anything holds its row, then reads, then
decides.
"""

from __future__ import annotations

from datetime import datetime

from games.common import outbox
from league.competitions.models import Competition
from league.leagues.models import League, Membership
from league.users.models import User


def lock(competition: Competition) -> Competition:
    """The competition as it is now, locked until the transaction ends.

    A league's row is locked before it, a membership's or a game's after it: code that needs two takes them in
    this order.
    """
    return Competition.objects.select_for_update(of=("self",)).select_related("league").get(pk=competition.pk)


def lock_with_league(competition: Competition) -> Competition:
    """The same, with its league's row locked before it: code that decides by a membership needs both."""
    League.objects.select_for_update(no_key=True).get(pk=competition.league_id)
    return lock(competition)


def is_member_locked(competition: Competition, user: User) -> bool:
    """Whether `user` is a member of the league, and stays one until the transaction ends: a ban or a
    departure waits, and then finds what was written. Call it under `lock_with_league`.
    """
    found = Membership.objects.select_for_update(of=("self",)).filter(league=competition.league_id, user=user)
    return found.first() is not None


def show_change(competition: Competition, now: datetime) -> None:
    """Something that people see has changed: open pages look again. Call it under the lock."""
    competition.version += 1
    competition.save(update_fields=["version"])
    outbox.put(outbox.tell("season_hint", now, competition=competition.pk))
