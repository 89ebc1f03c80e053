"""Whether enough people have entered a season, and how long it waits for its organisers otherwise."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from league.competitions.models import Competition, Entry

DECIDE_FOR: Final = timedelta(days=2)
"""How long a season with too few entries waits for its organisers before it is cancelled."""

EXTENDED_BY: Final = (3, 30)
"""The fewest and the most days by which an organiser extends the registration."""


def accepted_and_clear(competition: Competition) -> Any:
    """The entries that begin with the season: accepted, and owing no fee."""
    return competition.entries.filter(state=Entry.State.ACCEPTED, payment__in=Entry.CLEAR)


def has_too_few(competition: Competition) -> bool:
    """One query."""
    return bool(accepted_and_clear(competition).count() < competition.rules["smallest"])


def may_still_pay(competition: Competition, now: datetime) -> bool:
    """Whether anyone who has a place may still pay for it after the end of entries: payment was closed for a
    while, and the times to pay moved on. One query.
    """
    unpaid = competition.entries.filter(state=Entry.State.ACCEPTED, payment=Entry.Payment.DUE)
    return bool(unpaid.filter(pay_by__gt=max(now, competition.enters_until)).exists())


def is_extended(competition: Competition) -> bool:
    """Whether the registration was extended, which can be done once. One query."""
    return competition.date_moves.filter(extends_registration=True).exists()


def is_to_be_decided(competition: Competition, now: datetime) -> bool:
    """Whether entries closed with too few of them, and an organiser may still extend the registration."""
    if competition.state != Competition.State.ANNOUNCED or now < competition.enters_until:
        return False
    return has_too_few(competition) and not is_extended(competition)


def decided_by(competition: Competition) -> datetime:
    """When a season with too few entries is cancelled, unless its registration is extended before."""
    return (competition.few_told_at or competition.enters_until) + DECIDE_FOR
