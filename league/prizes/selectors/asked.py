"""The agreements to a season's money that wait for one person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef

from league.competitions.models import Arbiter, Competition
from league.prizes.agreed.fingerprints import fingerprints
from league.prizes.agreed.roles import Standing, hashes_of, roles_of
from league.prizes.models import Agreement
from league.users.models import User


@dataclass(frozen=True, slots=True)
class AgreementAsked:
    """One draft whose money waits for someone's word, what for, and since when."""

    season: Competition
    roles: tuple[str, ...]
    since: datetime


def agreements_asked(user: User) -> list[AgreementAsked]:
    """What `user` was asked to agree to and has not answered, the oldest first. One query."""
    arbiters = Arbiter.objects.filter(competition=OuterRef("competition"), user=user, left_at=None)
    rows = Agreement.objects.filter(
        user=user,
        asked_at__isnull=False,
        declined_at=None,
        frozen_at=None,
        competition__state=Competition.State.DRAFT,
        competition__league__memberships__user=user,
    )
    rows = rows.annotate(is_arbiter=Exists(arbiters), details=F("competition__purse_setting__bank_details"))
    found = []
    for row in rows.select_related("competition__league").order_by("asked_at", "pk"):
        given = row.competition.terms.money
        if given is None or row.asked_at is None:
            continue
        roles = roles_of(given, user.get_username(), is_arbiter=row.is_arbiter)
        prints = fingerprints(row.details or "", season=row.competition.code)
        standing = Standing(user, roles, row, prints, hashes_of(given, roles, prints))
        if roles and standing.is_waited_for:
            found.append(AgreementAsked(row.competition, roles, row.asked_at))
    return found
