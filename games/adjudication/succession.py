"""Giving a seat to someone else while the game goes on, with time to settle in."""

from __future__ import annotations

from datetime import datetime

from games import notices
from games.adjudication.holidays import move_for_holidays
from games.adjudication.pausing import full_length
from games.adjudication.vacancies import LEAVING
from games.common import outbox
from games.common.words.people import Person
from games.engine import hosting_rules
from games.engine.reminder_times import remind_at
from games.models import Answer, ClockEntry, Game, Phase, Seat, Tenure, Vacancy, Vote


def concerned(game: Game, besides: Person | None = None) -> list[int]:
    """Who is told of a seat that opens or is taken, by their keys: all who sit in the game, `besides` one,
    and its master.
    """
    sitting = Tenure.objects.filter(game=game, left_at=None).order_by("seat__order")
    users = [user for user in sitting.values_list("user", flat=True) if besides is None or user != besides.pk]
    return users if game.master_id is None else [*users, game.master_id]


def give_seat(*, game: Game, phase: Phase, before: Tenure, to: Person, now: datetime) -> Tenure:
    """Give the seat of `before`, who holds it or left it open, to `to`; the new tenure.

    Call it under the game's lock. The successor inherits the position and begins again: what was saved and
    not yet played, and the seat's votes, went with the predecessor. Votes for an end without an open seat go
    too. The successor gets a full phase to settle in: a deadline that is nearer is moved, once. Earlier
    results are not new to the successor.
    """
    vacancy = Vacancy.objects.filter(seat=before.seat).first()
    if before.left_at is None:
        how = LEAVING[vacancy.cause] if vacancy else Tenure.Leaving.REPLACED
        Tenure.objects.filter(pk=before.pk).update(left_at=now, left_how=how)
        outbox.put(notices.left_hint(game, before.user_id, now))
        Vote.objects.filter(seat=before.seat).delete()
    else:
        Vote.objects.filter(game=game).delete()
    if vacancy is not None:
        vacancy.delete()
    # The place and the part of the lots are the seat's history: a check of the lots finds them with it.
    tenure = Tenure.objects.create(
        game=game,
        seat=before.seat,
        place=before.place,
        user=to,
        nonce=before.nonce,
        ranking=before.ranking,
        taken_at=now,
        results_seen=phase.ordinal,
    )
    if now < phase.deadline:
        _reopen(game, phase, before.seat, now)
    return tenure


def _reopen(game: Game, phase: Phase, seat: Seat, now: datetime) -> None:
    """Let nothing count that was saved for `seat`, and wait for its new player. What was saved before a
    deadline that has passed counts.
    """
    had_saved = Answer.objects.filter(phase=phase, seat=seat).delete()[0]
    if phase.closes_at != phase.deadline and (had_saved or phase.closes_at > now):
        phase.closes_at = phase.deadline
        Phase.objects.filter(pk=phase.pk).update(closes_at=phase.deadline, attempts=0, next_attempt_at=None)
    _settle(game, phase, seat.key, now)


def _settle(game: Game, phase: Phase, seat: str, now: datetime) -> None:
    """Move the deadline on to a full phase from now, if it is nearer and the phase asks `seat` for anything.

    Not while the clock stands, and not where the phase has closed or takes no time. Where no one may learn
    who owes something, it is moved whatever the seat owes (SPY-7, DG-14).
    """
    stands = phase.is_paused(now) or game.is_untimed(now) or phase.set_aside_at is not None
    takes_no_time = hosting_rules.lasts_no_time(game, phase.kind)
    if stands or takes_no_time or phase.closes_at <= now or phase.closes_at != phase.deadline:
        return
    if hosting_rules.is_called(game.variant, phase.due, seat):
        _give_full_phase(game, phase, now)


def settle_since(game: Game, phase: Phase, since: datetime, now: datetime) -> None:
    """Give a full phase to the person who took a seat over after `since`, while `phase` was set aside and
    nothing could be saved for it. Call it once that goes on. One query, where there is no one.
    """
    if hosting_rules.lasts_no_time(game, phase.kind):
        return
    came = Tenure.objects.filter(game=game, left_at=None, taken_at__gt=since).order_by("pk")
    if any(
        hosting_rules.is_called(game.variant, phase.due, key)
        for key in came.values_list("seat__key", flat=True)
    ):
        _give_full_phase(game, phase, now)


def _give_full_phase(game: Game, phase: Phase, now: datetime) -> None:
    """Let `phase` close no earlier than if it had opened now, with a row of the clock; later where that is
    inside a holiday (HR-2).
    """
    before, after = phase.deadline, full_length(game, phase, now)
    if after <= before:
        return
    phase.closes_at = phase.deadline = after
    phase.remind_at = remind_at(phase.opened_at, after)
    phase.game = game
    settled = ClockEntry(phase=phase, reason=ClockEntry.Reason.SETTLING, before=before, after=after, at=now)
    ClockEntry.objects.bulk_create([settled, *move_for_holidays([phase], now)])
    phase.save(update_fields=["closes_at", "deadline", "remind_at"])
