"""What administrators and game masters may do to a phase: move its deadline, close it at once, and take it up
again after it was set aside.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.adjudication.locking import lock_running_game, show_change
from games.adjudication.pausing import refuse_if_closed, refuse_if_held_up, refuse_if_untimed
from games.adjudication.succession import settle_since
from games.agreed.pace import LONGEST
from games.common import clock
from games.common.words.people import Person
from games.engine.reminder_times import remind_at
from games.errors import CannotMove, OfCompetition
from games.models import ClockEntry, Game, Phase, Tenure


@transaction.atomic
def move_deadline(
    *,
    phase: Phase,
    to: datetime,
    by: Person,
    note: str,
    reason: ClockEntry.Reason = ClockEntry.Reason.ADMIN,
) -> ClockEntry:
    """Move the deadline of an open phase to the future moment `to`, for the reason `note`, which players see.

    `to` is no further ahead than the longest phase lasts. A phase that is closing early because all are ready
    goes on closing early. `CannotMove` says what is wrong; players of the game have no power over it.
    """
    game, phase = _open(phase, by)
    _refuse_in_contests(game)
    now = clock.now()
    if not note.strip():
        raise CannotMove(_("Say why the deadline moves: the players see it."))
    refuse_if_held_up(phase, now)
    refuse_if_untimed(game, now)
    if to <= now:
        raise CannotMove(_("Choose a moment in the future."))
    if to > now + timedelta(seconds=LONGEST):
        raise CannotMove(_("A deadline can be at most 60 days away. Choose an earlier moment."))
    before = phase.deadline
    if phase.closes_at == before:
        phase.closes_at = to
    phase.closes_at, phase.deadline = min(phase.closes_at, to), to
    phase.remind_at = remind_at(phase.opened_at, to)
    # A worker that had claimed it meanwhile finds it open: that was no failed attempt.
    phase.attempts, phase.next_attempt_at = 0, None
    phase.save(update_fields=["closes_at", "deadline", "remind_at", "attempts", "next_attempt_at"])
    show_change(game, now)
    return _enter(phase, reason, before, by, note, now)


@transaction.atomic
def close_now(*, phase: Phase, by: Person, note: str, reason: ClockEntry.Reason) -> ClockEntry:
    """Let an open phase end at this moment, for the reason `note`, which players see: its deadline is now.

    What is saved counts; for who has saved nothing the phase does not count (HR-1). The next drain
    adjudicates it.
    `CannotMove` if it was set aside or has closed already, early or at its deadline.
    """
    game, phase = _open(phase, by)
    _refuse_in_contests(game)
    now = clock.now()
    refuse_if_held_up(phase, now)
    refuse_if_closed(phase, now)
    before = phase.deadline
    phase.closes_at = phase.deadline = now
    phase.remind_at = phase.next_attempt_at = None
    phase.attempts = 0
    phase.save(update_fields=["closes_at", "deadline", "remind_at", "attempts", "next_attempt_at"])
    show_change(game, now)
    return _enter(phase, reason, before, by, note, now)


@transaction.atomic
def resume_phase(*, phase: Phase, by: Person | None, note: str = "") -> ClockEntry:
    """Take up a phase that was set aside: the next drain adjudicates it with the answers saved in time.

    Its attempts count again, and the clock ledger says when and by whom. Players who took a seat over
    meanwhile get a full phase first. `CannotMove` if it was not set aside.
    """
    game, phase = _open(phase, by)
    if not phase.set_aside_at:
        raise CannotMove(_("This phase is not paused by an error."))
    now, since = clock.now(), phase.set_aside_at
    before = phase.deadline
    phase.set_aside_at = phase.next_attempt_at = None
    phase.attempts = 0
    phase.deadline = max(before, now)
    phase.save(update_fields=["set_aside_at", "next_attempt_at", "attempts", "deadline"])
    entry = _enter(phase, ClockEntry.Reason.RESUMED, before, by, note, now)
    settle_since(game, phase, since, now)
    show_change(game, now)
    return entry


def _open(phase: Phase, by: Person | None) -> tuple[Game, Phase]:
    game = lock_running_game(phase.game)
    phase = Phase.every.get(pk=phase.pk)
    if not phase.is_open:
        raise CannotMove(_("This phase has been resolved."))
    if by is not None and Tenure.objects.filter(game=game, user=by, left_at=None).exists():
        raise CannotMove(_("You play in this game, so you can’t change its deadlines."))
    return game, phase


def _refuse_in_contests(game: Game) -> None:
    """A competition's clock is its arbiters' alone, who move all its games alike (HR-10)."""
    if game.is_contest:
        raise CannotMove(OfCompetition.message)


def _enter(
    phase: Phase, reason: str, before: datetime, by: Person | None, note: str, now: datetime
) -> ClockEntry:
    return ClockEntry.objects.create(
        phase=phase,
        reason=reason,
        before=before,
        after=phase.deadline,
        note=note.strip()[:200],
        by=by,
        at=now,
    )
