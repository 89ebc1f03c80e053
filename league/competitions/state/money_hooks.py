"""Hooks by which prize money, an app above, checks, opens and updates a season's book.

Competitions know only that something may want to look before a season with money is announced, and that it
settles, in the same transaction, whenever an entry or the season itself has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from league.competitions.models import Competition, Entry
from league.competitions.rules.common_rules import CommonRules
from league.leagues.models import League
from league.users.models import User


@dataclass(frozen=True, slots=True)
class MoneyStep:
    """One step about the money that the season's log tells: `kind` for files, `says` in words what the person
    of this `name` did, and why.
    """

    at: datetime
    kind: str
    name: str
    says: str
    reason: str


class Purse(Protocol):
    """The answers of the app that holds the money. All of it is called under the competition's lock but
    `check`.
    """

    def check(self, league: League, rules: CommonRules) -> None:
        """Raises `BadRules` where a season of `league` cannot have this money: real money that is switched
        off, a fee above the cap, an online fee the operator has not approved.
        """

    def completed(self, competition: Competition, rules: CommonRules) -> CommonRules:
        """The rules with what announcing adds. Raises `CompetitionError` where the season may not open."""

    def open(self, competition: Competition, now: datetime) -> None:
        """Begin to keep the money of a season that has just been announced."""

    def settle(self, competition: Competition, now: datetime) -> None:
        """Book what follows from how the season and its entries stand now; doing it again does nothing."""

    def awaited(self, entries: Sequence[Entry], now: datetime) -> set[int]:
        """Of entries whose time to pay is over, those (keys) whose money may have come in time all the same:
        it is not known yet, or no one can pay now.
        """

    def stands_still(self, competition: Competition) -> bool:
        """Whether no one can pay now, so that no time to pay passes."""

    def moved_since(self, competition: Competition, since: datetime) -> timedelta:
        """By how much times to pay have moved on since then, because no one could pay."""

    def cancelling_at(self, competition: Competition) -> str:
        """The address at which ending a season by hand is proposed, because it takes two people; empty: who
        runs it ends it.
        """

    def resigning_at(self, competition: Competition, user: User) -> str:
        """The address at which an arbiter reads what they answer for in the season's money, so that they do
        not simply step down; empty: nothing.
        """

    def comes_back(self, entry: Entry) -> str:
        """What of the fee of `entry` comes back if its person withdraws now, in words; empty: nothing."""

    def steps(self, competition: Competition) -> Sequence[MoneyStep]:
        """What the log of the season tells of its money."""


_purses: list[Purse] = []


def register(purse: Purse) -> Purse:
    """Let `purse` hold the money, once, when the apps are loaded."""
    _purses.append(purse)
    return purse


def check(league: League, rules: CommonRules) -> None:
    """`Purse.check` of rules that have money."""
    if rules.money is not None:
        for purse in _purses:
            purse.check(league, rules)


def completed(competition: Competition, rules: CommonRules) -> CommonRules:
    """`Purse.completed` of rules that have money; others as they are."""
    if rules.money is not None:
        for purse in _purses:
            rules = purse.completed(competition, rules)
    return rules


def open_book(competition: Competition, now: datetime) -> None:
    """`Purse.open` of a season that has money."""
    if competition.has_money:
        for purse in _purses:
            purse.open(competition, now)


def settle(competition: Competition, now: datetime) -> None:
    """`Purse.settle` of a season that has money, once it was announced."""
    if competition.has_money and not competition.is_hidden:
        for purse in _purses:
            purse.settle(competition, now)


def awaited(competition: Competition, entries: Sequence[Entry], now: datetime) -> set[int]:
    """`Purse.awaited` of entries of a season."""
    found: set[int] = set()
    if competition.has_money and entries:
        for purse in _purses:
            found |= purse.awaited(entries, now)
    return found


def stands_still(competition: Competition) -> bool:
    """`Purse.stands_still` of a season that has money."""
    return competition.has_money and any(purse.stands_still(competition) for purse in _purses)


def moved_since(competition: Competition, since: datetime) -> timedelta:
    """`Purse.moved_since` of a season that has money."""
    moved = [purse.moved_since(competition, since) for purse in _purses] if competition.has_money else []
    return sum(moved, timedelta(0))


def cancelling_at(competition: Competition) -> str:
    """`Purse.cancelling_at` of a season that has money and was announced; empty of others."""
    if not competition.has_money or competition.is_hidden:
        return ""
    return next((at for purse in _purses if (at := purse.cancelling_at(competition))), "")


def resigning_at(competition: Competition, user: User) -> str:
    """`Purse.resigning_at` of a season that has money; empty of others."""
    if not competition.has_money:
        return ""
    return next((at for purse in _purses if (at := purse.resigning_at(competition, user))), "")


def comes_back(competition: Competition, entry: Entry) -> str:
    """`Purse.comes_back` of a season that has money and was announced; empty of others."""
    if not competition.has_money or competition.is_hidden:
        return ""
    return next((back for purse in _purses if (back := purse.comes_back(entry))), "")


def steps(competition: Competition) -> list[MoneyStep]:
    """`Purse.steps` of a season that has money. One query."""
    return [step for purse in _purses for step in purse.steps(competition)] if competition.has_money else []
