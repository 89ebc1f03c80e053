"""More time, or less, for all games of a season alike (HR-10)."""

from __future__ import annotations

import uuid

from django.db import transaction

from games.common import clock
from games.services.masters.league_extension import move_contests
from league.competitions.errors import NoReason, NotInState
from league.competitions.models import Competition, Extension
from league.competitions.models.extension import LONGEST_WHY
from league.competitions.services.entering import check_arbiter
from league.competitions.services.locking import lock
from league.users.models import User


@transaction.atomic
def extend(*, competition: Competition, by: User, hours: int, reason: str, key: uuid.UUID) -> Extension:
    """Move the deadlines of all running games of the season by `hours`, on or (negative) back, for a reason
    that stands beside each.

    The same `key`, which comes with the form, is the same extension. Refuses with `NotArbiter`, `NoReason`,
    `NotInState` where no game can run.
    """
    competition = lock(competition)
    check_arbiter(competition, by)
    if earlier := Extension.objects.filter(key=key, competition=competition).first():
        return earlier
    if not reason.strip():
        raise NoReason
    if not competition.is_live:
        raise NotInState
    reason = " ".join(reason.split())[:LONGEST_WHY]
    moved = move_contests(
        league=competition.league_id, key=competition.code, by=by, hours=hours, reason=reason
    )
    return Extension.objects.create(
        competition=competition, key=key, hours=hours, reason=reason, by=by, at=clock.now(), moved=moved
    )
