"""Adjudicating phases: claimed, resolved and closed, each exactly once, no matter which worker dies
meanwhile.

1. `claim` counts the attempt and commits that before any work, so that a phase that kills its worker is found
   out. Phases tried before are claimed in smaller company, and in the end alone: whichever kills the worker
   then is the culprit.
2. `adjudicate` locks the games, looks again whether they are due, extends those that someone would miss and
   resolves the others. It commits frozen answers, turns, next phases, what follows from misses and outbox
   rows together: all under one savepoint, or each under its own when one of them fails. `close` compares and
   moves on the phase numbers.

Neither does anything while an outage is still to be made up for, judged by the very moment that decides what
is due. A fault of the database is never a game's: its attempt is given back.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.views.decorators.debug import sensitive_variables

from games import notices
from games.adjudication import outage, tallies
from games.adjudication.closing import Closing, Overtaken, Sitting, close, closing_of, sitting_in
from games.adjudication.extending import extend
from games.adjudication.giving_up import carry_out, give_up_hidden, judge
from games.adjudication.waived_misses import excuse
from games.common import clock, outbox
from games.common.guards.sealing import place_of
from games.common.guards.time_box import TimeBox
from games.engine import bridge
from games.engine.misses import Attendance
from games.models import Answer, Game, Phase, Tenure

logger = logging.getLogger(__name__)

CLAIM = timedelta(seconds=2)
"""The time for which other workers leave a claimed phase alone, until its worker holds the game's lock."""

GIVE_BACK_TRIES, GIVE_BACK_PAUSE = 20, 0.25
"""How often, and after how many seconds, a database that went away is asked again."""

BEHIND, BACKLOG = timedelta(seconds=2), 100
"""What is due for longer than this and still open, or that many at once, says that the drain is behind."""

PAUSE = timedelta(seconds=2)
"""Before a second attempt; doubled before each further one."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a batch of phases: how many were adjudicated, how late (in seconds) each of them was
    after its closing, and how many attempts failed.
    """

    adjudicated: int = 0
    failed: int = 0
    lateness: tuple[float, ...] = field(default=(), compare=False)


def due_phases(now: datetime) -> QuerySet[Phase]:
    """Open phases that have closed and may be tried now; those set aside wait for an administrator."""
    return Phase.objects.filter(
        Q(next_attempt_at=None) | Q(next_attempt_at__lte=now),
        adjudicated_at=None,
        set_aside_at=None,
        closes_at__lte=now,
    )


def is_behind(now: datetime) -> bool:
    """Whether phases wait longer than they should, as when very many fall due at once."""
    oldest = due_phases(now).order_by("closes_at").values_list("closes_at", flat=True)[:BACKLOG]
    waiting = list(oldest)
    return len(waiting) == BACKLOG or any(closes_at <= now - BEHIND for closes_at in waiting[:1])


def claim(size: int) -> list[int]:
    """Take up to `size` due phases, fewer that were tried before; their keys. Empty: nothing is due.

    What others have locked is passed over. A phase that has used up its attempts without living to report a
    failure is set aside here. Nothing is due while an outage is still to be made up for.
    """
    if _owed:
        _pay_back()
    now = clock.now()
    if not due_phases(now).exists() or outage.is_pending(now):
        return []
    with transaction.atomic():
        due = due_phases(now).select_related("game").only("attempts", "game__id").order_by("closes_at", "pk")
        phases = _in_company(list(due.select_for_update(of=("game",), skip_locked=True)[:size]), size)
        keys = [phase.pk for phase in phases if phase.attempts < settings.GAMES_ATTEMPTS]
        # Asked again: what was read while waiting for the lock may have changed.
        due_phases(now).filter(pk__in=keys).update(attempts=F("attempts") + 1, next_attempt_at=now + CLAIM)
        used_up = [phase.pk for phase in phases if phase.pk not in keys]
        for phase in due_phases(now).filter(pk__in=used_up).select_related("game"):
            _set_aside(phase, "The worker died", now)
    return keys or (claim(size) if phases else [])


def _in_company(phases: list[Phase], size: int) -> list[Phase]:
    """The phases to try together: the first to close and others with as many attempts.

    A fifth of a batch at the second attempt, one alone at the third.
    """
    if not phases:
        return []
    tried = phases[0].attempts
    company = size if tried == 0 else max(1, size // 5) if tried == 1 else 1
    return [phase for phase in phases if phase.attempts == tried][:company]


_owed: list[Sequence[int]] = []
"""Attempts that this process could not give back yet: the database was away for too long."""


def give_back(keys: Sequence[int]) -> None:
    """Take back an attempt at `keys` that ended because of the database: that is not their fault.

    Tried for some seconds, while it comes back; if it does not, again before the next claim.
    """
    _owed.append(keys)
    for _try in range(GIVE_BACK_TRIES):
        if not connection.is_usable():
            connection.close()
        try:
            _pay_back()
            return
        except (OperationalError, InterfaceError):
            time.sleep(GIVE_BACK_PAUSE)


def _pay_back() -> None:
    while _owed:
        keys = _owed.pop()
        try:
            _take_back_attempt(keys)
        except BaseException:
            _owed.append(keys)
            raise


def _take_back_attempt(keys: Sequence[int]) -> None:
    claimed = Phase.objects.filter(pk__in=keys, adjudicated_at=None, attempts__gt=0)
    claimed.update(attempts=F("attempts") - 1, next_attempt_at=None)


def adjudicate(keys: Sequence[int], *, out_of_turn: bool = False) -> Outcome:
    """Adjudicate the claimed phases `keys` in one transaction; those no longer due are left alone, and all
    while an outage is still to be made up for, unless it is done out of turn.

    A phase that fails is rolled back alone and tried again later, or set aside after `GAMES_ATTEMPTS`. A
    failing database fails the batch, and nothing is blamed on the games.
    """
    try:
        outcome = _adjudicate(keys, out_of_turn)
    except (OperationalError, InterfaceError):
        give_back(keys)
        raise
    tallies.count(outcome.lateness, outcome.failed)
    return outcome


def _adjudicate(keys: Sequence[int], out_of_turn: bool) -> Outcome:
    with transaction.atomic():
        games = Game.objects.filter(phases__in=keys).order_by("pk").select_for_update(of=("self",))
        locked = {game.pk: game for game in games}
        now = clock.now()
        if not out_of_turn and outage.is_pending(now):
            _take_back_attempt(keys)
            return Outcome()
        phases = list(
            Phase.objects.filter(pk__in=keys, adjudicated_at=None, set_aside_at=None, closes_at__lte=now)
        )
        for phase in phases:
            phase.game = locked[phase.game_id]
        batch = _Batch(now, sitting_in(locked))
        attended = excuse(_attendance_in(phases))
        extended = extend(attended, batch.sitting, now)
        batch.close(batch.resolve([each for each in attended if each.phase.pk not in extended]))
    done = clock.now()
    late = tuple((done - closes_at).total_seconds() for closes_at in batch.closed)
    return Outcome(batch.adjudicated, batch.failed, late)


def process_phase(*, phase: Phase) -> bool:
    """Adjudicate one due phase now, out of turn; False if it is not due or someone else has done it.

    Outages are no matter here: games for show are played so, by a clock of their own.
    """
    now = clock.now()
    with transaction.atomic():
        if (
            not due_phases(now)
            .filter(pk=phase.pk)
            .update(attempts=F("attempts") + 1, next_attempt_at=now + CLAIM)
        ):
            return False
    return adjudicate([phase.pk], out_of_turn=True).adjudicated == 1


def batch_size() -> int:
    """How many games one transaction takes: fewer where it keeps everyone else from writing (SQLite)."""
    return settings.GAMES_DRAIN_BATCH if connection.features.has_select_for_update_skip_locked else 5


class _Batch:
    """Phases adjudicated in one transaction, and what became of them."""

    def __init__(self, now: datetime, sitting: list[Sitting]) -> None:
        self.now, self.sitting = now, sitting
        self.adjudicated = self.failed = 0
        self.closed: list[datetime] = []

    @sensitive_variables()
    def resolve(self, attended: Sequence[Attendance]) -> list[Closing]:
        """Ask the engine for the turns, each within its time; writes nothing but the failures."""
        closings = []
        with TimeBox(settings.GAMES_RESOLVE_WITHIN) as box:
            for attendance in attended:
                phase = attendance.phase
                try:
                    with box.each():
                        turn = bridge.resolve(phase.game, phase, attendance.answers)
                        closing = closing_of(phase.game, phase, turn, attendance=attendance)
                except Exception as error:
                    self.fail(phase, error)
                else:
                    closings.append(closing)
        return closings

    def close(self, closings: Sequence[Closing]) -> None:
        """Close all at once; if that fails, each by itself, so that the fault of one is no other's."""
        if not closings:
            return
        try:
            with transaction.atomic():
                judgement = judge(closings)
                give_up_hidden(judgement, closings, self.now)
                following = close(
                    closings, self.sitting, self.now, ending=judgement.endings, leaving=judgement.left
                )
                carry_out(judgement, following, self.sitting, self.now)
            self.adjudicated += len(closings)
            self.closed += [closing.phase.closes_at for closing in closings]
        except Exception as error:
            if _is_the_data_bases(error):
                raise
            if len(closings) > 1:
                for closing in closings:
                    self.close([closing])
            elif not isinstance(error, Overtaken):
                self.fail(closings[0].phase, error)

    def fail(self, phase: Phase, error: Exception) -> None:
        if _is_the_data_bases(error):
            raise error
        self.failed += 1
        _note_failure(phase, error, self.now)


def _is_the_data_bases(error: Exception) -> bool:
    """Whether a fault is the database's or the way's to it, and so no game's.

    All of them are but the limits of PostgreSQL (class 54) that what is to be written exceeds.
    """
    kind = getattr(error.__cause__, "sqlstate", None) or ""
    return isinstance(error, (OperationalError, InterfaceError)) and not kind.startswith("54")


@sensitive_variables()
def _attendance_in(phases: Sequence[Phase]) -> list[Attendance]:
    """Each of `phases` with the answers by seat as the engine takes them; a seat that saved nothing is absent
    (RB-14), unless it gave orders ahead: then they are its answer (SPY-21).
    """
    answers: dict[int, dict[str, Any]] = defaultdict(dict)
    for phase, later in bridge.given_ahead(phases).items():
        answers[phase] |= {seat: {"later": orders} for seat, orders in later.items()}
    rows = Answer.objects.filter(phase__in=phases).order_by("seat__order")
    for phase, seat, answer in rows.values_list("phase_id", "seat__key", "answer"):
        answers[phase][seat] = answer
    return [Attendance(phase, answers[phase.pk]) for phase in phases]


def _note_failure(phase: Phase, error: Exception, now: datetime) -> None:
    place = place_of(error)
    logger.warning(
        "Adjudicating phase %s failed, attempt %s: %s",
        phase.pk,
        phase.attempts,
        place,
        extra={"game": phase.game.code},
    )
    phase.last_error = place
    if phase.attempts >= settings.GAMES_ATTEMPTS:
        _set_aside(phase, place, now)
    else:
        phase.next_attempt_at = now + PAUSE * (1 << (phase.attempts - 1))
        phase.save(update_fields=["last_error", "next_attempt_at"])


def _set_aside(phase: Phase, place: str, now: datetime) -> None:
    """Give up on a phase until an administrator resumes it; say so loudly and to everyone concerned."""
    logger.error(
        "Phase %s set aside after %s attempts: %s",
        phase.pk,
        phase.attempts,
        place,
        extra={"game": phase.game.code},
    )
    phase.last_error = place
    phase.set_aside_at = now
    phase.save(update_fields=["last_error", "set_aside_at"])
    Game.objects.filter(pk=phase.game_id).update(version=F("version") + 1)
    players = Tenure.objects.filter(game=phase.game_id, left_at=None).values_list("user_id", flat=True)
    letters = notices.mails("set_aside", players, game=phase.game, phase=phase, now=now)
    outbox.put(*chain([notices.hint(phase.game, now), notices.alarm(phase, now)], letters))
