"""The operator's word that a league may collect entry fees online. Rows are ended, never deleted."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from league.competitions.errors import NotInState
from league.leagues.models import League
from league.prizes.models import OnlineApproval
from league.prizes.services.treasurers.treasurers import checked_reason
from league.users.models import User


@transaction.atomic
def approve(*, league: League, by: User, reason: str) -> OnlineApproval:
    """Let the seasons that a league announces from now on be paid online. Approving again changes nothing.
    Refuses with `NoReason`.
    """
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    reason = checked_reason(reason)
    standing = OnlineApproval.objects.filter(league=league, ended_at=None).first()
    if standing is not None:
        return standing
    return OnlineApproval.objects.create(league=league, by=by, at=clock.now(), reason=reason)


@transaction.atomic
def end_approval(*, approval: OnlineApproval, by: User, reason: str) -> OnlineApproval:
    """Let no more seasons of a league be announced that are paid online; those announced go on. Refuses with
    `NoReason`, `NotInState` of one that has ended.
    """
    League.objects.select_for_update(no_key=True).get(pk=approval.league_id)
    reason = checked_reason(reason)
    found = OnlineApproval.objects.get(pk=approval.pk)
    if found.ended_at is not None:
        raise NotInState
    found.ended_at, found.ended_by, found.ended_why = clock.now(), by, reason
    found.save(update_fields=["ended_at", "ended_by", "ended_why"])
    return found
