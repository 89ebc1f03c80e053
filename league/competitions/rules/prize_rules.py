"""The money part of a season's rules: fee, split, who holds what. Frozen with the rest, under one hash."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self

from babel import Locale
from django.utils.translation import gettext as _

from league.competitions.errors import BadRules
from league.competitions.rules.canonical import sha256_of
from league.money import CURRENCIES, PLAY

MOST_RANKS: Final = 20
"""Ranks that a prize can be given for."""
LARGEST_SUM: Final = 10**9
"""No single sum of the rules is larger, in minor units."""

COUNTRIES: Final = frozenset(
    str(code)
    for code in Locale("en").territories
    if re.fullmatch("[A-Z]{2}", str(code)) and code not in ("EU", "EZ", "UN", "XA", "XB", "ZZ")
)

BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "fee": (0, LARGEST_SUM),
    "pay_days": (1, 30),
    "waiting_days": (1, 30),
    "league_percent": (0, 50),
    "site_percent": (0, 50),
    "guaranteed": (0, LARGEST_SUM),
    "prize_games": (0, 50),
    "least_age": (0, 99),
    "hold_days": (0, 180),
    "second_above": (0, LARGEST_SUM),
    "confirmations": (1, 5),
}
"""The least and the most that each number may be."""

LISTS: Final = ("shares", "fixed", "countries", "trustees", "rounds")

CHARGES: Final = ("league", "site")

PLACES, ROUNDS = "places", "rounds"
BY: Final = (PLACES, ROUNDS)
"""What prizes of the pool can go by."""

IN_REAL_MONEY: Final = 2
"""People who confirm real money; rules that name no number mean as many."""
IN_PLAY_MONEY: Final = 1
"""People who confirm play money, where a draft names no other number."""


def just_above(fee: int) -> int:
    """The limit above which a second person is needed, where a draft in real money names none."""
    return min(fee + 1, LARGEST_SUM)


@dataclass(frozen=True, slots=True)
class Extra:
    """A sponsor's prize of its own for a prize rank; it counts once the sponsor's gift is recorded."""

    rank: int
    amount: int
    sponsor: str


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """What a season's money is handled by. Sums are minor units of `currency`.

    `fee` 0: no entry fee, the pool is gifts alone. It is to be paid within `pay_days` of getting a place on
    entering, `waiting_days` of getting one from the waiting list. `league_percent` and `site_percent` of each
    fee go to the league's costs and to the site, the rest to the pool; the provider's charges fall on
    `charges_from`.
    `shares` are per cent of the pool by prize rank, 100 in all; `fixed` sums by rank come before them. Where
    prizes go `by` ROUNDS instead, there are neither: `rounds` are per cent by round, from the first, 100 in
    all, each divided among those who won a game of it.
    `guaranteed` is a least pool, which counts once `guarantor` (a member's name) has paid in. It takes
    `prize_games` games that count to win a prize. Online payments are paid out `hold_days` after they came.
    Sums recorded by hand above `second_above` need the second person (0: none do, which real money has only
    in seasons that were announced before it could not). `online` says whether one
    can pay on the site, to `operator`; `cash_holder` is who holds what is paid by hand, empty: no one.
    `trustees` are the treasurers: in a draft those whom its organisers chose among the arbiters (none: all of
    them), from the announcement on those who had agreed. It takes `confirmations` of them to confirm.
    """

    currency: str = PLAY
    fee: int = 0
    pay_days: int = 7
    waiting_days: int = 3
    league_percent: int = 0
    site_percent: int = 0
    charges_from: str = "league"
    shares: tuple[int, ...] = (100,)
    fixed: tuple[int, ...] = ()
    extras: tuple[Extra, ...] = ()
    guaranteed: int = 0
    guarantor: str = ""
    prize_games: int = 3
    least_age: int = 0
    countries: tuple[str, ...] = ()
    hold_days: int = 45
    second_above: int = 0
    online: bool = False
    cash_holder: str = ""
    operator: str = ""
    trustees: tuple[str, ...] = ()
    confirmations: int = IN_REAL_MONEY
    by: str = PLACES
    rounds: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Raises `BadRules` naming the first field that is wrong."""
        if self.currency not in CURRENCIES:
            raise BadRules("currency", _("Choose a currency from the list."))
        for name, (least, most) in BOUNDS.items():
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
                said = {"least": least, "most": most}
                raise BadRules(name, _("Choose a number from %(least)d to %(most)d.") % said)
        if not self.is_play and self.confirmations < IN_REAL_MONEY:
            raise BadRules("confirmations", _("In real money two people confirm every payout."))
        if self.league_percent + self.site_percent > 50:
            raise BadRules("league_percent", _("At least half of each fee must go to the prize pool."))
        if self.charges_from not in CHARGES:
            raise BadRules("charges_from", _("Choose who bears the provider’s charges."))
        self._check_split()
        self._check_people()

    def _check_split(self) -> None:
        if self.by not in BY:
            raise BadRules("by", _("Choose what prizes go by."))
        if self.by == ROUNDS:
            self._check_rounds()
        else:
            self._check_ranks()
        for extra in self.extras:
            if not 1 <= extra.rank <= MOST_RANKS or not 1 <= extra.amount <= LARGEST_SUM:
                raise BadRules("extras", _("Each sponsor’s prize needs a rank from 1 to 20 and a sum."))
            if not extra.sponsor.strip() or len(extra.sponsor) > 80:
                raise BadRules("extras", _("Name the sponsor, in 80 characters at most."))

    def _check_rounds(self) -> None:
        if not 1 <= len(self.rounds) <= MOST_RANKS or any(not 0 <= share <= 100 for share in self.rounds):
            raise BadRules("rounds", _("Give a share in per cent for 1 to 20 rounds."))
        if sum(self.rounds) != 100:
            raise BadRules("rounds", _("The shares of the rounds must come to 100% in all."))
        if self.shares:
            raise BadRules("shares", _("Where prizes go by round, leave the shares of ranks empty."))
        if self.fixed:
            words = _("Fixed sums go by rank: leave them empty, or let prizes go by rank.")
            raise BadRules("fixed", words)

    def _check_ranks(self) -> None:
        if self.rounds:
            raise BadRules("rounds", _("Where prizes go by rank, leave the shares of rounds empty."))
        if not 1 <= len(self.shares) <= MOST_RANKS or any(not 0 <= share <= 100 for share in self.shares):
            raise BadRules("shares", _("Give a share in per cent for 1 to 20 ranks."))
        if sum(self.shares) != 100:
            raise BadRules("shares", _("The shares must come to 100% in all."))
        if len(self.fixed) > MOST_RANKS or any(not 0 <= each <= LARGEST_SUM for each in self.fixed):
            raise BadRules("fixed", _("Give a sum for 20 ranks at most, 0 or more each."))

    def _check_people(self) -> None:
        if self.guaranteed and not self.guarantor:
            raise BadRules("guarantor", _("Name who guarantees this sum."))
        if self.guaranteed and not self.cash_holder:
            raise BadRules("cash_holder", _("Name who holds what the guarantor pays in."))
        if self.extras and not self.cash_holder:
            raise BadRules("cash_holder", _("Name who holds what sponsors give."))
        if self.fee and not (self.online or self.cash_holder):
            raise BadRules(
                "cash_holder", _("Say how the fee is paid: online, by bank transfer or cash, or both.")
            )
        if unknown := [code for code in self.countries if code not in COUNTRIES]:
            raise BadRules("countries", _("No country has the code %(code)s.") % {"code": unknown[0]})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote; `BadRules` where it will not do."""
        own = {"waiting_days": data["pay_days"], "rounds": (), **data}
        lists = {name: tuple(own[name]) for name in LISTS}
        return cls(**{**own, **lists, "extras": tuple(Extra(**extra) for extra in data["extras"])})

    def to_json(self) -> dict[str, Any]:
        """The rules in plain JSON values."""
        lists = {name: list(getattr(self, name)) for name in LISTS}
        found = {**asdict(self), **lists, "extras": [asdict(extra) for extra in self.extras]}
        if self.waiting_days == self.pay_days:
            # Left out: rules that were frozen before the waiting list had days of its own keep their hash.
            del found["waiting_days"]
        if self.confirmations == IN_REAL_MONEY:
            # Left out as well: it always took two before rules could name a number.
            del found["confirmations"]
        if self.by == PLACES:
            # So are these: prizes always went by rank before they could go by round.
            del found["by"], found["rounds"]
        return found

    def renewed(self) -> Self:
        """These rules as a draft of today has them: play money takes its default of people who confirm, and
        real money the limit above which a second person is needed.
        """
        if self.is_play:
            return replace(self, confirmations=IN_PLAY_MONEY)
        return replace(self, second_above=self.second_above or just_above(self.fee))

    def check_draft(self) -> None:
        """Refuse (`BadRules`) what a season must not have any more, though one that was announced may."""
        if not self.is_play and not self.second_above:
            words = _("In real money give a sum above 0, or leave it empty: then it is just above the fee.")
            raise BadRules("second_above", words)

    @property
    def agreed_json(self) -> dict[str, Any]:
        """What people agree to, in plain JSON values: all but the treasurers and what announcing adds."""
        later = ("operator", "site_percent", "trustees")
        return {name: value for name, value in self.to_json().items() if name not in later}

    @property
    def agreed_sha256(self) -> str:
        return sha256_of(self.agreed_json)

    @property
    def has_a_second(self) -> bool:
        """Whether there is a second treasurer, who can be asked for a word of theirs."""
        return self.confirmations > 1

    @property
    def is_play(self) -> bool:
        """Whether it is play money, which no one pays or cashes in."""
        return self.currency == PLAY

    def parts_of_fee(self) -> tuple[int, int, int]:
        """What of a fee goes to the pool, the league's costs and the site; fractions of the smallest unit go
        to the pool.
        """
        league, site = self.fee * self.league_percent // 100, self.fee * self.site_percent // 100
        return self.fee - league - site, league, site


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What someone confirmed when entering a season with a fee: the terms, by the hash of the rules, being
    old enough, and the country they are in (an ISO code, where the season asks). No date of birth.
    """

    rules_sha256: str = ""
    is_old_enough: bool = False
    country: str = ""
