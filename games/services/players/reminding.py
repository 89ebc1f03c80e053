"""Reminding those who owe something of a deadline: one mail a person, for all his games.

The moment of a phase (`engine.reminders`) stands in an indexed column until it has come. A sweep finds the
phases whose moment has come, writes down for every seat that owes something in them that its turn has come
(`Asked`), and puts an outbox row for each; saved or not makes no difference here. Only when the mail is
written (`games.notices.occasions`) it is looked whether anything is saved, and whoever has saved gets none.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games import notices
from games.adjudication import outage
from games.common import clock, outbox
from games.engine.reminder_times import may_remind_of
from games.models import Asked, Heartbeat, Phase, Tenure

REMINDERS = "reminders"
BATCH = 200
"""Phases that one transaction takes."""

TOGETHER = timedelta(minutes=10)
"""Whoever is reminded of one game is reminded at once of those whose moment comes so soon after."""

AGAIN_AFTER = timedelta(hours=12)
"""Whose deadline was moved on after he had been reminded of it is reminded of the new one if so long ago."""

NEEDED = (
    *("game_id", "due", "deadline", "closes_at", "adjudicated_at", "set_aside_at", "paused_until"),
    "branch_id",
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that owes something in a phase, and the person in it."""

    user: int
    seat: int
    phase: Phase

    @property
    def key(self) -> tuple[int, int]:
        return self.phase.pk, self.seat


def remind(*, budget: float = 20) -> int:
    """Ask all whose turn has come, for at most about `budget` seconds; how many seats.

    One sweep at a time: a second one finds the first at work and leaves it to it. After an outage it waits
    until the drain has moved the deadlines on.
    """
    until, asked = time.monotonic() + budget, 0
    now = clock.now()
    if outage.is_pending(now):
        return 0
    Heartbeat.objects.get_or_create(name=REMINDERS, defaults={"beat_at": now})
    while time.monotonic() < until and _due(now, now).exists():
        with transaction.atomic():
            if not Heartbeat.objects.select_for_update(skip_locked=True).filter(name=REMINDERS).exists():
                return asked
            taken, turns = _remind_of_some(now)
        asked += turns
        if not taken:
            break
    Heartbeat.objects.filter(name=REMINDERS).update(beat_at=now)
    return asked


def _due(until: datetime, now: datetime) -> QuerySet[Phase]:
    """The phases whose moment comes until `until`. One that is paused has to wait for the pause's end."""
    return Phase.objects.filter(Q(paused_until=None) | Q(paused_until__lte=now), remind_at__lte=until)


def _remind_of_some(now: datetime) -> tuple[int, int]:
    """Take a batch of phases whose moment has come: how many, and how many seats were asked.

    Phases that somebody else has locked are being adjudicated, or their deadline is being moved.
    """
    due = _due(now, now).only(*NEEDED).order_by("remind_at", "pk")
    phases = list(due.select_for_update(of=("self",), skip_locked=True)[:BATCH])
    Phase.objects.filter(pk__in=[phase.pk for phase in phases]).update(remind_at=None)
    turns = list(_turns_in([phase for phase in phases if may_remind_of(phase, now)]))
    people = {turn.user for turn in turns}
    turns = _not_asked([*turns, *_soon(people, now)], now)
    Asked.objects.bulk_create(
        Asked(phase=turn.phase, seat_id=turn.seat, deadline=turn.phase.deadline, at=now) for turn in turns
    )
    turns.sort(key=lambda turn: (turn.user, turn.phase.deadline, turn.phase.pk))
    outbox.put(*(notices.reminder(turn.user, turn.phase, now) for turn in turns))
    return len(phases), len(turns)


def _turns_in(phases: Sequence[Phase], people: Iterable[int] | None = None) -> Iterable[Turn]:
    """Who owes something in `phases`; of `people` alone, if they are given."""
    tenures = Tenure.objects.filter(game__in=[phase.game_id for phase in phases], left_at=None)
    if people is not None:
        tenures = tenures.filter(user__in=people)
    by_game = {phase.game_id: phase for phase in phases}
    for game, user, seat, key in tenures.values_list("game", "user", "seat", "seat__key"):
        if key in by_game[game].due:
            yield Turn(user, seat, by_game[game])


def _soon(people: set[int], now: datetime) -> Iterable[Turn]:
    """The turns of `people` in other phases that come now, or so soon that one mail does for all."""
    if not people:
        return []
    theirs = Tenure.objects.filter(user__in=people, left_at=None).values("game")
    phases = _due(now + TOGETHER, now).filter(game__in=theirs).only(*NEEDED)
    return _turns_in([phase for phase in phases if may_remind_of(phase, now)], people)


def _not_asked(turns: Sequence[Turn], now: datetime) -> list[Turn]:
    """Without those who were asked about this very deadline, or not long ago about an earlier one."""
    asked = Asked.objects.filter(phase__in={turn.phase.pk for turn in turns})
    before: dict[tuple[int, int], list[tuple[datetime, datetime]]] = {}
    for phase, seat, deadline, at in asked.values_list("phase", "seat", "deadline", "at"):
        before.setdefault((phase, seat), []).append((deadline, at))
    return [
        turn
        for turn in turns
        if all(
            deadline != turn.phase.deadline and at <= now - AGAIN_AFTER
            for deadline, at in before.get(turn.key, [])
        )
    ]
