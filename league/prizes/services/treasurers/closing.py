"""Payment is closed for a while, and opened again: fees wait as long, and no one loses a place by it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.common import clock, outbox
from league.competitions.errors import NotInState
from league.competitions.models import Competition, Entry
from league.competitions.services.fees import move_times_to_pay
from league.competitions.services.locking import lock, show_change
from league.prizes.agreed.treasurers import trustees_of
from league.prizes.book.books import holders_by_hand, money_of
from league.prizes.book.closed import closings_of
from league.prizes.errors import DetailsWait, NotHolder
from league.prizes.models import Guarantor, PaymentClosing, TrustStep
from league.prizes.outbox import mail
from league.prizes.services.money_rules import settle
from league.prizes.services.treasurers.treasurers import checked_reason, write_step
from league.users.models import User

Why, Ways, Step = PaymentClosing.Why, PaymentClosing.Ways, TrustStep.Kind

LEAST: Final = timedelta(days=7)
"""By so much at least the times to pay move on: no one has to look every day."""


@transaction.atomic
def close_by_hand(*, competition: Competition, by: User, reason: str) -> None:
    """Let the cash holder close payment by bank transfer and in cash, for a reason that everyone reads.
    Again: nothing changes.

    Refuses with `NotHolder`, `NotInState` of a season that is over, `NoReason`.
    """
    competition = lock(competition)
    if not is_holder(competition, by):
        raise NotHolder
    if competition.is_over:
        raise NotInState
    reason, now = checked_reason(reason), clock.now()
    if close(competition, Why.HOLDER, by, now, reason=reason):
        write_step(competition, by, Step.CLOSED, now, by=by, reason=reason)


@transaction.atomic
def open_by_hand(*, competition: Competition, by: User) -> None:
    """Open what the cash holder has closed: the holder does, or a treasurer. Again: nothing changes.

    Refuses with `NotHolder` everyone else, `DetailsWait` while new bank details wait to be confirmed.
    """
    competition = lock(competition)
    if not is_holder(competition, by) and all(each.user_id != by.pk for each in trustees_of(competition)):
        raise NotHolder
    if any(each.why == Why.DETAILS for each in closings_of(competition)):
        raise DetailsWait
    now = clock.now()
    if open_again(competition, Why.HOLDER, by, now):
        write_step(competition, by, Step.OPENED, now, by=by)


def close(competition: Competition, why: str, by: User | None, now: datetime, *, reason: str = "") -> bool:
    """Close payment for a reason; whether it was not closed for that one yet. Call it under the
    competition's lock.

    A proposal to cancel closes all of it, the others bank transfers and cash. Who owes a fee and the
    treasurers are told; of new bank details, and of a proposal, they are told by those.
    """
    if any(each.why == why for each in closings_of(competition)):
        return False
    ways = Ways.ALL if why == Why.PROPOSAL else Ways.BY_HAND
    made = PaymentClosing.objects.create(
        competition=competition, why=why, ways=ways, reason=reason, closed_at=now, closed_by=by
    )
    if why == Why.HOLDER:
        outbox.put(*(mail(key, now, about="closed", closing=made.pk) for key in concerned(competition)))
    show_change(competition, now)
    return True


def open_again(competition: Competition, why: str, by: User | None, now: datetime) -> bool:
    """End a closing; whether there was one. Where nothing else keeps payment closed, every time to pay moves
    on by as long as it was, seven days at least, and who owes a fee is told. Money that came meanwhile
    counts. Call it under the competition's lock.
    """
    closings = closings_of(competition)
    found = next((each for each in closings if each.why == why), None)
    if found is None:
        return False
    is_last = len(closings) == 1
    moved = max(LEAST, now - _closed_since(competition, found)) if is_last else timedelta(0)
    found.opened_at, found.opened_by, found.moved_by = now, by, moved
    found.save(update_fields=["opened_at", "opened_by", "moved_by"])
    if is_last:
        move_times_to_pay(competition, moved, now)
    settle(competition, now)
    if is_last and not competition.is_over:
        keys = _owing(competition).values_list("user", "pk")
        outbox.put(*(mail(user, now, about="opened", entry=entry) for user, entry in keys))
    show_change(competition, now)
    return True


def is_holder(competition: Competition, user: User) -> bool:
    """Whether what is paid by bank transfer or in cash is paid to `user`: in a draft by the name that its
    rules give, later by the book. Two queries at most.
    """
    if competition.is_hidden:
        name = money_of(competition).cash_holder
        return bool(name) and name.casefold() == user.get_username().casefold()
    return holders_by_hand(competition).filter(user=user).exists()


def concerned(competition: Competition) -> list[int]:
    """Who is told (keys) of what concerns paying: who owes a fee, treasurers, holder and guarantor."""
    guarantors = Guarantor.objects.filter(book__competition=competition)
    holders = holders_by_hand(competition)
    keys = [*_owing(competition).values_list("user", flat=True), *guarantors.values_list("user", flat=True)]
    keys += [*holders.values_list("user", flat=True), *(each.user_id for each in trustees_of(competition))]
    return list(dict.fromkeys(keys))


def _owing(competition: Competition) -> QuerySet[Entry]:
    owing = competition.entries.filter(state__in=Entry.IN, payment__in=Entry.OWING)
    return owing.filter(pay_by__isnull=False).order_by("number")


def _closed_since(competition: Competition, last: PaymentClosing) -> datetime:
    """When the time began at whose end `last` is the only closing: those that overlapped count with it."""
    since = last.closed_at
    # One that moved the times to pay ended such a time; those after it are of this one.
    before = PaymentClosing.objects.filter(competition=competition, opened_at__isnull=False)
    for each in before.order_by("-opened_at", "-pk"):
        if each.moved_by:
            break
        since = min(since, each.closed_at)
    return since
