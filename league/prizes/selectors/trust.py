"""Every step of those who answer for a season's money: public, the latest last."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.common.words.people import at_start, called
from league.competitions.models import Competition
from league.competitions.state import money_hooks
from league.prizes.models import Trustee, TrustStep

Kind = TrustStep.Kind

TO_CANCEL: Final = (Kind.CANCEL, Kind.CANCEL_YES, Kind.CANCEL_NO, Kind.CANCEL_GONE, Kind.CANCEL_VOID)


@dataclass(frozen=True, slots=True)
class Step:
    """What someone did or became, when, and why. `by`: someone else who decided it, in words."""

    name: str
    what: str
    at: datetime
    reason: str
    by: str


def steps_of(season: Competition, *, kinds: Collection[str] = ()) -> list[Step]:
    """The steps, of these kinds where any are given, the first one first. One query."""
    rows = TrustStep.objects.filter(competition=season).select_related("user").order_by("pk")
    return [_step(row) for row in (rows.filter(kind__in=kinds) if kinds else rows)]


def steps_to_cancel(season: Competition) -> list[money_hooks.MoneyStep]:
    """Those of proposals to cancel, for the season's log. One query."""
    rows = TrustStep.objects.filter(competition=season, kind__in=TO_CANCEL).select_related("user")
    return [
        money_hooks.MoneyStep(
            row.at, row.kind, row.user.get_username(), str(row.get_kind_display()), row.reason
        )
        for row in rows.order_by("pk")
    ]


def _step(row: TrustStep) -> Step:
    reason, by = row.reason, ""
    if row.kind == Kind.LOST:
        if row.by_id is None and reason in Trustee.Lost.values:
            reason = str(Trustee.Lost(reason).label)
        elif row.by_id is not None:
            by = _("by the site’s team")
    return Step(
        name=at_start(called(row.user.get_username())),
        what=str(row.get_kind_display()),
        at=row.at,
        reason=reason,
        by=by,
    )
