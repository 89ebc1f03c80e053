"""Every step of those who answer for a season's money: public, the latest last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.people import at_start, called
from league.prizes.models import Trustee, TrustStep
from league.tournaments.models import Competition

Kind = TrustStep.Kind


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody did or became, when, and why. `by`: somebody else who decided it, in words."""

    name: str
    what: str
    at: datetime
    reason: str
    by: str


def steps_of(season: Competition) -> list[Step]:
    """The steps, the first one first. One query."""
    rows = TrustStep.objects.filter(competition=season).select_related("user").order_by("pk")
    return [_step(row) for row in rows]


def _step(row: TrustStep) -> Step:
    reason, by = row.reason, ""
    if row.kind == Kind.LOST:
        if row.by_id is None and reason in Trustee.Lost.values:
            reason = str(Trustee.Lost(reason).label)
        elif row.by_id is not None:
            by = _("by the site’s administrator")
    return Step(
        name=at_start(called(row.user.get_username())),
        what=str(row.get_kind_display()),
        at=row.at,
        reason=reason,
        by=by,
    )
