"""The auction of the mercenaries: two sealed lists of bids in, who got what at which price out (ID-3 to
ID-8), on what terms (ID2-3, ID2-4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Terms:
    """What one seat pays besides its bids, in credits: `off` each power's price, and `charges` to add."""

    off: Mapping[str, int] = field(default_factory=dict)
    charges: int = 0

    def net(self, power: str, bid: int) -> int:
        """The price of `power` for a bid that wins; never below 0 (ID2-3)."""
        return max(0, bid - self.off.get(power, 0))


PLAIN: Final = Terms()
"""A bid is the price, and nothing is charged beside it."""
NO_TERMS: Final[Mapping[str, Terms]] = {}


@dataclass(frozen=True, slots=True)
class Auction:
    """One auction's whole record (ID-9), in credits. A winner of None means anarchy, at price 0."""

    bids: Mapping[str, Mapping[str, int]]
    winner: Mapping[str, str | None]
    price: Mapping[str, int]
    before: Mapping[str, int]
    after: Mapping[str, int]
    bust: tuple[str, ...]

    def paid(self, seat: str) -> int:
        """What the powers that `seat` got cost it."""
        return _paid(seat, self.winner, self.price)


def is_bid(value: Any) -> bool:
    """Whether `value` is a whole number of credits, 0 or more (ID-3)."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def counted(bids: Any, auctioned: Sequence[str]) -> dict[str, int]:
    """The bids that count: one for each power `auctioned`, 0 where none or no proper one was made (ID-3,
    ID-8).
    """
    given = bids if isinstance(bids, Mapping) else {}
    return {power: given[power] if is_bid(given.get(power)) else 0 for power in auctioned}


def hold(
    bids: Mapping[str, Mapping[str, int]],
    treasury: Mapping[str, int],
    terms: Mapping[str, Terms] = NO_TERMS,
) -> Auction:
    """Hold the auction between the two seats in `bids`, each with one bid for every power auctioned.

    `treasury` is what each seat has before, `terms` what else it pays. Bids may total more than that; only
    the winning ones count (ID-6). They compare at face value (ID2-3).
    """
    one, two = sorted(bids)
    auctioned = sorted(bids[one])
    winner = higher(bids)
    price = {
        power: 0 if seat is None else terms.get(seat, PLAIN).net(power, bids[seat][power])
        for power, seat in winner.items()
    }
    charges = {seat: terms.get(seat, PLAIN).charges for seat in (one, two)}
    bust = tuple(seat for seat in (one, two) if _paid(seat, winner, price) + charges[seat] > treasury[seat])
    if len(bust) == 2:  # ID-7
        winner = dict.fromkeys(auctioned)
    elif bust:  # ID-6, ID2-4
        solvent = two if bust == (one,) else one
        net = terms.get(solvent, PLAIN).net
        winner = {power: solvent if bids[solvent][power] > 0 else None for power in auctioned}
        price = {power: _half(net(power, bids[solvent][power])) for power in auctioned}
    price = {power: 0 if winner[power] is None else price[power] for power in auctioned}
    after = {
        seat: 0 if seat in bust else max(0, treasury[seat] - _paid(seat, winner, price) - charges[seat])
        for seat in (one, two)
    }
    return Auction(bids, winner, price, dict(treasury), after, bust)


def higher(bids: Mapping[str, Mapping[str, int]]) -> dict[str, str | None]:
    """The seat of the higher bid by power (ID-4); None when they are equal, two zeros too (ID-5)."""
    one, two = sorted(bids)
    return {power: _higher(one, bids[one][power], two, bids[two][power]) for power in sorted(bids[one])}


def clauses(
    winner: Mapping[str, str | None], bust: Sequence[str], *, one: str = "ID-6", both: str = "ID-7"
) -> dict[str, str]:
    """The clause that decided each power of an auction that has been held; `one` and `both` speak of bust
    seats.
    """
    if bust:
        return dict.fromkeys(winner, both if len(bust) > 1 else one)
    return {power: "ID-5" if seat is None else "ID-4" for power, seat in winner.items()}


def _higher(one: str, ones: int, two: str, twos: int) -> str | None:
    if ones == twos:
        return None
    return one if ones > twos else two


def _paid(seat: str, winner: Mapping[str, str | None], price: Mapping[str, int]) -> int:
    return sum(price[power] for power, who in winner.items() if who == seat)


def _half(bid: int) -> int:
    """Half of `bid`, rounded up."""
    return (bid + 1) // 2
