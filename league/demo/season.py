"""What the demo's two seasons have in common: the rules of games and of the ladder."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.common import clock
from games.features.rehearsal import SLOW
from league.competitions.ladder.rules.challenge_rules import ChallengeRules
from league.competitions.ladder.rules.ladder_rules import LadderRules, Order
from league.competitions.rules.calendar import days_later
from league.competitions.rules.prize_rules import PrizeRules
from league.demo.recorded import SETTINGS
from league.leagues.models import League

DAY = timedelta(days=1)
ZONE: Final = "Europe/Paris"
"""Whose days the seasons' are."""


def midnight() -> datetime:
    """The one with which today begins in the seasons' zone."""
    return clock.midnight(clock.now().date(), ZONE)


def rules_of(
    league: League,
    *,
    name: str,
    enters_from: datetime,
    begins: datetime,
    days: int,
    idle_weeks: int,
    order: Order = Order.DRAW,
    money: PrizeRules | None = None,
) -> LadderRules:
    """A season of `league` that begins when entries close, and ends so many `days` later."""
    return LadderRules(
        name=name,
        league=league.slug,
        variant="intimate",
        settings=SETTINGS,
        pace=SLOW,
        zone=ZONE,
        enters_from=enters_from,
        enters_until=begins,
        starts_at=begins,
        challenges_until=begins + DAY,
        ends_at=days_later(begins, days, ZONE),
        idle_weeks=idle_weeks,
        least_games=2,
        dispute_days=3,
        challenges=ChallengeRules(answer_days=7),
        order=order,
        money=money,
    )
