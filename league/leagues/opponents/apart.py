"""Who is not brought together: who play already, one of whom blocks the other, or who said no lately."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, Final

from django.db.models import QuerySet

from games.engine.hidden_players import is_known
from games.models import Block, Game, Tenure
from league.leagues.models import Proposal
from league.leagues.opponents.matching import together

AGAIN: Final = timedelta(days=7)
"""So long two are not proposed to each other again after a proposal that became no game."""


def kept_apart(people: Collection[int] | QuerySet[Any]) -> set[tuple[int, int]]:
    """The pairs among `people` (keys, or a query of them) of whom one has blocked the other, or who play a
    game together. Two queries.

    Seats whose players no one may know (DG-1) keep no one apart: who is never proposed would be known.
    """
    blocks = Block.objects.filter(blocker__in=people, blocked__in=people)
    apart = {together(*pair) for pair in blocks.values_list("blocker", "blocked")}
    tables: dict[int, list[int]] = defaultdict(list)
    goes_on = [Game.State.WAITING, Game.State.RUNNING]
    held = Tenure.objects.filter(is_known(), user__in=people, left_at=None, game__state__in=goes_on)
    for game, user in held.order_by().values_list("game", "user"):
        tables[game].append(user)
    for sitting in tables.values():
        apart.update(together(*pair) for pair in combinations(sitting, 2))
    return apart


def refused_lately(now: datetime) -> set[tuple[int, int]]:
    """The pairs whose proposal became no game in the last days. One query."""
    closed = Proposal.objects.filter(closed_at__gt=now - AGAIN).exclude(state=Proposal.State.AGREED)
    return {together(*pair) for pair in closed.values_list("one", "other")}
