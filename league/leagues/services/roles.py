"""Roles in a league: who organises it."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock
from league.leagues import outbox
from league.leagues.apart import Wish, is_asked_first
from league.leagues.errors import LastOrganiser, NotAllowed
from league.leagues.models import League, Membership, OrganiserAct
from league.leagues.services.locking import check_organiser, lock
from league.leagues.services.log import enter
from league.leagues.services.succession import has_organiser
from league.users.models import User


@transaction.atomic
def change_role(
    *, league: League, by: User, membership: Membership, role: str, is_confirmed: bool = False
) -> Membership:
    """Make a member an organiser, or an organiser a member. They are told, unless it was themselves. The
    membership with its old role: someone was asked to confirm it first (`apart`); `is_confirmed`: they have.

    Raises NotAllowed unless `by` organises this league and the other is in it, LastOrganiser when it would
    be left without one.
    """
    league = lock(league)
    check_organiser(league, by)
    found = league.memberships.select_related("user").filter(pk=membership.pk).first()
    if found is None:
        raise NotAllowed(_("This person is not a member of the league."))
    membership = found
    if membership.role == role:
        return membership
    if membership.is_organiser and not has_organiser(league, besides=membership.pk):
        raise LastOrganiser(_("Make someone else an organiser first: a league needs one."))
    now = clock.now()
    is_taken = membership.is_organiser and membership.user_id != by.pk and not is_confirmed
    if is_taken and is_asked_first(Wish(league, OrganiserAct.Kind.ROLE, by, membership.user), now):
        return membership
    membership.role = Membership.Role(role)
    membership.save(update_fields=["role"])
    facts: dict[str, Any] = {"role": role} | ({"confirmed": True} if is_confirmed else {})
    act = enter(league, OrganiserAct.Kind.ROLE, by=by, about=membership.user, now=now, **facts)
    if membership.user_id != by.pk:
        outbox.put(outbox.act_mail(act))
    return membership
