"""Into a league and out of it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.common import clock
from games.pages.seats import holds_seat, presides
from league.leagues.errors import InvitationOver, NotAllowed, StillPlaying
from league.leagues.models import Invitation, League, Membership
from league.leagues.services.locking import lock
from league.leagues.services.sanctions import check_not_banned, suspension_of
from league.leagues.services.succession import keep_organised
from league.users.models import User


@transaction.atomic
def join(*, league: League, user: User) -> Membership:
    """Join a public league. Joining again changes nothing.

    Raises NotAllowed when it goes by invitation, Banned when its organisers keep `user` out.
    """
    league = lock(league)
    membership = league.memberships.filter(user=user).first()
    if membership:
        return membership
    if not league.is_public:
        raise NotAllowed(_("This league is by invitation: ask an organiser for a link."))
    now = clock.now()
    check_not_banned(league, user, now)
    return _let_in(league, user, now)


@transaction.atomic
def join_by_invitation(*, invitation: Invitation, user: User) -> Membership:
    """Join with a link. Joining again changes nothing, and counts no use.

    Raises InvitationOver when it was withdrawn, its time is past by the database's clock, or it was mailed
    to one person and has let someone in; Banned when the organisers keep `user` out.
    """
    league = lock(invitation.league)
    membership = league.memberships.filter(user=user).first()
    if membership:
        return membership
    invitation = Invitation.objects.get(pk=invitation.pk)
    now = clock.now()
    if not invitation.is_valid(now):
        raise InvitationOver(_("This invitation is no longer valid: ask an organiser for a new link."))
    check_not_banned(league, user, now)
    Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
    return _let_in(league, user, now)


def _let_in(league: League, user: User, now: datetime) -> Membership:
    """A suspension that still runs goes on for a member who left meanwhile. A league without an organiser,
    all of whose members had left, gets one.
    """
    membership = Membership.objects.create(
        league=league, user=user, suspended_until=suspension_of(league, user, now)
    )
    if named := keep_organised(league, now):
        membership.role = named.role if named.pk == membership.pk else membership.role
    return membership


@transaction.atomic
def leave(*, league: League, user: User) -> None:
    """End one's membership. Leaving again changes nothing.

    Competitions hear of it and take it for a withdrawal. Raises StillPlaying while the person sits in another
    waiting or running game. When the last organiser leaves,
    another member becomes one by the rule (`succession`).
    """
    league = lock(league)
    # Locked before anything is asked: taking a seat locks it too, and one of the two comes first.
    membership = league.memberships.select_for_update(of=("self",)).filter(user=user).first()
    if membership is None:
        return
    _may_leave(league, user)
    membership.delete()
    if membership.is_organiser:
        keep_organised(league, clock.now())


def check_leave(*, league: League, user: User) -> None:
    """Raises what `leave` would raise at this moment. Changes and locks nothing."""
    if league.memberships.filter(user=user).exists():
        _may_leave(league, user)


def _may_leave(league: League, user: User) -> None:
    if holds_seat(league, user):
        raise StillPlaying(
            _(
                "You have a seat in a game of this league. Finish the game first, or leave the seat while"
                " it waits for players."
            )
        )
    if presides(league, user):
        raise StillPlaying(
            _(
                "You are game master of a game in this league. Hand it over first, or step down while it "
                "waits for players."
            )
        )
