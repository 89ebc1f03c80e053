"""The log of all acts: each act at the organisers' desk leaves a row, in the same transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from league.leagues.models import League, OrganiserAct
from league.users.models import User

LONGEST_REASON = 500


def enter(
    league: League,
    kind: OrganiserAct.Kind,
    *,
    by: User | None,
    now: datetime,
    about: User | None = None,
    reason: str = "",
    **facts: Any,
) -> OrganiserAct:
    """One row of the log; `by` None is the rule. `facts` are plain JSON values, by kind of act."""
    return OrganiserAct.objects.create(
        league=league,
        kind=kind,
        by=by,
        about=about,
        reason=reason.strip()[:LONGEST_REASON],
        facts=facts,
        at=now,
    )
