"""Fees of entries: paid, reminded of, not paid in time, taken back."""

from __future__ import annotations

import zoneinfo
from datetime import date, datetime, timedelta

from django.db.models import QuerySet

from games.common import outbox
from league.competitions import kinds
from league.competitions.models import Competition, Entry, EntryStep
from league.competitions.outbox import mail
from league.competitions.services.locking import show_change
from league.competitions.services.places import (
    has_place,
    let_in,
    owe,
    pay_until,
    step,
    take_out,
)
from league.competitions.state import money_hooks

State, Paid, Why = Entry.State, Entry.Payment, EntryStep.Why


def mark_paid(competition: Competition, entry: Entry, now: datetime, *, came_on: date | None = None) -> bool:
    """Let an entry in whose fee is there now; whether that made any difference. Call it under the
    competition's lock.

    One that was dropped for not paying in time comes back where a place is free, entries are open and the
    person has not entered again. `came_on` is the day on which the fee came by hand: in time, it brings the
    entry back after that too, and before someone who got a place since and has not paid. One that plays
    simply owes nothing any more.
    """
    if competition.is_over:
        return False
    if entry.state == State.PLAYING:
        if entry.payment == Paid.PAID:
            return False
        entry.pay_by = None
        step(entry, State.PLAYING, Why.PAID, now, by=None, payment=Paid.PAID)
    else:
        if competition.is_live and not competition.takes_late(now):
            return False
        is_kept = entry.state == State.ACCEPTED and entry.payment in Entry.OWING
        if not is_kept and not _comes_back(competition, entry, now, came_on):
            return False
        entry.pay_by, entry.left_at = None, None
        let_in(entry, now, Why.PAID, by=None, payment=Paid.PAID)
    show_change(competition, now)
    return True


def mark_charged_back(competition: Competition, entry: Entry, pay_by: datetime, now: datetime) -> bool:
    """Write that the payment of an entry was taken back; whether it is in and owes the fee again, until
    `pay_by`. It begins no game until then, and what waits for an answer is dropped. Call it under the
    competition's lock.
    """
    owes = not competition.is_over and entry.state in Entry.IN
    if owes and competition.is_live:
        kind = kinds.of(competition)
        kind.catch_up(competition, now)
        kind.halts(entry, now)
    entry.pay_by = None
    if owes:
        owe(entry, pay_by, now)
    note_payment(entry, Paid.CHARGED_BACK, Why.CHARGED_BACK, now)
    show_change(competition, now)
    return owes


def note_payment(entry: Entry, payment: str, why: str, now: datetime) -> None:
    """A step of an entry's payment alone. Call it under the competition's lock."""
    entry.pay_by = entry.pay_by if payment in Entry.OWING else None
    step(entry, entry.state, why, now, by=None, payment=payment)


def fees_to_remind(now: datetime) -> QuerySet[Entry]:
    """The entries whose fee is to be paid, and whose reminder is due at the moment `now`."""
    return Entry.objects.filter(
        state__in=Entry.IN, payment__in=Entry.OWING, remind_at__lte=now, pay_by__gt=now
    )


def remind_unpaid(competition: Competition, now: datetime) -> bool:
    """Remind those whose time to pay is nearly over, once, but for those whose payment is recorded and waits
    for the second person; whether there was anyone. Call it under the lock.
    """
    if competition.is_over or not competition.fee:
        return False
    rows = list(fees_to_remind(now).filter(competition=competition).order_by("number"))
    awaited = money_hooks.awaited(competition, rows, now)
    found = [entry for entry in rows if entry.pk not in awaited]
    Entry.objects.filter(pk__in=[entry.pk for entry in found]).update(remind_at=None)
    outbox.put(*(mail(entry.user_id, now, about="fee_reminder", entry=entry.pk) for entry in found))
    return bool(found)


def drop_unpaid(competition: Competition, now: datetime) -> bool:
    """Take out every entry whose time to pay is over, but for those whose money may have come in time all the
    same; whether there was any. Call it under the lock.
    """
    if competition.is_over or not competition.fee:
        return False
    late = competition.entries.filter(state__in=Entry.IN, pay_by__lte=now).select_related("user")
    rows = list(late.order_by("number"))
    awaited = money_hooks.awaited(competition, rows, now)
    found = [entry for entry in rows if entry.pk not in awaited]
    for entry in found:
        entry.competition = competition
        why = Why.NOT_PAID if entry.state == State.ACCEPTED else Why.CHARGED_BACK
        take_out(competition, entry, why, by=None)
        outbox.put(mail(entry.user_id, now, about="not_paid", entry=entry.pk))
    return bool(found)


def move_times_to_pay(competition: Competition, by: timedelta, now: datetime) -> None:
    """Move on every time to pay, also past the end of entries, and the reminders with them: no one could pay
    for so long. Call it under the lock.
    """
    owing = competition.entries.filter(state__in=Entry.IN, payment__in=Entry.OWING, pay_by__isnull=False)
    entries = list(owing)
    for entry in entries:
        if entry.pay_by is not None:
            owe(entry, entry.pay_by + by, now)
    Entry.objects.bulk_update(entries, ["pay_by", "remind_at"], batch_size=500)


def _comes_back(competition: Competition, entry: Entry, now: datetime, came_on: date | None) -> bool:
    """Whether an entry that was dropped for not paying is taken again, now that it has."""
    last = entry.steps.order_by("-pk").values_list("why", flat=True).first()
    if last != Why.NOT_PAID:
        return False
    if competition.entries.filter(user=entry.user_id, state__in=Entry.STANDING).exists():
        return False
    if came_on is None or came_on > _last_day(competition, entry):
        return competition.takes_entries(now) and has_place(competition)
    return has_place(competition) or _gives_up_place(competition, now)


def _last_day(competition: Competition, entry: Entry) -> date:
    """The last day on which the fee of an entry that had a place could come, in the season's zone."""
    kept = entry.steps.filter(why__in=[Why.TO_PAY, Why.FREE]).latest("pk")
    until = pay_until(competition, kept.why, kept.at) + money_hooks.moved_since(competition, kept.at)
    return until.astimezone(zoneinfo.ZoneInfo(competition.terms.zone)).date()


def _gives_up_place(competition: Competition, now: datetime) -> bool:
    """Send the last who got a place from the waiting list and has not paid back to it; whether there is one:
    the place was not free after all.
    """
    unpaid = competition.entries.filter(state=State.ACCEPTED, payment=Paid.DUE, steps__why=Why.FREE)
    entry = unpaid.order_by("-number").first()
    if entry is None:
        return False
    entry.pay_by = None
    step(entry, State.WAITING, Why.FULL, now, by=None, payment=Paid.NONE)
    outbox.put(mail(entry.user_id, now, about="waits_again", entry=entry.pk))
    return True
