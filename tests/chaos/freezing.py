"""Freezing what may freeze for longer than an outage, and looking at every deadline: moved on, and once.

A kill of the same length is judged by the same figures: no one may be able to tell the two apart.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from tests.chaos.running import PATIENCE, told

OUTAGE_AFTER, BEAT_EVERY = 8, 1
"""Seconds, in place of twelve minutes and of ten seconds."""
BEFORE, FROZEN = 3.0, 14.0
"""How long all goes well, and how long nothing goes then."""
SLACK = 6.0
"""How much more than that is given back at most: from the last heartbeat, and until the first drain."""
GAMES, OVER = 40, timedelta(seconds=12)
ENVIRONMENT = {"CHAOS_OUTAGE_AFTER": str(OUTAGE_AFTER), "CHAOS_BEAT_EVERY": str(BEAT_EVERY)}


@dataclass(frozen=True, slots=True)
class Step:
    """Something that stands still: what, how to stop it, and how to let it go on."""

    what: str
    stop: Callable[[], None]
    go_on: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Found:
    """What became of the phases of one step."""

    what: str
    in_time: int
    moved: int
    by: float
    violations: list[str]


@dataclass(frozen=True, slots=True)
class Freezes:
    """The figures of one way of running."""

    way: str
    steps: list[Found]

    @property
    def violations(self) -> list[str]:
        return [f"{step.what}: {each}" for step in self.steps for each in step.violations]

    def table(self) -> str:
        lines = [
            f"{step.in_time:>4} closed before, {step.moved:>3} moved by {step.by:4.1f} s  {step.what}"
            for step in self.steps
        ]
        return "\n".join([self.way, "-" * len(self.way), *lines])


def freeze(way: str, steps: Sequence[Step]) -> Freezes:
    """Take the steps one after the other, each with games of its own."""
    return Freezes(way, [_take(step) for step in steps])


def _take(step: Step) -> Found:
    from tests.chaos.scene import lay_out

    expected = lay_out(GAMES, OVER)
    time.sleep(BEFORE)
    with told(f"{step.what}, for {FROZEN:.0f} s"):
        step.stop()
        stopped = time.monotonic()
        time.sleep(FROZEN)
        step.go_on()
        length = time.monotonic() - stopped
    _wait(expected)
    return _judged(step.what, expected, length)


def _wait(expected: Mapping[int, Any]) -> None:
    from django.db import DatabaseError, connection

    from games.models import Phase

    until = time.monotonic() + FROZEN + OVER.total_seconds() + PATIENCE
    while time.monotonic() < until:
        try:
            if not Phase.objects.filter(pk__in=expected, adjudicated_at=None).exists():
                return
        except DatabaseError:
            connection.close()
        time.sleep(0.25)


def _judged(what: str, expected: Mapping[int, Any], length: float) -> Found:
    """Every phase was adjudicated rightly: before the stop, or at a deadline moved on by its length."""
    from games.models import ClockEntry, Phase

    entries: dict[int, list[ClockEntry]] = {}
    for entry in ClockEntry.objects.filter(phase__in=expected, reason=ClockEntry.Reason.OUTAGE):
        entries.setdefault(entry.phase_id, []).append(entry)
    all_entries = chain.from_iterable(entries.values())
    moves = {entry.at: (entry.after - entry.before).total_seconds() for entry in all_entries}
    violations = []
    if len(moves) != 1:
        violations.append(f"time was given back {len(moves)} times")
    if any(not length <= by <= length + SLACK for by in moves.values()):
        violations.append(f"{length:.1f} s were lost, and {[*moves.values()]} given back")
    at: datetime | None = min(moves, default=None)
    for phase in Phase.objects.filter(pk__in=expected).select_related("turn"):
        own = entries.get(phase.pk, [])
        if phase.adjudicated_at is None or phase.turn.turn != expected[phase.pk]:
            violations.append(f"phase {phase.pk} was not adjudicated, or not rightly")
        elif len(own) > 1 or (own and phase.adjudicated_at < own[0].after):
            violations.append(f"phase {phase.pk} was moved more than once, or adjudicated too early")
        elif not own and at is not None and phase.deadline > at - timedelta(seconds=length - 1):
            violations.append(f"phase {phase.pk} fell due while nothing went, and was not moved")
    in_time = len(expected) - len(entries)
    return Found(what, in_time, len(entries), max(moves.values(), default=0.0), violations)
