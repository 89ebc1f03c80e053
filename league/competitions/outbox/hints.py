"""Socket hints: "season k7x is now at version 12", to everyone who has it open."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from games.common import clock, waiting
from games.common.outbox.registry import Failures, delivers
from games.common.outbox.row import OutboxRow
from league.competitions import kinds
from league.competitions.live import push
from league.competitions.models import Arbiter, Competition
from league.leagues.models import Membership

STALE: Final = timedelta(minutes=2)
"""After that, pages have asked by themselves."""


@delivers("season_hint")
def push_hints(rows: Sequence[OutboxRow]) -> Failures:
    """One push a season, however many rows ask for it. Rows that grew old are dropped."""
    fresh_since = clock.now() - STALE
    keys = {row.payload["competition"] for row in rows if row.created_at >= fresh_since}
    versions = dict(Competition.objects.filter(pk__in=keys).values_list("code", "version")) if keys else {}
    if versions:
        push.push_all(versions)
        waiting.forget(_desk_of(keys))
    return {}


def _desk_of(seasons: Collection[int]) -> set[int]:
    """Who rules in these seasons, or organises their leagues: what waits for them may have been done by
    another; and whom their kind has asked for something just now. One query.
    """
    arbiters = Arbiter.objects.filter(competition__in=seasons, left_at=None).order_by()
    organisers = Membership.objects.filter(
        league__competitions__in=seasons, role=Membership.Role.ORGANISER
    ).order_by()
    people = arbiters.values_list("user").union(
        organisers.values_list("user"),
        *(kind.asked_lately(seasons, clock.now() - STALE) for kind in kinds.every()),
    )
    return {user for (user,) in people}
