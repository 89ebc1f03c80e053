"""The season after: drafted by itself when one is finished, with its rules and its table carried over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from league.competitions import kinds
from league.competitions.errors import BadRules
from league.competitions.models import Arbiter, Competition
from league.competitions.rules.calendar import days_later
from league.competitions.rules.common_rules import MOMENTS, CommonRules
from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.services.founding import arbiters_now, computed
from league.leagues.models import Membership
from league.users.models import User

PAUSE = timedelta(days=7)
"""From the end of a season until entries for the next one open, at the soonest."""


def draft_next(competition: Competition, now: datetime) -> Competition | None:
    """A draft of the next season: the same rules, all moments moved on alike and the
    last one for challenges computed for them, the first table by this one's.

    Organisers change what they like and announce it. None where there is one, or no one to draft it for.
    """
    if competition.next_seasons.exclude(state=Competition.State.CANCELLED).exists():
        return None
    organisers = Membership.objects.filter(league=competition.league_id, role=Membership.Role.ORGANISER)
    organiser = User.objects.filter(pk__in=organisers.values("user"), is_active=True).order_by("pk").first()
    if organiser is None:
        return None
    rules, people = moved_on(competition.terms, now), arbiters_now(competition)
    rules = kinds.of(competition).next_rules(
        replace(rules, name=next_name(rules.name), money=_carried(rules.money, people)), competition
    )
    with suppress(BadRules):  # announcing it says what to change
        rules = computed(competition.league, rules)
    draft = Competition.objects.create(
        league=competition.league,
        kind=competition.kind,
        name=rules.name,
        variant=rules.variant,
        rules=rules.to_json(),
        previous=competition,
        opened_by=organiser,
        opened_at=now,
        **{name: getattr(rules, name) for name in MOMENTS},
    )
    Arbiter.objects.bulk_create(Arbiter(competition=draft, user=person, named_at=now) for person in people)
    return draft


def moved_on(rules: CommonRules, now: datetime) -> CommonRules:
    """The rules with every moment later by the same number of days, at the same time by the zone's clock, so
    that entries open a week from `now` at the soonest.
    """
    days = -(-(now + PAUSE - rules.enters_from) // timedelta(days=1))
    moments: dict[str, Any] = {
        name: days_later(moment, days, rules.zone)
        for name in MOMENTS
        if (moment := getattr(rules, name)) is not None
    }
    return replace(rules, **moments)


def _carried(money: PrizeRules | None, arbiters: Sequence[User]) -> PrizeRules | None:
    """The money rules of the season after, without what announcing one adds. Its people are named again, the
    treasurers among those who still rule, and asked by no one yet.
    """
    if money is None:
        return None
    ruling = {person.get_username().casefold() for person in arbiters}
    treasurers = tuple(name for name in money.trustees if name.casefold() in ruling)
    return replace(money, operator="", site_percent=0, trustees=treasurers)


def next_name(name: str) -> str:
    """`Season 3` after `Season 2`; a name without a number gets one."""
    found = re.search(r"\d+(?!.*\d)", name)
    if found is None:
        return f"{name[:76]} 2"
    return f"{name[: found.start()]}{int(found.group()) + 1}{name[found.end() :]}"[:80]
