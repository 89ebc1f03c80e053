"""What an arbiter says of a game that was voided: who goes on, or that it is played once more."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from league.competitions import kinds
from league.competitions.errors import NoReason, NotInState
from league.competitions.knock_out import course
from league.competitions.models import Competition
from league.competitions.models.dispute import LONGEST_SAID
from league.competitions.services.entering import check_arbiter
from league.competitions.services.locking import lock, show_change
from league.users.models import User


@transaction.atomic
def name_who_goes_on(*, competition: Competition, number: int, on: int | None, by: User, reason: str) -> None:
    """Let `on` (the number of an entry) go on from the game with this number, or (None) let it be played once
    more, for a reason that everyone reads. What follows begins at once.

    Refuses with `NotArbiter`, `NoReason`, `NotInState` of a season that is not played, and as `course.name`.
    """
    season = lock(competition)
    check_arbiter(season, by)
    if not reason.strip():
        raise NoReason
    if not season.is_live:
        raise NotInState
    now = clock.now()
    kinds.of(season).catch_up(season, now)
    course.name(season, number, on, by=by, reason=reason.strip()[:LONGEST_SAID], now=now)
    show_change(season, now)
