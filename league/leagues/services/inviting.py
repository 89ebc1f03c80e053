"""Links that let people in: making and withdrawing them."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from games.common import clock
from league.leagues import outbox
from league.leagues.models import Invitation, League, OrganiserAct
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.users.models import User


@transaction.atomic
def invite(*, league: League, by: User, days: int) -> Invitation:
    """A new link, valid for `days` days. Raises NotAllowed unless `by` organises this league."""
    league = lock(league)
    check_organiser(league, by)
    now = clock.now()
    enter(league, OrganiserAct.Kind.LINK, by=by, now=now, days=days)
    return Invitation.objects.create(league=league, created_by=by, expires_at=now + timedelta(days=days))


@transaction.atomic
def invite_by_mail(*, league: League, by: User, address: str, days: int, language: str) -> Invitation:
    """A new link for one person, mailed to `address` in `language`; whether that has an account is not asked.

    Raises NotAllowed unless `by` organises this league.
    """
    league = lock(league)
    check_organiser(league, by)
    now = clock.now()
    enter(league, OrganiserAct.Kind.MAILED, by=by, now=now, days=days)
    invitation = Invitation.objects.create(
        league=league,
        created_by=by,
        expires_at=now + timedelta(days=days),
        mailed_to=address,
        language=language,
    )
    outbox.put(outbox.mail(by.pk, now, invitation=invitation.pk))
    return invitation


@transaction.atomic
def withdraw(*, league: League, by: User, invitation: Invitation) -> None:
    """Make a link worthless. Doing it again changes nothing. Raises NotAllowed unless `by` organises."""
    league = lock(league)
    check_organiser(league, by)
    now = clock.now()
    if league.invitations.filter(pk=invitation.pk, withdrawn_at=None).update(withdrawn_at=now):
        enter(league, OrganiserAct.Kind.WITHDRAWN, by=by, now=now)
