"""Places in a season: given, waited for, given up; every step of an entry is a row."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from games.common import clock, outbox
from league.competitions import kinds
from league.competitions.models import Competition, Entry, EntryStep
from league.competitions.models.competition import LONGEST_REASON
from league.competitions.outbox import mail
from league.competitions.services.locking import show_change
from league.competitions.services.playing import lose_open_games
from league.competitions.state import money_hooks
from league.leagues.models import Membership
from league.users.models import User

State, Paid, Why = Entry.State, Entry.Payment, EntryStep.Why
REMINDED: Final = timedelta(days=2)
"""So long before the time to pay is over an e-mail reminds of it; in the middle where there is less time."""


OUT = {
    Why.OWN: State.WITHDRAWN,
    Why.LEFT_LEAGUE: State.WITHDRAWN,
    Why.DELETED: State.WITHDRAWN,
    Why.NOT_PAID: State.WITHDRAWN,
    Why.CHARGED_BACK: State.REMOVED,
    Why.EXPELLED: State.REMOVED,
    Why.BANNED: State.REMOVED,
}
"""What an entry becomes when its person goes without an arbiter's act."""


def take_out(
    competition: Competition,
    entry: Entry,
    why: str,
    *,
    by: User | None,
    state: str = "",
    reason: str = "",
) -> None:
    """End an entry: its challenges are dropped, its open games conceded by who withdraws and forfeited by who
    is sent away; it leaves the table, and the player who has waited longest comes in. Call it under the
    competition's lock.
    """
    state, kind, known = state or OUT[EntryStep.Why(why)], kinds.of(competition), {}
    if competition.is_live:
        kind.catch_up(competition, clock.now())
        kind.halts(entry, clock.now())
        known = kind.goes(entry, clock.now())
        lose_open_games(entry, concedes=state == State.WITHDRAWN)
    now = clock.now()
    stood = entry.state == State.PLAYING
    entry.left_at, entry.pay_by = now, None
    payment = Paid.NONE if entry.payment == Paid.DUE else entry.payment
    reason = reason.strip()[:LONGEST_REASON]
    step(entry, state, why, now, by=by, payment=payment, reason=reason)
    if stood:
        kind.left(entry, now, state, known)
    money_hooks.settle(competition, now)
    let_in_waiting(competition, now)
    show_change(competition, now)


def let_in_waiting(competition: Competition, now: datetime) -> None:
    """Give free places to those who wait longest, while anyone may still come in."""
    until = competition.enters_until if competition.fee else competition.starts_at
    may_enter = competition.takes_entries(now) or (
        competition.state == Competition.State.ANNOUNCED and now < until
    )
    while may_enter and has_place(competition):
        entry = first_waiting(competition, now)
        if entry is None:
            return
        take_place(entry, now, Why.FREE, by=None)
        outbox.put(mail(entry.user_id, now, about="let_in", entry=entry.pk))


def first_waiting(competition: Competition, now: datetime) -> Entry | None:
    """Who has waited longest of those who may play: the league's members who are not suspended there."""
    members = Membership.objects.filter(league=competition.league_id)
    free = members.exclude(suspended_until__gt=now)
    waiting = competition.entries.filter(state=State.WAITING, user__in=free.values("user"))
    return waiting.order_by("number").first()


def has_place(competition: Competition) -> bool:
    taken = competition.entries.filter(state__in=Entry.IN).count()
    return taken < competition.terms.largest


def take_place(entry: Entry, now: datetime, why: str, *, by: User | None) -> None:
    """Give an entry a place: for good, or until its fee has to be paid."""
    if not entry.competition.fee:
        let_in(entry, now, why, by=by)
        return
    owe(entry, pay_until(entry.competition, why, now), now)
    if why != Why.FREE:
        outbox.put(mail(entry.user_id, now, about="fee_due", entry=entry.pk))
    why = why if why == Why.FREE else Why.TO_PAY
    step(entry, State.ACCEPTED, why, now, by=by, payment=Paid.DUE)


def owe(entry: Entry, pay_by: datetime, now: datetime) -> None:
    """Let the fee of an entry be due, and its person be reminded of it in time."""
    entry.pay_by = pay_by
    entry.remind_at = pay_by - min(REMINDED, (pay_by - now) / 2)


def pay_until(competition: Competition, why: str, since: datetime) -> datetime:
    """By when to pay for a place that was given at the moment `since`."""
    money = competition.terms.money
    if money is None:
        raise ValueError("a season without money has no fee")
    days = money.waiting_days if why == Why.FREE else money.pay_days
    return min(since + timedelta(days=days), competition.enters_until)


def let_in(entry: Entry, now: datetime, why: str, *, by: User | None, payment: str = "") -> None:
    competition = entry.competition
    state = State.PLAYING if competition.is_live else State.ACCEPTED
    step(entry, state, why, now, by=by, payment=payment)
    if competition.is_live:
        kinds.of(competition).joins(entry, now)


def step(
    entry: Entry, state: str, why: str, now: datetime, *, by: User | None, payment: str = "", **more: Any
) -> None:
    """Let an entry's standing, and its payment where one is given, be these, and write who, when and why."""
    entry.state, entry.payment = state, payment or entry.payment
    entry.save(update_fields=["state", "payment", "pay_by", "remind_at", "left_at"])
    EntryStep.objects.create(entry=entry, state=state, payment=entry.payment, why=why, by=by, at=now, **more)
