"""Into a competition, and out of it: every step of an entry is a row."""

from __future__ import annotations

import zoneinfo
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.common import clock, outbox
from games.common.words import local
from games.common.words.zones import place_of
from league.competitions.errors import (
    AlreadyIn,
    BadWord,
    EntriesClosed,
    HasEntered,
    NoReason,
    NotAccepted,
    NotArbiter,
    NotEntered,
    NotInState,
    NotMember,
    TakesNoWords,
    WasDisqualified,
)
from league.competitions.log import log
from league.competitions.models import Competition, Entry, EntryStep
from league.competitions.models.competition import LONGEST_REASON
from league.competitions.outbox import mail
from league.competitions.rules.prize_rules import Acceptance
from league.competitions.services import table
from league.competitions.services.challenging import write_overdue
from league.competitions.services.locking import is_member_locked, lock, lock_with_league, show_change
from league.competitions.services.playing import drop_waiting, lose_open_games
from league.competitions.state import conditions, purse
from league.competitions.state.registration import accepted_and_clear
from league.leagues.models import Membership
from league.users.models import User

State, Paid, Why = Entry.State, Entry.Payment, EntryStep.Why
LONGEST_WORD = 64
REMINDED: Final = timedelta(days=2)
"""So long before the time to pay is over an e-mail reminds of it; in the middle where there is less time."""
NOTHING = Acceptance()
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


def enter(*, competition: Competition, user: User, word: str = "", accepts: Acceptance = NOTHING) -> Entry:
    """Enter `user`: accepted while there are places, else on the waiting list; at once playing where the
    season has begun, at the bottom of the table. Where there is a fee, a place waits for it to be paid, and
    nobody enters once the registration has closed.

    `word` is mixed into the draw and may be empty. Raises `NotMember`, `HasEntered` of its arbiters,
    `WasDisqualified`, `EntriesClosed`, `BadWord`, `TakesNoWords` of a draw between equal ratings, and
    `NotAccepted` where a season with money asks for what was not confirmed. With conditions that are not met
    the entry is refused, which stays as a row, and `conditions.Refused` names them. Entering again changes
    nothing (`AlreadyIn` where the word is another).
    """
    answer = _entered(competition, user, checked_word(word), accepts)
    if isinstance(answer, Entry):
        return answer
    raise conditions.Refused(answer)  # after the transaction, which keeps the refusal


@transaction.atomic
def _entered(
    competition: Competition, user: User, word: str, accepts: Acceptance
) -> Entry | list[conditions.Held]:
    """The entry, or the conditions for which it was refused."""
    competition = lock_with_league(competition)
    now = clock.now()
    standing = competition.entries.filter(user=user, state__in=Entry.STANDING).first()
    if standing is not None:
        if word and word != standing.word:
            raise AlreadyIn
        return standing
    if not is_member_locked(competition, user):
        raise NotMember
    if competition.arbiters.filter(user=user, left_at=None).exists():
        raise HasEntered
    if competition.entries.filter(user=user, state=State.DISQUALIFIED).exists():
        raise WasDisqualified
    if not competition.takes_entries(now):
        raise EntriesClosed(_when_entries(competition, now))
    if word and competition.terms.is_by_rating:
        raise TakesNoWords
    if unmet := conditions.unmet(competition, user, now):
        refuse(competition, user, unmet, now)
        return unmet
    check_accepted(competition, accepts)
    entry = _apply(competition, user, now, word=word, **_accepted(competition, accepts, now))
    if has_place(competition):
        _take_place(entry, now, Why.LATE if competition.is_live else Why.FIT, by=None)
    else:
        _step(entry, State.WAITING, Why.FULL, now, by=None)
    show_change(competition, now)
    return entry


def refuse(competition: Competition, user: User, unmet: Sequence[conditions.Held], now: datetime) -> None:
    """Write that `user` may not enter, and why. Asking again for the same reasons adds nothing. Call it under
    the competition's lock.
    """
    found = [conditions.kept(each) for each in unmet]
    entry = competition.entries.filter(user=user).order_by("-number").first()
    if entry is None or entry.state != State.REFUSED:
        entry = _apply(competition, user, now)
    elif entry.steps.order_by("-pk").values_list("unmet", flat=True).first() == found:
        return
    entry.left_at = now
    _step(entry, State.REFUSED, Why.UNMET, now, by=None, unmet=found)
    show_change(competition, now)


@transaction.atomic
def set_word(*, entry: Entry, user: User, word: str) -> None:
    """Change one's word for the draws before the first of them: `NotEntered`, `NotInState`, `BadWord`, and
    `TakesNoWords` where one only decides between equal ratings.
    """
    word = checked_word(word)
    competition = lock(entry.competition)
    if competition.state != Competition.State.ANNOUNCED:
        raise NotInState
    if competition.terms.is_by_rating:
        raise TakesNoWords
    if not competition.entries.filter(pk=entry.pk, user=user, state__in=Entry.STANDING).update(word=word):
        raise NotEntered


@transaction.atomic
def withdraw(*, competition: Competition, user: User) -> Entry:
    """Take `user` out at their own wish; open games are conceded first, by their challenges' numbers."""
    competition = lock(competition)
    entry = competition.entries.filter(user=user, state__in=Entry.STANDING).first()
    if entry is None:
        raise NotEntered
    _check_can_leave(competition)
    take_out(competition, entry, Why.OWN, by=user)
    return entry


@transaction.atomic
def remove(
    *, competition: Competition, entry: Entry, by: User, reason: str, disqualify: bool = False
) -> Entry:
    """Take somebody out by an arbiter's ruling, for a reason that everybody reads.

    Refuses with `NotArbiter`, `NoReason`, `NotEntered`, `NotInState`.
    """
    competition = lock(competition)
    check_arbiter(competition, by)
    if not reason.strip():
        raise NoReason
    found = competition.entries.filter(pk=entry.pk, state__in=Entry.STANDING).first()
    if found is None:
        raise NotEntered
    _check_can_leave(competition)
    state = State.DISQUALIFIED if disqualify else State.REMOVED
    take_out(competition, found, Why.RULED, by=by, state=state, reason=reason)
    outbox.put(mail(found.user_id, clock.now(), about="removed", entry=found.pk))
    return found


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
    is sent away; it leaves the table, and whoever waits longest comes in. Call it under the competition's
    lock.
    """
    state = state or OUT[EntryStep.Why(why)]
    if competition.is_live:
        write_overdue(competition, clock.now())
        drop_waiting(entry, clock.now())
        lose_open_games(entry, concedes=state == State.WITHDRAWN)
    now = clock.now()
    stood = entry.state == State.PLAYING
    entry.left_at, entry.pay_by = now, None
    payment = Paid.NONE if entry.payment == Paid.DUE else entry.payment
    reason = reason.strip()[:LONGEST_REASON]
    _step(entry, state, why, now, by=by, payment=payment, reason=reason)
    if stood:
        table.record(competition, log.leaves(entry, now, state))
    purse.settle(competition, now)
    let_in_waiting(competition, now)
    show_change(competition, now)


def let_in_waiting(competition: Competition, now: datetime) -> None:
    """Give free places to those who wait longest, while anybody may still come in."""
    until = competition.enters_until if competition.fee else competition.starts_at
    may_enter = competition.takes_entries(now) or (
        competition.state == Competition.State.ANNOUNCED and now < until
    )
    while may_enter and has_place(competition):
        entry = _first_waiting(competition, now)
        if entry is None:
            return
        _take_place(entry, now, Why.FREE, by=None)
        outbox.put(mail(entry.user_id, now, about="let_in", entry=entry.pk))


def _first_waiting(competition: Competition, now: datetime) -> Entry | None:
    """Who has waited longest of those who may play: the league's members who are not suspended there."""
    members = Membership.objects.filter(league=competition.league_id)
    free = members.exclude(suspended_until__gt=now)
    waiting = competition.entries.filter(state=State.WAITING, user__in=free.values("user"))
    return waiting.order_by("number").first()


def mark_paid(competition: Competition, entry: Entry, now: datetime, *, came_on: date | None = None) -> bool:
    """Let an entry in whose fee is there now; whether that made any difference. Call it under the
    competition's lock.

    One that was dropped for not paying in time comes back where a place is free, entries are open and the
    person has not entered anew. `came_on` is the day on which the fee came by hand: in time, it brings the
    entry back after that too, and before somebody who got a place since and has not paid. One that plays
    simply owes nothing any more.
    """
    if competition.is_over:
        return False
    if entry.state == State.PLAYING:
        if entry.payment == Paid.PAID:
            return False
        entry.pay_by = None
        _step(entry, State.PLAYING, Why.PAID, now, by=None, payment=Paid.PAID)
    else:
        if competition.is_live and now >= competition.challenges_until:
            return False
        is_kept = entry.state == State.ACCEPTED and entry.payment in Entry.OWING
        if not is_kept and not _comes_back(competition, entry, now, came_on):
            return False
        entry.pay_by, entry.left_at = None, None
        _let_in(entry, now, Why.PAID, by=None, payment=Paid.PAID)
    show_change(competition, now)
    return True


def mark_charged_back(competition: Competition, entry: Entry, pay_by: datetime, now: datetime) -> bool:
    """Write that the payment of an entry was taken back; whether it is in and owes the fee again, until
    `pay_by`. It begins no game until then, and what waits for an answer is dropped. Call it under the
    competition's lock.
    """
    owes = not competition.is_over and entry.state in Entry.IN
    if owes and competition.is_live:
        write_overdue(competition, now)
        drop_waiting(entry, now)
    entry.pay_by = None
    if owes:
        _owe(entry, pay_by, now)
    note_payment(entry, Paid.CHARGED_BACK, Why.CHARGED_BACK, now)
    show_change(competition, now)
    return owes


def note_payment(entry: Entry, payment: str, why: str, now: datetime) -> None:
    """A step of an entry's payment alone. Call it under the competition's lock."""
    entry.pay_by = entry.pay_by if payment in Entry.OWING else None
    _step(entry, entry.state, why, now, by=None, payment=payment)


def fees_to_remind(now: datetime) -> QuerySet[Entry]:
    """The entries whose fee is to be paid, and whose reminder is due at the moment `now`."""
    return Entry.objects.filter(
        state__in=Entry.IN, payment__in=Entry.OWING, remind_at__lte=now, pay_by__gt=now
    )


def remind_unpaid(competition: Competition, now: datetime) -> bool:
    """Remind those whose time to pay is nearly over, once, but for those whose payment is recorded and waits
    for the second person; whether there was anybody. Call it under the lock.
    """
    if competition.is_over or not competition.fee:
        return False
    rows = list(fees_to_remind(now).filter(competition=competition).order_by("number"))
    awaited = purse.awaited(competition, rows, now)
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
    awaited = purse.awaited(competition, rows, now)
    found = [entry for entry in rows if entry.pk not in awaited]
    for entry in found:
        entry.competition = competition
        why = Why.NOT_PAID if entry.state == State.ACCEPTED else Why.CHARGED_BACK
        take_out(competition, entry, why, by=None)
        outbox.put(mail(entry.user_id, now, about="not_paid", entry=entry.pk))
    return bool(found)


def move_times_to_pay(competition: Competition, by: timedelta, now: datetime) -> None:
    """Move on every time to pay, also past the end of entries, and the reminders with them: nobody could pay
    for so long. Call it under the lock.
    """
    owing = competition.entries.filter(state__in=Entry.IN, payment__in=Entry.OWING, pay_by__isnull=False)
    entries = list(owing)
    for entry in entries:
        if entry.pay_by is not None:
            _owe(entry, entry.pay_by + by, now)
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
    until = _pay_until(competition, kept.why, kept.at) + purse.moved_since(competition, kept.at)
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
    _step(entry, State.WAITING, Why.FULL, now, by=None, payment=Paid.NONE)
    outbox.put(mail(entry.user_id, now, about="waits_again", entry=entry.pk))
    return True


def check_accepted(competition: Competition, accepts: Acceptance) -> None:
    """Raises `NotAccepted` unless `accepts` has what a season with money asks for."""
    money = competition.terms.money
    if money is None:
        return
    if accepts.rules_sha256 != competition.rules_sha256:
        raise NotAccepted
    if money.least_age and not accepts.is_old_enough:
        raise NotAccepted(_("Only people of %(age)d or more can enter.") % {"age": money.least_age})
    if money.countries and accepts.country not in money.countries:
        raise NotAccepted(_("Nobody can enter this season from this country."))


def has_place(competition: Competition) -> bool:
    taken = competition.entries.filter(state__in=Entry.IN).count()
    return taken < competition.terms.largest


def begin_all(competition: Competition, now: datetime) -> None:
    """Let those who are in play: the season begins."""
    entries = list(accepted_and_clear(competition).order_by("number"))
    accepted_and_clear(competition).update(state=State.PLAYING)
    EntryStep.objects.bulk_create(
        EntryStep(entry=entry, state=State.PLAYING, payment=entry.payment, why=Why.BEGUN, at=now)
        for entry in entries
    )
    outbox.put(*(mail(entry.user_id, now, about="begun", entry=entry.pk) for entry in entries))


def close_waiting_list(competition: Competition, now: datetime) -> None:
    """Send those away who still wait when nobody can come in any more."""
    waiting = list(competition.entries.filter(state=State.WAITING))
    competition.entries.filter(state=State.WAITING).update(state=State.WITHDRAWN, left_at=now)
    EntryStep.objects.bulk_create(
        EntryStep(entry=entry, state=State.WITHDRAWN, payment=entry.payment, why=Why.CLOSED, at=now)
        for entry in waiting
    )


def checked_word(word: str) -> str:
    word = word.strip()
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise BadWord
    return word


def check_arbiter(competition: Competition, user: User) -> None:
    """Raises `NotArbiter` unless `user` rules in the competition now and has not entered it."""
    if not competition.arbiters.filter(user=user, left_at=None, user__is_active=True).exists():
        raise NotArbiter


def _when_entries(competition: Competition, now: datetime) -> str:
    """Why nobody can enter at the moment `now`, with the moments, in the season's zone."""
    if competition.state == Competition.State.ANNOUNCED and now < competition.enters_from:
        words, moment = _("Entries open on %(moment)s (%(zone)s). Come back then."), competition.enters_from
    elif competition.fee:
        words, moment = _("Entries closed on %(moment)s (%(zone)s)."), competition.enters_until
    elif competition.state == Competition.State.ANNOUNCED and now < competition.starts_at:
        words = _(
            "Entries closed on %(closed)s (%(zone)s). You can enter late once the season has started, "
            "on %(moment)s."
        )
        moment = competition.starts_at
    else:
        words, moment = _("Entries closed on %(moment)s (%(zone)s)."), competition.challenges_until
    zone = competition.terms.zone
    with timezone.override(zoneinfo.ZoneInfo(zone)):
        closed, when = local.moment(competition.enters_until), local.moment(moment)
    return words % {"moment": when, "closed": closed, "zone": place_of(zone)}


def _accepted(competition: Competition, accepts: Acceptance, now: datetime) -> dict[str, Any]:
    """What an entry keeps of what was confirmed."""
    money = competition.terms.money
    if money is None:
        return {}
    return {
        "accepted_at": now,
        "accepted_sha256": accepts.rules_sha256,
        "confirmed_age": money.least_age or None,
        "country": accepts.country if money.countries else "",
    }


def _apply(competition: Competition, user: User, now: datetime, **given: Any) -> Entry:
    """A new entry, with the number that follows and its first step."""
    competition.entries_given += 1
    entry = Entry(
        competition=competition,
        number=competition.entries_given,
        user=user,
        state=State.APPLIED,
        entered_at=now,
        **given,
    )
    entry.save(force_insert=True)
    competition.save(update_fields=["entries_given"])
    _step(entry, State.APPLIED, Why.ASKED, now, by=user)
    return entry


def _take_place(entry: Entry, now: datetime, why: str, *, by: User | None) -> None:
    """Give an entry a place: for good, or until its fee has to be paid."""
    if not entry.competition.fee:
        _let_in(entry, now, why, by=by)
        return
    _owe(entry, _pay_until(entry.competition, why, now), now)
    if why != Why.FREE:
        outbox.put(mail(entry.user_id, now, about="fee_due", entry=entry.pk))
    why = why if why == Why.FREE else Why.TO_PAY
    _step(entry, State.ACCEPTED, why, now, by=by, payment=Paid.DUE)


def _owe(entry: Entry, pay_by: datetime, now: datetime) -> None:
    """Let the fee of an entry be due, and its person be reminded of it in time."""
    entry.pay_by = pay_by
    entry.remind_at = pay_by - min(REMINDED, (pay_by - now) / 2)


def _pay_until(competition: Competition, why: str, since: datetime) -> datetime:
    """By when to pay for a place that was given at the moment `since`."""
    money = competition.terms.money
    if money is None:
        raise ValueError("a season without money has no fee")
    days = money.waiting_days if why == Why.FREE else money.pay_days
    return min(since + timedelta(days=days), competition.enters_until)


def _let_in(entry: Entry, now: datetime, why: str, *, by: User | None, payment: str = "") -> None:
    competition = entry.competition
    state = State.PLAYING if competition.is_live else State.ACCEPTED
    _step(entry, state, why, now, by=by, payment=payment)
    if competition.is_live:
        table.record(competition, log.joins(entry, now))


def _step(
    entry: Entry, state: str, why: str, now: datetime, *, by: User | None, payment: str = "", **more: Any
) -> None:
    """Let an entry's standing, and its payment where one is given, be these, and write who, when and why."""
    entry.state, entry.payment = state, payment or entry.payment
    entry.save(update_fields=["state", "payment", "pay_by", "remind_at", "left_at"])
    EntryStep.objects.create(entry=entry, state=state, payment=entry.payment, why=why, by=by, at=now, **more)


def _check_can_leave(competition: Competition) -> None:
    if competition.is_over or competition.is_draft:
        raise NotInState
