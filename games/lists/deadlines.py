"""The deadlines of one person's games, for a calendar: when, where, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q

from games.common import clock
from games.engine.hidden_players import masked_seats
from games.models import Game, Phase
from games.words.addresses import address, game_address

MOST: Final = 200
"""Deadlines of one person that are told, the soonest."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The deadline of one open phase (`key`), and the path to its game: the reader's own list of games where
    no one may know who plays (DG-1).
    """

    key: int
    at: datetime
    opened_at: datetime
    path: str


def deadlines_of(person: int) -> list[Deadline]:
    """The deadlines of the running games in which `person` (a key) has a seat, the soonest first.

    What anyone has saved, and whether they are asked at all, makes no difference. One query.
    """
    is_timed = Q(game__untimed_until=None) | Q(game__untimed_until__lte=clock.shown())
    found = Phase.objects.filter(
        is_timed,
        adjudicated_at=None,
        set_aside_at=None,
        game__state=Game.State.RUNNING,
        game__tenures__user_id=person,
        game__tenures__left_at=None,
    ).order_by("deadline", "pk")
    columns = ("pk", "deadline", "opened_at", "game__variant", "game__league__slug", "game__code")
    return [
        Deadline(
            key=key,
            at=at,
            opened_at=opened_at,
            path=address("games:mine") if masked_seats(variant) else game_address(slug, code),
        )
        for key, at, opened_at, variant, slug, code in found.values_list(*columns)[:MOST]
    ]
