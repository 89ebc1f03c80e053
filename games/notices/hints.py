"""Socket hints: "game k7x is now at version 12", to everyone who has it open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any

from games.common import clock, waiting
from games.common.outbox import push
from games.common.outbox.registry import Failures, delivers
from games.common.outbox.row import OutboxRow
from games.models import Game, Tenure

STALE = timedelta(minutes=1)
"""After that, pages have polled by themselves."""


@delivers("hint")
def push_hints(rows: Sequence[OutboxRow]) -> Failures:
    """One push for each game and person, however many rows ask for it. Rows that grew old are dropped.

    What concerns a seat is for the player who holds it by now.
    """
    fresh_since = clock.now() - STALE
    fresh = [row.payload for row in rows if row.created_at >= fresh_since]
    holders = _holders_of({each["seat"] for each in fresh if "seat" in each})
    wanted = dict.fromkeys(
        (each["game"], holders.get(each["seat"]) if "seat" in each else each.get("user"), _kind_of(each))
        for each in fresh
        if "seat" not in each or each["seat"] in holders
    )
    versions = {
        pk: (code, version)
        for pk, code, version in Game.objects.filter(pk__in={game for game, *_rest in wanted}).values_list(
            "pk", "code", "version"
        )
    }
    push.push_all(
        [push.Push(*versions[game], person, kind) for game, person, kind in wanted if game in versions]
    )
    waiting.forget(_players_of({each["game"] for each in fresh if "seat" not in each}))
    return {}


def _players_of(games: Collection[int]) -> set[int]:
    """The people who sit in these games: what they owe may have changed. One query, where there are any."""
    if not games:
        return set()
    sitting = Tenure.objects.filter(game__in=games, left_at=None).order_by()
    return set(sitting.values_list("user", flat=True))


def _kind_of(payload: Mapping[str, Any]) -> str:
    return push.LEFT if "left" in payload else push.HINT


def _holders_of(seats: Collection[int]) -> dict[int, int]:
    """By seat, the person who holds it now. One query, where any is asked for."""
    if not seats:
        return {}
    return dict(Tenure.objects.filter(seat__in=seats, left_at=None).values_list("seat", "user"))
