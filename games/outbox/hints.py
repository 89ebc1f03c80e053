"""Socket hints: "game k7x is now at version 12", to whoever has it open."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games import clock, push
from games.models import Game, OutboxRow
from games.outbox.registry import Failures, delivers

STALE = timedelta(minutes=1)
"""After that, pages have polled by themselves."""


@delivers("hint")
def push_hints(rows: Sequence[OutboxRow]) -> Failures:
    """One push for each game and seat, however many rows ask for it. Rows that grew old are dropped."""
    fresh_since = clock.now() - STALE
    wanted = dict.fromkeys(
        (row.payload["game"], row.payload.get("seat")) for row in rows if row.created_at >= fresh_since
    )
    versions = {
        pk: (code, version)
        for pk, code, version in Game.objects.filter(pk__in={game for game, _seat in wanted}).values_list(
            "pk", "code", "version"
        )
    }
    push.push_all([push.Push(*versions[game], seat) for game, seat in wanted if game in versions])
    return {}
