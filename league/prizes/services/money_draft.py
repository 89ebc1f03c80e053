"""The money part of a draft's rules, as its organisers lay it down."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from league.competitions.models import Competition
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.services.founding import update_season
from league.competitions.services.locking import lock
from league.leagues.models import Membership
from league.prizes.services.treasurers.bank_details import erase_details
from league.users.models import User


@transaction.atomic
def set_money(*, competition: Competition, by: User, money: PrizeRules | None) -> Competition:
    """Put money rules into a draft, or take them out (None). All else stays as it is. Agreements to other
    money rules do not count for these. Another cash holder types how to pay offline again.

    Refuses as `update_season` does: `NotOrganiser`, `NotInState`, `BadRules`.
    """
    competition = lock(competition)
    members = Membership.objects.filter(league=competition.league_id).values("user")
    standing = competition.arbiters.filter(left_at=None, user__in=members, user__is_active=True)
    people = [each.user for each in standing.select_related("user")]
    before = competition.terms.money
    rules = replace(competition.terms, money=money)
    saved = update_season(competition=competition, by=by, rules=rules, arbiters=people)
    if before is not None and _holder(before) != _holder(money):
        erase_details(saved)
    return saved


def _holder(money: PrizeRules | None) -> str:
    return money.cash_holder.casefold() if money else ""
