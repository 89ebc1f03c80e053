"""The facts of a season beside its fee: places and how many are paid, pace, what it takes to enter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.competitions.models import Competition
from league.competitions.selectors.seasons import numbers_of
from league.competitions.state import conditions
from league.competitions.state.conditions import Condition
from league.competitions.words import money_terms, terms
from league.prizes.services.book_access import MoneyReader


@dataclass(frozen=True, slots=True)
class PayFacts:
    """Of `places` so many are paid, so many to be paid; the others are free. `waiting` is how many people are
    on the waiting list. `to_enter` are the conditions with the reader's own numbers, while people enter.
    """

    places: int
    paid: int
    unpaid: int
    waiting: int
    pace: str
    last_year: str
    to_enter: Sequence[str]

    @property
    def taken(self) -> int:
        return self.paid + self.unpaid


def facts_of(found: MoneyReader, user: Any) -> PayFacts:
    """Six queries at most."""
    rules, numbers = found.reader.rules, numbers_of(found.reader.season)
    return PayFacts(
        places=rules.largest,
        paid=numbers.taken - numbers.unpaid,
        unpaid=numbers.unpaid,
        waiting=numbers.waiting,
        pace=terms.pace(rules),
        last_year=terms.last_year(rules),
        to_enter=_to_enter(found, user),
    )


def _to_enter(found: MoneyReader, user: Any) -> list[str]:
    season = found.reader.season
    if season.state != Competition.State.ANNOUNCED:
        return []
    held = conditions.held(season, user, found.reader.now)
    says = [each.says for each in held if each.condition is not Condition.SUSPENDED]
    return [*says, *money_terms.conditions(replace(found.money, fee=0))]
