"""Arbiters whom the site's administrator appoints where no one rules any more, and those who step down."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.common import clock, outbox
from league.competitions.errors import (
    AnswersForMoney,
    AppointsOneself,
    HasEntered,
    NoReason,
    NotInState,
    NotMember,
    PlaysHere,
)
from league.competitions.models import Arbiter, Competition
from league.competitions.models.competition import LONGEST_REASON
from league.competitions.outbox import mail
from league.competitions.services.founding import give_powers, has_entered, tell_arbiters
from league.competitions.services.locking import is_member_locked, lock, lock_with_league, show_change
from league.competitions.state import money_hooks
from league.leagues.models import Membership
from league.users.models import User


@transaction.atomic
def appoint_arbiter(*, competition: Competition, user: User, by_admin: User, reason: str) -> Arbiter:
    """Let `user` rule from now on, for a reason that everyone reads: a member who never entered. Appointing
    an arbiter again changes nothing.

    Refuses with `NotInState` of a draft and of a season that is over, `NoReason`, `NotMember`,
    `HasEntered`, and as `check_admin` does.
    """
    competition = lock_with_league(competition)
    check_admin(competition, by_admin, appoints=user)
    if competition.is_draft or competition.is_over:
        raise NotInState
    if not reason.strip():
        raise NoReason
    standing = competition.arbiters.filter(user=user, left_at=None).first()
    if standing is not None:
        return standing
    if not is_member_locked(competition, user):
        raise NotMember(_("Arbiters are members of the league."))
    made = name_arbiter_for(competition, user, by_admin, reason.strip()[:LONGEST_REASON])
    tell_arbiters([made], made.named_at)
    return made


@transaction.atomic
def step_down(*, competition: Competition, user: User) -> None:
    """Let an arbiter rule no more: the log says so, the organisers are told. Nothing happens where they are
    none.

    Refuses with `NotInState` once the season is over, and with `AnswersForMoney`.
    """
    competition = lock(competition)
    standing = competition.arbiters.filter(user=user, left_at=None).first()
    if standing is None:
        return
    if competition.is_over:
        raise NotInState
    if money_hooks.resigning_at(competition, user):
        raise AnswersForMoney
    standing.left_at = now = clock.now()
    standing.save(update_fields=["left_at"])
    give_powers(competition)
    organisers = competition.league.memberships.filter(role=Membership.Role.ORGANISER).exclude(user=user)
    people = organisers.order_by("pk").values_list("user_id", flat=True)
    outbox.put(*(mail(each, now, about="stepped_down", arbiter=standing.pk) for each in people))
    show_change(competition, now)


def check_admin(competition: Competition, by_admin: User, *, appoints: User | None = None) -> None:
    """Raises `PlaysHere` of someone of the site's team who has, or had, an entry in the season, and
    `AppointsOneself`.
    """
    if has_entered(competition, by_admin):
        raise PlaysHere
    if appoints is not None and appoints.pk == by_admin.pk:
        raise AppointsOneself


def name_arbiter_for(competition: Competition, user: User, by_admin: User | None, reason: str) -> Arbiter:
    """The row of an arbiter whom the site's administrator appoints (None: an organiser names), with powers
    over its games. Call it under the competition's lock. Refuses with `HasEntered`.
    """
    if has_entered(competition, user):
        raise HasEntered
    now = clock.now()
    made = Arbiter.objects.create(
        competition=competition, user=user, named_at=now, appointed_by=by_admin, reason=reason
    )
    give_powers(competition)
    show_change(competition, now)
    return made
