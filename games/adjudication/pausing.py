"""What stops a game's clock and starts it again: a pause, or a time without deadlines.

Nothing here asks who may: the desk's acts do (`presiding`), and votes of the players (`clock_votes`). Call
all of it under the game's lock. A phase that is paused closes for no one, not even early, until the pause
ends; then its clock goes on with the time it had left, and where players voted (HR-12) with a day at least.
No task ends a pause: the deadline already counts it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games import notices
from games.adjudication.holidays import LIKE_AN_OPENING, move_for_holidays
from games.adjudication.locking import players_of, show_change
from games.agreed.pace import Pace
from games.common import outbox
from games.common.words.people import Person
from games.engine import hosting_rules
from games.engine.reminder_times import remind_at
from games.errors import CannotMove
from games.models import ClockEntry, ClockProposal, Game, Phase

LONGEST_PAUSE = timedelta(days=30)
LONGEST_UNTIMED = timedelta(days=60)
"""How long a game may run without a clock before its master has to confirm it again."""


def refuse_if_stopped(game: Game, phase: Phase, now: datetime) -> None:
    """`CannotMove` while no deadline of `phase` can be moved by a rule or a vote: it is paused, set aside or
    closed, or the game runs without a clock.
    """
    refuse_if_held_up(phase, now)
    refuse_if_untimed(game, now)
    refuse_if_closed(phase, now)


def refuse_if_held_up(phase: Phase, now: datetime) -> None:
    if phase.is_paused(now):
        raise CannotMove(_("The game is paused. End the pause first."))
    if phase.set_aside_at:
        raise CannotMove(_("This phase is paused by an error. The site’s team has to resume it first."))


def refuse_if_untimed(game: Game, now: datetime) -> None:
    if game.is_untimed(now):
        raise CannotMove(_("The game goes without deadlines. Bring them back first."))


def refuse_if_closed(phase: Phase, now: datetime) -> None:
    if phase.closes_at <= now:
        raise CannotMove(_("This phase is closed and being resolved."))


def pause(
    game: Game,
    phase: Phase,
    until: datetime,
    now: datetime,
    *,
    by: Person | None,
    note: str = "",
    least: timedelta = timedelta(),
) -> ClockEntry:
    """Stop the clock of `phase` until the moment `until`, at most `LONGEST_PAUSE` ahead; `least` is how long
    the phase is open afterwards, if it has less time left.
    """
    refuse_if_stopped(game, phase, now)
    if until <= now:
        raise CannotMove(_("Choose a moment in the future."))
    if until > now + LONGEST_PAUSE:
        raise CannotMove(_("A pause can last 30 days at most. Choose an earlier moment."))
    left = max(phase.deadline - now, least)
    return _set(game, phase, until + left, until, now, ClockEntry.Reason.PAUSE, by=by, note=note)


def go_on(
    game: Game,
    phase: Phase,
    now: datetime,
    *,
    by: Person | None,
    note: str = "",
    least: timedelta = timedelta(),
) -> ClockEntry:
    """End the pause of `phase`: its clock goes on with the time it had left, or `least` if that is more. If
    all are ready it closes.
    """
    if phase.paused_until is None or not phase.is_paused(now):
        raise CannotMove(_("The game is not paused."))
    left = max(phase.deadline - phase.paused_until, least)
    all_are_ready = phase.closes_at < phase.deadline
    entry = _set(game, phase, now + left, None, now, ClockEntry.Reason.GOES_ON, by=by, note=note)
    if all_are_ready:
        Phase.objects.filter(pk=phase.pk).update(closes_at=now)
    return entry


def extend(
    game: Game, phase: Phase, length: timedelta, now: datetime, *, by: Person | None, note: str = ""
) -> ClockEntry:
    """Move the deadline of `phase` on by `length`, as the players voted."""
    refuse_if_stopped(game, phase, now)
    return _set(game, phase, phase.deadline + length, None, now, ClockEntry.Reason.VOTE, by=by, note=note)


def run_untimed(
    game: Game, phase: Phase, until: datetime, now: datetime, *, by: Person, note: str
) -> ClockEntry:
    """Let the game run without deadlines until `until`, at most `LONGEST_UNTIMED` ahead; again: until then.

    Phases close when all are ready, or when the master closes them; after `until` the one that is open then
    has a full length. `CannotMove` where not all phases close early: no one could know when one ends.
    """
    if game.variant in hosting_rules.with_secret_dues():
        raise CannotMove(
            _("In this game phases don’t close when everyone is ready, so it needs its deadlines.")
        )
    refuse_if_held_up(phase, now)
    refuse_if_closed(phase, now)
    if until <= now:
        raise CannotMove(_("Choose a moment in the future."))
    if until > now + LONGEST_UNTIMED:
        raise CannotMove(
            _(
                "A game can go without deadlines for 60 days at most; after that, confirm again. Choose an "
                "earlier date."
            )
        )
    Game.objects.filter(pk=game.pk).update(untimed_until=until)
    game.untimed_until = until
    deadline = full_length(game, phase, until)
    return _set(game, phase, deadline, None, now, ClockEntry.Reason.UNTIMED, by=by, note=note)


def run_timed(game: Game, phase: Phase, now: datetime, *, by: Person | None, note: str = "") -> ClockEntry:
    """Let the clock run again: the open phase has a full length from now."""
    if not game.is_untimed(now):
        raise CannotMove(_("The game has its deadlines."))
    refuse_if_held_up(phase, now)
    refuse_if_closed(phase, now)
    Game.objects.filter(pk=game.pk).update(untimed_until=None)
    game.untimed_until = None
    deadline = full_length(game, phase, now)
    return _set(game, phase, deadline, None, now, ClockEntry.Reason.TIMED, by=by, note=note)


def phase_length(game: Game, phase: Phase) -> timedelta:
    """How long the pace lets such a phase last."""
    return Pace.from_json(game.pace).length(phase.kind, first=_is_first(game, phase))


def full_length(game: Game, phase: Phase, since: datetime) -> datetime:
    """When `phase` closes if it lasts its full length from the moment `since`."""
    return Pace.from_json(game.pace).deadline(phase.kind, since, first=_is_first(game, phase))


def _is_first(game: Game, phase: Phase) -> bool:
    """Whether `phase` is the game's first movement phase."""
    if phase.kind != "M":
        return False
    return not Phase.objects.filter(game=game, ordinal__lt=phase.ordinal, label__endswith="M").exists()


def _set(
    game: Game,
    phase: Phase,
    deadline: datetime,
    paused_until: datetime | None,
    now: datetime,
    reason: ClockEntry.Reason,
    *,
    by: Person | None,
    note: str,
) -> ClockEntry:
    """Give `phase` another deadline, write it down and tell of it; what was proposed is overtaken. A deadline
    inside a holiday moves on (HR-2), but not that of a pause: it has what was left of the phase.
    """
    before = phase.deadline
    phase.deadline = phase.closes_at = deadline
    phase.paused_until = paused_until
    phase.remind_at = remind_at(phase.opened_at, deadline)
    phase.game = game
    moved = move_for_holidays([phase], now) if reason in LIKE_AN_OPENING else []
    # A worker that had claimed it meanwhile finds it open: that was no failed attempt.
    phase.attempts, phase.next_attempt_at = 0, None
    phase.save(
        update_fields=["deadline", "closes_at", "paused_until", "remind_at", "attempts", "next_attempt_at"]
    )
    ClockProposal.objects.filter(phase=phase, closed_at=None).update(closed_at=now)
    entry = ClockEntry.objects.create(
        phase=phase,
        reason=reason,
        before=before,
        after=deadline,
        note=" ".join(note.split())[:200],
        by=by,
        at=now,
    )
    ClockEntry.objects.bulk_create(moved)
    show_change(game, now)
    outbox.put(*notices.mails("clock", players_of(game), game=game, phase=phase, entry=entry.pk, now=now))
    return entry
