"""How prize money answers competitions (`league.competitions.state.money_hooks`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from league.competitions.models import Competition, Entry
from league.competitions.rules.common_rules import CommonRules
from league.competitions.state.money_hooks import MoneyStep
from league.leagues.models import League
from league.money import money
from league.prizes.agreed.treasurers import answers
from league.prizes.book import closed
from league.prizes.outbox.occasions import page_of
from league.prizes.selectors.trust import steps_to_cancel
from league.prizes.services import money_rules, opening
from league.prizes.services.incoming import in_flight
from league.prizes.services.treasurers import cancelling
from league.users.models import User


class SeasonPurse:
    """Holds the money of every season that has some."""

    def check(self, league: League, rules: CommonRules) -> None:
        opening.check(league, rules)

    def completed(self, competition: Competition, rules: CommonRules) -> CommonRules:
        return opening.completed(competition, rules)

    def open(self, competition: Competition, now: datetime) -> None:
        opening.open_book(competition, now)

    def settle(self, competition: Competition, now: datetime) -> None:
        money_rules.settle(competition, now)
        cancelling.end_void(competition, now)

    def awaited(self, entries: Sequence[Entry], now: datetime) -> set[int]:
        return in_flight.awaited(entries, now)

    def stands_still(self, competition: Competition) -> bool:
        return closed.stands_still(competition.pk)

    def moved_since(self, competition: Competition, since: datetime) -> timedelta:
        return closed.moved_since(competition, since)

    def cancelling_at(self, competition: Competition) -> str:
        return page_of(competition, "cancelling") if cancelling.takes_two(competition) else ""

    def resigning_at(self, competition: Competition, user: User) -> str:
        return page_of(competition, "trust") if answers(competition, user) else ""

    def comes_back(self, entry: Entry) -> str:
        amount, currency = money_rules.comes_back(entry)
        return money(amount, currency) if amount else ""

    def steps(self, competition: Competition) -> Sequence[MoneyStep]:
        return steps_to_cancel(competition)
