"""Back through a ladder's moves: who stood where, and since when.

A table and its moves are enough: undoing the last move gives the table before it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias, cast

from django.db.models import Q, QuerySet

from games.common.database.compiled import Param, PreparedQuery
from games.common.database.compiled import moment as given_moment
from league.competitions.models import Competition, Move, Standing

Step: TypeAlias = tuple[int, int, int, int]
"""One move as the database gives it, since a season has thousands: its key, whose (key), from which rank to
which; 0: not in the table.
"""


def span_of(step: Step) -> tuple[int, float]:
    """The ranks that a move touched, both ends counted."""
    _move, _entry, before, after = step
    if not after:
        return before, math.inf
    if not before:
        return after, after
    return (after, before) if after < before else (before, after)


def before_it(step: Step, rank: int) -> int:
    """The rank, before a move, of the player who has `rank` after it; 0: they were not in the table."""
    _move, _entry, before, after = step
    if rank == after:
        return before
    if not after:
        return rank + 1 if rank >= before else rank
    if not before:
        return rank
    if after < rank <= before:
        return rank - 1
    if before <= rank < after:
        return rank + 1
    return rank


def steps_since(season: Competition, moment: datetime) -> list[Step]:
    """The moves of a season after `moment`, the latest first. One query."""
    return cast("list[Step]", _SINCE.rows(season=season.pk, since=given_moment(moment)))


def steps_around(standing: Standing) -> list[Step]:
    """The moves that touched any rank between those that an entry has held, the latest first. One query."""
    given = {"highest": standing.best, "lowest": standing.worst}
    return cast("list[Step]", _AROUND.rows(season=standing.competition_id, **given))


def _touching() -> Q:
    """The condition of moves that touched any rank from `highest` down to `lowest`."""
    highest, lowest = Param("highest"), Param("lowest")
    came = Q(before=0, after__gte=highest, after__lte=lowest)
    left = Q(after=0, before__lte=lowest)
    above_lowest = Q(before__lte=lowest) | Q(after__lte=lowest)
    below_highest = Q(before__gte=highest) | Q(after__gte=highest)
    moved = Q(above_lowest, below_highest, before__gt=0, after__gt=0)
    return came | left | moved


def _steps(of_whom: Q) -> QuerySet[Move, Any]:
    moves = Move.objects.filter(of_whom, competition_id=Param("season"))
    return moves.order_by("-place").values_list("pk", "entry_id", "before", "after")


_SINCE = PreparedQuery(lambda: _steps(Q(at__gt=Param("since"))))
_AROUND = PreparedQuery(lambda: _steps(_touching()))


def ranks_before(ranks: Sequence[int], steps: Iterable[Step]) -> dict[int, int]:
    """Where those who stand on `ranks` now stood before `steps` (the latest first); 0: not in the table."""
    stood = {rank: rank for rank in ranks}
    if not stood:
        return {}
    lowest, highest = min(ranks), max(ranks)
    for step in steps:
        first, last = span_of(step)
        if first > highest or last < lowest:
            continue
        for rank, then in stood.items():
            if then:
                stood[rank] = before_it(step, then)
        left = [then for then in stood.values() if then]
        if not left:
            break
        lowest, highest = min(left), max(left)
    return stood


@dataclass(frozen=True, slots=True)
class Change:
    """That someone's rank changed from one to another by a move; 0: not in the table."""

    step: Step
    before: int
    after: int

    @property
    def move(self) -> int:
        """The move's key."""
        return self.step[0]

    @property
    def is_leaving(self) -> bool:
        """Whether the move took someone out of the table."""
        return not self.step[3]


def changes_of(rank: int, steps: Iterable[Step]) -> Iterator[Change]:
    """What brought an entry to `rank`, the latest first, until it came into the table."""
    for step in steps:
        if not rank:
            return
        first, last = span_of(step)
        if first <= rank <= last:
            before = before_it(step, rank)
            if before != rank:
                yield Change(step, before, rank)
            rank = before


def changes_of_entry(entry: int, rank: int, steps: Sequence[Step]) -> list[Change]:
    """The same for the entry with the key `entry`, which may have left the table (`rank` 0)."""
    if rank:
        return list(changes_of(rank, steps))
    for place, step in enumerate(steps):
        if step[1] == entry and not step[3]:
            return [Change(step, step[2], 0), *changes_of(step[2], steps[place + 1 :])]
    return []
