"""What of leagues ends with an account: memberships, notes about the person, invitations."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.db.models.functions import Coalesce, Lower

from games.common import clock
from league.leagues.models import Invitation, League, PrivateNote, PutOff
from league.leagues.services.succession import heirs_of, keep_organised
from league.users.models import User
from league.users.refusing import (
    goes_with_deletion,
    inherited_at_deletion,
    left_at_deletion,
    locks_before_deletion,
)


def _leagues_of(user: User) -> QuerySet[League]:
    """The leagues of `user`, to be locked in the order of their keys."""
    leagues = League.objects.filter(memberships__user=user).order_by("pk")
    return leagues.select_for_update(of=("self",))


@locks_before_deletion
def _lock(user: User) -> None:
    list(_leagues_of(user))


@left_at_deletion
def _leave(user: User) -> None:
    """End every membership; a league that loses its last organiser gets one by the rule."""
    for league in _leagues_of(user):
        league.memberships.filter(user=user).delete()
        keep_organised(league, clock.now())


@goes_with_deletion
def _erase(user: User) -> None:
    """Delete notes about `user` and what they put off, withdraw invitations that they made, and those to
    their own addresses: without its address an invitation would let in anyone.
    """
    now = clock.now()
    PrivateNote.objects.filter(person=user).delete()
    PutOff.objects.filter(user=user).delete()
    Invitation.objects.filter(created_by=user, withdrawn_at=None).update(withdrawn_at=now)
    own = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    addresses = {address.lower() for address in (user.email, *own)}
    asked = Invitation.objects.exclude(mailed_to="").alias(address=Lower("mailed_to"))
    asked.filter(address__in=addresses).update(mailed_to="", withdrawn_at=Coalesce("withdrawn_at", now))


@inherited_at_deletion
def _heirs(user: User) -> list[tuple[str, str]]:
    """Leagues that lose their last organiser, and who becomes one by the rule, if anyone."""
    return heirs_of(user, clock.now())
