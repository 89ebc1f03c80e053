"""Who organises a league that has lost its last organiser.

The rule, told on the page on which an organiser leaves and in `docs/organisers.md`: the member of longest
standing who was on the site in the last 60 days and has confirmed an e-mail address; if there is none, the
one of longest standing. Accounts that are closed and members who are suspended are passed over. The new
organiser is told by e-mail, and the log says that it was by the rule.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from games.common import clock
from league.leagues import outbox
from league.leagues.models import League, Membership, OrganiserAct
from league.leagues.services.locking import lock
from league.leagues.services.log import enter
from league.users.models import User

LATELY = timedelta(days=60)
ORGANISER = Membership.Role.ORGANISER


def _candidates(now: datetime) -> tuple[Q, Q]:
    """Which members come first by the rule, and which after them."""
    standing = Q(suspended_until=None) | Q(suspended_until__lte=now)
    all_of_them = standing & Q(user__is_active=True)
    seen = UserSession.objects.filter(user=OuterRef("user"), last_seen_at__gte=now - LATELY)
    confirmed = EmailAddress.objects.filter(user=OuterRef("user"), verified=True)
    here = (Q(Exists(seen)) | Q(user__last_login__gte=now - LATELY)) & Q(Exists(confirmed))
    return all_of_them & here, all_of_them


def heir_of(league: League, now: datetime, *, besides: int = 0) -> Membership | None:
    """Who would organise `league` by the rule; `besides` is the key of a membership that ends."""
    members = (
        league.memberships.filter(league__pool=None).exclude(pk=besides).select_related("user").order_by("pk")
    )
    for group in _candidates(now):
        if found := members.filter(group).first():
            return found
    return None


def heirs_of(user: User, now: datetime) -> list[tuple[str, str]]:
    """The leagues that `user` alone organises, by name, each with the name of who would organise it by the
    rule; empty where there is no one. One query.
    """
    others = Membership.objects.filter(league=OuterRef("league")).exclude(pk=OuterRef("pk")).order_by("pk")
    first, second = (
        Subquery(others.filter(group).values("user__username")[:1]) for group in _candidates(now)
    )
    alone = Membership.objects.filter(
        ~Exists(others.filter(role=ORGANISER, user__is_active=True)),
        user=user,
        role=ORGANISER,
        league__pool=None,
    ).annotate(heir=Coalesce(first, second, Value("")))
    return list(alone.order_by("league__name", "pk").values_list("league__name", "heir"))


def heir_after(league: League, leaving: Membership, now: datetime) -> Membership | None:
    """Who becomes organiser by the rule if `leaving` leaves; None where no one has to."""
    if not leaving.is_organiser or has_organiser(league, besides=leaving.pk):
        return None
    return heir_of(league, now, besides=leaving.pk)


def has_organiser(league: League, *, besides: int = 0) -> bool:
    """Whether someone with an account that is not closed organises `league`."""
    organisers = league.memberships.filter(role=ORGANISER, user__is_active=True)
    return organisers.exclude(pk=besides).exists()


def keep_organised(league: League, now: datetime) -> Membership | None:
    """Name an organiser by the rule if `league` has none, and tell them. Call it under the league's lock."""
    if has_organiser(league):
        return None
    heir = heir_of(league, now)
    if heir is None:
        return None
    heir.role = ORGANISER
    heir.save(update_fields=["role"])
    act = enter(league, OrganiserAct.Kind.SUCCESSION, by=None, about=heir.user, now=now)
    outbox.put(outbox.act_mail(act))
    return heir


def keep_all_organised() -> int:
    """The same for every league whose organisers' accounts are all closed; how many got one."""
    named = 0
    for league in _without_organiser():
        with transaction.atomic():
            named += keep_organised(lock(league), clock.now()) is not None
    return named


def _without_organiser() -> QuerySet[League]:
    members = Membership.objects.filter(league=OuterRef("pk"), user__is_active=True)
    alone = League.objects.filter(Exists(members), ~Exists(members.filter(role=ORGANISER)), pool=None)
    return alone.order_by("pk")
