"""Someone's rank over a season as a drawing. The steps themselves stand in the table below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import formats, timezone
from django.utils.translation import pgettext

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 56, 632, 16, 240
MOST_MONTHS: Final = 6


@dataclass(frozen=True, slots=True)
class Tick:
    """A rank beside the drawing, or a month under it."""

    says: str
    at: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """The line as a path; its last point, None where the person has left; ranks and months along the axes."""

    path: str
    end: tuple[int, int] | None
    ranks: Sequence[Tick]
    months: Sequence[Tick]
    best: int
    worst: int
    now: int

    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


def drawing_of(
    points: Sequence[tuple[datetime, int]], people: int, begins: datetime, until: datetime
) -> Drawing | None:
    """The ranks that began at these moments (0: left the table), in order; None where there are none.

    `people` is how long the ladder is, `until` where the drawing ends.
    """
    standing = [rank for _at, rank in points if rank]
    if not standing:
        return None
    lowest = max(people, *standing)
    length = max((until - begins).total_seconds(), 1.0)

    def x(at: datetime) -> int:
        share = min(max((at - begins).total_seconds() / length, 0.0), 1.0)
        return round(LEFT + (RIGHT - LEFT) * share)

    def y(rank: int) -> int:
        return round(TOP + (BOTTOM - TOP) * (rank - 1) / max(lowest - 1, 1))

    path, is_drawn = "", False
    for at, rank in points:
        if not rank:
            path += f"H{x(at)}"
        elif is_drawn:
            path += f"H{x(at)}V{y(rank)}"
        else:
            path += f"M{x(at)} {y(rank)}"
        is_drawn = bool(rank)
    last = points[-1][1]
    if last:
        path += f"H{x(until)}"
    return Drawing(
        path=path,
        end=(x(until), y(last)) if last else None,
        ranks=[Tick(str(rank), y(rank)) for rank in _marked(lowest)],
        months=[Tick(_month(at), x(at)) for at in _months(begins, until)],
        best=min(standing),
        worst=max(standing),
        now=last,
    )


def _marked(lowest: int) -> list[int]:
    """The first rank, the last, and a few round ones between them."""
    if lowest <= 6:
        return list(range(1, lowest + 1))
    step = next(
        unit * power for power in (1, 10, 100, 1000) for unit in (5, 10, 25) if lowest / (unit * power) <= 5
    )
    between = [rank for rank in range(step, lowest, step) if lowest - rank >= step / 2]
    return [1, *between, lowest]


def _months(begins: datetime, until: datetime) -> list[datetime]:
    """The beginning of the drawing, and of months in it."""
    first, found = timezone.localtime(begins), [begins]
    year, month = first.year, first.month
    while True:
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
        at = first.replace(year=year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)
        if at >= until:
            break
        found.append(at)
    if len(found) > 1 and found[1] - begins < (until - begins) / 8:
        found = found[1:]
    every = 1 + (len(found) - 1) // MOST_MONTHS
    return found[::every]


def _month(at: datetime) -> str:
    return formats.date_format(timezone.localtime(at), pgettext("date", "M"))


def ends_of(begins: datetime, ends: datetime, now: datetime, over: datetime | None) -> datetime:
    """Where a drawing of a season ends: now, or when it was over; never before its first day is."""
    return max(min(over or now, max(ends, over or ends)), begins + timedelta(days=1))
