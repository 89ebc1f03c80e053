"""What the prizes come to with the smallest and the largest field, before anyone has paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.competitions.rules.common_rules import CommonRules
from league.competitions.rules.prize_rules import ROUNDS, PrizeRules
from league.prizes.book import split
from league.prizes.providers import provider_for
from league.prizes.services.opening import site_percent_of


@dataclass(frozen=True, slots=True)
class RankRow:
    """One final rank: its fixed sum (0: none), its share in per cent, and what it wins with each field; None
    where the field is too small for this rank. Or one round, and what those who win a game of it have in all.
    """

    rank: int
    fixed: int
    share: int
    sums: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Charges:
    """What the provider keeps of a fee that is paid online, about, where that is more than the `share` of the
    fee that bears it: the site pays what is `missing`, `most` in all where everyone pays online.
    """

    fee: int
    charge: int
    share: int
    most: int
    people: int
    is_site: bool

    @property
    def missing(self) -> int:
        return self.charge - self.share


@dataclass(frozen=True, slots=True)
class Preview:
    """`fields` are how many people, `pools` what is won in all then. Without a fee the only pool known before
    is the guaranteed one: then `fields` is empty, and so is `pools` where there is none. `by_round`: the rows
    are rounds.
    """

    fields: Sequence[int]
    pools: Sequence[int]
    rows: Sequence[RankRow]
    charges: Charges | None = None
    by_round: bool = False

    @property
    def has_fixed(self) -> bool:
        return any(row.fixed for row in self.rows)


def preview_of(given: PrizeRules, rules: CommonRules) -> Preview:
    """The split with the smallest and the largest field of a season with these `rules`, as if nothing but
    fees (and what is guaranteed) came and everyone played enough.
    """
    largest, by_round = rules.largest, given.by == ROUNDS
    fields = sorted({rules.smallest, largest}) if given.fee else []
    part = given.parts_of_fee()[0]
    pools = [max(count * part, given.guaranteed) for count in fields]
    if not fields and given.guaranteed:
        pools = [given.guaranteed]
    shares = given.rounds if by_round else given.shares
    ranks = max(len(shares), len(given.fixed))
    counts = fields or [largest] * len(pools)
    if by_round:
        counts = [rules.rounds_with(count) for count in counts]
    won = [_won(pool, given, count) for pool, count in zip(pools, counts, strict=True)]
    rows = [
        RankRow(
            rank,
            given.fixed[rank - 1] if rank <= len(given.fixed) else 0,
            shares[rank - 1] if rank <= len(shares) else 0,
            [sums.get(rank, 0) if rank <= count else None for sums, count in zip(won, counts, strict=True)],
        )
        for rank in range(1, ranks + 1)
    ]
    return Preview(fields, pools, rows, charges_of(given, largest), by_round)


def charges_of(given: PrizeRules, largest: int) -> Charges | None:
    """The charges that fees would not cover; None where they do, or no one can pay online."""
    provider = provider_for(given.currency) if given.fee and given.online else None
    if provider is None:
        return None
    is_site = given.charges_from == "site"
    _pool, league, site = replace(given, site_percent=site_percent_of(given)).parts_of_fee()
    share, charge = site if is_site else league, provider.charges_of(given.fee, given.currency)
    if charge <= share:
        return None
    return Charges(given.fee, charge, share, (charge - share) * largest, largest, is_site)


def _won(pool: int, given: PrizeRules, count: int) -> dict[int, int]:
    """By rank, where everyone has one of their own, or by round, where each has another winner."""
    alone = [[number] for number in range(1, count + 1)]
    return {prize.rank: prize.amount for prize in split.prizes(pool, given, split.consecutive(alone), alone)}
