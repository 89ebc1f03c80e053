"""Whom a phase does not count for, though they saved nothing (HR-1); and misses that a ruling takes back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Min

from games.agreed.pace import Pace
from games.engine import hosting_rules
from games.engine.misses import Attendance
from games.models import ClockEntry, Game, Phase, Tenure

SHORT: Final = "short"
"""A missed phase that its player had the seat in for less than half of its length."""
CLOSED: Final = "closed"
"""Someone with power over the game closed it there and then."""
RULING: Final = "ruling"

Seats = Mapping[str, datetime]
"""Since when those who hold seats have had them."""


def excuse(attended: Sequence[Attendance]) -> list[Attendance]:
    """`attended` with those excused for whom their phase does not count. Three queries at most, and none
    where no one missed anything. What is damaged stays as it is: closing it says whose fault that is.
    """
    absent = {each.phase.pk: seats for each in attended if (seats := _absent(each))}
    if not absent:
        return list(attended)
    phases = [each.phase for each in attended if each.phase.pk in absent]
    # A phase taken up again after its deadline was closed by no one: its time had passed before.
    by_hand = ClockEntry.objects.filter(phase__in=phases, after__lte=F("at"))
    closed = set(by_hand.exclude(reason=ClockEntry.Reason.RESUMED).values_list("phase", flat=True))
    held, lengths = _held(phases), _lengths(phases)
    return [
        replace(
            each,
            excused=excused_in(
                each.phase, absent[each.phase.pk], held[each.phase.game_id], lengths[each.phase.pk], closed
            ),
        )
        if each.phase.pk in absent
        else each
        for each in attended
    ]


def excused_in(
    phase: Phase, absent: Iterable[str], held: Seats, length: timedelta, closed: Collection[int]
) -> dict[str, str]:
    """Which of `absent` the phase does not count for, each with why. `length` is how long the game's pace
    lets it last, `closed` are the phases that someone closed there and then.
    """
    if phase.pk in closed:
        return dict.fromkeys(absent, CLOSED)
    return {
        seat: SHORT
        for seat in absent
        if phase.closes_at - max(phase.opened_at, held.get(seat, phase.opened_at)) < length / 2
    }


def _absent(attendance: Attendance) -> list[str]:
    """The seats that would miss the phase; none of one that lasts no time, which counts for no one."""
    if attendance.phase.lasted_no_time:
        return []
    try:
        return list(attendance.missed)
    except Exception:
        return []


def _held(phases: Iterable[Phase]) -> dict[int, dict[str, datetime]]:
    """The moments since when seats have been held, by game. One query."""
    held: dict[int, dict[str, datetime]] = defaultdict(dict)
    tenures = Tenure.objects.filter(game__in=[phase.game_id for phase in phases], left_at=None).order_by()
    for game, seat, taken_at in tenures.values_list("game", "seat__key", "taken_at"):
        held[game][seat] = taken_at
    return held


def _lengths(phases: Iterable[Phase]) -> dict[int, timedelta]:
    """By phase, how long its game's pace lets it last. One query, where a first movement is longer."""
    paces = {phase.pk: Pace.from_json(phase.game.pace) for phase in phases}
    long = [each.game_id for each in phases if each.kind == "M" and paces[each.pk].has_long_start]
    movements = Phase.objects.filter(game__in=long, label__endswith="M").order_by()
    first = dict(movements.values("game").annotate(first=Min("ordinal")).values_list("game", "first"))
    return {
        phase.pk: paces[phase.pk].length(phase.kind, first=first.get(phase.game_id) == phase.ordinal)
        for phase in phases
    }


def misses_shown(game: Game, phase: Phase, missed: Iterable[str]) -> list[str]:
    """Those of `missed` of whom everyone may know that they missed `phase` (HR-3)."""
    if hosting_rules.is_veiled(phase.due):
        return []
    return [seat for seat in missed if not hosting_rules.hides_absence(game.variant, seat)]
