"""How a season is paid offline: typed by the cash holder alone, confirmed by another, erased in the end."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from games.common import clock, outbox
from league.competitions.errors import NotInState
from league.competitions.models import Competition
from league.competitions.services.locking import lock, show_change
from league.prizes.agreed.fingerprints import fingerprint, fingerprints
from league.prizes.agreed.treasurers import check_trustee
from league.prizes.book.books import money_of
from league.prizes.errors import NoPrizeMoney, NothingWaits, NotHolder, NotTheSecond, OtherContent
from league.prizes.models import (
    BankDetailsChange,
    Holder,
    Owed,
    PaymentClosing,
    Payout,
    Proposal,
    PurseSetting,
    Refund,
    TrustStep,
)
from league.prizes.outbox import mail
from league.prizes.services.treasurers.closing import close, concerned, is_holder, open_again
from league.prizes.services.treasurers.treasurers import write_step
from league.users.models import User
from league.users.refusing import goes_with_deletion

Step, Why = TrustStep.Kind, PaymentClosing.Why

OVER = (Competition.State.FINISHED, Competition.State.CANCELLED)


@transaction.atomic
def set_details(*, competition: Competition, by: User, details: str) -> bool:
    """Let the cash holder type how to pay offline; whether it waits for a treasurer now. The same text as is
    in force, or waits already: nothing new is to be confirmed.

    In a draft, and in play money, it is in force at once. In real money an announced season is not paid
    offline from then on until a treasurer has confirmed it (`confirm_details`); going back to what is in
    force needs no one. Refuses with `NoPrizeMoney`, `NotHolder`, `NotInState` of a season that is over.
    """
    competition = lock(competition)
    if not competition.has_money:
        raise NoPrizeMoney
    if not is_holder(competition, by):
        raise NotHolder
    if competition.is_over:
        raise NotInState
    setting, _new = PurseSetting.objects.get_or_create(competition=competition)
    details, waiting = details.strip()[:1000], waiting_change(competition)
    if details == (setting.next_details if waiting else setting.bank_details):
        return waiting is not None
    is_in_force = competition.is_hidden or money_of(competition).is_play or details == setting.bank_details
    now = clock.now()
    made = BankDetailsChange.objects.create(
        competition=competition,
        by=by,
        at=now,
        fingerprint=fingerprint(details, season=competition.code),
        confirmed_at=now if is_in_force else None,
    )
    if is_in_force:
        setting.bank_details, setting.next_details = details, ""
    else:
        setting.next_details = details
    setting.save(update_fields=["bank_details", "next_details"])
    write_step(competition, by, Step.DETAILS, now, by=by)
    if competition.is_hidden:
        return False
    outbox.put(*(mail(key, now, about="details_changed", change=made.pk) for key in concerned(competition)))
    if not is_in_force:
        close(competition, Why.DETAILS, by, now)
    else:
        open_again(competition, Why.DETAILS, by, now)
    show_change(competition, now)
    return not is_in_force


@transaction.atomic
def confirm_details(*, competition: Competition, by: User, fingerprint: str) -> None:
    """Let a treasurer who is not the holder confirm new details, by the fingerprint of what they were shown;
    payment opens. Confirming what is in force again: `NothingWaits`.

    Refuses with `NotTrusted`, `NotTheSecond`, `NothingWaits`, `OtherContent`.
    """
    competition = lock(competition)
    check_trustee(competition, by)
    if is_holder(competition, by):
        raise NotTheSecond
    waiting = waiting_change(competition)
    if waiting is None:
        raise NothingWaits
    setting = PurseSetting.objects.get(competition=competition)
    known = fingerprints(setting.next_details, season=competition.code)
    if fingerprint not in known or waiting.fingerprint not in known:
        raise OtherContent
    now = clock.now()
    setting.bank_details, setting.next_details = setting.next_details, ""
    setting.save(update_fields=["bank_details", "next_details"])
    waiting.confirmed_by, waiting.confirmed_at = by, now
    waiting.save(update_fields=["confirmed_by", "confirmed_at"])
    write_step(competition, by, Step.DETAILS_OK, now, by=by)
    open_again(competition, Why.DETAILS, by, now)
    show_change(competition, now)


def waiting_change(competition: Competition) -> BankDetailsChange | None:
    """The change that waits for a treasurer, the last one or none. One query."""
    last = BankDetailsChange.objects.filter(competition=competition).order_by("-pk").first()
    return last if last is not None and last.confirmed_at is None else None


def erase_details(competition: Competition) -> bool:
    """Erase how a season was paid offline; whether there was anything."""
    return bool(_with_details().filter(competition=competition).update(bank_details="", next_details=""))


def erase_settled() -> int:
    """Erase the details of every season that is over and in which no one owes or is owed anything; of how
    many. Again: nothing.
    """
    here = OuterRef("competition")
    owed = Payout.objects.filter(book__competition=here, state__in=[Payout.State.PROPOSED, *Payout.OWED])
    due = Refund.objects.filter(book__competition=here, state__in=Refund.OPEN)
    waiting = Proposal.objects.filter(book__competition=here, state=Proposal.State.OPEN)
    back = Owed.objects.filter(
        proposal__book__competition=here, proposal__state=Proposal.State.CONFIRMED, paid_back__lt=F("amount")
    )
    settled = _with_details().filter(
        ~Exists(owed), ~Exists(due), ~Exists(waiting), ~Exists(back), competition__state__in=OVER
    )
    return settled.update(bank_details="", next_details="")


@goes_with_deletion
def _erase_all(user: User) -> None:
    """The details go with the account of the cash holder, who typed them last in a draft."""
    held = Holder.objects.filter(user=user).values("book__competition")
    changes = BankDetailsChange.objects.filter(competition=OuterRef("competition")).order_by("-pk")
    typed = _with_details().annotate(typed_by=Subquery(changes.values("by")[:1]))
    own = typed.filter(Q(competition__in=held) | Q(competition__book=None, typed_by=user.pk))
    PurseSetting.objects.filter(pk__in=[row.pk for row in own]).update(bank_details="", next_details="")


def _with_details() -> QuerySet[PurseSetting]:
    return PurseSetting.objects.exclude(bank_details="", next_details="")
