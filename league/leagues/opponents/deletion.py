"""What of the pool ends with an account: the search, and every proposal that names the person."""

from __future__ import annotations

from django.db.models import Q

from games.common import clock
from league.leagues.models import Pool, Proposal, Search
from league.leagues.opponents.services import lock_pool, withdraw
from league.users.models import User
from league.users.refusing import goes_with_deletion, locks_before_deletion


@locks_before_deletion
def _lock(user: User) -> None:
    """Before the leagues: a search for an opponent locks them in this order."""
    if Pool.objects.exists():
        lock_pool()


@goes_with_deletion
def _erase(user: User) -> None:
    """Whom they were proposed to is back in the line."""
    if Search.objects.filter(user=user).exists():
        withdraw(user, clock.now())
        Search.objects.filter(user=user).delete()
        Proposal.objects.filter(Q(one=user) | Q(other=user)).delete()
