"""What players did in one game that may be a record, of its facts alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from games.facts.duels import Duel
from league.standings.models import Sort
from league.standings.models.tally import WON

SEASONS: Final = "SFW"


class Did(NamedTuple):
    """As a `Feat` has it."""

    sort: str
    power: str
    weight: int
    facts: Mapping[str, Any]


def feats_of(duel: Duel) -> list[Did]:
    """The best of each sort and home power in a game, in one order.

    What a player did while someone else held the seat in the end is no one's.
    """
    best: dict[tuple[str, str], Did] = {}
    for did in _all(duel):
        kept = best.get((did.sort, did.power))
        if kept is None or did.weight > kept.weight:
            best[did.sort, did.power] = did
    return sorted(best.values(), key=place_of)


def place_of(did: Did) -> tuple[str, str]:
    """What feats of one game are sorted by."""
    return did.sort, did.power


def _all(duel: Duel) -> Iterator[Did]:
    length, phase = _seasons(duel.last_phase), {"season": duel.last_phase[:-1]}
    yield Did(Sort.LONGEST.value, "", length, phase)
    winners = [seat for seat, outcome in duel.outcomes.items() if outcome in WON]
    if len(winners) == 1 and (conquered := duel.conquered.get(winners[0])) and winners[0] in duel.homes:
        (winner,) = winners
        places = [place for place in conquered if place]
        yield Did(Sort.FASTEST.value, duel.homes[winner], -length, {**phase, "places": places})
        yield from _behind(duel, winner)
    yield from _auctions(duel)


def _behind(duel: Duel, winner: str) -> Iterable[Did]:
    """By how many centres the winner was behind at the ends of game years."""
    own = duel.homes[winner]
    other = next(power for power in duel.homes.values() if power != own)
    for year, autumn in duel.autumns.items():
        mine, theirs = autumn.centres.get(own, 0), autumn.centres.get(other, 0)
        if theirs > mine and duel.held_since[winner] <= autumn.at:
            yield Did(
                Sort.COMEBACK.value, own, theirs - mine, {"year": year, "centres": mine, "against": theirs}
            )


def _auctions(duel: Duel) -> Iterable[Did]:
    """Bids that took a power where no one went bust, so that they could be paid; treasuries that were lost;
    and treasuries before an auction, but for the first, before which all have the same.
    """
    first = min((auction.year for auction in duel.auctions), default=0)
    for auction in duel.auctions:
        year = auction.year
        for seat, since in duel.held_since.items():
            if seat not in duel.homes or since > auction.at:
                continue
            home, treasury = duel.homes[seat], auction.before.get(seat, 0)
            if not treasury:
                continue
            if seat in auction.bust:
                yield Did(Sort.BUST.value, home, treasury, {"year": year})
            if year > first:
                yield Did(Sort.TREASURY.value, home, treasury, {"year": year})
            for sale in auction.sales if not auction.bust else ():
                bid = auction.bids.get(seat, {}).get(sale.power, 0)
                if sale.seat == seat and bid:
                    yield Did(Sort.BID.value, home, bid, {"year": year, "power": sale.power})


def _seasons(label: str) -> int:
    """`F1908R` → a number that grows by 1 a season."""
    return int(label[1:-1]) * len(SEASONS) + SEASONS.index(label[0])
