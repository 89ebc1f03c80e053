"""What powers are worth in an auction, and how much to bid for them (ID-3 to ID-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from games.bots.duel import duel_of
from games.bots.roads import distance
from games.bots.scene import Scene
from games.bots.wishes import cost_of

RIVALS: Final = 40
"""Bids of the other side that one's own are tried against."""
THRIFT: Final = 0.55
"""What a credit kept is worth beside one well spent."""


def bids_of(scene: Scene, kept: Mapping[str, Any]) -> dict[str, int]:
    """Bids tried against many that the other side may make. `kept` is an answer whose other wishes are paid
    first; what loyalty takes off a price is put on the bid.
    """
    wishes = {key: value for key, value in kept.items() if key != "bids"}
    powers = sorted(scene.owed["powers"])
    off = scene.owed.get("loyalty", {})
    purse = max(0, scene.owed["treasury"] - cost_of(wishes, scene))
    worths = {power: worth_of(power, scene) for power in powers}
    other = next(seat for seat in scene.position["homes"] if seat != scene.seat)
    theirs = (scene.position.get("treasury") or {}).get(other, purse)
    rivals = [_rival(scene.random, worths, theirs) for _each in range(RIVALS)]
    best = _climb(worths, purse, rivals, theirs)
    return {power: best[power] + off.get(power, 0) for power in powers}


def worth_of(power: str, scene: Scene) -> float:
    """What a year of `power` is worth: its units, and how near they stand to either player's home centres,
    for a player who does not buy the power may have it as an enemy.
    """
    duel = duel_of(scene.position, scene.seat)
    found = 0.0
    for unit in scene.position["units"].get(power, ()):
        found += 1 + 8 / (1 + distance(unit, duel.rival_homes)) ** 1.3
        found += 8 / (1 + distance(unit, duel.own_homes)) ** 1.3
    return found


def _rival(random: Random, worths: Mapping[str, float], treasury: int) -> dict[str, int]:
    """Bids that the other side may make."""
    weights = {power: worth * random.uniform(0.4, 1.6) for power, worth in worths.items()}
    total = sum(weights.values()) or 1
    purse = treasury * random.uniform(0.4, 1.0)
    return {power: int(purse * weight / total) for power, weight in weights.items()}


def _climb(
    worths: Mapping[str, float], purse: int, rivals: Sequence[Mapping[str, int]], theirs: int
) -> dict[str, int]:
    """Bids that gain most against `rivals` on the average, found credit by credit."""
    credit = THRIFT * sum(worths.values()) / max(1, purse + theirs)
    bids = dict.fromkeys(worths, 0)

    def gain(bids: Mapping[str, int]) -> float:
        return sum(_gain(bids, rival, worths, purse, credit) for rival in rivals)

    best = gain(bids)
    is_better = True
    while is_better:
        is_better = False
        for power in worths:
            for more in (1, 2, 4, -1, -2):
                tried = bids | {power: bids[power] + more}
                if tried[power] < 0 or tried[power] > purse:
                    continue
                reached = gain(tried)
                if reached > best + 1e-9:
                    best, bids, is_better = reached, tried, True
    return bids


def _gain(
    bids: Mapping[str, int],
    rival: Mapping[str, int],
    worths: Mapping[str, float],
    purse: int,
    credit: float,
) -> float:
    """What `bids` gain against `rival`: powers won less what is paid, and less the powers the rival wins."""
    won = [power for power, bid in bids.items() if bid > rival[power]]
    paid = sum(bids[power] for power in won)
    if paid > purse:  # bust: the whole treasury is lost, and the rival has all that they bid for (ID-6)
        return -credit * purse - sum(worths[power] for power, bid in rival.items() if bid)
    lost = sum(worths[power] for power, bid in rival.items() if bid > bids[power])
    return sum(worths[power] for power in won) - 0.7 * lost - credit * paid
