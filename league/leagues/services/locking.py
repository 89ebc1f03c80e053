"""The league's row is taken first, so two acts at once happen one after the other."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.leagues.errors import NotAllowed
from league.leagues.models import League, Membership
from league.users.models import User


def lock(league: League) -> League:
    """The league as it stands now, locked until the transaction ends."""
    return League.objects.select_for_update().get(pk=league.pk)


def check_organiser(league: League, user: User) -> None:
    """Raises NotAllowed unless `user` is an organiser of `league` at this moment."""
    if not league.memberships.filter(user=user, role=Membership.Role.ORGANISER).exists():
        raise NotAllowed(_("Only an organiser of this league may do that."))
