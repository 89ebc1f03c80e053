"""What a season's own page says of its money: the fee, the pool, who would win what, and the ways on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from league.competitions.rules.prize_rules import PrizeRules
from league.competitions.state.season_access import Reader
from league.prizes.selectors.pool import Pool, pool_of
from league.prizes.selectors.statement import WHOLE, PrizeLine, prizes_of, shares_in_all
from league.prizes.services.book_access import MoneyReader, money_reader

PRIZES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class SeasonMoney:
    """`given` is None where the season has no money; `found` too, and so far there is no book. `prizes` are
    those of the end or, with `is_now`, what they would be now; `pool` is what they are taken from.
    `shows_shares` where each prize is exactly its rank's share of the pool.
    """

    given: PrizeRules | None
    found: MoneyReader | None
    prizes: Sequence[PrizeLine] = ()
    more: int = 0
    pool: Pool | None = None
    is_now: bool = False
    shows_shares: bool = False


def season_money(reader: Reader, user: Any) -> SeasonMoney:
    """The box of a season's page. Thirteen queries at most; none where it has no money."""
    given = reader.rules.money if reader.season.has_money else None
    found = money_reader(reader, user) if given else None
    if given is None or found is None:
        return SeasonMoney(given, None)
    prizes, _total, is_now = prizes_of(found)
    return SeasonMoney(
        given,
        found,
        prizes=prizes[:PRIZES_SHOWN],
        more=max(0, len(prizes) - PRIZES_SHOWN),
        pool=pool_of(reader.season, found.book, given),
        is_now=is_now,
        shows_shares=shares_in_all(prizes) == WHOLE,
    )
