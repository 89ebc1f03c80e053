"""What became of the games: counted from the rows, and proved by replaying every record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Sum

from games.models import Game, OutboxRow, Phase, Turn
from games.services.proof import prove

QUICK = 5.0
"""Seconds within which work goes on after everything is back."""


@dataclass(frozen=True, slots=True)
class Disaster:
    """Something that happened: what, and when everything was up again."""

    what: str
    over_at: datetime


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of one way of running."""

    way: str
    due: int
    adjudicated: int
    twice: int
    lost: int
    wrong: int
    rolled_back: int
    recovery: list[tuple[str, float]]
    replayed: int
    undelivered: int

    @property
    def violations(self) -> list[str]:
        """What must not be, and is."""
        found = []
        if self.adjudicated != self.due or self.lost:
            found.append(f"{self.lost} phases lost")
        if self.twice:
            found.append(f"{self.twice} phases adjudicated twice")
        if self.wrong:
            found.append(f"{self.wrong} turns are not what the engine makes of the answers")
        if self.replayed != self.due:
            found.append(f"{self.due - self.replayed} games do not replay")
        if self.undelivered:
            found.append(f"{self.undelivered} outbox rows were not delivered")
        found += [
            f"{seconds:.1f} s to recover from: {what}" for what, seconds in self.recovery if seconds > QUICK
        ]
        return found

    def table(self) -> str:
        worst = max((seconds for _what, seconds in self.recovery), default=0.0)
        rows = [
            ("phases due", self.due),
            ("adjudicated", self.adjudicated),
            ("adjudicated twice", self.twice),
            ("lost", self.lost),
            ("turns that are wrong", self.wrong),
            ("attempts rolled back and made again", self.rolled_back),
            ("disasters", len(self.recovery)),
            ("worst recovery", f"{worst:.1f} s"),
            ("games replayed without a difference", self.replayed),
            ("outbox rows not delivered", self.undelivered),
        ]
        lines = [self.way, "-" * len(self.way), *(f"{name:<38}{value:>8}" for name, value in rows), ""]
        lines += [f"  {seconds:4.1f} s  {what}" for what, seconds in self.recovery]
        return "\n".join(lines)


def make_report(way: str, expected: Mapping[int, Any], disasters: Sequence[Disaster]) -> Report:
    """Count what became of the phases in `expected` (their turns by the phase's key)."""
    turns = {turn.phase_id: turn.turn for turn in Turn.objects.filter(phase__in=expected)}
    phases = Phase.objects.filter(pk__in=expected).select_related("game")
    attempts = phases.aggregate(Sum("attempts"))["attempts__sum"]
    return Report(
        way=way,
        due=len(expected),
        adjudicated=len(turns),
        twice=sum(phase.game.phase_number > phase.ordinal + 1 for phase in phases),
        lost=sum(phase.adjudicated_at is None or phase.pk not in turns for phase in phases),
        wrong=sum(expected[key] != turn for key, turn in turns.items()),
        rolled_back=attempts - len(turns),
        recovery=[(each.what, recovery_after(each, expected)) for each in disasters],
        replayed=sum(not prove(game).differences for game in Game.objects.all()),
        undelivered=OutboxRow.objects.filter(sent_at=None).count(),
    )


def recovery_after(disaster: Disaster, expected: Mapping[int, Any]) -> float:
    """Seconds from when everything was up again until all that had fallen due by then was adjudicated."""
    behind = Phase.objects.filter(
        pk__in=expected, closes_at__lte=disaster.over_at, adjudicated_at__gt=disaster.over_at
    )
    last = behind.order_by("-adjudicated_at").first()
    return (last.adjudicated_at - disaster.over_at).total_seconds() if last else 0.0
