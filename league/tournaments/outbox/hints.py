"""Socket hints: "season k7x is now at version 12", to whoever has it open."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from games import clock
from games.models import OutboxRow
from games.outbox.registry import Failures, delivers
from league.tournaments import push
from league.tournaments.models import Competition

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
    return {}
