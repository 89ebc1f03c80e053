"""What one reader may see of leagues and their members."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from games.common.database import cached
from games.common.database.compiled import Param, PreparedQuery
from league.leagues.models import Invitation, League, Membership
from league.users.models import User

LEAGUES_A_PAGE = 20
MEMBERS_A_PAGE = 50
ORGANISERS = 5
"""Organisers that a league's own page names."""
SECONDS = 60
"""For which a number of members is kept: what is written without the models' signals is seen after that."""


def with_members(leagues: QuerySet[League]) -> QuerySet[League]:
    """`leagues`, each with how many it has (`member_count`)."""
    counted = (
        Membership.objects.filter(league=OuterRef("pk")).order_by().values("league").annotate(n=Count("pk"))
    )
    return leagues.annotate(member_count=Coalesce(Subquery(counted.values("n")), Value(0)))


def public_leagues(search: str = "") -> QuerySet[League]:
    """The leagues anyone may look into, by name, with `member_count`.

    `search` keeps those that have it in their name or description.
    """
    leagues = League.objects.filter(visibility=League.Visibility.PUBLIC)
    if search:
        leagues = leagues.filter(Q(name__icontains=search) | Q(description__icontains=search))
    return with_members(leagues).order_by("name", "pk")


def open_leagues() -> QuerySet[League]:
    """The leagues anyone may look into, in no order: for asking about what is in them."""
    return League.objects.filter(visibility=League.Visibility.PUBLIC).order_by()


def memberships_of(user: User) -> QuerySet[Membership]:
    """The person's memberships with their leagues, by the leagues' names."""
    return user.memberships.select_related("league").order_by("league__name", "pk")


def plays_in(user: User, now: datetime) -> QuerySet[Membership, int]:
    """The keys of the leagues in which the person may take seats: where nothing suspends them."""
    may_play = Q(suspended_until=None) | Q(suspended_until__lte=now)
    return Membership.objects.filter(may_play, user=user).order_by().values_list("league", flat=True)


ORGANISERS_FIRST = ("-role", "pk")
"""The order of members: organisers first, then in order of joining."""


def keys_of_members(league: League, search: str = "") -> QuerySet[Membership, int]:
    """The keys of a league's memberships, to be read page by page: to skip a key costs an entry of an index,
    to skip a membership with its person a hundred times as much.

    `search` keeps those that have it in their name.
    """
    found = (
        league.memberships.filter(user__username__icontains=search) if search else league.memberships.all()
    )
    return found.order_by(*ORGANISERS_FIRST).values_list("pk", flat=True)


def members(keys: QuerySet[Membership, int]) -> list[Membership]:
    """The memberships with these keys, with their people, in the same order. One query for both."""
    found = Membership.objects.filter(pk__in=keys).select_related("user")
    return list(found.order_by(*ORGANISERS_FIRST))


_ORGANISERS = PreparedQuery(
    lambda: (
        Membership.objects.filter(league_id=Param("league"), role=Membership.Role.ORGANISER)
        .order_by("pk")
        .values_list("user__username")[:ORGANISERS]
    )
)

_MEMBERS = PreparedQuery(
    lambda: (
        Membership.objects.filter(league_id=Param("league"))
        .order_by()
        .values("league")
        .annotate(n=Count("pk"))
        .values_list("n")
    )
)


def organisers(league: League) -> list[str]:
    """The names of those who organise a league, in order of joining. One query."""
    return [name for (name,) in _ORGANISERS.rows(league=league.pk)]


def count_of_members(league: League) -> int:
    """One query where no one has asked since someone joined or left: twenty thousand take a while."""
    found: int = cached.under(_name_of_count(league.pk), lambda: _count_members(league), seconds=SECONDS)
    return found


def forget_count_of_members(league: int) -> None:
    """Have the members of a league (a key) counted again, from the end of this transaction on."""
    cache.delete(_name_of_count(league))
    transaction.on_commit(lambda: cache.delete(_name_of_count(league)))


def _name_of_count(league: int) -> str:
    return f"members-{league}"


def _count_members(league: League) -> int:
    row = _MEMBERS.row(league=league.pk)
    return int(row[0]) if row else 0


@dataclass(frozen=True, slots=True)
class Link:
    """An invitation as organisers see it: where it leads, and whether it still does."""

    invitation: Invitation
    url: str
    is_valid: bool


def invitations(league: League) -> QuerySet[Invitation]:
    """All of a league's invitations, newest first, with who made them."""
    return league.invitations.select_related("created_by").order_by("-pk")
