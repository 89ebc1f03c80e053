"""Cancelling a season with real money: proposed by one, answered by another. Every step is public."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock, outbox
from games.common.outbox.row import OutboxRow
from games.common.words import local
from league.competitions.errors import NotArbiter, NotInState
from league.competitions.models import Competition, Entry
from league.competitions.services.appointing import check_admin
from league.competitions.services.founding import call_off, may_cancel
from league.competitions.services.locking import lock, show_change
from league.prizes.agreed.treasurers import check_trustee, trustees_of
from league.prizes.book.books import money_of
from league.prizes.errors import (
    AlreadyDecided,
    AlreadyProposed,
    NotTheSecond,
    NotYetYours,
    ProposedLately,
)
from league.prizes.models import CancelProposal, PaymentClosing, TrustStep
from league.prizes.outbox import mail, tell_admins
from league.prizes.services.treasurers.closing import close, open_again
from league.prizes.services.treasurers.treasurers import checked_reason, write_step
from league.users.models import User

State, Step, Why = CancelProposal.State, TrustStep.Kind, PaymentClosing.Why

TREASURERS: Final = timedelta(days=7)
"""Within which a treasurer answers."""
TEAM: Final = timedelta(days=14)
"""Within which the site's team answers after that."""
AGAIN_AFTER: Final = timedelta(days=30)
"""So long after the end of a proposal the same person proposes again."""


@transaction.atomic
def propose(*, competition: Competition, by: User, reason: str) -> CancelProposal:
    """Propose to cancel a season with real money, for a reason that everyone reads: its arbiters may, and
    organisers who never entered it. Treasurers are asked, entrants told; payment is closed until it ends.

    Refuses with `NotInState` where it does not take two, `NotArbiter`, `NoReason`, `AlreadyProposed`,
    `ProposedLately`.
    """
    competition = lock(competition)
    if not takes_two(competition):
        raise NotInState
    if not may_cancel(competition, by):
        raise NotArbiter
    reason, now = checked_reason(reason), clock.now()
    if open_proposal(competition) is not None:
        raise AlreadyProposed
    if (again_at := may_propose_from(competition, by)) is not None and now < again_at:
        words = _("You proposed this recently. You can propose it again from %(moment)s.")
        raise ProposedLately(words % {"moment": local.moment(again_at)})
    made = CancelProposal.objects.create(
        competition=competition,
        by=by,
        at=now,
        reason=reason,
        treasurers_until=now + TREASURERS,
        team_until=now + TREASURERS + TEAM,
    )
    write_step(competition, by, Step.CANCEL, now, by=by, reason=reason)
    close(competition, Why.PROPOSAL, by, now, reason=reason)
    asked = [each.user_id for each in trustees_of(competition) if each.user_id != by.pk]
    outbox.put(
        *(mail(key, now, about="cancel_asked", cancelling=made.pk) for key in asked),
        *_to_entrants(made, now, "cancel_proposed"),
    )
    show_change(competition, now)
    return made


@transaction.atomic
def answer(*, proposal: CancelProposal, by: User, agrees: bool, reason: str = "") -> CancelProposal:
    """Let a treasurer who did not propose it say yes, which cancels the season, or no with a reason. The same
    answer again: nothing changes.

    Refuses with `NotTrusted`, `NotTheSecond`, `AlreadyDecided`, also once their 7 days are over, `NoReason`.
    """
    competition, found = _lock(proposal)
    check_trustee(competition, by)
    return _answer(competition, found, by, agrees, reason, until=found.treasurers_until)


@transaction.atomic
def decide(*, proposal: CancelProposal, by_admin: User, agrees: bool, reason: str) -> CancelProposal:
    """Let the site's team say yes or no, with a reason, where the treasurers have not within 7 days.

    Refuses with `PlaysHere` who has, or had, an entry, `NotTheSecond`, `NotYetYours`, `AlreadyDecided`,
    `NoReason`.
    """
    competition, found = _lock(proposal)
    check_admin(competition, by_admin)
    reason = checked_reason(reason)
    if clock.now() < found.treasurers_until:
        raise NotYetYours
    return _answer(competition, found, by_admin, agrees, reason, until=found.team_until)


def watch(competition: Competition, now: datetime) -> bool:
    """Tell the site's team that a proposal is theirs now, or let it lapse; whether anything was done. Call it
    under the competition's lock.
    """
    found = open_proposal(competition)
    if found is None or now < found.treasurers_until:
        return False
    if now >= found.team_until:
        _end(competition, found, State.LAPSED, Step.CANCEL_GONE, now)
        return True
    if found.team_asked_at is not None:
        return False
    found.team_asked_at = now
    found.save(update_fields=["team_asked_at"])
    outbox.put(tell_admins(now, about="cancel_waits", cancelling=found.pk))
    return True


def end_void(competition: Competition, now: datetime) -> None:
    """End a proposal whose season was over first. Call it under the competition's lock."""
    if competition.is_over and (found := open_proposal(competition)) is not None:
        _end(competition, found, State.VOID, Step.CANCEL_VOID, now)


def takes_two(competition: Competition) -> bool:
    """Whether ending the season by hand takes two people: it goes on, with real money."""
    if not competition.has_money or competition.is_hidden or competition.is_over:
        return False
    return not money_of(competition).is_play


def open_proposal(competition: Competition) -> CancelProposal | None:
    """The one that waits for an answer. One query."""
    found = CancelProposal.objects.filter(competition=competition, state=State.OPEN).select_related("by")
    return found.first()


def may_propose_from(competition: Competition, user: User) -> datetime | None:
    """From when on someone may propose it again; None: they never did. One query."""
    own = CancelProposal.objects.filter(competition=competition, by=user, ended_at__isnull=False)
    last = own.order_by("-pk").first()
    return last.ended_at + AGAIN_AFTER if last is not None and last.ended_at is not None else None


def _answer(
    competition: Competition, found: CancelProposal, by: User, agrees: bool, reason: str, *, until: datetime
) -> CancelProposal:
    if found.by_id == by.pk:
        raise NotTheSecond
    state = State.AGREED if agrees else State.REFUSED
    if found.state == state and found.answered_by_id == by.pk:
        return found
    now = clock.now()
    if found.state != State.OPEN or now >= until:
        raise AlreadyDecided
    reason = reason.strip() if agrees else checked_reason(reason)
    kind = Step.CANCEL_YES if agrees else Step.CANCEL_NO
    _end(competition, found, state, kind, now, by=by, reason=reason)
    return found


def _end(
    competition: Competition,
    found: CancelProposal,
    state: str,
    kind: str,
    now: datetime,
    *,
    by: User | None = None,
    reason: str = "",
) -> None:
    """End a proposal, cancel the season where that was agreed, and open payment. Who proposed it is told, and
    entrants where the season goes on; that it is cancelled or final they are told by that.
    """
    found.state, found.ended_at, found.answered_by, found.answer = state, now, by, reason
    found.save(update_fields=["state", "ended_at", "answered_by", "answer"])
    write_step(competition, by or found.by, kind, now, by=by, reason=reason)
    if state == State.AGREED:
        call_off(competition, found.by, found.reason)
    open_again(competition, Why.PROPOSAL, by, now)
    letters = [mail(found.by_id, now, about="cancel_ended", cancelling=found.pk)]
    if state in (State.REFUSED, State.LAPSED):
        letters += _to_entrants(found, now, "cancel_ended")
    outbox.put(*letters)
    show_change(competition, now)


def _to_entrants(found: CancelProposal, now: datetime, about: str) -> list[OutboxRow]:
    entries = found.competition.entries.filter(state__in=Entry.STANDING).order_by("number")
    keys = entries.values_list("user", flat=True)
    return [mail(key, now, about=about, cancelling=found.pk) for key in keys]


def _lock(proposal: CancelProposal) -> tuple[Competition, CancelProposal]:
    competition = lock(proposal.competition)
    found = CancelProposal.objects.select_related("by").get(pk=proposal.pk)
    found.competition = competition
    return competition, found
