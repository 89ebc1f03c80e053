"""Extending phases that someone would miss, once each, at their deadlines (HR-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Q

from games import notices
from games.adjudication.closing import WORTH_A_LETTER, Sitting
from games.agreed.absence import Absence, extension_of
from games.common import outbox
from games.engine import hosting_rules
from games.engine.hidden_players import masked_seats
from games.engine.misses import Attendance
from games.models import ClockEntry, ClockProposal, Game, Phase

Reason = ClockEntry.Reason


class _Late(NamedTuple):
    """A phase that `seats`, whose players have saved nothing, would miss."""

    phase: Phase
    seats: list[str]
    extensions: int


class _History(NamedTuple):
    """What the clocks of some games tell: the phases (keys) that may not be extended any more, the extensions
    that each seat has used, and since when the clock of a phase would have run, had it never stood still.
    """

    closed: set[int]
    used: Counter[tuple[int, str]]
    since: Mapping[int, datetime]


def extend(attended: Iterable[Attendance], sitting: Sequence[Sitting], now: datetime) -> set[int]:
    """Extend those of the phases `attended`, all due, that someone would miss who has an extension left;
    their keys.

    Call it under the games' locks, with all that was saved. A phase is extended once, by half the time that
    its clock ran and twelve hours at most; every seat that would miss it and has one left is charged. None is
    extended that was closed at once by hand or taken up again after its deadline, nor where no one may know
    who has answered (HR-3). What players proposed about its clock lapses (HR-12). Six statements, and none
    where no one would miss anything.
    """
    held = {(each.game, each.seat) for each in sitting}
    late = [each for attendance in attended if (each := _late(attendance, held))]
    if not late:
        return set()
    history = _so_far([each.phase for each in late])
    charged = {
        each.phase.pk: seats
        for each in late
        if each.phase.pk not in history.closed
        and (
            seats := [seat for seat in each.seats if history.used[each.phase.game_id, seat] < each.extensions]
        )
    }
    extended = [each.phase for each in late if each.phase.pk in charged]
    if extended:
        _go_on(extended, charged, history.since, sitting, now)
    return set(charged)


def _late(attendance: Attendance, held: Collection[tuple[int, str]]) -> _Late | None:
    """The phase with the seats that would miss it, if it may be extended for any.

    What is damaged may not: closing it says so, and whose fault it is.
    """
    phase, game = attendance.phase, attendance.phase.game
    if not game.absence or phase.closes_at != phase.deadline or phase.lasted_no_time:
        return None
    try:
        absence = Absence.from_json(game.absence)
        if (
            absence is None
            or not absence.extensions
            or not hosting_rules.shows_readiness(game.variant, phase.due)
        ):
            return None
        missed = attendance.missed
    except Exception:
        return None
    masked = masked_seats(game.variant)
    seats = [seat for seat in missed if seat not in masked and (game.pk, seat) in held]
    return _Late(phase, seats, absence.extensions) if seats else None


def _so_far(phases: Sequence[Phase]) -> _History:
    """What became of the clocks of `phases` until now. One query."""
    since = {phase.pk: phase.opened_at for phase in phases}
    entries = ClockEntry.objects.filter(
        Q(reason=Reason.EXTENSION) | Q(phase__in=since),
        phase__game__in=[phase.game_id for phase in phases],
        phase__branch=None,
    ).order_by("pk")
    closed, used = set(), Counter[tuple[int, str]]()
    fields = ("phase", "phase__game", "reason", "charged", "at", "before", "after")
    for phase, game, reason, charged, at, before, after in entries.values_list(*fields):
        if reason == Reason.EXTENSION:
            used.update((game, seat) for seat in charged)
            closed.add(phase)
        elif after <= at:  # it was closed there and then
            closed.add(phase)
        elif reason in (Reason.PAUSE, Reason.GOES_ON):
            since[phase] += after - before
        elif reason == Reason.TIMED:
            since[phase] = at
    for phase in phases:
        untimed_until = phase.game.untimed_until
        if untimed_until is not None and untimed_until < phase.deadline:
            since[phase.pk] = max(since[phase.pk], untimed_until)
    return _History(closed & since.keys(), used, since)


def _go_on(
    phases: Sequence[Phase],
    charged: Mapping[int, Sequence[str]],
    since: Mapping[int, datetime],
    sitting: Iterable[Sitting],
    now: datetime,
) -> None:
    entries = []
    for phase in phases:
        before, length = phase.deadline, extension_of(phase.deadline - since[phase.pk])
        phase.deadline = phase.closes_at = max(before, now - length / 2) + length
        phase.remind_at = phase.next_attempt_at = None
        phase.attempts = 0
        entries.append(
            ClockEntry(
                phase=phase,
                reason=Reason.EXTENSION,
                before=before,
                after=phase.deadline,
                charged=list(charged[phase.pk]),
                at=now,
            )
        )
    Phase.objects.bulk_update(phases, ["deadline", "closes_at", "remind_at", "next_attempt_at", "attempts"])
    ClockEntry.objects.bulk_create(entries)
    ClockProposal.objects.filter(phase__in=phases, closed_at=None).update(closed_at=now)
    Game.objects.filter(pk__in=[phase.game_id for phase in phases]).update(version=F("version") + 1)
    users = {(each.game, each.seat): each.user for each in sitting}
    rows = [notices.hint(phase.game, now) for phase in phases]
    for phase in phases:
        if phase.deadline - now >= WORTH_A_LETTER:
            told = [users[phase.game_id, seat] for seat in charged[phase.pk]]
            rows += notices.mails("extended", told, game=phase.game, phase=phase, now=now)
    outbox.put(*rows)
