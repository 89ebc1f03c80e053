"""Whether what followed from misses is what the rules say (HR-2, HR-3, HR-5, HR-6), and no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from games.models import ClockEntry, Game, Phase, Tenure
from tests.fuzz.season.attendance import Attendance

SILENT = 3
AT_ONCE = timedelta(seconds=5)
"""What follows from a deadline is done by the transaction that adjudicates it: within so long."""


def broken(game: Game) -> Iterator[str]:
    """The rules of absence that were not kept in `game`, which is over."""
    if not game.absence:
        return
    phases = list(
        Phase.every.filter(game=game, adjudicated_at__isnull=False)
        .select_related("turn", "branch__act")
        .order_by("adjudicated_at", "ordinal")
    )
    tenures = list(Tenure.objects.filter(game=game).select_related("seat", "user").order_by("pk"))
    attendance = Attendance(game)
    yield from _extensions(game, phases, tenures, attendance)
    yield from _consequences(game, phases, tenures, attendance)


def line_at(phases: Sequence[Phase], moment: datetime) -> list[Phase]:
    """The phases that had been adjudicated at `moment` and had not been taken back by then."""
    return [
        phase
        for phase in phases
        if phase.adjudicated_at <= moment and (phase.branch is None or phase.branch.act.at > moment)
    ]


def _extensions(
    game: Game, phases: Sequence[Phase], tenures: Sequence[Tenure], attendance: Attendance
) -> Iterator[str]:
    """No seat has more than its rules give, no phase has two, and no one missed one while they had any
    left.
    """
    entries = ClockEntry.objects.filter(phase__game=game).order_by("pk")
    rows = [entry for entry in entries if entry.reason == ClockEntry.Reason.EXTENSION]
    if game.variant == "spy":
        if rows:
            yield "a phase was extended though nobody may know who has answered (HR-3)"
        return
    if twice := [key for key, count in Counter(row.phase_id for row in rows).items() if count > 1]:
        yield f"phases {twice} were extended twice"
    by_hand = {entry.phase_id for entry in entries if entry.after <= entry.at} | {
        entry.phase_id for entry in entries if entry.reason == ClockEntry.Reason.RESUMED
    }
    for phase in phases:
        counted = {each.pk for each in line_at(phases, phase.adjudicated_at)} | {phase.pk}
        used = Counter(seat for row in rows if row.phase_id in counted for seat in row.charged)
        if too_many := [seat for seat, count in used.items() if count > game.absence["extensions"]]:
            yield f"{phase.label}: {too_many} had more extensions than the rules give"
        if phase.pk in by_hand or any(row.phase_id == phase.pk for row in rows):
            continue
        for tenure in _held(tenures, phase.adjudicated_at):
            seat = tenure.seat.key
            if (
                attendance.is_missed(phase, seat, phase.adjudicated_at)
                and used[seat] < game.absence["extensions"]
            ):
                yield f"{phase.label}: {seat} missed it and had an extension left"


def _held(tenures: Sequence[Tenure], moment: datetime) -> list[Tenure]:
    """Who held seats at the deadline that was acted upon at `moment`."""
    return [
        each
        for each in tenures
        if each.left_how != "before" and each.taken_at <= moment and (each.left_at or moment) >= moment
    ]


def _consequences(
    game: Game, phases: Sequence[Phase], tenures: Sequence[Tenure], attendance: Attendance
) -> Iterator[str]:
    """Seats are given up, and games forfeited or void, when the misses say so and never else."""
    explained: set[int] = set()
    for number, phase in enumerate(phases):
        if phase.turn.answers is None or phase.turn.turn["outcome"] is not None:
            continue
        if phase.deadline <= phase.opened_at:
            continue
        at = phase.adjudicated_at
        line = line_at(phases[: number + 1], at)
        following = next(iter(phases[number + 1 :]), None)
        asked = [seat for seat in phase.due if attendance.counts(phase, seat, at)]
        missed = [seat for seat in asked if attendance.is_missed(phase, seat, at)]
        is_silent = (
            bool(missed)
            and missed == asked
            and not phase.turn.answers
            and _silence(line, attendance, at) >= SILENT
        )
        given_up = [
            each
            for each in _held(tenures, at)
            if each.seat.key in missed and _is_given_up(game, line, each, attendance)
        ]
        agreed = following.turn.agreed if following else None
        cause = (agreed or {}).get("cause")
        if is_silent:
            if cause != "silence":
                yield f"{phase.label}: three silent phases did not end the game (HR-6)"
            continue
        are_held = len(_held(tenures, at)) == len(game.seats.all()) == 2  # an open seat wins nothing
        if given_up and game.absence["policy"] == "tournament" and are_held:
            expected = "silence" if len(given_up) == 2 else "absence"
            if cause != expected:
                yield f"{phase.label}: {given_up} missed too many phases and the game went on (HR-5)"
            continue
        if cause in ("silence", "absence") and (following and following.adjudicated_at - at < AT_ONCE):
            yield f"{following.label}: it ended by {agreed} after {phase.label}, without a reason"
        for tenure in given_up:
            explained.add(tenure.pk)
            if not _left_in_time(game, phases, phase, tenure):
                yield f"{phase.label}: {tenure.seat.key} missed too many phases and kept the seat (HR-2)"
    organised = _removed_by_organisers(game)
    for tenure in tenures:
        if tenure.left_how == "removed" and tenure.pk not in explained and tenure.user_id not in organised:
            yield f"{tenure.seat.key} lost the seat at {tenure.left_at} without having missed enough"


def _is_given_up(game: Game, line: Sequence[Phase], tenure: Tenure, attendance: Attendance) -> bool:
    """Whether the player who holds the seat has missed so many phases by the deadline of the last phase of
    `line`.
    """
    row = all_ = 0
    seat, at = tenure.seat.key, line[-1].adjudicated_at
    for phase in line:
        if phase.adjudicated_at >= tenure.taken_at and attendance.counts(phase, seat, at):
            missed = attendance.is_missed(phase, seat, at)
            row, all_ = (row + 1, all_ + 1) if missed else (0, all_)
    limit = game.absence["in_all"]
    return row >= game.absence["in_a_row"] or bool(limit and all_ >= limit)


def _silence(line: Sequence[Phase], attendance: Attendance, at: datetime) -> int:
    """For how many phases in a row, until the last of `line`, no one who was asked saved anything; as it was
    judged at the moment `at`.
    """
    count = 0
    for phase in sorted(line, key=lambda each: each.ordinal, reverse=True):
        if phase.turn.answers is None or phase.turn.answers:
            break
        count += any(attendance.counts(phase, seat, at) for seat in phase.due) or _asked_at_once(phase)
    return count


def _asked_at_once(phase: Phase) -> bool:
    """Whether a phase that lasted no time kept anyone as asked; its orders were given ahead (SPY-22)."""
    return phase.deadline <= phase.opened_at and bool(phase.turn.asked)


def _left_in_time(game: Game, phases: Sequence[Phase], phase: Phase, tenure: Tenure) -> bool:
    """Whether the seat was given up at once or, where absence is hidden, at the end of the game year."""
    if game.variant != "spy":
        return tenure.left_at is not None and tenure.left_at - phase.adjudicated_at < AT_ONCE
    year = phase.label[1:5]
    later = [each for each in phases if each.label[1:5] > year and each.adjudicated_at > phase.adjudicated_at]
    return not later or (tenure.left_at is not None and tenure.left_at <= later[0].adjudicated_at)


def _removed_by_organisers(game: Game) -> set[int]:
    """The keys of those whom the league's organisers have put out."""
    acts: Any = game.league.acts if hasattr(game.league, "acts") else None
    if acts is None:
        return set()
    return set(acts.filter(kind__in=["removed", "banned"]).values_list("about", flat=True))
