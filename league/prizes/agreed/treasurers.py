"""The treasurers of announced seasons, as others ask: who may confirm now, and what waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from league.competitions.models import Arbiter, Competition, Entry
from league.leagues.models import Membership
from league.prizes.agreed.periods import ANSWER_DAYS
from league.prizes.agreed.roles import Role, roles_of
from league.prizes.book.books import money_of
from league.prizes.errors import NotTrusted
from league.prizes.models import Proposal, Trustee
from league.users.models import User


def fit(competition: Competition) -> QuerySet[Trustee]:
    """Those named and not lost who may answer for the money of a season, agreed or not."""
    return all_fit().filter(competition=competition).select_related("user").order_by("pk")


def all_fit() -> QuerySet[Trustee]:
    """The same of all seasons: active arbiters, members of the season's league, without an entry at any
    time.
    """
    here = {"competition": OuterRef("competition"), "user": OuterRef("user")}
    members = Membership.objects.filter(league=OuterRef("competition__league"), user=OuterRef("user"))
    return Trustee.objects.filter(
        Exists(Arbiter.objects.filter(**here, left_at=None, user__is_active=True)),
        Exists(members),
        ~Exists(Entry.objects.filter(**here)),
        lost_at=None,
    )


def trustees_of(competition: Competition) -> list[Trustee]:
    """Those who may confirm now: fit, and agreed. Nothing takes an agreement back after the announcement. One
    query.
    """
    return list(fit(competition).exclude(agreed_sha256=""))


def answers(competition: Competition, user: User) -> bool:
    """Whether an arbiter has a part in the season's money: everyone in a draft, who says no where they are
    asked; then a treasurer, the holder and the guarantor. One query.
    """
    own = roles_of(money_of(competition), user.get_username(), is_arbiter=True)
    if competition.is_draft or {Role.HOLDER, Role.GUARANTOR} & set(own):
        return True
    return Trustee.objects.filter(competition=competition, user=user, lost_at=None).exists()


def check_trustee(competition: Competition, user: User) -> Trustee:
    """The part of `user` in confirming; raises `NotTrusted` of everyone else."""
    for trustee in trustees_of(competition):
        if trustee.user_id == user.pk:
            return trustee
    raise NotTrusted


def lacks_treasurers(competition: Competition, now: datetime, able: Sequence[Trustee] | None = None) -> bool:
    """Whether a season in play money has fewer treasurers than its rules want, or a lone one who is silent.
    `able` are those who may confirm now, where they are known. Two queries at most.
    """
    money = money_of(competition)
    if not money.is_play:
        return False
    able = trustees_of(competition) if able is None else able
    if len(able) < money.confirmations:
        return True
    silent = open_proposals(competition).filter(asked_at__lte=now - timedelta(days=ANSWER_DAYS))
    return is_lone(competition, able) and silent.exclude(confirmations__by=able[0].user).exists()


def is_lone(competition: Competition, able: Sequence[Trustee]) -> bool:
    """Whether a season in play money needs one treasurer and has only that one."""
    money = money_of(competition)
    return money.is_play and money.confirmations == 1 and len(able) == 1


def open_proposals(competition: Competition) -> QuerySet[Proposal]:
    """What waits to be confirmed in a season: one proposal at most."""
    return Proposal.objects.filter(book__competition=competition, state=Proposal.State.OPEN)
