"""Saving sealed answers, and saying that one is ready to go on."""

from __future__ import annotations

from datetime import datetime

from django.db import DataError, IntegrityError, transaction
from django.views.decorators.debug import sensitive_variables

from games.adjudication.locking import lock_running_game, open_phase_of, seat_of, show_change
from games.common import clock
from games.common.words.people import Person
from games.engine import bridge, hosting_rules, readiness
from games.engine.readiness import all_are_ready
from games.errors import (
    NobodyIsReady,
    NotComplete,
    NothingSaved,
    NotStored,
    NotYourTurn,
    StaleVersion,
    TextTooLong,
    TooLate,
)
from games.models import Answer, Game, Phase, Seat
from games.models.answer import LONGEST_TEXT


@sensitive_variables()
def save_answer(
    *,
    game: Game,
    user: Person,
    label: str,
    text: str,
    version: int,
    ready: bool | None = None,
    is_writing: bool = False,
) -> Answer:
    """Keep what `user` typed for the phase `label`, read by the engine; set their readiness if it is given.

    `is_writing` says that this was saved while they write, not by their word: then a text that is new takes
    readiness back, so that no half-written line is played because everyone else is ready. Where phases
    last until their deadlines no one is ever ready, and no one else learns that something was saved.

    An answer that would be replaced or ignored, all of it or a part, is saved but never ready: the row that
    is returned says whether it is (`games.engine.readiness`).

    `version` is that of the answer their form began with, 0 if there was none. Lines that cannot be read stay
    in the text and out of the answer. Refuses only with `TooLate` (by the database's clock, under the lock),
    `StaleVersion`, `NotYourTurn`, `NotSeated`, `NotRunning`, `GameIsOver` and `TextTooLong`. The same text
    sent twice is saved once.
    """
    if len(text) > LONGEST_TEXT:
        raise TextTooLong
    try:
        return _save_answer(game, user, label, text, version, ready, is_writing)
    except (DataError, IntegrityError, ValueError):
        # The error would quote the row.
        raise NotStored from None


@transaction.atomic
@sensitive_variables()
def _save_answer(
    game: Game, user: Person, label: str, text: str, version: int, ready: bool | None, is_writing: bool
) -> Answer:
    game, phase, seat, now = _at_the_desk(game, user, label)
    draft = Answer.objects.filter(phase=phase, seat=seat).first()
    stored = draft.version if draft else 0
    is_same = draft is not None and draft.text == text
    is_repeated = is_same and (stored == version + 1 or (is_writing and stored == version))
    if version != stored and not is_repeated:
        raise StaleVersion(draft)
    if draft is None:
        draft = Answer(phase=phase, seat=seat, version=0)
    if not is_repeated:
        if is_writing and ready is None and draft.text != text:
            ready = False
        draft.text = text
        draft.answer = bridge.read(game, phase, seat.key, text).answer
        draft.version += 1
        draft.saved_at = now
        draft.save()
    if hosting_rules.closes_early(game.variant, phase.due):
        is_ready = draft.ready_at is not None if ready is None else ready
        _say_ready(game, phase, draft, is_ready and _is_complete(game, phase, draft), now)
    return draft


def _is_complete(game: Game, phase: Phase, draft: Answer) -> bool:
    """Whether nothing keeps a seat from being ready with what it has saved."""
    seat = draft.seat.key
    reading = bridge.read(game, phase, seat, draft.text)
    told = {"answer": reading.answer, "problems": reading.problems}
    return not readiness.faults(
        phase.due[seat], told, phase.position, lambda: bridge.options(game, phase, seat)
    )


@transaction.atomic
def set_ready(*, game: Game, user: Person, label: str, ready: bool) -> Answer:
    """Say that the saved answer may be acted on before the deadline, or take that back.

    When all who owe are ready the phase closes at once; until it has been adjudicated, taking it back opens
    it again. Refuses as `save_answer` does, with `NothingSaved`, with `NotComplete` where the answer would
    be replaced or ignored, all of it or a part, and with `NobodyIsReady` where phases last until their
    deadlines.
    """
    game, phase, seat, now = _at_the_desk(game, user, label)
    if not hosting_rules.closes_early(game.variant, phase.due):
        raise NobodyIsReady
    draft = Answer.objects.filter(phase=phase, seat=seat).first()
    if draft is None:
        raise NothingSaved
    if ready and not _is_complete(game, phase, draft):
        raise NotComplete
    _say_ready(game, phase, draft, ready, now)
    return draft


def _at_the_desk(game: Game, user: Person, label: str) -> tuple[Game, Phase, Seat, datetime]:
    """The locked game, its open phase and the seat that owes something in it, at the moment of deciding."""
    game = lock_running_game(game)
    seat = seat_of(game, user)
    phase = open_phase_of(game)
    now = clock.now()
    if phase.label != label or now >= phase.deadline:
        raise TooLate
    if seat.key not in phase.due:
        raise NotYourTurn
    return game, phase, seat, now


def _say_ready(game: Game, phase: Phase, draft: Answer, ready: bool, now: datetime) -> None:
    if ready == (draft.ready_at is not None):
        return
    draft.ready_at = now if ready else None
    draft.save(update_fields=["ready_at"])
    if ready and all_are_ready(phase):
        phase.closes_at = phase.may_close_at(now)
    elif phase.closes_at != phase.deadline:
        # A worker that had claimed it meanwhile finds it open: that was no failed attempt.
        phase.closes_at, phase.attempts, phase.next_attempt_at = phase.deadline, 0, None
    phase.save(update_fields=["closes_at", "attempts", "next_attempt_at"])
    show_change(game, now)
