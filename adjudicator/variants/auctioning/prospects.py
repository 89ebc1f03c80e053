"""What one seat's sealed bids may come to, whatever the other seat bids: auctions held against bids that are
made up for the question (ID-4 to ID-7).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

from adjudicator.variants.auctioning.holding import PLAIN, Terms, hold

_OWN, _OTHER = "own", "other"


@dataclass(frozen=True, slots=True)
class Prospect:
    """One way in which an auction may go for a seat, in credits.

    `powers` are those whose bids win; `owes` is what they and the charges come to and `keeps` what is left
    of the treasury.
    """

    powers: tuple[str, ...]
    owes: int
    keeps: int
    is_bust: bool

    def to_json(self) -> dict[str, Any]:
        """As `adjudicator.auctions.outlook` shows it."""
        return {"powers": list(self.powers), "owes": self.owes, "keeps": self.keeps, "bust": self.is_bust}


def prospects(bids: Mapping[str, int], treasury: int, terms: Terms = PLAIN) -> tuple[Prospect, ...]:
    """Every way in which some of `bids` win, the cheapest first; the other seat is not bust.

    Bids of 0 win nothing (ID-5) and are left out: of n others there are 2**n - 1 ways.
    """
    made = sorted(power for power, bid in bids.items() if bid)
    ways = chain.from_iterable(combinations(made, size) for size in range(1, len(made) + 1))
    found = (prospect(frozenset(powers), bids, treasury, terms) for powers in ways)
    return tuple(sorted(found, key=lambda each: (each.owes, len(each.powers), each.powers)))


def prospect(won: Collection[str], bids: Mapping[str, int], treasury: int, terms: Terms = PLAIN) -> Prospect:
    """What comes of `bids` when those for the powers in `won` win and no other does.

    The other seat ties with every bid that is not to win, and so takes nothing itself.
    """
    ties = {power: 0 if power in won else bid for power, bid in bids.items()}
    held = hold({_OWN: bids, _OTHER: ties}, {_OWN: treasury, _OTHER: 0}, {_OWN: terms})
    owes = terms.charges + sum(terms.net(power, bids[power]) for power in won)
    return Prospect(tuple(sorted(won)), owes, held.after[_OWN], is_bust=_OWN in held.bust)


def windfall(bids: Mapping[str, int], treasury: int, terms: Terms = PLAIN) -> Prospect:
    """What comes of `bids` when the other seat is bust: each positive one succeeds at half price (ID-6),
    unless the charges alone are more than the treasury.
    """
    higher = {power: bid + 1 for power, bid in bids.items()}
    held = hold({_OWN: bids, _OTHER: higher}, {_OWN: treasury, _OTHER: 0}, {_OWN: terms})
    won = tuple(sorted(power for power, seat in held.winner.items() if seat == _OWN))
    owes = terms.charges + held.paid(_OWN)
    return Prospect(won, owes, held.after[_OWN], is_bust=_OWN in held.bust)
